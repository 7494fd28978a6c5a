// The sign on the wall: meters that count up, hits, and a line that mends itself.
import { Odometer } from "/static/public/odometer.js";
import { Hits, meterTitle, paidHits, pendingHits } from "/static/shared/jackpots.js";
import { exactDollars } from "/static/shared/money.js";

const LOOK_MS = 1000;
const PATIENCE_MS = 8000;
const SHOW_MS = 15000;
const LONG_MISSED = 60; // After so many looks in vain, what has been paid meanwhile is no news.
const COLUMNS = [1, 1, 2, 3, 2, 3, 3];

export default {
  components: { Odometer },
  props: { table: String, first: Object, line: String },
  data() {
    return { sign: this.first, up: true, party: [], missed: 0 };
  },
  computed: {
    columns: (vm) => COLUMNS[Math.min(vm.sign.meters.length - 1, COLUMNS.length - 1)] || 1,
    hit: (vm) => vm.party[0],
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
    ...{ exactDollars, meterTitle },
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
        const response = await fetch(`/api/sign/${encodeURIComponent(this.table)}`, options);
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
      const meter = this.sign.meters.find((one) => one.name === hit.meter);
      this.party.push({ ...hit, title: meterTitle(meter), where: this.where(hit) });
      if (this.party.length === 1) this.ending = setTimeout(this.next, SHOW_MS);
    },
    next() {
      this.party.shift();
      if (this.party.length) this.ending = setTimeout(this.next, SHOW_MS);
    },
  },
  template: `
    <div class="sign" :class="{ down: !up }">
      <h1>{{ sign.name }}</h1>
      <div class="sign-meters" :style="{ '--columns': columns }">
        <section v-for="(meter, at) in sign.meters" :key="meter.name" class="sign-meter"
            :class="{ first: at === 0, must: meter.must_hit_by }">
          <h2>{{ meterTitle(meter) }}</h2>
          <span class="ls-hidden">{{ exactDollars(meter.value) }}</span>
          <odometer :cents="meter.value"/>
          <p v-for="hit in shown(meter)" :key="hit.claim.round" :class="{ pending: hit.pending }">
            {{ hit.pending ? "Jackpot pending:" : "Last hit" }} <b>{{ exactDollars(hit.amount) }}</b> ·
            {{ where(hit) }}{{ meter.must_hit_by ? "" : " · " + hit.hand }}</p>
          <p v-if="!meter.hits.length"></p>
        </section>
        <p v-for="envy in sign.envies" :key="envy.seat + ' ' + envy.winner" class="sign-envy">
          Envy pay: seat {{ envy.seat }} <b>{{ exactDollars(envy.amount) }}</b> for seat {{ envy.winner }}'s
          {{ envy.hand }}</p>
        <p v-if="!sign.meters.length" class="sign-none">This table has no jackpot.</p>
      </div>
      <footer class="sign-foot"><span>{{ line }}</span><span v-if="!up" role="status">Connecting …</span></footer>
      <div v-if="hit" :key="hit.claim.round" class="sign-hit" role="alert">
        <b>Jackpot</b><odometer :cents="hit.amount"/><span class="ls-hidden">{{ exactDollars(hit.amount) }}</span>
        <p>{{ hit.where }}</p><p>{{ hit.title }}{{ hit.hand && hit.hand !== hit.title ? " · " + hit.hand : "" }}</p>
      </div>
    </div>`,
};
