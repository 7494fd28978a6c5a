// A deck to click: the hand, the board and other cards seen, and the exact value of each choice.
import { get, session } from "/static/client/floor.js";
import { actionWords } from "/static/shared/flushes.js";
import { cardWords, PlayingCard, shortCard } from "/static/shared/playing_card.js";

const RANKS = [..."AKQJT98765432"];
const GAMES = {
  "chase-the-flush": { name: "Chase the Flush", hole: 3, board: 4, bet: "All In" },
  "high-card-flush": { name: "High Card Flush", hole: 7, board: 0, bet: "Raise" },
};

export default {
  components: { PlayingCard },
  data: () => ({
    asked: 0,
    game: "chase-the-flush",
    picked: [],
    seen: [],
    seeing: false,
    found: null,
    said: "",
    suits: [..."shdc"],
    ranks: RANKS,
  }),
  computed: {
    about() {
      return GAMES[this.game];
    },
    games: () => GAMES,
    hole() {
      return this.picked.slice(0, this.about.hole);
    },
    board() {
      return this.picked.slice(this.about.hole);
    },
    ready() {
      return this.hole.length === this.about.hole && [0, 2, 4].includes(this.board.length);
    },
  },
  watch: {
    game() {
      this.clear();
    },
  },
  methods: {
    cardWords,
    shortCard,
    actionWords,
    clear() {
      [this.picked, this.seen, this.found, this.said] = [[], [], null, ""];
      this.asked += 1;
    },
    signed: (value) => (value < 0 ? "−" : "+") + Math.abs(value).toFixed(6),
    has(card) {
      return this.picked.includes(card) || this.seen.includes(card);
    },
    toggle(card) {
      if (this.has(card)) {
        this.picked = this.picked.filter((one) => one !== card);
        this.seen = this.seen.filter((one) => one !== card);
      } else if (this.seeing || this.picked.length >= this.about.hole + this.about.board) this.seen.push(card);
      else this.picked.push(card);
      this.ask();
    },
    async ask() {
      const number = ++this.asked;
      [this.found, this.said] = [null, ""];
      if (!this.ready) return;
      await session();
      const asked = new URLSearchParams({
        game: this.game,
        hole: this.hole.join(""),
        board: this.board.join(""),
        seen: this.seen.join(""),
      });
      const answer = await get(`/api/advice?${asked}`);
      // The cards may have changed meanwhile.
      if (number !== this.asked) return;
      [this.found, this.said] = answer.ok ? [answer.body, ""] : [null, answer.reason];
    },
  },
  template: `
    <div class="picker">
      <div class="lab-row">
        <label v-for="(one, id) in games" :key="id" class="pick"><input type="radio" :value="id" v-model="game"> {{ one.name }}</label>
        <label class="pick"><input type="checkbox" v-model="seeing"> the next cards are others' that I see</label>
        <button type="button" class="ls-button" @click="clear">Clear</button>
      </div>
      <div class="deck-grid" role="group" aria-label="Deck">
        <template v-for="suit in suits" :key="suit"><button v-for="rank in ranks" :key="rank + suit" type="button" class="deck-card" :class="['suit-' + suit, { on: has(rank + suit), seen: seen.includes(rank + suit) }]"
          :aria-label="cardWords(rank + suit)" :aria-pressed="has(rank + suit)" @click="toggle(rank + suit)">{{ shortCard(rank + suit) }}</button></template>
      </div>
      <div class="picked"><div><small>Hand</small><div class="hand"><playing-card v-for="card in hole" :key="card" :card="card"/></div></div>
        <div v-if="about.board"><small>Board</small><div class="hand"><playing-card v-for="card in board" :key="card" :card="card"/></div></div></div>
      <p v-if="!ready" class="ls-quiet-text">{{ about.hole - hole.length > 0 ? (about.hole - hole.length) + " more for the hand" : "the board has none, two or four cards" }}</p>
      <p class="ls-said">{{ said }}</p>
      <div v-if="found" class="scroll" tabindex="0" role="region" aria-label="Values" aria-live="polite"><table class="grid numbers"><thead><tr><th scope="col">Choice</th><th scope="col">Value, Antes</th><th scope="col">Exactly</th></tr></thead>
        <tbody><tr v-for="one in found.actions" :key="one.action" :class="{ best: one.action === found.best }"><td>{{ actionWords(one.action, about.bet) }}</td><td>{{ signed(one.value.decimal) }}</td><td class="deck">{{ one.value.exact }}</td></tr></tbody></table></div>
    </div>`,
};
