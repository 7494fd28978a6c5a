// A house edge checked in the visitor's own browser, by a checker that shares no code with the house.
import { showTab } from "/static/lab/files.js";

const LEVELS = [
  { every: 1, name: "Everything: a minute where there is a board" },
  { every: 100, name: "Sums, and every 100th board" },
  { every: 0, name: "Sums" },
];
const LARGEST_FILE = 1 << 24;

function rulesOf({ rules, xtra }) {
  const pays = Object.entries(xtra).map(([length, pay]) => `${length} cards ${pay}`);
  return [
    ["Dealer qualifies with", rules.qualifier ? `${[...rules.qualifier].join("-")} or better` : "anything"],
    ["Dealer does not qualify", { push: "Ante pushes", win: "Ante wins", play: "all compared" }[rules.unqualified]],
    ["A tie", rules.ties],
    ["Bets in Antes", rules.bets.join(", ")],
    ...(pays.length ? [["X-tra Bonus", pays.join(", ")]] : []),
  ];
}

export default {
  props: { certificates: Array },
  data: () => ({ levels: LEVELS, chosen: 0, every: 1, file: null, busy: false, done: 0, outcome: null, said: "" }),
  computed: {
    own() {
      return this.chosen === this.certificates.length;
    },
    rules() {
      return rulesOf(this.outcome.head);
    },
    verdict() {
      const { head, findings, counted } = this.outcome;
      if (findings.length) return "Wrong: this file does not make its house edge.";
      const [over, under] = head.house_edge.split("/").map(Number);
      const edge = `house edge ${head.house_edge}, ${((100 * over) / under).toFixed(4)}%`;
      if (!counted) return `The sums are right: ${edge}. No class was counted again.`;
      return `Right: ${edge}. ${counted.toLocaleString("en-US")} classes counted again.`;
    },
  },
  methods: {
    async start() {
      this.outcome = null;
      this.said = "";
      if (this.own && !this.file) this.said = "Choose a file first.";
      else if (this.own && this.file.size > LARGEST_FILE) this.said = "This file is too large for a certificate.";
      if (this.said) return;
      this.busy = true;
      this.done = 0;
      try {
        const blob = this.own ? this.file : await (await fetch(this.certificates[this.chosen].address)).blob();
        this.outcome = await this.check(blob);
      } catch (error) {
        this.said = `This is not a certificate (${error.message}).`;
      } finally {
        this.stop();
      }
    },
    check(blob) {
      this.worker = new Worker("/static/lab/certificate_worker.js", { type: "module" });
      return new Promise((resolve, reject) => {
        this.worker.onerror = () => reject(new Error("the checker could not be started"));
        this.worker.onmessage = ({ data }) => {
          if (data.outcome) resolve(data.outcome);
          else if (data.refused) reject(new Error(data.refused));
          else this.done = data.done;
        };
        this.worker.postMessage({ blob, every: this.every });
      });
    },
    stop() {
      this.worker?.terminate();
      this.busy = false;
    },
  },
  mounted: showTab,
  unmounted() {
    this.stop();
  },
  template: `
    <div class="lab-body">
      <div class="lab-row">
        <label class="ls-field"><span>Certificate</span>
          <select v-model.number="chosen" :disabled="busy">
            <option v-for="(one, at) in certificates" :value="at">{{ one.name }}</option>
            <option :value="certificates.length">A file of your own</option>
          </select>
        </label>
        <label v-if="own" class="ls-field"><span>File</span>
          <input type="file" :disabled="busy" @change="file = $event.target.files[0]">
        </label>
        <label class="ls-field"><span>How much</span>
          <select v-model.number="every" :disabled="busy">
            <option v-for="level in levels" :value="level.every">{{ level.name }}</option>
          </select>
        </label>
        <button type="button" class="ls-button main" :disabled="busy" @click="start">Check it here</button>
        <progress v-if="busy" aria-label="Progress" :value="done" max="1"></progress>
      </div>
      <p class="ls-said" role="alert">{{ said }}</p>
      <div aria-live="polite" class="lab-body">
        <template v-if="outcome">
          <p><b>{{ verdict }}</b></p>
          <ul v-if="outcome.findings.length"><li v-for="finding in outcome.findings">{{ finding }}</li></ul>
          <table class="grid certified">
            <tbody><tr v-for="[name, value] in rules"><th scope="row">{{ name }}</th><td>{{ value }}</td></tr></tbody>
          </table>
        </template>
      </div>
    </div>`,
};
