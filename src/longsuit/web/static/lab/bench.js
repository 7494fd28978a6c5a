// A bench: a form made of its description, the figures of what it says, and ways to take them away.

import { CardPiles } from "/static/lab/card_piles.js";
import { ask, LONGEST_ADDRESS, linesOf, queryOf, secondsLeft } from "/static/lab/exchange.js";
import { blobOf, copy, save, savePng, showTab } from "/static/lab/files.js";
import { TEXTS } from "/static/lab/texts.js";

const TYPING_MS = 350;
const LARGEST_FILE = 120_000; // Bytes; the field says how many characters.

export default {
  components: { CardPiles },
  props: { bench: String, live: Boolean, files: Array, examples: Array, state: Object, decks: Object },
  data: () => ({
    ...{ t: TEXTS, form: [], figures: null, address: "", command: "", said: "", copied: "", old: false },
    // On a phone the figures come first.
    wide: matchMedia("(min-width: 861px)").matches,
    ...{ busy: false, far: { done: 0, total: 0, doing: "" }, seconds: 0, left: null },
  }),
  computed: {
    plain: (vm) => vm.form.filter((field) => field.kind !== "cards" && field.name !== "file"),
    piles: (vm) => vm.form.filter((field) => field.kind === "cards"),
    deck: (vm) => vm.decks[vm.form.find((field) => field.name === "game")?.value],
    progress: (vm) => (vm.far.total ? vm.far.done / vm.far.total : null),
    time: (vm) => (vm.left === null ? vm.t.taken(vm.seconds) : vm.t.left(vm.left)),
    // The tables, with a map before the hands of its cell, and charts after the first.
    parts({ figures: { tables, pictures } }) {
      const cell = tables.findIndex((one) => one.id.startsWith("cell"));
      const at = cell < 0 ? 1 : cell;
      return [...tables.slice(0, at), ...pictures, ...tables.slice(at)];
    },
    query: (vm) => (vm.address ? `?${vm.address}` : ""),
    long: (vm) => vm.address === null, // For a link: the fields go in a body.
  },
  mounted() {
    showTab();
    this.adopt(this.state);
    this.figures = this.state.figures ?? null;
    if (!this.figures && this.sound()) this.run(location.search.slice(1));
    this.onPop = () => this.run(location.search.slice(1));
    addEventListener("popstate", this.onPop);
  },
  unmounted() {
    removeEventListener("popstate", this.onPop);
    this.stop();
  },
  methods: {
    sound() {
      return !this.form.some((field) => field.wrong);
    },
    adopt({ form, address, command }) {
      // What is being typed stays as it is typed.
      const at = document.activeElement?.name;
      const typed = this.form.find((field) => field.name === at)?.value;
      this.form = form;
      const here = at && form.find((field) => field.name === at && !field.options.length);
      if (here && typed !== undefined && this.typing) here.value = typed;
      if (address === undefined) return;
      [this.address, this.command] = [address, command];
    },
    // A field has another value for good: the state before it is one step back.
    set(field, value) {
      field.value = value;
      clearTimeout(this.later);
      const again = this.typing === field.name;
      this.typing = "";
      if (this.live || field.restarts || field.view) this.go(queryOf(this.form, field), again);
    },
    type(field, value) {
      field.value = value;
      field.wrong = "";
      if (!this.live) return;
      clearTimeout(this.later);
      this.later = setTimeout(() => {
        const again = this.typing === field.name;
        this.typing = field.name;
        this.go(queryOf(this.form), again);
      }, TYPING_MS);
    },
    click(event) {
      const [name, value] = event.target.closest("[data-set]")?.dataset.set.split("=") ?? [];
      const field = this.form.find((one) => one.name === name);
      if (field) this.set(field, value);
    },
    start(file = "none") {
      const field = this.form.find((one) => one.name === "file");
      if (field) field.value = file;
      this.wanted = file !== "none";
      this.go(queryOf(this.form));
    },
    reset() {
      this.typing = "";
      this.go("");
    },
    go(query, again = false) {
      const address = `/lab/${this.bench}${query ? `?${query}` : ""}`;
      const same = location.search.slice(1) === query || query.length > LONGEST_ADDRESS;
      if (!same) history[again ? "replaceState" : "pushState"](null, "", address);
      this.run(query);
    },
    async run(query) {
      this.stop();
      const own = new AbortController();
      this.asking = own;
      Object.assign(this, { busy: true, old: true, said: "", seconds: 0, left: null });
      this.far = { done: 0, total: 0, doing: "" };
      this.watch = setInterval(() => this.look(), 1000);
      this.since = null;
      this.began = performance.now();
      try {
        const response = await ask(`/api/lab/${this.bench}/run`, query, own.signal);
        if (!response.ok) throw new Error((await response.json().catch(() => ({}))).reason || TEXTS.silent);
        for await (const told of linesOf(response)) if (this.asking === own) this.hear(told);
      } catch (error) {
        if (this.asking === own && error.name !== "AbortError")
          this.said = error instanceof TypeError ? TEXTS.silent : error.message;
      } finally {
        if (this.asking === own) this.stop();
      }
    },
    hear(told) {
      if (told.form) this.adopt(told);
      else if (told.said) this.said = told.said;
      else if (told.figures) {
        this.figures = told.figures;
        this.old = false;
        if (this.wanted) for (const [name, content] of Object.entries(told.figures.files)) save(name, blobOf(content));
        this.wanted = false;
      } else {
        this.far = told;
        if (told.total && !this.since) this.since = { at: performance.now(), done: told.done };
      }
    },
    look() {
      this.seconds = Math.round((performance.now() - this.began) / 1000);
      const { at, done } = this.since ?? {};
      this.left = this.since ? secondsLeft(this.far, done, (performance.now() - at) / 1000) : null;
    },
    stop() {
      clearInterval(this.watch);
      const asking = this.asking;
      this.asking = null;
      this.busy = false;
      asking?.abort();
    },
    cancel() {
      this.stop();
      this.said = this.figures ? TEXTS.cancelled : TEXTS.stopped;
    },
    async take(what, text) {
      await copy(text);
      this.copied = what;
      setTimeout(() => {
        this.copied = "";
      }, 2000);
    },
    takeLink() {
      return this.take("link", location.href);
    },
    file(id, ending) {
      return `/api/lab/${this.bench}/${id}.${ending}${this.query}`;
    },
    // A file that an address cannot ask for; else the link does it.
    async fetchFile(event, id, ending) {
      if (!this.long) return;
      event.preventDefault();
      const response = await ask(this.file(id, ending), queryOf(this.form));
      if (response.ok) save(`${this.bench}-${id}.${ending}`, await response.blob());
      else this.said = (await response.json().catch(() => ({}))).reason || TEXTS.silent;
    },
    async load(field, event) {
      const [file] = event.target.files;
      event.target.value = "";
      if (!file) return;
      if (file.size > LARGEST_FILE) field.wrong = TEXTS.tooLarge;
      else this.type(field, (await file.text()).trim());
    },
    png(id) {
      return savePng(`${this.bench}-${id}.png`, this.file(id, "svg"));
    },
    saveFile(name, content) {
      save(name, blobOf(content));
    },
  },
  template: `
    <div class="lab-two" :class="{ 'lab-one': !form.length }">
      <details class="lab-inputs" :open="wide"><summary>{{ t.inputs }}</summary>
      <form class="lab-form" :aria-label="t.inputs" @submit.prevent="start()">
        <div v-for="field in plain" :key="field.name" class="ls-field">
          <label :for="'field-' + field.name">{{ field.label }}</label>
          <select v-if="field.options.length" :id="'field-' + field.name" :name="field.name" :value="field.value"
              :aria-invalid="!!field.wrong" @change="set(field, $event.target.value)">
            <option v-for="[value, name] in field.options" :key="value" :value="value">{{ name }}</option>
          </select>
          <template v-else-if="field.kind === 'lines'">
            <textarea :id="'field-' + field.name" :name="field.name" :value="field.value" :maxlength="field.longest"
              rows="24" wrap="off" spellcheck="false" autocomplete="off" :aria-invalid="!!field.wrong"
              :aria-describedby="field.wrong ? 'wrong-' + field.name : null"
              @input="type(field, $event.target.value)"></textarea>
            <label>{{ t.load }} <input type="file" accept=".toml,text/plain" @change="load(field, $event)"></label>
          </template>
          <span v-else class="lab-input"><i v-if="field.unit === '$'" aria-hidden="true">$</i>
            <input :id="'field-' + field.name" :name="field.name" :value="field.value" :maxlength="field.longest"
              :placeholder="field.hint"
              :inputmode="field.kind === 'whole' ? 'numeric' : null" autocomplete="off" :aria-invalid="!!field.wrong"
              :aria-describedby="field.wrong ? 'wrong-' + field.name : null"
              @input="type(field, $event.target.value)" @change="set(field, $event.target.value)">
            <i v-if="field.unit && field.unit !== '$'" aria-hidden="true">{{ field.unit }}</i></span>
          <small v-if="field.wrong" :id="'wrong-' + field.name" class="lab-wrong" role="alert">{{ field.wrong }}</small>
        </div>
        <card-piles v-if="piles.length && deck" :piles="piles" :deck="deck" @set="set"/>
        <div class="lab-row">
          <button v-if="!live" type="submit" class="ls-button main" :disabled="busy">{{ t.run }}</button>
          <button v-for="kind in files" :key="kind" type="button" class="ls-button" :disabled="busy"
            @click="start(kind)">{{ kind.toUpperCase() }}</button>
          <button v-if="form.length" type="button" class="ls-button" @click="reset">{{ t.reset }}</button>
          <button v-if="!long" type="button" class="ls-button" @click="takeLink">
            {{ copied === "link" ? t.copied : t.copyLink }}</button>
        </div>
        <p v-if="long" class="ls-quiet-text" role="status">{{ t.long }}</p>
        <p v-if="examples.length > 1" class="lab-examples">{{ t.examples }}
          <a v-for="[query, name] in examples" :key="query" :href="'/lab/' + bench + (query ? '?' + query : '')">{{ name
          }}</a></p>
      </form></details>
      <section class="lab-figures" :aria-label="t.figures">
        <div v-if="busy" class="lab-progress" role="status">
          <progress :aria-label="t.counting" :value="progress ?? undefined" max="1"></progress>
          <span>{{ t.counting }}{{ far.doing ? ": " + far.doing : "" }} · {{ time }}</span>
          <button type="button" class="ls-button" @click="cancel">{{ t.cancel }}</button>
        </div>
        <p v-else class="ls-hidden" role="status">{{ figures && !old ? t.ready : "" }}</p>
        <p class="ls-said" role="alert">{{ said }}</p>
        <div v-if="figures" class="lab-body" :class="{ 'lab-old': old }" :aria-busy="busy">
          <div class="lab-tiles"><div v-for="[name, text, note] in figures.tiles" :key="name" class="lab-tile">
            <span>{{ name }}</span><b>{{ text }}</b><small v-if="note">{{ note }}</small></div></div>
          <p v-for="text in figures.said" :key="text" class="lab-said">{{ text }}</p>
          <p v-if="Object.keys(figures.files).length" class="lab-row">
            <button v-for="(content, name) in figures.files" :key="name" type="button" class="ls-button main"
              @click="saveFile(name, content)">{{ name }}</button></p>
          <template v-for="one in parts" :key="one.id">
            <figure v-if="one.svg" class="lab-picture" :data-id="one.id">
            <figcaption><h2>{{ one.title }}</h2>
              <span class="lab-take"><a :href="file(one.id, 'svg')" download>SVG</a>
                <button type="button" @click="png(one.id)">PNG</button>
                <button type="button" @click="take(one.id, command + ' --only ' + one.id + ' --svg')">
                  {{ copied === one.id ? t.copied : t.copyCommand }}</button></span></figcaption>
            <div class="scroll" tabindex="0" role="img" :aria-label="one.summary" v-html="one.svg" @click="click"></div>
            <p class="ls-quiet-text">{{ one.summary }}</p></figure>
          <section v-else class="lab-table" :data-id="one.id">
            <header><h2>{{ one.title || one.id }}</h2>
              <span class="lab-take"><a :href="file(one.id, 'csv')" download
                  @click="fetchFile($event, one.id, 'csv')">CSV</a>
                <a :href="file(one.id, 'json')" download
                  @click="fetchFile($event, one.id, 'json')">JSON</a>
                <button type="button" @click="take(one.id, command + ' --only ' + one.id)">
                  {{ copied === one.id ? t.copied : t.copyCommand }}</button></span></header>
            <div class="scroll" tabindex="0" role="region" :aria-label="one.title || one.id">
              <table class="grid numbers"><thead><tr>
                <th v-for="(name, at) in one.headings" :key="at" scope="col" :class="{ n: one.numbers[at] }">{{ name
                }}</th></tr></thead>
              <tbody><tr v-for="(row, at) in one.rows" :key="at">
                <td v-for="([text, number], place) in row" :key="place" :class="{ n: number }">{{ text }}</td>
              </tr></tbody>
              <tfoot v-if="one.total.length"><tr>
                <td v-for="([text, number], place) in one.total" :key="place" :class="{ n: number }">{{ text }}</td>
              </tr></tfoot></table></div>
            <p v-if="one.count > one.rows.length" class="ls-quiet-text">
              {{ t.first(one.rows.length, one.count) }}</p>
            <p v-if="one.note" class="ls-quiet-text">{{ one.note }}</p>
          </section>
          </template>
          <footer class="lab-foot"><p>{{ t.all }} <a :href="file('all', 'json')" download
            @click="fetchFile($event, 'all', 'json')">JSON</a></p>
            <p>{{ t.command }} <code>{{ command }}</code>
              <button type="button" class="lab-copy" @click="take('command', command)">
                {{ copied === "command" ? t.copied : t.copyCommand }}</button></p></footer>
        </div>
      </section>
    </div>`,
};
