// The coach: exact values of what may be chosen, from what this player sees and no more.
import { get } from "../client/floor.js";
import { signedValue } from "./results.js";
import { betWords } from "./wagers.js";

const NOTES = 20;
const TRIES = 5; // A second apart.
const BUSY = [429, 503];
const plain = ({ action, amount, value }) => ({ action, amount, value: value.decimal });

// What a table's page has of the coach; it knows `table`, `round`, `mine`, `view` and `note`.
export const Coached = {
  data: () => ({ values: null, coach: localStorage.getItem("longsuit-coach") || "after", advice: [] }),
  computed: {
    judged() {
      return this.advice.filter((one) => one.number === this.shown?.number);
    },
    cost() {
      return this.judged.reduce((sum, one) => sum + one.cost, 0);
    },
    // With one thing to do there is nothing to advise.
    deciding() {
      return this.mine?.actions.length > 1 && this.round.phase === "decisions";
    },
  },
  watch: {
    coach(now) {
      localStorage.setItem("longsuit-coach", now);
      this.think();
    },
    "mine.actions"() {
      this.think();
    },
    "round.number"() {
      this.values = null;
    },
  },
  methods: {
    position() {
      const seen = this.round.seats.filter((seat) => seat !== this.mine).flatMap((seat) => seat.cards.filter(Boolean));
      const { cards, stack, wagers } = this.mine;
      return { hole: cards.join(""), board: this.round.board.join(""), seen: seen.join(""), ante: wagers.ante, stack };
    },
    // One question after the other: the coach takes few of one person's at once, and none may be lost.
    value(position) {
      const path = `/api/tables/${encodeURIComponent(this.table)}/advice?${new URLSearchParams(position)}`;
      // Other tabs of this person, or others, may keep the coach busy for a while.
      const ask = async () => {
        for (let left = TRIES - 1; ; left--) {
          const found = await get(path);
          if (!left || !BUSY.includes(found.status)) return found;
          await new Promise((done) => setTimeout(done, 1000));
        }
      };
      const asked = (this.lastAsked || Promise.resolve()).then(ask).then((found) => (found.ok ? found.body : null));
      this.lastAsked = asked.catch(() => null);
      return asked;
    },
    async think() {
      this.values = null;
      if (this.coach === "always" && this.deciding) await this.show();
    },
    async show() {
      const asked = this.view.version;
      const found = await this.value(this.position());
      if (!found || this.view.version !== asked) return;
      this.values = { best: found.best, of: found.actions.map(plain) };
    },
    // Beside what else the seat could do with what it had: whoever had no choice is not judged.
    async judge(number, position, action, amount) {
      const found = await this.value({ ...position, amount });
      const of = found?.actions.map(plain) || [];
      const taken = of.find((one) => one.action === action && one.amount === amount);
      if (!taken || of.length < 2) return;
      const cost = Math.max(0, of[0].value - taken.value);
      this.advice = [...this.advice, { number, action, amount, cost, of }].slice(-NOTES);
      this.note({ advice: this.advice });
    },
  },
};

export const CoachPanel = {
  props: { coach: String, four: Boolean, advice: Array, bet: String },
  emits: ["update:coach", "update:four"],
  computed: {
    notes() {
      return [...this.advice].reverse();
    },
  },
  methods: { betWords, signedValue },
  template: `
    <div class="panel-body">
      <h3>The coach knows the exact value of each choice</h3>
      <label v-for="(words, id) in { always: 'Show the values at every decision', after: 'Say after each round what my decisions cost', off: 'Say nothing' }" :key="id">
        <input type="radio" :value="id" :checked="coach === id" @change="$emit('update:coach', id)"> {{ words }}</label>
      <label><input type="checkbox" :checked="four" @change="$emit('update:four', $event.target.checked)"> Cards in four colours</label>
      <p class="ls-quiet-text">Values are what a choice brings on average, in Antes.</p>
      <ul class="notes"><li v-for="(one, at) in notes" :key="at">Round {{ one.number }}: <b>{{ betWords(one, bet) }}</b>{{ " " }}
        <span :class="one.cost ? 'bad' : 'good'">{{ one.cost ? "gave up " + one.cost.toFixed(4) + " Antes" : "best" }}</span>{{ " " }}
        <small>{{ one.of.map((option) => betWords(option, bet) + " " + signedValue(option.value)).join(" · ") }}</small></li></ul>
    </div>`,
};
