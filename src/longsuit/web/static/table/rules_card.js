// The game on one page: how it goes, and hands that win.
import { PlayingCard } from "../shared/playing_card.js";
import { TEXTS } from "./texts.js";

export const RulesCard = {
  components: { PlayingCard },
  props: { card: Object, guide: Boolean },
  emits: ["guide"],
  data: () => ({ t: TEXTS.rules }),
  methods: { each: (cards) => cards.match(/../g) },
  template: `
    <div class="panel-body one-page">
      <h3>{{ card.name }}</h3>
      <p>{{ card.aim }}</p>
      <ol class="rules"><li v-for="line in card.steps" :key="line">{{ line }}</li></ol>
      <section v-for="hand in card.hands" :key="hand.words"><h4>{{ hand.words }}</h4>
        <div class="example"><playing-card v-for="one in each(hand.cards)" :key="one" :card="one"
            :marked="hand.flush.includes(one)" :dim="!hand.flush.includes(one)"/></div></section>
      <button v-if="guide" type="button" class="ls-button" @click="$emit('guide')">{{ t.guide }}</button>
    </div>`,
};
