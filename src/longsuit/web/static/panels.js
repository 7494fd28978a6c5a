// Beside the table: its paytables and rules, finished rounds with the check of their shuffle.
import { get } from "/static/floor.js";
import { check } from "/static/fairness.js";
import { shortCard } from "/static/cards.js";

export const Paytables = {
  props: { offers: Array, rules: Object },
  template: `
    <div class="panel-body">
      <section v-for="offer in offers.filter((one) => one.lines.length)" :key="offer.wager">
        <h3>{{ offer.name }} <small>{{ offer.paytable }}</small></h3>
        <table class="pays"><thead class="ls-hidden"><tr><th>Hand</th><th>Pays</th></tr></thead>
          <tbody><tr v-for="[hand, pays] in offer.lines" :key="hand"><th scope="row">{{ hand }}</th><td>{{ pays }}</td></tr></tbody></table>
      </section>
      <section>
        <h3>Rules of this table</h3>
        <ul class="rules"><li v-for="line in rules.lines" :key="line">{{ line }}</li></ul>
      </section>
      <section v-for="grid in rules.grids" :key="grid.title">
        <h3>{{ grid.title }}</h3>
        <div class="scroll" tabindex="0" role="region" :aria-label="grid.title"><table class="grid">
          <thead><tr><th v-for="column in grid.columns" :key="column" scope="col">{{ column }}</th></tr></thead>
          <tbody><tr v-for="(row, at) in grid.rows" :key="at"><td v-for="(cell, place) in row" :key="place">{{ cell }}</td></tr></tbody>
        </table></div>
        <p v-if="grid.note" class="ls-quiet-text">{{ grid.note }}</p>
      </section>
    </div>`,
};

export const Rounds = {
  props: { table: String, number: Number },
  data: () => ({ rounds: [], told: null, checked: null, said: "", more: false }),
  watch: { number: { immediate: true, handler() { this.list(); } } },
  methods: {
    shortCard,
    at(rest) { return `/api/tables/${encodeURIComponent(this.table)}/rounds${rest}`; },
    async list(before) {
      const found = await get(this.at(before ? `?before=${before}` : ""));
      if (!found.ok) return;
      this.rounds = before ? [...this.rounds, ...found.body.rounds] : found.body.rounds;
      this.more = found.body.rounds.length === 20;
    },
    async open(number) {
      const found = await get(this.at(`/${number}`));
      [this.told, this.checked, this.said] = [found.ok ? found.body : null, null, found.reason];
    },
    async verify() { this.checked = await check(this.told); },
    time: (text) => new Date(text).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" }),
  },
  template: `
    <div class="panel-body">
      <p v-if="!rounds.length" class="ls-quiet-text">No round is over yet.</p>
      <div v-if="told" class="round-told">
        <h3>Round {{ told.round }}</h3>
        <pre tabindex="0">{{ told.history }}</pre>
        <button v-if="told.seed" type="button" class="ls-button main" @click="verify">Check the shuffle</button>
        <div v-if="checked" role="status">
          <p :class="checked.commitment ? 'good' : 'bad'">{{ checked.commitment ? "✓ The seed opens the commitment shown before the wagers closed." : "✗ The seed does not open the commitment." }}</p>
          <p :class="checked.dealt ? 'good' : 'bad'">{{ checked.dealt ? "✓ All " + told.dealt.length + " cards are as the shuffle has them." : "✗ The cards are not those of the shuffle." }}</p>
          <p class="deck">{{ checked.deck.map(shortCard).join(" ") }}</p>
          <p class="ls-quiet-text">Computed in this browser from the opened seed{{ told.words.length ? " and the players' words" : "" }}.</p>
        </div>
        <button type="button" class="ls-button" @click="told = null">All rounds</button>
      </div>
      <ul v-else class="rounds">
        <li v-for="one in rounds" :key="one.number"><button type="button" class="link" @click="open(one.number)">Round {{ one.number }}</button>
          <span>{{ one.outcome }} {{ time(one.over) }}</span></li>
      </ul>
      <button v-if="more && !told" type="button" class="ls-button" @click="list(rounds.at(-1).number)">Older</button>
      <p class="ls-said">{{ said }}</p>
    </div>`,
};
