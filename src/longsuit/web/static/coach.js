// The coach: exact values of what may be chosen, from what this player sees and no more.
import { get } from "/static/floor.js";
import { actionWords } from "/static/hands.js";
import { signedValue } from "/static/telling.js";

const NOTES = 20;

// What a table's page has of the coach; it knows `table`, `round`, `mine`, `view` and `note`.
export const Coached = {
  data: () => ({ values: null, coach: localStorage.getItem("longsuit-coach") || "after", advice: [] }),
  computed: {
    judged() { return this.advice.filter((one) => one.number === this.shown?.number); },
    cost() { return this.judged.reduce((sum, one) => sum + one.cost, 0); },
    deciding() { return Boolean(this.mine?.actions.length) && this.round.phase === "decisions"; },
  },
  watch: {
    coach(now) { localStorage.setItem("longsuit-coach", now); this.think(); },
    "mine.actions"() { this.think(); },
    "round.number"() { this.values = null; },
  },
  methods: {
    position() {
      const seen = this.round.seats.filter((seat) => seat !== this.mine).flatMap((seat) => seat.cards.filter(Boolean));
      return new URLSearchParams({ hole: this.mine.cards.join(""), board: this.round.board.join(""), seen: seen.join("") });
    },
    async value(position) {
      const found = await get(`/api/tables/${encodeURIComponent(this.table)}/advice?${position}`);
      return found.ok ? found.body : null;
    },
    async think() {
      this.values = null;
      if (this.coach === "always" && this.deciding) await this.show();
    },
    async show() {
      const asked = this.view.version;
      const found = await this.value(this.position());
      if (!found || this.view.version !== asked) return;
      this.values = { best: found.best, of: Object.fromEntries(found.actions.map((one) => [one.action, one.value.decimal])) };
    },
    async judge(number, position, action) {
      const found = await this.value(position);
      if (!found) return;
      const best = found.actions[0];
      const taken = found.actions.find((one) => one.action === action) || best;
      const cost = Math.max(0, best.value.decimal - taken.value.decimal);
      const of = found.actions.map((one) => ({ action: one.action, value: one.value.decimal }));
      this.advice = [...this.advice, { number, action, cost, of }].slice(-NOTES);
      this.note({ advice: this.advice });
    },
  },
};

export const CoachPanel = {
  props: { coach: String, four: Boolean, advice: Array, bet: String },
  emits: ["update:coach", "update:four"],
  computed: { notes() { return [...this.advice].reverse(); } },
  methods: { actionWords, signedValue },
  template: `
    <div class="panel-body">
      <h3>The coach knows the exact value of each choice</h3>
      <label v-for="(words, id) in { always: 'Show the values at every decision', after: 'Say after each round what my decisions cost', off: 'Say nothing' }" :key="id">
        <input type="radio" :value="id" :checked="coach === id" @change="$emit('update:coach', id)"> {{ words }}</label>
      <label><input type="checkbox" :checked="four" @change="$emit('update:four', $event.target.checked)"> Cards in four colours</label>
      <p class="ls-quiet-text">Values are what a choice brings on average, in Antes.</p>
      <ul class="notes"><li v-for="(one, at) in notes" :key="at">Round {{ one.number }}: <b>{{ actionWords(one.action, bet) }}</b>
        <span :class="one.cost ? 'bad' : 'good'">{{ one.cost ? "gave up " + one.cost.toFixed(4) + " Antes" : "best" }}</span>
        <small>{{ one.of.map((option) => actionWords(option.action, bet) + " " + signedValue(option.value)).join(" · ") }}</small></li></ul>
    </div>`,
};
