// A deck to click: each card goes to the hand, the board, the cards seen, or the dealer's known cards.

import { TEXTS } from "/static/lab/texts.js";
import { cardWords, RANKS, shortCard } from "/static/shared/cards.js";
import { PlayingCard } from "/static/shared/playing_card.js";

const DECK = [..."shdc"].flatMap((suit) => [...RANKS].reverse().map((rank) => rank + suit));
const cardsOf = (pile) => pile.value.match(/[2-9TJQKA][cdhs]/g) ?? [];

export const CardPiles = {
  components: { PlayingCard },
  props: { piles: Array, deck: Object }, // Fields of a form; deck: { hole, board }.
  emits: ["set"],
  data: () => ({ t: TEXTS, cards: DECK, next: "hole" }),
  methods: {
    ...{ cardWords, shortCard, cardsOf },
    pileOf(card) {
      return this.piles.find((pile) => cardsOf(pile).includes(card));
    },
    toggle(card) {
      const held = this.pileOf(card);
      if (held) {
        this.$emit(
          "set",
          held,
          cardsOf(held)
            .filter((one) => one !== card)
            .join(""),
        );
        return;
      }
      const full = (name) => cardsOf(this.pile(name)).length >= (this.deck[name] ?? 52);
      let name = this.next;
      if (name === "hole" && full("hole") && this.deck.board) name = "board";
      if (full(name)) name = "seen";
      const pile = this.pile(name);
      this.$emit("set", pile, pile.value + card);
    },
    pile(name) {
      return this.piles.find((pile) => pile.name === name);
    },
    clear() {
      for (const pile of this.piles) pile.value = "";
      this.next = "hole";
      this.$emit("set", this.piles[0], "");
    },
  },
  template: `
    <div class="picker">
      <div class="lab-row">
        <label class="pick">{{ t.next }} <select v-model="next">
          <option v-for="pile in piles" :key="pile.name" :value="pile.name">{{ pile.label }}</option></select></label>
        <button type="button" class="ls-button" @click="clear">{{ t.clear }}</button>
      </div>
      <div class="deck-grid" role="group" :aria-label="t.deck">
        <button v-for="card in cards" :key="card" type="button" :class="['deck-card', 'suit-' + card[1],
            { on: pileOf(card), seen: pileOf(card)?.name === 'seen', dealer: pileOf(card)?.name === 'dealer' }]"
          :aria-label="cardWords(card)" :aria-pressed="!!pileOf(card)"
          @click="toggle(card)">{{ shortCard(card) }}</button>
      </div>
      <div class="picked">
        <div v-for="pile in piles" :key="pile.name" v-show="pile.value || pile.wrong || pile.name === 'hole'">
          <small>{{ pile.label }}</small>
          <div class="hand"><playing-card v-for="card in cardsOf(pile)" :key="card" :card="card"/></div>
          <small v-if="pile.wrong" class="lab-wrong" role="alert">{{ pile.wrong }}</small></div>
      </div>
    </div>`,
};
