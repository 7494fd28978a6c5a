// What the coach has said, and how much it is to say.
import { signedValue } from "../shared/money.js";
import { betWords } from "./actions.js";

const WAYS = {
  always: "Show the values at every decision",
  after: "Say after each round what my decisions cost",
  off: "Say nothing",
};

export const CoachPanel = {
  props: { coach: String, four: Boolean, advice: Array, actions: Object },
  emits: ["update:coach", "update:four"],
  data: () => ({ ways: WAYS }),
  computed: { notes: (vm) => [...vm.advice].reverse() },
  methods: {
    words(option) {
      return betWords(option, this.actions);
    },
    values(one) {
      return one.of.map((option) => `${this.words(option)} ${signedValue(option.value)}`).join(" · ");
    },
  },
  template: `
    <div class="panel-body">
      <h3>The coach knows the exact value of each choice</h3>
      <label v-for="(words, id) in ways" :key="id">
        <input type="radio" :value="id" :checked="coach === id" @change="$emit('update:coach', id)"> {{ words }}</label>
      <label><input type="checkbox" :checked="four" @change="$emit('update:four', $event.target.checked)">
        Cards in four colours</label>
      <p class="ls-quiet-text">Values are what a choice brings on average, in Antes.</p>
      <ul class="notes"><li v-for="(one, at) in notes"
          :key="at">Round {{ one.number }}: <b>{{ words(one) }}</b>{{ " " }}
        <span v-if="one.cost" class="bad">gave up {{ one.cost.toFixed(4) }} Antes</span>
        <span v-else class="good">best</span>{{ " " }}
        <small>{{ values(one) }}</small></li></ul>
    </div>`,
};
