// A deck to click: the hand, the board, cards seen and cards known of the dealer's, and the exact value of each choice.
import { get, session } from "/static/client/session.js";
import { cardWords, isCard, RANKS, shortCard } from "/static/shared/cards.js";
import { signedValue } from "/static/shared/money.js";
import { PlayingCard } from "/static/shared/playing_card.js";

const NOTHING = { picked: [], seen: [], dealer: [], found: null, said: "" };
const DECK = [..."shdc"].flatMap((suit) => [...RANKS].reverse().map((rank) => rank + suit));
export default {
  components: { PlayingCard },
  props: { games: Object }, // By id: { name, hole, board, boards: at each decision, actions: what each is called }.
  data() {
    return { ...NOTHING, asked: 0, game: Object.keys(this.games)[0], next: "picked", deck: DECK };
  },
  computed: {
    about: (vm) => vm.games[vm.game],
    hole: (vm) => vm.picked.slice(0, vm.about.hole),
    board: (vm) => vm.picked.slice(vm.about.hole),
    lacking: (vm) => vm.about.hole - vm.hole.length,
    ready: (vm) => !vm.lacking && vm.about.boards.includes(vm.board.length),
  },
  watch: { game: "clear" },
  // An address may name a hand.
  async mounted() {
    const asked = new URLSearchParams(location.search);
    const [hole, board, seen] = ["hole", "board", "seen"].map((name) => (asked.get(name) || "").match(/../g) || []);
    if (!hole.length) return;
    if (this.games[asked.get("game")]) this.game = asked.get("game");
    await this.$nextTick();
    const { hole: most } = this.about;
    this.picked = [...hole.slice(0, most), ...board.slice(0, this.about.board)].filter(isCard);
    this.seen = seen.filter(isCard);
    this.ask();
  },
  methods: {
    ...{ cardWords, shortCard, signedValue },
    clear() {
      Object.assign(this, NOTHING, { asked: this.asked + 1 });
    },
    has(card) {
      return [this.picked, this.seen, this.dealer].some((cards) => cards.includes(card));
    },
    toggle(card) {
      if (this.has(card)) {
        for (const pile of ["picked", "seen", "dealer"]) this[pile] = this[pile].filter((one) => one !== card);
      } else {
        const full = this.picked.length >= this.about.hole + this.about.board;
        const pile = this.next === "picked" && full ? "seen" : this.next;
        this[pile] = [...this[pile], card];
      }
      this.ask();
    },
    async ask() {
      const number = ++this.asked;
      [this.found, this.said] = [null, ""];
      if (!this.ready) return;
      await session();
      const cards = ["hole", "board", "seen", "dealer"].map((pile) => [pile, this[pile].join("")]);
      const answer = await get(`/api/advice?${new URLSearchParams([["game", this.game], ...cards])}`);
      // The cards may have changed meanwhile.
      if (number !== this.asked) return;
      [this.found, this.said] = answer.ok ? [answer.body, ""] : [null, answer.reason];
    },
  },
  template: `
    <div class="picker">
      <div class="lab-row">
        <label v-for="(one, id) in games" :key="id" class="pick">
          <input type="radio" :value="id" v-model="game"> {{ one.name }}</label>
        <label class="pick">Next cards: <select v-model="next"><option value="picked">hand and board</option>
          <option value="seen">seen in other hands</option><option value="dealer">the dealer's</option></select></label>
        <button type="button" class="ls-button" @click="clear">Clear</button>
      </div>
      <div class="deck-grid" role="group" aria-label="Deck">
        <button v-for="card in deck" :key="card" type="button" class="deck-card" :aria-label="cardWords(card)"
            :class="['suit-' + card[1], { on: has(card), seen: seen.includes(card), dealer: dealer.includes(card) }]"
            :aria-pressed="has(card)"
            @click="toggle(card)">{{ shortCard(card) }}</button>
      </div>
      <div class="picked">
        <div><small>Hand</small><div class="hand">
          <playing-card v-for="card in hole" :key="card" :card="card"/></div></div>
        <div v-if="about.board"><small>Board</small><div class="hand">
          <playing-card v-for="card in board" :key="card" :card="card"/></div></div>
        <div v-if="dealer.length"><small>Dealer</small><div class="hand">
          <playing-card v-for="card in dealer" :key="card" :card="card"/></div></div>
      </div>
      <p v-if="!ready" class="ls-quiet-text">
        {{ lacking ? lacking + " more for the hand" : "the board has " + about.boards.join(" or ") + " cards" }}</p>
      <p class="ls-said">{{ said }}</p>
      <div v-if="found" class="scroll" tabindex="0" role="region" aria-label="Values" aria-live="polite">
        <table class="grid numbers">
          <thead><tr><th v-for="name in ['Choice', 'Value, Antes', 'Exactly']" scope="col">{{ name }}</th></tr></thead>
          <tbody><tr v-for="one in found.actions" :key="one.action" :class="{ best: one.action === found.best }">
            <td>{{ about.actions[one.action] }}</td><td>{{ signedValue(one.value.decimal, 6) }}</td>
            <td class="deck">{{ one.value.exact }}</td></tr></tbody>
        </table>
      </div>
    </div>`,
};
