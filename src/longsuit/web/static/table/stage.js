// The staged reveal of a table's page: cards of the board one by one, and a settled round as it unfolds.
import { CARD_MS, frames, PACES, timed } from "./reveal.js";
import { play } from "./sound.js";

const STILL = "(prefers-reduced-motion: reduce)";

// The page has `names` of its wagers in order, `own` seats, and `revealed(round)` for what follows.
export const Staged = {
  data: () => ({
    stage: [],
    lain: { number: 0, cards: Infinity },
    pace: localStorage.getItem("longsuit-pace") || "normal",
  }),
  computed: { staged: (vm) => vm.stage[0]?.round || null },
  watch: {
    pace(now) {
      localStorage.setItem("longsuit-pace", now);
    },
  },
  mounted() {
    window.addEventListener("keydown", this.skipByKey, true);
  },
  unmounted() {
    window.removeEventListener("keydown", this.skipByKey, true);
    clearTimeout(this.stepping);
    clearTimeout(this.laying);
  },
  methods: {
    isStill: () => matchMedia(STILL).matches || document.hidden,
    speed() {
      return PACES[this.pace] ? this.pace : "normal";
    },
    // The board as far as it lies there.
    laidSoFar(round) {
      if (round?.number !== this.lain.number || round.board.length <= this.lain.cards) return round;
      return { ...round, board: round.board.slice(0, this.lain.cards) };
    },
    layBoard({ number, board }) {
      clearTimeout(this.laying);
      const lies = number === this.lain.number ? this.lain.cards : 0;
      this.lain = { number, cards: this.isStill() ? board.length : Math.min(lies + 1, board.length) };
      if (this.lain.cards === board.length) return;
      this.laying = setTimeout(() => this.layBoard({ number, board }), CARD_MS * PACES[this.speed()]);
    },
    reveal(then, now) {
      this.skip();
      clearTimeout(this.laying);
      const own = this.own.map((seat) => seat.seat);
      const shown = frames(this.laidSoFar(then), now, own, Object.keys(this.names));
      this.lain = { number: now.number, cards: Infinity };
      this.unfolding = now;
      this.stage = this.isStill() ? [] : timed(shown, this.speed());
      this.advance();
    },
    advance() {
      const [now] = this.stage;
      if (!now) return this.end();
      play(now.kind);
      this.stepping = setTimeout(() => {
        this.stage = this.stage.slice(1);
        this.advance();
      }, now.ms);
    },
    end() {
      const round = this.unfolding;
      this.unfolding = null;
      if (round) this.revealed(round);
    },
    skip() {
      if (!this.stage.length) return;
      clearTimeout(this.stepping);
      this.stage = [];
      this.end();
    },
    // Any key ends it; one that does nothing else is used up by that.
    skipByKey(event) {
      if (!this.stage.length || event.ctrlKey || event.metaKey || event.altKey) return;
      this.skip();
      if ([" ", "Enter", "Escape"].includes(event.key)) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
  },
};
