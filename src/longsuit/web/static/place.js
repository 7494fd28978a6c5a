// The player's own place: spots, chips, decisions. Everything here is asked of the floor.
import { dollars } from "/static/floor.js";
import { PlayingCard } from "/static/cards.js";
import { ChipPile } from "/static/seat.js";
import { actionKey, actionWords, flushWords, longSuit } from "/static/hands.js";
import { CHIPS, add, doubled, fixed, missing, put, total } from "/static/wagering.js";

const REASONS = { win: "won", lose: "lost", push: "pushed", due: "jackpot" };

export const MyPlace = {
  components: { PlayingCard, ChipPile },
  props: { table: Object, seat: Object, results: Array, busy: Boolean, values: Object, last: Object },
  emits: ["place", "act", "leave", "back"],
  data: () => ({ draft: {}, past: [], chip: 500, before: [] }),
  computed: {
    round() { return this.table.round; },
    offers() { return this.table.offers; },
    open() { return this.round.phase === "wagers"; },
    placed() { return Object.keys(this.seat.wagers).length > 0; },
    chips() { return CHIPS.filter((chip) => this.offers.some((offer) => chip <= offer.most && !fixed(offer))); },
    lacking() { return missing(this.offers, this.draft, this.seat.stack); },
    sum() { return total(this.draft); },
    bet() { return this.round.game === "chase-the-flush" ? "All In" : "Raise"; },
    betSpot() { return this.round.game === "chase-the-flush" ? "all-in" : "raise"; },
    actions() { return this.seat.actions.filter((one) => !["wager", "take_back"].includes(one.name)); },
    cards() { return this.seat.cards; },
    whole() { return [...this.seat.cards, ...this.round.board]; },
    marked() { return longSuit(this.whole); },
    flush() { return this.seat.cards.length ? flushWords(this.whole) : ""; },
    // What became of the last round stays to be read until wagers are placed again.
    told() { return this.results.length ? this.results : this.open && !this.placed ? this.before : []; },
    spots() {
      const spots = this.offers.map((offer) => ({
        ...offer,
        cents: this.open && !this.placed ? this.draft[offer.wager] || 0 : this.seat.wagers[offer.wager] || 0,
        result: this.results.find((one) => one.wager === offer.wager),
      }));
      spots.push({ wager: this.betSpot, name: this.bet, bet: true, cents: this.seat.bet, result: this.results.find((one) => one.wager === this.betSpot) });
      return spots;
    },
  },
  mounted() {
    this.keys = this.keys.bind(this);
    window.addEventListener("keydown", this.keys);
    this.start();
  },
  unmounted() { window.removeEventListener("keydown", this.keys); },
  watch: {
    results(now) { if (now.length) this.before = now; },
    "round.number"() { [this.draft, this.past] = [{}, []]; this.start(); },
  },
  methods: {
    dollars, actionWords,
    // A mandatory wager of one size is down from the start.
    start() {
      for (const offer of this.offers) if (offer.mandatory && fixed(offer)) this.draft = put(this.offers, this.draft, offer.wager, offer.least);
    },
    // What has been asked for stays as it is until the floor has answered.
    change(next) {
      if (this.busy) return;
      this.past.push(this.draft);
      this.draft = next;
    },
    tap(spot) {
      if (this.open && !this.placed && !spot.bet) this.change(add(this.offers, this.draft, spot.wager, this.chip));
    },
    undo() { if (this.past.length && !this.busy) this.draft = this.past.pop(); },
    clear() { this.change({}); this.start(); },
    repeat() { if (this.last) this.change({ ...this.last }); },
    double() { this.change(doubled(this.offers, this.draft)); },
    place() { if (!this.lacking && !this.busy) this.$emit("place", this.draft); },
    act(action) { if (!this.busy) this.$emit("act", action); },
    key: (action) => actionKey(action.name).toUpperCase(),
    label(action) { return `${actionWords(action.name, this.bet)}${action.least ? " " + dollars(action.least) : ""}`; },
    spotWords(spot) {
      const result = spot.result;
      if (result) return `${spot.name}: ${REASONS[result.verdict]}, ${result.reason}`;
      return `${spot.name}${spot.cents ? ", " + dollars(spot.cents) : ", empty"}`;
    },
    gain: (result) => (result.verdict === "push" ? "push" : dollars(result.returned - result.stake)),
    keys(event) {
      if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
      if (document.querySelector("dialog[open]")) return;
      const key = event.key.toLowerCase();
      const found = this.actions.find((one) => actionKey(one.name) === key);
      if (found) this.act(found);
      else if (this.open && !this.placed) {
        const chip = this.chips[Number(key) - 1];
        if (chip) this.chip = chip;
        else if (key === "a") this.tap(this.spots[0]);
        else if (key === "u") this.undo();
        else if (key === "r") this.repeat();
        else if (key === "d") this.double();
        else if (key === "p") this.place();
        else return;
      } else return;
      event.preventDefault();
    },
  },
  template: `
    <section class="place" aria-label="Your place">
      <div class="place-hand">
        <div class="place-cards" :class="{ many: cards.length > 3 }">
          <transition-group name="deal">
            <playing-card v-for="(card, at) in cards" :key="round.number + '/' + at" :card="card" :marked="marked.includes(card)" :dim="seat.folded" :style="{ '--at': at }"/>
          </transition-group>
        </div>
        <div v-if="flush" class="place-flush">{{ flush }}</div>
      </div>
      <div class="spots" role="group" aria-label="Your wagers">
        <button v-for="spot in spots" :key="spot.wager" type="button" class="spot" :class="[{ bet: spot.bet, must: spot.mandatory, empty: !spot.cents }, spot.result && spot.result.verdict]"
                :aria-label="spotWords(spot)" :disabled="!open || placed || spot.bet" @click="tap(spot)">
          <span class="spot-name">{{ spot.name }}</span>
          <chip-pile :cents="spot.cents"/>
          <span class="spot-cents">{{ spot.cents ? dollars(spot.cents) : "" }}</span>
          <span v-if="spot.result" class="spot-result">{{ gain(spot.result) }}</span>
        </button>
      </div>
      <div v-if="open && !placed" class="controls">
        <div class="rack" role="radiogroup" aria-label="Chip">
          <button v-for="(one, at) in chips" :key="one" type="button" role="radio" class="chip" :class="['chip-' + one, { chosen: one === chip }]"
                  :aria-checked="one === chip" :aria-label="dollars(one) + ' chip'" @click="chip = one">{{ one / 100 }}</button>
        </div>
        <div class="row">
          <button type="button" class="ls-button" :disabled="!past.length" @click="undo">Undo <kbd>U</kbd></button>
          <button type="button" class="ls-button" :disabled="!last" @click="repeat">Repeat <kbd>R</kbd></button>
          <button type="button" class="ls-button" :disabled="!sum" @click="double">Double <kbd>D</kbd></button>
          <button type="button" class="ls-button" :disabled="!sum" @click="clear">Clear</button>
          <button type="button" class="ls-button main" :disabled="Boolean(lacking) || busy" @click="place">Place {{ sum ? dollars(sum) : "" }} <kbd>P</kbd></button>
        </div>
        <p class="hint">{{ lacking || "Ready: place your wagers." }}</p>
      </div>
      <div v-else-if="actions.length" class="controls">
        <div class="row big">
          <button v-for="action in actions" :key="action.name" type="button" class="ls-button" :class="{ main: action.least, best: values && values.best === action.name }"
                  :disabled="busy" @click="act(action)">
            <span>{{ label(action) }} <kbd>{{ key(action) }}</kbd></span>
            <small v-if="values && values.of[action.name] !== undefined">{{ values.of[action.name] }}</small>
          </button>
        </div>
      </div>
      <div v-else-if="open && placed" class="controls row">
        <span class="hint">Wagers placed: the cards are coming.</span>
        <button type="button" class="ls-button" :disabled="busy" @click="$emit('back')">Take back</button>
      </div>
      <ul v-if="told.length" class="told" :aria-label="results.length ? 'This round' : 'The round before'">
        <li v-for="one in told" :key="one.wager" :class="one.verdict"><b>{{ (spots.find((spot) => spot.wager === one.wager) || {}).name || one.wager }}</b>
          <span>{{ gain(one) }}</span> {{ one.hand ? one.hand + ": " : "" }}{{ one.reason }}</li>
      </ul>
    </section>`,
};
