// Finished rounds, to be read and with the check of their shuffle.
import { dollars, get } from "../client/floor.js";
import { actionWords } from "../shared/flushes.js";
import { shortCard } from "../shared/playing_card.js";
import { signed } from "./results.js";
import { check } from "./shuffle_check.js";

const PARTS = [
  ["Wagers", / wagers /],
  ["Cards and decisions", / is dealt |^board |^seat \d+: /],
  ["Stacks", / ends with /],
  ["Results", /./],
];

// The log's text of a round, for people: names for ids, suits for letters.
function readable(history, names, bet) {
  const lines = history
    .slice(history.indexOf("\n\n") + 2)
    .trim()
    .split("\n");
  const players = Object.fromEntries(
    lines
      .map((line) => line.match(/^seat (\d+) "(.*)" has /))
      .filter(Boolean)
      .map(([, seat, name]) => [seat, name]),
  );
  const parts = Object.fromEntries(["Wagers", "Cards and decisions", "Results", "Stacks"].map((name) => [name, []]));
  for (const line of lines) {
    if (/ has \d+\.\d\d$/.test(line) || line === "ended") continue;
    const [, seat, rest] = line.match(/^seat (\d+):? (.*)$/) || [0, 0, line];
    const words = rest
      .replace(/\b(\d+)\.(\d\d)\b/g, (_, whole, part) => dollars(Number(whole + part)))
      .replace(/\b[2-9TJQKA][cdhs]\b/g, shortCard)
      .replace(/^(check|fold|(bet|raise)_\dx|raise)\b/, (action) => actionWords(action, bet))
      .replace("(time)", "(time ran out)")
      .replace(", returns $0:", ":")
      .replace(/^(dealer|board) /, (word) => word[0].toUpperCase() + word.slice(1))
      .replace(/(^|wagers |, )([a-z-]+)(?= \$)/g, (all, before, id) => (names[id] ? before + names[id] : all));
    parts[PARTS.find(([, like]) => like.test(line))[0]].push({
      who: seat ? players[seat] || `Seat ${seat}` : "",
      words,
    });
  }
  return Object.entries(parts).filter(([, told]) => told.length);
}

export const Rounds = {
  props: { table: String, number: Number, nets: Object, names: Object, bet: String },
  data: () => ({ rounds: [], told: null, checked: null, said: "", more: false }),
  watch: {
    number: {
      immediate: true,
      handler() {
        this.list();
      },
    },
  },
  methods: {
    shortCard,
    signed,
    readable(history) {
      return readable(history, this.names, this.bet);
    },
    net(one) {
      return one.net ?? this.nets[one.number];
    },
    at(rest) {
      return `/api/tables/${encodeURIComponent(this.table)}/rounds${rest}`;
    },
    async list(before) {
      const found = await get(this.at(before ? `?before=${before}` : ""));
      if (!found.ok) return;
      this.rounds = before ? [...this.rounds, ...found.body.rounds] : found.body.rounds;
      this.more = found.body.rounds.length === 20;
    },
    async open(number) {
      const found = await get(this.at(`/${number}`));
      [this.told, this.checked, this.said] = [found.ok ? found.body : null, null, found.reason];
    },
    async verify() {
      this.checked = await check(this.told);
    },
    time: (text) => new Date(text).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" }),
  },
  template: `
    <div class="panel-body">
      <p v-if="!rounds.length" class="ls-quiet-text">No round is over yet.</p>
      <div v-if="told" class="round-told">
        <h3>Round {{ told.round }}</h3>
        <section v-for="[name, lines] in readable(told.history)" :key="name"><h4>{{ name }}</h4>
          <p v-for="(line, at) in lines" :key="at"><b v-if="line.who">{{ line.who }}</b> {{ line.words }}</p></section>
        <details><summary>As it is kept</summary><pre tabindex="0">{{ told.history }}</pre></details>
        <button v-if="told.seed" type="button" class="ls-button main" @click="verify">Check the shuffle</button>
        <p v-else-if="told.dealt.includes(null)" class="ls-quiet-text">A hand of this round was never shown, so only those who played it can check the shuffle.</p>
        <div v-if="checked" role="status">
          <p :class="checked.commitment ? 'good' : 'bad'">{{ checked.commitment ? "✓ The seed opens the commitment shown before the wagers closed." : "✗ The seed does not open the commitment." }}</p>
          <p :class="checked.dealt ? 'good' : 'bad'">{{ checked.dealt ? "✓ All " + told.dealt.filter(Boolean).length + " cards shown are as the shuffle has them." : "✗ The cards are not those of the shuffle." }}</p>
          <p class="deck">{{ checked.deck.map(shortCard).join(" ") }}</p>
          <p class="ls-quiet-text">Computed in this browser from the opened seed{{ told.words.length ? " and the players' words" : "" }}.</p>
        </div>
        <button type="button" class="ls-button" @click="told = null">All rounds</button>
      </div>
      <ul v-else class="rounds">
        <li v-for="one in rounds" :key="one.number"><button type="button" class="link" @click="open(one.number)">Round {{ one.number }}</button>
          <span v-if="one.outcome === 'cancelled'">cancelled</span>
          <b v-else-if="net(one) !== undefined" :class="net(one) < 0 ? 'bad' : 'good'">{{ net(one) ? signed(net(one)) : "even" }}</b>
          <time>{{ time(one.over) }}</time></li>
      </ul>
      <button v-if="more && !told" type="button" class="ls-button" @click="list(rounds.at(-1).number)">Older</button>
      <p v-if="said" class="ls-said" role="alert">{{ said }}</p>
    </div>`,
};
