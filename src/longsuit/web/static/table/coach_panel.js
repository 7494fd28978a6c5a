// What the coach has said, and how much it is to say.
import { signedValue } from "../shared/money.js";
import { betWords } from "./actions.js";
import { SmallHand } from "./small_hand.js";
import { TEXTS } from "./texts.js";

const cards = (text) => text.match(/../g) || [];
const LAST = 5;

export const CoachPanel = {
  components: { SmallHand },
  props: { coach: String, advice: Array, actions: Object, game: String },
  emits: ["update:coach"],
  data: () => ({ t: TEXTS.coach }),
  computed: {
    lists() {
      const latest = [...this.advice].reverse();
      const right = latest.filter((one) => !one.cost).slice(0, LAST);
      return [
        { title: this.t.mistakes, notes: latest.filter((one) => one.cost) },
        { title: this.t.last, notes: right },
      ].filter((list) => list.notes.length);
    },
  },
  methods: {
    words(option) {
      return betWords(option, this.actions);
    },
    verdict(one) {
      return one.cost ? this.t.verdict(this.words(one), this.words(one.of[0])) : this.t.right(this.words(one));
    },
    values(one) {
      return one.of.map((option) => `${this.words(option)} ${signedValue(option.value)}`).join(" · ");
    },
    hand: (one) => [...cards(one.hole), ...cards(one.board)],
    lab({ hole, board, seen }) {
      return `/lab?${new URLSearchParams({ game: this.game, hole, board, seen })}`;
    },
  },
  template: `
    <div class="panel-body">
      <fieldset><legend>{{ t.title }}</legend>
        <label v-for="(words, id) in t.ways" :key="id"><input type="radio" name="coach" :value="id"
            :checked="coach === id" @change="$emit('update:coach', id)"> {{ words }}</label></fieldset>
      <p class="ls-quiet-text">{{ t.unit }}</p>
      <section v-for="list in lists" :key="list.title"><h2>{{ list.title }}</h2>
        <ul class="notes"><li v-for="(one, at) in list.notes" :key="at">
          <span class="note-head">{{ t.round(one.number, one.decision) }}
            <b v-if="one.cost" class="bad">{{ t.gaveUp(one.cost.toFixed(4)) }}</b></span>
          <small-hand :cards="hand(one)"/>
          <span>{{ verdict(one) }}</span>
          <small>{{ values(one) }}</small>
          <a class="link" :href="lab(one)" target="_blank">{{ t.lab }}</a></li></ul></section>
    </div>`,
};
