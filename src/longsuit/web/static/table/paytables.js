// Beside the table: its paytables and rules, and the shuffle of the round at hand.
import { dollars } from "../client/floor.js";

const RAISED = ["stax", "progressive"]; // The wagers whose pays a round may raise.

export const Paytables = {
  props: { offers: Array, rules: Object, dynamic: Object },
  methods: {
    raised(offer, hand) {
      return RAISED.includes(offer.wager) && this.dynamic[hand] ? dollars(this.dynamic[hand]) : "";
    },
  },
  template: `
    <div class="panel-body">
      <section v-for="offer in offers.filter((one) => one.lines.length)" :key="offer.wager">
        <h3>{{ offer.name }} <small>{{ offer.paytable }}</small></h3>
        <table class="pays"><thead class="ls-hidden"><tr><th>Hand</th><th>Pays</th></tr></thead>
          <tbody><tr v-for="[hand, pays] in offer.lines" :key="hand"><th scope="row">{{ hand }}</th>
            <td><template v-if="raised(offer, hand)"><s>{{ pays }}</s> <b class="raised">{{ raised(offer, hand) }}</b></template><template v-else>{{ pays }}</template></td></tr></tbody></table>
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

export const Shuffle = {
  props: { shuffle: Object, mayAdd: Boolean },
  emits: ["word"],
  data: () => ({ word: "" }),
  methods: {
    add() {
      this.$emit("word", this.word);
      this.word = "";
    },
  },
  template: `
    <div class="panel-body">
      <h3>This round's shuffle</h3>
      <p>It was fixed before the wagers closed. Its commitment:</p>
      <p class="deck">{{ shuffle.commitment || "none: no round of ours is open" }}</p>
      <p v-for="one in shuffle.words" :key="one.seat">Seat {{ one.seat }}, {{ one.player }}: “{{ one.word }}”</p>
      <form v-if="mayAdd" @submit.prevent="add">
        <label class="ls-field">A word of yours goes into the shuffle<input v-model="word" maxlength="100" required></label>
        <button class="ls-button" type="submit">Add my word</button>
      </form>
      <p class="ls-quiet-text">After the round the seed is opened; under Rounds you can make the shuffle again in your browser.</p>
    </div>`,
};
