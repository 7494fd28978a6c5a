// Own rounds from a file: sent in parts, judged one after another, with progress and a way out.
import { secondsLeft } from "/static/lab/exchange.js";
import { keepDecision } from "/static/train/notebook.js";
import { partsOf } from "/static/train/parts.js";
import { ScoreCard } from "/static/train/score_card.js";
import { TEXTS } from "/static/train/texts.js";

export default {
  components: { ScoreCard },
  props: { longest: Number, parts: Number, judged: Object },
  data: () => ({ t: TEXTS, player: "You", waiting: [], total: 0, began: 0, said: "", score: null, name: "" }),
  computed: {
    busy: (vm) => vm.waiting.length > 0,
    done: (vm) => vm.total - vm.waiting.length,
    left: (vm) => secondsLeft({ done: vm.done, total: vm.total }, 0, (performance.now() - vm.began) / 1000),
  },
  watch: {
    "judged.number"() {
      const { said, score, lines } = this.judged;
      if (!this.busy) return;
      if (said) [this.said, this.waiting] = [said, []];
      else this.waiting.shift();
      if (score) {
        this.score = score;
        for (const line of lines) keepDecision(line);
      }
      this.send();
    },
  },
  methods: {
    async judge() {
      [this.said, this.score] = ["", null];
      const file = this.$refs.file.files[0];
      if (!file || this.busy) return;
      if (file.size > this.longest * this.parts) {
        this.said = TEXTS.tooLarge;
        return;
      }
      const found = partsOf(await file.text(), this.longest);
      [this.name, this.total, this.began, this.waiting] = [
        file.name.slice(0, 60),
        found.length,
        performance.now(),
        found,
      ];
      this.send();
    },
    send() {
      if (!this.busy) return;
      const { text, line } = this.waiting[0];
      const ends = { first: this.done === 0, last: this.waiting.length === 1 };
      this.$emit("part", { text, line, player: this.player, file: this.name, ...ends });
    },
    cancel() {
      this.waiting = [];
      this.$emit("stop");
    },
  },
  template: `
    <form class="ls-panel drill own-rounds" @submit.prevent="judge">
      <h2>{{ t.history }}</h2>
      <p>{{ t.historyNote }}</p>
      <div class="lab-row">
        <label class="ls-field">{{ t.file }}<input ref="file" type="file" required accept=".txt,text/plain"></label>
        <label class="ls-field">{{ t.player }}<input v-model="player" required maxlength="60"></label>
        <button type="submit" class="ls-button main" :disabled="busy">{{ t.judge }}</button>
      </div>
      <div v-if="busy" class="lab-progress" role="status">
        <progress :aria-label="t.judging" :value="done" :max="total"></progress>
        <span>{{ t.judging }}{{ left === null ? "" : " " + t.left(left) }}</span>
        <button type="button" class="ls-button" @click="cancel">{{ t.cancel }}</button>
      </div>
      <p class="ls-said" role="alert">{{ said }}</p>
      <score-card v-if="score" :score="score"/>
    </form>`,
};
