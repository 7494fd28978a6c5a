// What a page at a table has of the floor: the view as it moves, and commands, one at a time.
import { Commands } from "./commands.js";
import { changed } from "./delta.js";
import { Feed } from "./feed.js";
import { get, session } from "./session.js";

const PATIENCE_MS = 2000; // For the feed to tell what a command has done.

// `view` moves with the feed; `fixed` is what does not, until the settings of the table change.
// A page may have `arrived()`, `moved(before, events)` and `mark()`.
export const TablePage = {
  props: { table: String, start: Object },
  data() {
    const { view, fixed } = this.start;
    return { view, fixed, me: null, up: true, line: "", said: "", busy: false, asked: "" };
  },
  computed: { round: (vm) => vm.view.round },
  mounted() {
    this.connect();
  },
  unmounted() {
    this.feed?.stop();
  },
  methods: {
    async connect() {
      const waits = (words) => {
        this.said = words;
      };
      const [view, mark, feed] = [() => this.view, () => this.mark?.() || "", () => this.feed];
      this.commands = new Commands(this.table, { view, waits, mark, feed });
      try {
        this.me = await session();
        this.arrived?.();
        this.feed = new Feed(this.table, { news: this.hear, line: this.hearLine }).start();
        await this.follow(this.commands.resume());
      } catch {
        [this.up, this.line] = [false, "The floor does not answer: reload the page."];
      }
    },
    hear({ view, change, events }) {
      const before = this.view;
      this.view = view || (change ? changed(before, change) : before);
      if (this.view.fixed !== before.fixed) this.fetchFixed(this.view.fixed);
      this.moved?.(before, events || []);
    },
    async fetchFixed(digest) {
      const found = await get(`/api/fixed/${digest}`);
      if (found.ok && this.view.fixed === digest) this.fixed = found.body;
    },
    hearLine(up, said) {
      if (up && !this.up) this.commands.lineIsBack();
      [this.up, this.line] = [up, said];
    },
    ask(body) {
      this.asked = body.type;
      return this.follow(this.commands.ask(body));
    },
    // Until a command is answered nothing else is asked, however long the line is cut. What is said while
    // the page is busy is of that command, and goes before what is said of the line, which comes and goes.
    async follow(asking) {
      [this.busy, this.said] = [true, ""];
      const found = await asking;
      if (found?.ok) await this.seen(found.body.version);
      [this.busy, this.said] = [false, found?.reason || ""];
      return found;
    },
    // The answer may be quicker than the feed: nothing is asked of a table that has moved on.
    seen(version) {
      if (this.view.version >= version) return null;
      return new Promise((done) => {
        const stop = this.$watch("view.version", (now) => now >= version && finish());
        const finish = () => done(stop());
        setTimeout(finish, PATIENCE_MS);
      });
    },
  },
};
