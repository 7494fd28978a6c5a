// The player's drill: a hand, a choice by button or key, and at once what each choice is worth.
import { signedValue } from "/static/shared/money.js";
import { PlayingCard } from "/static/shared/playing_card.js";
import { keepDecision, keptDecisions } from "/static/train/notebook.js";
import { ScoreCard } from "/static/train/score_card.js";
import { TEXTS } from "/static/train/texts.js";

export default {
  components: { PlayingCard, ScoreCard },
  // answers: how many there have been, for the floor tells everything again with each.
  props: { games: Object, posed: Object, verdict: Object, score: Object, said: String, answers: Number },
  data() {
    return { t: TEXTS, game: Object.keys(this.games)[0], decision: "", way: "any", waiting: false };
  },
  computed: { open: (vm) => vm.posed && !vm.verdict && !vm.waiting },
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
        <label class="ls-field">{{ t.game }}<select v-model="game">
          <option v-for="(one, id) in games" :key="id" :value="id">{{ one.name }}</option></select></label>
        <label class="ls-field">{{ t.decision }}<select v-model="decision"><option value="">{{ t.all }}</option>
          <option v-for="one in games[game].decisions" :key="one">{{ one }}</option></select></label>
        <label class="ls-field">{{ t.hands }}<select v-model="way">
          <option v-for="(name, id) in t.ways" :key="id" :value="id">{{ name }}</option></select></label>
        <button type="button" class="ls-button main" :disabled="waiting" @click="pose">
          {{ posed ? t.nextHand : t.start }}</button>
      </div>
      <p class="ls-said" role="alert">{{ said }}</p>
      <p v-if="waiting && !posed" class="ls-quiet-text">{{ t.dealing }}</p>
      <section v-if="posed" class="ls-panel drill-hand" aria-live="polite">
        <h2>{{ posed.decision }}</h2>
        <div class="drill-cards">
          <div><small>{{ t.yourHand }}</small><div class="hand">
            <playing-card v-for="card in posed.hole" :key="card" :card="card"/></div></div>
          <div v-if="posed.board.length"><small>{{ t.board }}</small><div class="hand">
            <playing-card v-for="card in posed.board" :key="card" :card="card"/></div></div>
        </div>
        <p>{{ posed.flush }}</p>
        <div class="lab-row">
          <button v-for="one in posed.actions" :key="one.action" type="button" class="ls-button"
              :class="{ main: verdict && verdict.action === one.action }" :disabled="!open"
              @click="answer(one.action)">{{ one.name }} <kbd>{{ one.key.toUpperCase() }}</kbd></button>
        </div>
        <div v-if="verdict" class="drill-verdict" :class="verdict.right ? 'good' : 'bad'">
          <p><b>{{ verdict.right ? t.isRight : t.better(verdict.best, verdict.cost.toFixed(4)) }}</b></p>
          <table class="grid numbers">
            <thead><tr><th v-for="name in t.values" :key="name" scope="col">{{ name }}</th></tr></thead>
            <tbody><tr v-for="one in verdict.options" :key="one.name" :class="{ best: one.name === verdict.best }">
              <td>{{ one.name }}</td><td>{{ signedValue(one.value, 4) }}</td>
              <td class="deck">{{ one.exact.replace(/[/]1$/, "") }}</td></tr></tbody>
          </table>
        </div>
      </section>
      <score-card v-if="score.decisions" :score="score"/>
    </div>`,
};
