// Scripted rounds at the real terminal: its touches go to a table in memory that is the trainee's alone.
import { PlayingCard } from "/static/shared/playing_card.js";
import Terminal from "/static/staff/terminal.js";
import { MarkList } from "/static/train/mark_list.js";
import { TEXTS } from "/static/train/texts.js";

const DrillTerminal = {
  extends: Terminal,
  props: { answer: Object, who: Object },
  emits: ["touch"],
  watch: {
    start({ view }) {
      this.hear({ view });
    },
    "answer.number"(number) {
      if (number === undefined) return;
      const { reason, version } = this.answer;
      this.waiting?.({ ok: !reason, status: reason ? 409 : 200, body: { version }, reason });
    },
  },
  methods: {
    connect() {
      this.me = { ...this.who, alone: true };
    },
    // One touch at a time: the page is busy until it is answered.
    touch(asked) {
      return new Promise((done) => {
        this.waiting = done;
        this.$emit("touch", asked);
      });
    },
    ask(body) {
      return this.follow(this.touch({ body }));
    },
    askAs(name, password, body) {
      return this.touch({ name, password, body });
    },
  },
};

export default {
  components: { DrillTerminal, MarkList, PlayingCard },
  props: { rounds: Array, round: Object, marks: Array, answer: Object, me: Object },
  data: () => ({ t: TEXTS, touches: 0 }),
  computed: {
    next: (vm) => vm.rounds.find((one) => !one.done),
    right: (vm) => vm.marks.filter((one) => one.right).length,
  },
  methods: {
    begin(kind) {
      this.$emit("begin", kind);
    },
    touch(asked) {
      this.touches += 1;
      this.$emit("command", { ...asked, number: this.touches });
    },
  },
  template: `
    <div class="drill terminal-drill">
      <p>{{ t.terminal }}</p>
      <div class="lab-row" role="group" :aria-label="t.rounds">
        <button v-for="one in rounds" :key="one.kind" type="button" class="ls-button"
            :class="{ main: one === next }" @click="begin(one.kind)">{{ one.done ? "✓ " : "" }}{{ one.title }}</button>
      </div>
      <template v-if="round">
        <section class="ls-panel drill-felt" :aria-label="t.felt">
          <p v-for="text in round.says" :key="text" aria-live="polite">{{ text }}</p>
          <div class="drill-felt-seats">
            <div v-for="one in round.seats" :key="one.seat" class="drill-felt-seat">
              <b>{{ t.seat(one.seat) }}</b>
              <span class="drill-chip" :class="{ on: one.wager }">{{ one.wager ? t.chip : t.noChip }}</span>
              <div class="hand"><playing-card v-for="card in one.cards" :key="card" :card="card"/></div>
            </div>
          </div>
          <div v-if="round.board.length"><small>{{ t.board }}</small><div class="hand">
            <playing-card v-for="card in round.board" :key="card" :card="card"/></div></div>
        </section>
        <div v-if="!marks" class="drill-terminal">
          <drill-terminal :key="round.number" :table="round.title" :start="round.start" :answer="answer" :who="me"
            @touch="touch"/></div>
        <section v-else class="ls-panel" aria-live="polite">
          <h2>{{ t.points(right, marks.length) }}</h2>
          <mark-list :marks="marks"/>
          <button v-if="next" type="button" class="ls-button main" @click="begin(next.kind)">
            {{ t.next(next.title) }}</button>
        </section>
      </template>
    </div>`,
};
