// Beside the table: its paytables and rules.
import { dollars } from "../shared/money.js";
import { TEXTS } from "./texts.js";

export const Paytables = {
  props: { offers: Array, rules: Object, dynamic: Object },
  data: () => ({ t: TEXTS.pays }),
  methods: {
    raised(offer, hand) {
      return offer.raised && this.dynamic[hand] ? dollars(this.dynamic[hand]) : "";
    },
  },
  template: `
    <div class="panel-body">
      <section v-for="offer in offers.filter((one) => one.lines.length)" :key="offer.wager">
        <h2>{{ offer.name }} <small>{{ offer.paytable }}</small></h2>
        <table class="pays"><thead class="ls-hidden"><tr><th>{{ t.hand }}</th><th>{{ t.pays }}</th></tr></thead>
          <tbody><tr v-for="[hand, pays] in offer.lines" :key="hand"><th scope="row">{{ hand }}</th>
            <td v-if="raised(offer, hand)"><s>{{ pays }}</s> <b class="raised">{{ raised(offer, hand) }}</b></td>
            <td v-else>{{ pays }}</td></tr></tbody></table>
      </section>
      <section>
        <h2>{{ t.rules }}</h2>
        <ul class="rules"><li v-for="line in rules.lines" :key="line">{{ line }}</li></ul>
      </section>
      <section v-for="grid in rules.grids" :key="grid.title">
        <h2>{{ grid.title }}</h2>
        <div class="scroll" tabindex="0" role="region" :aria-label="grid.title"><table class="grid">
          <thead><tr><th v-for="column in grid.columns" :key="column" scope="col">{{ column }}</th></tr></thead>
          <tbody><tr v-for="(row, at) in grid.rows" :key="at"><td v-for="(cell, place) in row"
              :key="place">{{ cell }}</td></tr></tbody>
        </table></div>
        <p v-if="grid.note" class="ls-quiet-text">{{ grid.note }}</p>
      </section>
    </div>`,
};
