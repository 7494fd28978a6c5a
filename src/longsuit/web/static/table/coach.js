// The coach: exact values of what may be chosen, from what this player sees and no more.
import { get, tablePath } from "../client/session.js";
import { isOpen } from "./actions.js";

const NOTES = 200;
const TRIES = 5;
const BUSY = [429, 503];
const plain = ({ action, amount, value }) => ({ action, amount, value: value.decimal });

// What a table's page has of the coach; it knows `table`, `round`, `mine`, `fixed` and `note`.
export const Coached = {
  data: () => ({ values: null, coach: localStorage.getItem("longsuit-coach") || "after", advice: [] }),
  computed: {
    judged: (vm) => vm.advice.filter((one) => one.number === vm.shown?.number),
    cost: (vm) => vm.judged.reduce((sum, one) => sum + one.cost, 0),
    // With one thing to do there is nothing to advise.
    deciding: (vm) => vm.mine?.actions.length > 1 && vm.round.phase === "decisions",
  },
  watch: {
    coach(now) {
      localStorage.setItem("longsuit-coach", now);
      this.think();
    },
    "mine.actions": "think",
    "round.number"() {
      this.values = null;
    },
  },
  methods: {
    position() {
      const seen = this.round.seats.filter((seat) => seat !== this.mine).flatMap((seat) => seat.cards.filter(Boolean));
      const { cards, stack, wagers } = this.mine;
      const ante = wagers[this.fixed.bet.of];
      return { hole: cards.join(""), board: this.round.board.join(""), seen: seen.join(""), ante, stack };
    },
    // One question after the other: the coach takes few of one person's at once, and none may be lost.
    value(position) {
      const path = tablePath(this.table, `/advice?${new URLSearchParams(position)}`);
      // Other tabs of this person, or others, may keep the coach busy: it says for how long.
      const ask = async () => {
        for (let left = TRIES - 1; ; left--) {
          const found = await get(path);
          if (!left || !BUSY.includes(found.status)) return found;
          await new Promise((done) => setTimeout(done, 1000 * found.after));
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
      const about = () => JSON.stringify([this.round.number, this.position()]);
      const asked = about();
      const found = await this.value(this.position());
      // Others may do something meanwhile; what counts is that the hand is the one that was asked about.
      if (!found || !this.deciding || about() !== asked) return;
      this.values = { best: found.best, of: found.actions.map(plain) };
    },
    // Beside what else was open to the seat, and nothing that was not: whoever had no choice is not judged.
    async judge({ number, decision, position }, open, action, amount) {
      const found = await this.value({ ...position, amount });
      const of = found?.actions.map(plain).filter((one) => isOpen(open, one)) || [];
      const taken = of.find((one) => one.action === action && one.amount === amount);
      if (!taken || of.length < 2) return;
      const cost = Math.max(0, of[0].value - taken.value);
      const { hole, board, seen } = position;
      const note = { number, decision, hole, board, seen, action, amount, cost, of };
      this.advice = [...this.advice, note].slice(-NOTES);
      this.note({ advice: this.advice });
    },
  },
};
