// What the coach has said, and how much it is to say.
import { signedValue } from "../shared/money.js";
import { betWords } from "./actions.js";
import { TEXTS } from "./texts.js";

export const CoachPanel = {
  props: { coach: String, four: Boolean, advice: Array, actions: Object },
  emits: ["update:coach", "update:four"],
  data: () => ({ t: TEXTS.coach }),
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
      <h3>{{ t.title }}</h3>
      <label v-for="(words, id) in t.ways" :key="id">
        <input type="radio" :value="id" :checked="coach === id" @change="$emit('update:coach', id)"> {{ words }}</label>
      <label><input type="checkbox" :checked="four" @change="$emit('update:four', $event.target.checked)">
        {{ t.four }}</label>
      <p class="ls-quiet-text">{{ t.unit }}</p>
      <ul class="notes"><li v-for="(one, at) in notes"
          :key="at">{{ t.round(one.number) }} <b>{{ words(one) }}</b>{{ " " }}
        <span v-if="one.cost" class="bad">{{ t.gaveUp(one.cost.toFixed(4)) }}</span>
        <span v-else class="good">{{ t.best }}</span>{{ " " }}
        <small>{{ values(one) }}</small></li></ul>
    </div>`,
};
