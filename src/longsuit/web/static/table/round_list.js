// Finished rounds, to be read and with the check of their shuffle.
import { get, tablePath } from "../client/session.js";
import { shortCard } from "../shared/cards.js";
import { signed } from "../shared/money.js";
import { readable } from "./round_text.js";
import { check } from "./shuffle_check.js";

const PAGE = 20; // Rounds that the floor lists at once.
const SECONDS = { hour: "2-digit", minute: "2-digit", second: "2-digit" };

export const RoundList = {
  props: { table: String, number: Number, nets: Object, names: Object, actions: Object },
  data: () => ({ rounds: [], told: null, checked: null, said: "", more: false }),
  computed: {
    parts: (vm) => readable(vm.told.history, vm.names, vm.actions),
    shown: (vm) => vm.told.dealt.filter(Boolean).length,
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
    async verify() {
      this.checked = await check(this.told);
    },
    time: (text) => new Date(text).toLocaleTimeString([], SECONDS),
  },
  template: `
    <div class="panel-body">
      <p v-if="!rounds.length" class="ls-quiet-text">No round is over yet.</p>
      <div v-if="told" class="round-told">
        <h3>Round {{ told.round }}</h3>
        <section v-for="[name, lines] in parts" :key="name"><h4>{{ name }}</h4>
          <p v-for="(line, at) in lines" :key="at"><b v-if="line.who">{{ line.who }}</b> {{ line.words }}</p></section>
        <details><summary>As it is kept</summary><pre tabindex="0">{{ told.history }}</pre></details>
        <button v-if="told.seed" type="button" class="ls-button main" @click="verify">Check the shuffle</button>
        <p v-else-if="told.dealt.includes(null)" class="ls-quiet-text">A hand of this round was never shown, so only
          those who played it can check the shuffle.</p>
        <div v-if="checked" role="status">
          <p v-if="checked.commitment" class="good">✓ The seed opens the commitment shown before the wagers
            closed.</p>
          <p v-else class="bad">✗ The seed does not open the commitment.</p>
          <p v-if="checked.dealt" class="good">✓ All {{ shown }} cards shown are as the shuffle has them.</p>
          <p v-else class="bad">✗ The cards are not those of the shuffle.</p>
          <p class="deck">{{ deck }}</p>
          <p class="ls-quiet-text">Computed in this browser from the opened
            seed{{ told.words.length ? " and the players' words" : "" }}.</p>
        </div>
        <button type="button" class="ls-button" @click="told = null">All rounds</button>
      </div>
      <ul v-else class="rounds">
        <li v-for="one in rounds" :key="one.number">
          <button type="button" class="link" @click="open(one.number)">Round {{ one.number }}</button>
          <span v-if="one.outcome === 'cancelled'">cancelled</span>
          <b v-else-if="net(one) !== undefined" :class="net(one) < 0 ? 'bad' : 'good'">
            {{ net(one) ? signed(net(one)) : "even" }}</b>
          <time>{{ time(one.over) }}</time></li>
      </ul>
      <button v-if="more && !told" type="button" class="ls-button" @click="older">Older</button>
      <p v-if="said" class="ls-said" role="alert">{{ said }}</p>
    </div>`,
};
