// The game on one page: how it goes, and hands from the best down.
import { SmallHand } from "./small_hand.js";
import { TEXTS } from "./texts.js";

export const RulesCard = {
  components: { SmallHand },
  props: { card: Object, guide: Boolean },
  emits: ["guide"],
  data: () => ({ t: TEXTS.rules }),
  methods: { each: (cards) => cards.match(/../g) },
  template: `
    <div class="panel-body one-page">
      <h2>{{ card.name }}</h2>
      <p>{{ card.aim }}</p>
      <ol class="rules"><li v-for="line in card.steps" :key="line">{{ line }}</li></ol>
      <div v-for="hand in card.hands" :key="hand.words" class="example">
        <small-hand :cards="each(hand.cards)"/><span>{{ hand.words }}</span></div>
      <button v-if="guide" type="button" class="link" @click="$emit('guide')">{{ t.guide }}</button>
      <a class="link" href="/docs/first-round/" target="_blank">{{ t.help }}</a>
    </div>`,
};
