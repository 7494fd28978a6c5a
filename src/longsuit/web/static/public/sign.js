// The sign on the wall: meters that count up, pays, lights, hits, and a line that mends itself.
import { Odometer } from "/static/public/odometer.js";
import { emblem, Hits, meterTitle, paidHits, partWins, pendingHits } from "/static/shared/jackpots.js";
import { dollars, exactDollars } from "/static/shared/money.js";

const LOOK_MS = 1000;
const PATIENCE_MS = 8000;
const SHOW_MS = 15000;
const LONG_MISSED = 60; // After so many looks in vain, what has been paid meanwhile is no news.
const COLUMNS = [1, 1, 2, 3, 2, 3, 3];
const COINS = 36;

// Coins that fall while a jackpot is celebrated, each in its own way.
const COIN = Array.from({ length: COINS }, (_, at) => ({
  left: `${(at * 61) % 100}%`,
  animationDelay: `${((at * 37) % 50) / 10}s`,
  animationDuration: `${3 + ((at * 13) % 20) / 10}s`,
}));

export default {
  components: { Odometer },
  props: { address: String, first: Object, line: String, codes: Array },
  data() {
    return { sign: this.first, up: true, party: [], missed: 0, sizes: {}, coins: COIN };
  },
  computed: {
    columns: (vm) => COLUMNS[Math.min(vm.sign.meters.length - 1, COLUMNS.length - 1)] || 1,
    hit: (vm) => vm.party[0],
    // The largest first; its emblem is that of its place on the paytable.
    meters() {
      const shown = this.sign.meters.map((meter, at) => ({ ...meter, emblem: emblem(meter, at) }));
      return shown.sort((one, other) => other.value - one.value);
    },
    lights: (vm) => (vm.sign.felt?.lights.length ? vm.sign.felt : null),
    lightWords: (vm) => (vm.lights ? (vm.lights.started ? "In this round: " : "Wagers: ") : ""),
    title: (vm) => (vm.sign.shared_by.length ? vm.sign.shared_by.join(" · ") : vm.sign.name),
  },
  mounted() {
    this.hits = new Hits(this.sign.meters);
    this.look = this.look.bind(this);
    this.timer = setInterval(this.look, LOOK_MS);
    navigator.wakeLock?.request("screen").catch(() => {});
  },
  unmounted() {
    clearInterval(this.timer);
    clearTimeout(this.ending);
  },
  methods: {
    ...{ dollars, exactDollars, meterTitle, partWins },
    // No meter is written larger than one that holds more.
    most(meter) {
      const above = this.meters
        .filter((one) => one.value >= meter.value)
        .map((one) => this.sizes[one.name] || Infinity);
      return Math.min(...above);
    },
    pay([hand, posted]) {
      const raised = this.sign.felt?.dynamic[hand];
      return raised ? dollars(raised) : posted;
    },
    raised([hand]) {
      return Boolean(this.sign.felt?.dynamic[hand]);
    },
    // What is pending, or else the last one that was paid.
    shown(meter) {
      const open = pendingHits(meter).map((hit) => ({ ...hit, pending: true }));
      return open.length ? open : paidHits(meter).slice(-1);
    },
    // A meter may be shared, so the table is told.
    where(hit) {
      return `${this.sign.tables[hit.claim.table] || `Table ${hit.claim.table}`}, seat ${hit.seat}`;
    },
    // A sign signs in nowhere: it asks for the meters, one question at a time, for weeks.
    async look() {
      if (this.asking) return;
      this.asking = true;
      try {
        const options = { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) };
        const response = await fetch(this.address, options);
        if (!response.ok) throw new Error(String(response.status));
        this.show(await response.json());
        [this.up, this.missed] = [true, 0];
      } catch {
        this.missed += 1;
        this.up = this.missed < 3;
      } finally {
        this.asking = false;
      }
    },
    show(sign) {
      this.sign = sign;
      const fresh = this.hits.look(sign.meters);
      if (this.missed < LONG_MISSED) for (const hit of fresh) this.celebrate(hit);
    },
    // One after another, each for its time.
    celebrate(hit) {
      const meter = this.meters.find((one) => one.name === hit.meter);
      this.party.push({ ...hit, title: meterTitle(meter), emblem: meter.emblem, where: this.where(hit) });
      if (this.party.length === 1) this.ending = setTimeout(this.next, SHOW_MS);
    },
    next() {
      this.party.shift();
      if (this.party.length) this.ending = setTimeout(this.next, SHOW_MS);
    },
  },
  template: `
    <div class="sign" :class="{ down: !up, plain: !sign.pays.length }">
      <header class="sign-head"><span>{{ sign.house }}</span><h1>{{ title }}</h1>
        <span>{{ sign.game_name === title ? "" : sign.game_name }}</span></header>
      <div class="sign-meters" :style="{ '--columns': columns }">
        <section v-for="(meter, at) in meters" :key="meter.name" class="sign-meter"
            :class="{ first: at === 0, must: meter.must_hit_by }">
          <h2><i class="emblem" aria-hidden="true">{{ meter.emblem }}</i>{{ meterTitle(meter) }}</h2>
          <span class="ls-hidden">{{ exactDollars(meter.value) }}</span>
          <odometer :cents="meter.value" :most="most(meter)" @fitted="sizes[meter.name] = $event"/>
          <p v-for="[hand, share] in partWins(meter)" :key="hand" class="part">{{ hand }}: {{ share }}</p>
          <p v-for="hit in shown(meter)" :key="hit.claim.round" :class="{ pending: hit.pending }">
            {{ hit.pending ? "Jackpot pending:" : "Last hit" }} <b>{{ exactDollars(hit.amount) }}</b> ·
            {{ where(hit) }}{{ meter.must_hit_by ? "" : " · " + hit.hand }}</p>
          <p v-if="!meter.hits.length"></p>
        </section>
        <p v-if="!sign.meters.length" class="sign-none">This table has no jackpot.</p>
      </div>
      <aside v-if="sign.pays.length" class="sign-side" aria-label="Pays">
        <table><tbody><tr v-for="line in sign.pays" :key="line[0]" :class="{ raised: raised(line) }">
          <th scope="row">{{ line[0] }}</th><td>{{ pay(line) }}</td></tr></tbody></table>
        <p class="sign-lights">{{ lightWords }}<b v-for="seat in lights?.lights" :key="seat">{{ seat }}</b></p>
        <div class="sign-envies">
        <p v-for="envy in sign.envies" :key="envy.seat + ' ' + envy.winner" class="sign-envy">
          Envy pay: seat {{ envy.seat }} <b>{{ exactDollars(envy.amount) }}</b> for seat {{ envy.winner }}'s
          {{ envy.hand }}</p>
        </div>
        <div class="sign-codes"><figure v-for="code in codes" :key="code.address">
          <svg :viewBox="'0 0 ' + code.size + ' ' + code.size" role="img"
              :aria-label="code.title + ': ' + code.address">
            <rect width="100%" height="100%" fill="#fff"/><path :d="code.path" fill="#000"/></svg>
          <figcaption>{{ code.title }}</figcaption></figure></div>
      </aside>
      <footer class="sign-foot"><span>{{ line }}</span><span v-if="!up" role="status">Connecting …</span></footer>
      <div v-if="hit" :key="hit.claim.round" class="sign-hit" role="alert">
        <div class="coins" aria-hidden="true">
          <i v-for="(coin, at) in coins" :key="at" :style="coin">{{ hit.emblem }}</i></div>
        <b>Jackpot</b><odometer :cents="hit.amount"/><span class="ls-hidden">{{ exactDollars(hit.amount) }}</span>
        <p>{{ hit.where }}</p><p>{{ hit.title }}{{ hit.hand && hit.hand !== hit.title ? " · " + hit.hand : "" }}</p>
      </div>
    </div>`,
};
