// Finished rounds, to be read and with the check of their shuffle.
import { get, tablePath } from "../client/session.js";
import { shortCard } from "../shared/cards.js";
import { signed } from "../shared/money.js";
import { readable } from "./round_text.js";
import { check } from "./shuffle_check.js";
import { TEXTS } from "./texts.js";

const PAGE = 20; // Rounds that the floor lists at once.
const SECONDS = { hour: "2-digit", minute: "2-digit", second: "2-digit" };

export const RoundList = {
  props: { table: String, number: Number, nets: Object, names: Object, actions: Object, hold: Number, words: Array },
  data: () => ({ t: TEXTS.rounds, rounds: [], told: null, checked: null, said: "", more: false }),
  computed: {
    parts: (vm) => readable(vm.told.history, vm.names, vm.actions),
    // A round that is still being revealed is not told yet.
    over: (vm) => vm.rounds.filter((one) => one.number !== vm.hold),
    shown: (vm) => vm.told.dealt.filter(Boolean).length,
    // What this page noted when it opened a word of that round.
    noted: (vm) => vm.words.find((one) => one.round === vm.told.round && one.commitment)?.commitment,
    deck: (vm) => vm.checked.deck.map(shortCard).join(" "),
  },
  watch: { number: { immediate: true, handler: "newest" } },
  methods: {
    signed,
    net(one) {
      return one.net ?? this.nets[one.number];
    },
    newest() {
      return this.list("");
    },
    older() {
      return this.list(this.rounds.at(-1).number);
    },
    async list(before) {
      const found = await get(tablePath(this.table, `/rounds${before && `?before=${before}`}`));
      if (!found.ok) return;
      this.rounds = before ? [...this.rounds, ...found.body.rounds] : found.body.rounds;
      this.more = found.body.rounds.length === PAGE;
    },
    async open(number) {
      const found = await get(tablePath(this.table, `/rounds/${number}`));
      [this.told, this.checked, this.said] = [found.ok ? found.body : null, null, found.reason];
    },
    verify() {
      this.checked = check(this.told);
    },
    async keep() {
      const found = await get(tablePath(this.table, `/rounds/${this.told.round}/receipt`));
      this.said = found.reason;
      if (!found.ok) return;
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([JSON.stringify(found.body, null, 1)], { type: "application/json" }));
      link.download = `receipt-${this.table}-${this.told.round}.json`;
      link.click();
      URL.revokeObjectURL(link.href);
    },
    time: (text) => new Date(text).toLocaleTimeString([], SECONDS),
  },
  template: `
    <div class="panel-body">
      <p v-if="!rounds.length" class="ls-quiet-text">{{ t.none }}</p>
      <div v-if="told" class="round-told">
        <h2>{{ t.round(told.round) }}</h2>
        <section v-for="[name, lines] in parts" :key="name"><h3>{{ name }}</h3>
          <p v-for="(line, at) in lines" :key="at"><b v-if="line.who">{{ line.who }}</b> {{ line.words }}</p></section>
        <details><summary>{{ t.raw }}</summary><pre tabindex="0">{{ told.history }}</pre></details>
        <button v-if="told.seed" type="button" class="ls-button main" @click="verify">{{ t.check }}</button>
        <p v-else-if="told.dealt.includes(null)" class="ls-quiet-text">{{ t.hidden }}</p>
        <div v-if="checked" role="status">
          <p v-if="checked.commitment" class="good">{{ t.opens }}</p>
          <p v-else class="bad">{{ t.doesNotOpen }}</p>
          <p v-if="noted && noted === told.commitment" class="good">{{ t.noted }}</p>
          <p v-else-if="noted" class="bad">{{ t.notNoted }}</p>
          <p v-if="checked.words && told.words.length" class="good">{{ t.wordsOpen }}</p>
          <p v-else-if="!checked.words" class="bad">{{ t.wordsDoNotOpen }}</p>
          <p v-if="told.unopened.length">{{ t.unopened(told.unopened) }}</p>
          <p v-if="checked.dealt" class="good">{{ t.dealt(shown) }}</p>
          <p v-else class="bad">{{ t.notDealt }}</p>
          <p class="deck">{{ deck }}</p>
          <p class="ls-quiet-text">{{ t.computed(told.words.length) }}</p>
        </div>
        <button type="button" class="ls-button" @click="keep">{{ t.keep }}</button>
        <p class="ls-quiet-text">{{ t.keepWhy }} <a href="/receipt.html" download>{{ t.checker }}</a></p>
        <button type="button" class="ls-button" @click="told = null">{{ t.all }}</button>
      </div>
      <ul v-else class="rounds">
        <li v-for="one in over" :key="one.number">
          <button type="button" class="link" @click="open(one.number)">{{ t.round(one.number) }}</button>
          <span v-if="one.outcome === 'cancelled'">{{ t.cancelled }}</span>
          <b v-else-if="net(one) !== undefined" :class="net(one) < 0 ? 'bad' : 'good'">
            {{ net(one) ? signed(net(one)) : t.even }}</b>
          <time>{{ time(one.over) }}</time></li>
      </ul>
      <button v-if="more && !told" type="button" class="ls-button" @click="older">{{ t.older }}</button>
      <p v-if="said" class="ls-said" role="alert">{{ said }}</p>
    </div>`,
};
