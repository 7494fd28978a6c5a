// Another's open hand, small and by suits, the longest first.
import { cardWords, rankOf, signOf } from "../shared/cards.js";
import { suitsOf } from "../shared/flushes.js";

export const SmallHand = {
  props: { cards: Array },
  computed: { suits: (vm) => suitsOf(vm.cards), words: (vm) => vm.suits.flat().map(cardWords).join(", ") },
  methods: { rankOf, signOf },
  template: `
    <span class="small-hand" role="img" :aria-label="words">
      <span v-for="suit in suits" :key="suit[0]"><i v-for="card in suit" :key="card"
          :class="'suit-' + card[1]">{{ rankOf(card) }}<b>{{ signOf(card) }}</b></i></span>
    </span>`,
};
