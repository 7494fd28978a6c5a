// The sign on the wall: meters that count up, hits, and a line that mends itself.
import { dollars, exactDollars } from "/static/client/floor.js";
import { Hits, paidHits, pendingHits } from "/static/shared/jackpots.js";

const LOOK_SECONDS = 1;
const SHOW_SECONDS = 15;
const LONG_MISSED = 60; // After so many looks in vain, what has been paid meanwhile is no news.
const COLUMNS = [1, 1, 2, 3, 2, 3, 3];

// One amount as rolling digits, as large as its place allows; moved by the browser alone.
const Odometer = {
  props: { cents: Number },
  computed: {
    places() {
      return [...exactDollars(this.cents)].map((letter) => ({
        letter,
        digit: /\d/.test(letter) ? Number(letter) : null,
      }));
    },
  },
  watch: {
    "places.length"() {
      this.$nextTick(this.fit);
    },
  },
  mounted() {
    this.watcher = new ResizeObserver(() => this.fit());
    this.watcher.observe(this.$el);
  },
  unmounted() {
    this.watcher.disconnect();
  },
  methods: {
    fit() {
      const { clientWidth, clientHeight } = this.$el;
      const { wheels } = this.$refs;
      const ems = wheels.offsetWidth / parseFloat(getComputedStyle(wheels).fontSize);
      wheels.style.fontSize = `${Math.floor(Math.min((clientWidth * 0.98) / ems, clientHeight / 1.1))}px`;
    },
  },
  template: `
    <div class="odometer" aria-hidden="true"><span ref="wheels" class="wheels">
      <template v-for="(place, at) in places" :key="places.length - at">
        <span v-if="place.digit === null" class="mark">{{ place.letter }}</span>
        <span v-else class="wheel"><span class="drum" :style="{ transform: 'translateY(-' + place.digit * 10 + '%)' }"><i v-for="digit in 10" :key="digit">{{ digit - 1 }}</i></span></span>
      </template>
    </span></div>`,
};

export default {
  components: { Odometer },
  props: { table: String, first: Object, line: String },
  data() {
    return { sign: this.first, up: true, party: [], missed: 0 };
  },
  computed: {
    columns() {
      return COLUMNS[Math.min(this.sign.meters.length - 1, COLUMNS.length - 1)] || 1;
    },
  },
  mounted() {
    this.hits = new Hits(this.sign.meters);
    this.look = this.look.bind(this);
    this.timer = setInterval(this.look, LOOK_SECONDS * 1000);
    navigator.wakeLock?.request("screen").catch(() => {});
  },
  unmounted() {
    clearInterval(this.timer);
    clearTimeout(this.ending);
  },
  methods: {
    dollars,
    exactDollars,
    // What is pending, or else the last one that was paid.
    shown(meter) {
      const open = pendingHits(meter).map((hit) => ({ ...hit, pending: true }));
      return open.length ? open : paidHits(meter).slice(-1);
    },
    title(meter) {
      return meter.must_hit_by
        ? `Must hit by ${dollars(meter.must_hit_by)}`
        : meter.name.charAt(0).toUpperCase() + meter.name.slice(1).replaceAll("-", " ");
    },
    // A meter may be shared, so the table is told.
    where(hit) {
      return `${this.sign.tables[hit.claim.table] || `Table ${hit.claim.table}`}, seat ${hit.seat}`;
    },
    // A sign signs in nowhere: it asks for the meters, one question at a time, for weeks.
    async look() {
      if (this.asking) return;
      this.asking = true;
      const ending = new AbortController();
      const timeout = setTimeout(() => ending.abort(), 8000);
      try {
        const response = await fetch(`/api/sign/${encodeURIComponent(this.table)}`, {
          cache: "no-store",
          signal: ending.signal,
        });
        if (!response.ok) throw new Error(String(response.status));
        this.show(await response.json());
        [this.up, this.missed] = [true, 0];
      } catch {
        this.missed += 1;
        this.up = this.missed < 3;
      } finally {
        clearTimeout(timeout);
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
      this.party.push({ ...hit, title: this.title(meter), where: this.where(hit) });
      if (this.party.length === 1) this.ending = setTimeout(this.next, SHOW_SECONDS * 1000);
    },
    next() {
      this.party.shift();
      if (this.party.length) this.ending = setTimeout(this.next, SHOW_SECONDS * 1000);
    },
  },
  template: `
    <div class="sign" :class="{ down: !up }">
      <h1>{{ sign.name }}</h1>
      <div class="sign-meters" :style="{ '--columns': columns }">
        <section v-for="(meter, at) in sign.meters" :key="meter.name" class="sign-meter" :class="{ first: at === 0, must: meter.must_hit_by }">
          <h2>{{ title(meter) }}</h2>
          <span class="ls-hidden">{{ exactDollars(meter.value) }}</span>
          <odometer :cents="meter.value"/>
          <p v-for="hit in shown(meter)" :key="hit.claim.round" :class="{ pending: hit.pending }">{{ hit.pending ? "Jackpot pending:" : "Last hit" }} <b>{{ exactDollars(hit.amount) }}</b> · {{ where(hit) }}<template v-if="!meter.must_hit_by"> · {{ hit.hand }}</template></p>
          <p v-if="!meter.hits.length"></p>
        </section>
        <p v-if="!sign.meters.length" class="sign-none">This table has no jackpot.</p>
      </div>
      <footer class="sign-foot"><span>{{ line }}</span><span v-if="!up" role="status">Connecting …</span></footer>
      <div v-if="party.length" :key="party[0].claim.round" class="sign-hit" role="alert">
        <b>Jackpot</b><odometer :cents="party[0].amount"/><span class="ls-hidden">{{ exactDollars(party[0].amount) }}</span>
        <p>{{ party[0].where }}</p><p>{{ party[0].title }}<template v-if="party[0].hand && party[0].hand !== party[0].title"> · {{ party[0].hand }}</template></p>
      </div>
    </div>`,
};
