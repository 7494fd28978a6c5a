// The player's drill: a hand, a choice by button or key, and at once what each choice is worth.
import { signedValue } from "/static/shared/money.js";
import { PlayingCard } from "/static/shared/playing_card.js";
import { keepDecision, keptDecisions } from "/static/train/notebook.js";

const WAYS = { any: "Hands as they come", close: "Close decisions", mistakes: "Your own mistakes" };
const VALUES = ["Choice", "Value, Antes", "Exactly"];
const LEAKS = ["Where it was lost", "Wrong", "Antes", "Best there"];

export default {
  components: { PlayingCard },
  // answers: how many there have been, for the floor tells everything again with each.
  props: { games: Object, posed: Object, verdict: Object, score: Object, said: String, answers: Number },
  data() {
    const game = Object.keys(this.games)[0];
    return { game, decision: "", way: "any", waiting: false, ways: WAYS, values: VALUES, leaks: LEAKS };
  },
  computed: {
    open: (vm) => vm.posed && !vm.verdict && !vm.waiting,
    percent: (vm) => `${(100 * vm.score.accuracy).toFixed(1)}%`,
  },
  watch: {
    answers() {
      this.waiting = false;
    },
    game() {
      this.decision = "";
    },
    "verdict.line"(line) {
      if (line) keepDecision(line);
    },
  },
  mounted() {
    this.$emit("remember", keptDecisions());
    window.addEventListener("keydown", this.pressed);
  },
  unmounted() {
    window.removeEventListener("keydown", this.pressed);
  },
  methods: {
    signedValue,
    pose() {
      if (this.waiting) return;
      this.waiting = true;
      this.$emit("pose", { game: this.game, decision: this.decision, way: this.way });
    },
    answer(action) {
      if (!this.open) return;
      this.waiting = true;
      this.$emit("answer", action);
    },
    pressed(event) {
      if (event.target.closest("input, select, button, a") || event.ctrlKey || event.metaKey || event.altKey) return;
      const chosen = this.open && this.posed.actions.find((one) => one.key === event.key.toLowerCase());
      if (chosen) this.answer(chosen.action);
      else if (event.key === "Enter" && !this.open) this.pose();
    },
  },
  template: `
    <div class="drill">
      <div class="lab-row">
        <label class="ls-field">Game<select v-model="game">
          <option v-for="(one, id) in games" :key="id" :value="id">{{ one.name }}</option></select></label>
        <label class="ls-field">Decision<select v-model="decision"><option value="">all</option>
          <option v-for="one in games[game].decisions" :key="one">{{ one }}</option></select></label>
        <label class="ls-field">Hands<select v-model="way">
          <option v-for="(name, id) in ways" :key="id" :value="id">{{ name }}</option></select></label>
        <button type="button" class="ls-button main" :disabled="waiting" @click="pose">
          {{ posed ? "Next hand" : "Start" }}</button>
      </div>
      <p class="ls-said" role="alert">{{ said }}</p>
      <p v-if="waiting && !posed" class="ls-quiet-text">Dealing… (the first hand ever takes some seconds)</p>
      <section v-if="posed" class="ls-panel drill-hand" aria-live="polite">
        <h2>{{ posed.decision }}</h2>
        <div class="drill-cards">
          <div><small>Your hand</small><div class="hand">
            <playing-card v-for="card in posed.hole" :key="card" :card="card"/></div></div>
          <div v-if="posed.board.length"><small>Board</small><div class="hand">
            <playing-card v-for="card in posed.board" :key="card" :card="card"/></div></div>
        </div>
        <p>{{ posed.flush }}</p>
        <div class="lab-row">
          <button v-for="one in posed.actions" :key="one.action" type="button" class="ls-button"
              :class="{ main: verdict && verdict.action === one.action }" :disabled="!open"
              @click="answer(one.action)">{{ one.name }} <kbd>{{ one.key }}</kbd></button>
        </div>
        <div v-if="verdict" class="drill-verdict" :class="verdict.right ? 'good' : 'bad'">
          <p v-if="verdict.right"><b>Right.</b></p>
          <p v-else><b>{{ verdict.best }}</b> is better by {{ verdict.cost.toFixed(4) }} Antes.</p>
          <table class="grid numbers">
            <thead><tr><th v-for="name in values" :key="name" scope="col">{{ name }}</th></tr></thead>
            <tbody><tr v-for="one in verdict.options" :key="one.name" :class="{ best: one.name === verdict.best }">
              <td>{{ one.name }}</td><td>{{ signedValue(one.value, 4) }}</td>
              <td class="deck">{{ one.exact }}</td></tr></tbody>
          </table>
        </div>
      </section>
      <section v-if="score.decisions" class="drill-score" aria-label="Score">
        <div class="lab-tiles">
          <div class="lab-tile"><span>Best decisions</span><b>{{ percent }}</b>
            <small>{{ score.right }} of {{ score.decisions }}</small></div>
          <div class="lab-tile"><span>Streak</span><b>{{ score.streak }}</b>
            <small>longest {{ score.longest }}</small></div>
          <div class="lab-tile"><span>Given up</span><b>{{ score.per_hundred.toFixed(2) }}</b>
            <small>Antes per 100 decisions</small></div>
        </div>
        <div v-if="score.leaks.length" class="scroll" tabindex="0" role="region" aria-label="Where it was lost">
          <table class="grid numbers"><thead><tr><th v-for="name in leaks" :key="name" scope="col">{{ name }}</th></tr>
            </thead><tbody><tr v-for="one in score.leaks" :key="one.kind">
            <td>{{ one.kind }}</td><td>{{ one.wrong }} of {{ one.decisions }}</td><td>{{ one.cost.toFixed(4) }}</td>
            <td>{{ one.example }}</td></tr></tbody></table>
        </div>
      </section>
    </div>`,
};
