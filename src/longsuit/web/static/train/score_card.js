// How a player does: best decisions, streak, what was given up, and in which kinds of hands.
import { save } from "/static/lab/files.js";
import { cardText } from "/static/train/take_away.js";
import { TEXTS } from "/static/train/texts.js";

export const ScoreCard = {
  props: { score: Object },
  data: () => ({ t: TEXTS }),
  computed: { percent: (vm) => `${(100 * vm.score.accuracy).toFixed(1)}%` },
  methods: {
    take() {
      save(TEXTS.cardFile, new Blob([cardText(this.score, TEXTS)], { type: "text/plain" }));
    },
  },
  template: `
    <section class="drill-score" :aria-label="t.score">
      <div class="lab-tiles">
        <div class="lab-tile"><span>{{ t.bestDecisions }}</span><b>{{ percent }}</b>
          <small>{{ t.of(score.right, score.decisions) }}</small></div>
        <div class="lab-tile"><span>{{ t.streak }}</span><b>{{ score.streak }}</b>
          <small>{{ t.longest(score.longest) }}</small></div>
        <div class="lab-tile"><span>{{ t.given }}</span><b>{{ score.per_hundred.toFixed(2) }}</b>
          <small>{{ t.perHundred }}</small></div>
      </div>
      <div v-if="score.leaks.length" class="scroll" tabindex="0" role="region" :aria-label="t.leakTable">
        <table class="grid numbers"><thead><tr><th v-for="name in t.leaks" :key="name" scope="col">{{ name }}</th></tr>
          </thead><tbody><tr v-for="one in score.leaks" :key="one.kind">
          <td>{{ one.kind }}</td><td>{{ t.of(one.wrong, one.decisions) }}</td><td>{{ one.cost.toFixed(4) }}</td>
          <td>{{ one.example }}</td></tr></tbody></table>
      </div>
      <p><button type="button" class="ls-button" @click="take">{{ t.saveCard }}</button></p>
    </section>`,
};
