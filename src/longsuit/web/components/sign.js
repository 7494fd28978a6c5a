// The sign on the wall: meters that count up, hits, and a line that mends itself.
import { dollars, exactDollars } from "/static/floor.js";
import { Hits, paidHits, pendingHits } from "/static/hits.js";

const LOOK_SECONDS = 1;
const SHOW_SECONDS = 12;

// One amount as rolling digits, moved by the browser alone.
const Odometer = {
  props: { cents: Number },
  computed: {
    places() { return [...exactDollars(this.cents)].map((letter) => ({ letter, digit: /\d/.test(letter) ? Number(letter) : null })); },
  },
  template: `
    <span class="odometer" aria-hidden="true">
      <template v-for="(place, at) in places" :key="places.length - at">
        <span v-if="place.digit === null" class="mark">{{ place.letter }}</span>
        <span v-else class="wheel"><span class="drum" :style="{ transform: 'translateY(-' + place.digit * 10 + '%)' }"><i v-for="digit in 10" :key="digit">{{ digit - 1 }}</i></span></span>
      </template>
    </span>`,
};

export default {
  components: { Odometer },
  props: { table: String, first: Object },
  data() { return { sign: this.first, up: true, hit: null, missed: 0 }; },
  mounted() {
    this.hits = new Hits(this.sign.meters);
    this.look = this.look.bind(this);
    this.timer = setInterval(this.look, LOOK_SECONDS * 1000);
    navigator.wakeLock?.request("screen").catch(() => {});
  },
  unmounted() { clearInterval(this.timer); clearTimeout(this.ending); },
  methods: {
    dollars, exactDollars, pendingHits,
    last: (meter) => paidHits(meter).at(-1),
    name: (meter) => meter.name.charAt(0).toUpperCase() + meter.name.slice(1).replaceAll("-", " "),
    // A sign signs in nowhere: it asks for the meters, one question at a time, for weeks.
    async look() {
      if (this.asking) return;
      this.asking = true;
      const ending = new AbortController();
      const timeout = setTimeout(() => ending.abort(), 8000);
      try {
        const response = await fetch(`/api/sign/${encodeURIComponent(this.table)}`, { cache: "no-store", signal: ending.signal });
        if (!response.ok) throw new Error(String(response.status));
        this.show(await response.json());
        [this.up, this.missed] = [true, 0];
      } catch (error) {
        this.missed += 1;
        this.up = this.missed < 3;
      } finally {
        clearTimeout(timeout);
        this.asking = false;
      }
    },
    show(sign) {
      this.sign = sign;
      for (const hit of this.hits.look(sign.meters)) this.celebrate(hit);
    },
    celebrate(hit) {
      this.hit = { ...hit, name: this.name({ name: hit.meter }) };
      clearTimeout(this.ending);
      this.ending = setTimeout(() => (this.hit = null), SHOW_SECONDS * 1000);
    },
  },
  template: `
    <div class="sign" :class="{ down: !up }">
      <h1>{{ sign.name }}</h1>
      <div class="sign-meters">
        <section v-for="(meter, at) in sign.meters" :key="meter.name" class="sign-meter" :class="{ first: at === 0, must: meter.must_hit_by }">
          <h2>{{ meter.must_hit_by ? "Must hit by " + dollars(meter.must_hit_by) : name(meter) }}</h2>
          <span class="ls-hidden">{{ exactDollars(meter.value) }}</span>
          <odometer :cents="meter.value"/>
          <p v-for="hit in pendingHits(meter)" :key="hit.claim.number" class="pending">Jackpot pending: {{ exactDollars(hit.amount) }}, seat {{ hit.seat }}, {{ hit.hand }}</p>
          <p v-if="last(meter)">Last: {{ exactDollars(last(meter).amount) }}, seat {{ last(meter).seat }}, {{ last(meter).hand }}</p>
        </section>
        <p v-if="!sign.meters.length">This table has no jackpot.</p>
      </div>
      <div v-if="hit" class="sign-hit" role="alert">
        <b>Jackpot</b><span>{{ exactDollars(hit.amount) }}</span><p>Seat {{ hit.seat }}<template v-if="hit.hand"> · {{ hit.hand }}</template> · {{ hit.name }}</p>
      </div>
      <p v-if="!up" class="sign-line" role="status">Connecting …</p>
    </div>`,
};
