// The player's own place on the felt: cards, spots, chips, decisions. Everything here is asked of the floor.
import { dollars } from "../client/floor.js";
import { keep, kept } from "../client/storage.js";
import { actionKey, actionWords, flushWords, laid, longSuit } from "../shared/flushes.js";
import { PlayingCard } from "../shared/playing_card.js";
import { fully, gain, netOf, shortly, signed, signedValue, spotWords } from "./results.js";
import { ChipPile } from "./seat_box.js";
import { TurnClock } from "./turn_clock.js";
import {
  add,
  CHIPS,
  doubled,
  fixed,
  lastStep,
  leastOf,
  missing,
  noneLeft,
  put,
  sizeAt,
  sized,
  total,
} from "./wagers.js";

export const MyPlace = {
  components: { PlayingCard, ChipPile, TurnClock },
  // shown: the round to look at, this one or the one before while no chip is down.
  props: {
    table: Object,
    seat: Object,
    shown: Object,
    names: Object,
    bet: String,
    busy: Boolean,
    values: Object,
    last: Object,
    ends: Number,
    whole: Number,
    held: Boolean,
  },
  emits: ["place", "act", "back", "chip", "chips", "soon"],
  data() {
    const { draft, chip, number } = kept(this.table.id, this.seat.player);
    return { draft: number === this.table.round.number ? draft : null, past: [], chip: chip || 500, step: 0 };
  },
  computed: {
    round() {
      return this.table.round;
    },
    offers() {
      return this.table.offers;
    },
    open() {
      return this.round.phase === "wagers";
    },
    placed() {
      return Object.keys(this.seat.wagers).length > 0;
    },
    wagering() {
      return this.open && !this.placed;
    },
    chips() {
      return CHIPS.filter((chip) => this.offers.some((offer) => chip <= offer.most && !fixed(offer)));
    },
    lacking() {
      return missing(this.offers, this.draft, this.seat.stack);
    },
    warning() {
      return this.lacking ? "" : noneLeft(this.draft, this.seat.stack, this.bet);
    },
    broke() {
      return this.table.mode === "practice" && this.wagering && this.seat.stack < leastOf(this.offers);
    },
    sum() {
      return total(this.draft);
    },
    actions() {
      return this.seat.actions.filter((one) => !["wager", "take_back"].includes(one.name));
    },
    // A bet whose size is the player's to choose.
    sizable() {
      return this.actions.find(sized);
    },
    unable() {
      return this.actions.length > 0 && !this.actions.some((one) => one.least);
    },
    mine() {
      return this.shown.seats.find((one) => one.seat === this.seat.seat);
    },
    cards() {
      return laid(this.mine.cards);
    },
    marked() {
      return longSuit([...this.mine.cards, ...this.shown.board]);
    },
    flush() {
      return this.mine.cards.length ? flushWords([...this.mine.cards, ...this.shown.board]) : "";
    },
    settlement() {
      return this.shown.settlement;
    },
    net() {
      return netOf(this.settlement, this.seat.seat);
    },
    envies() {
      return (this.settlement?.envies || []).filter((one) => one.seat === this.seat.seat);
    },
    staked() {
      return total(this.seat.wagers) + this.seat.bet;
    },
    spots() {
      const results = (this.settlement?.results || []).filter((one) => one.seat === this.seat.seat);
      const down = this.wagering ? this.draft : this.seat.wagers;
      const of = (wager) => results.find((one) => one.wager === wager);
      const spots = this.offers.map((offer) => ({ ...offer, cents: down[offer.wager] || 0, result: of(offer.wager) }));
      const bet = Object.keys(this.names).at(-1);
      return [...spots, { wager: bet, name: this.bet, bet: true, cents: this.seat.bet, result: of(bet) }];
    },
    // What is to be done now: where it changes, the focus goes along.
    todo() {
      return this.wagering ? "wager" : this.open ? "wait" : this.actions.length ? `act ${this.round.decision}` : "look";
    },
  },
  created() {
    if (!this.draft) this.draft = this.fromStart();
    else if (this.wagering && this.sum) this.$emit("chip");
  },
  mounted() {
    window.addEventListener("keydown", this.keys);
    this.follow();
  },
  unmounted() {
    window.removeEventListener("keydown", this.keys);
  },
  watch: {
    "round.number"() {
      [this.draft, this.past] = [this.fromStart(), []];
    },
    draft: "keepDraft",
    chip: "keepDraft",
    todo: { handler: "follow", flush: "post" },
    sizable(now, then) {
      if (now?.least !== then?.least || now?.most !== then?.most) this.step = 0;
    },
  },
  methods: {
    dollars,
    lastStep,
    fully,
    gain,
    shortly,
    signed,
    signedValue,
    spotWords,
    keepDraft() {
      keep(this.table.id, this.seat.player, { draft: this.draft, chip: this.chip, number: this.round.number });
    },
    // A mandatory wager of one size is down from the start.
    fromStart() {
      const down = this.offers.filter((offer) => offer.mandatory && fixed(offer));
      return down.reduce((draft, offer) => put(this.offers, draft, offer.wager, offer.least), {});
    },
    // Only a focus that would be lost is moved: what had it is gone.
    follow() {
      const { activeElement: now, body } = document;
      if (!this.held || (now !== body && now !== this.$el)) return;
      const next = { wager: ".spot", wait: ".controls button" }[this.todo] || ".row.big button";
      (this.$el.querySelector(next) || this.$el).focus({ preventScroll: true });
    },
    // What has been asked for cannot be unasked: until it is answered the chips stay.
    change(next) {
      if (this.busy) return;
      this.past.push(this.draft);
      this.draft = next;
      this.$emit("chip");
    },
    tap(spot) {
      if (this.wagering && !spot.bet) this.change(add(this.offers, this.draft, spot.wager, this.chip));
    },
    undo() {
      if (this.past.length && !this.busy) this.draft = this.past.pop();
    },
    clear() {
      if (this.sum) this.change(this.fromStart());
    },
    repeat() {
      if (this.last) this.change({ ...this.last });
    },
    double() {
      if (this.sum) this.change(doubled(this.offers, this.draft));
    },
    place() {
      if (!this.lacking && !this.busy) this.$emit("place", this.draft);
    },
    // What the button says is what is sent.
    amount(action) {
      return sized(action) ? sizeAt(action, this.step) : action.least;
    },
    size(by) {
      this.step = Math.min(Math.max(this.step + by, 0), lastStep(this.sizable));
    },
    act(action) {
      if (!this.busy) this.$emit("act", { name: action.name, amount: this.amount(action) });
    },
    key: (action) => actionKey(action.name).toUpperCase(),
    label(action) {
      return `${actionWords(action.name, this.bet)}${action.least ? ` ${dollars(this.amount(action))}` : ""}`;
    },
    // The exact value of an action; of one that has sizes, those of its ends.
    worth(action) {
      const found = this.values?.of.filter((one) => one.action === action.name) || [];
      const each = found.length > 1 ? [...found].sort((a, b) => a.amount - b.amount) : found;
      return each.map((one) => (found.length > 1 ? `${dollars(one.amount)} ` : "") + signedValue(one.value)).join(", ");
    },
    keys(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) && event.target.type !== "range") return;
      if (document.querySelector("dialog[open]")) return;
      const key = event.key.toLowerCase();
      const found = this.actions.find((one) => actionKey(one.name) === key);
      const chip = this.chips[Number(key) - 1];
      const keyed = { a: () => this.tap(this.spots[0]), u: this.undo, r: this.repeat, d: this.double, p: this.place }[
        key
      ];
      // A key that is held down decides nothing.
      if (event.repeat && (found || event.target.closest?.(".row.big"))) return event.preventDefault();
      if (found) this.act(found);
      else if (this.wagering && chip) this.chip = chip;
      else if (this.wagering && keyed) keyed();
      else return;
      event.preventDefault();
    },
  },
  template: `
    <section class="place" aria-label="Your place" tabindex="-1">
      <div class="place-row">
        <div v-if="cards.length" class="place-hand" :class="{ before: shown !== round }">
          <div class="place-cards" :class="{ many: cards.length > 3 }">
            <transition-group name="deal">
              <playing-card v-for="(card, at) in cards" :key="shown.number + '/' + at" :card="card" :marked="marked.includes(card)" :dim="mine.folded" :style="{ '--at': at }"/>
            </transition-group>
          </div>
          <div class="place-flush">{{ flush }}</div>
        </div>
        <div class="spots" role="group" aria-label="Your wagers">
          <div v-for="spot in spots" :key="spot.wager" class="spot-cell">
            <button type="button" class="spot" :class="[{ bet: spot.bet, must: spot.mandatory, empty: !spot.cents }, spot.result && spot.result.verdict]"
                    :aria-label="spotWords(spot)" :aria-disabled="!wagering || spot.bet" @click="tap(spot)">
              <span class="spot-name">{{ spot.name }}</span>
              <chip-pile v-if="spot.cents" :cents="spot.cents"/>
              <span v-if="spot.cents" class="spot-cents">{{ dollars(spot.cents) }}</span>
              <span v-if="spot.result" class="spot-result">{{ gain(spot.result) }}</span>
            </button>
            <small v-if="spot.result" class="spot-why" :title="fully(spot.result)">{{ shortly(spot.result) }}</small>
          </div>
        </div>
        <dl class="place-sum">
          <div><dt>Your stack</dt><dd>{{ dollars(seat.stack) }}</dd></div>
          <div v-if="settlement" class="place-net" :class="{ won: net > 0, lost: net < 0 }"><dt>{{ shown === round ? "This round" : "Last round" }}</dt><dd>{{ net ? signed(net) : "even" }}</dd></div>
          <div v-else-if="staked || sum"><dt>Wagered</dt><dd>{{ dollars(staked || sum) }}</dd></div>
          <div v-for="one in envies" :key="one.winner"><dt>Envy, seat {{ one.winner }}</dt><dd>{{ signed(one.amount) }}</dd></div>
        </dl>
      </div>
      <div v-if="broke" class="controls">
        <p class="hint warn">Your chips are gone.</p>
        <div class="row"><button type="button" class="ls-button main" :aria-disabled="busy" @click="$emit('chips')">New chips: {{ dollars(table.buy_in) }}</button></div>
      </div>
      <div v-else-if="wagering" class="controls wagering">
        <div class="rack" role="radiogroup" aria-label="Chip">
          <button v-for="one in chips" :key="one" type="button" role="radio" class="chip" :class="['chip-' + one, { chosen: one === chip }]"
                  :aria-checked="one === chip" :aria-label="dollars(one) + ' chip'" @click="chip = one">{{ one / 100 }}</button>
        </div>
        <div class="row">
          <button type="button" class="ls-button" :aria-disabled="!past.length" @click="undo">Undo <kbd>U</kbd></button>
          <button type="button" class="ls-button" :aria-disabled="!last" @click="repeat">Repeat <kbd>R</kbd></button>
          <button type="button" class="ls-button" :aria-disabled="!sum" @click="double">Double <kbd>D</kbd></button>
          <button type="button" class="ls-button" :aria-disabled="!sum" @click="clear">Clear</button>
          <button type="button" class="ls-button main" :aria-disabled="Boolean(lacking) || busy" @click="place">Place {{ sum ? dollars(sum) : "" }} <kbd>P</kbd></button>
        </div>
        <p class="hint" :class="{ warn: warning }" role="status">{{ lacking || warning || "Ready: place your wagers." }}</p>
      </div>
      <div v-else-if="actions.length" class="controls">
        <p v-if="unable" class="hint warn">Your stack of {{ dollars(seat.stack) }} is too small for the {{ bet }} bet.</p>
        <div v-if="sizable" class="sizes" role="group" :aria-label="'Size of the ' + bet">
          <button type="button" class="ls-button" aria-label="Less" :aria-disabled="busy || !step" @click="size(-1)">−</button>
          <span>{{ dollars(sizable.least) }}</span>
          <input type="range" min="0" :max="lastStep(sizable)" v-model.number="step" :disabled="busy" :aria-label="bet" :aria-valuetext="dollars(amount(sizable))">
          <span>{{ dollars(sizable.most) }}</span>
          <button type="button" class="ls-button" aria-label="More" :aria-disabled="busy || step === lastStep(sizable)" @click="size(1)">+</button>
        </div>
        <div class="row big" role="group" aria-label="Your decision">
          <button v-for="action in actions" :key="action.name" type="button" class="ls-button" :class="{ main: action.least, best: values && values.best === action.name }"
                  :aria-disabled="busy" @click="act(action)">
            <span>{{ label(action) }} <kbd>{{ key(action) }}</kbd></span>
            <small v-if="worth(action)">{{ worth(action) }} Antes</small>
          </button>
        </div>
        <turn-clock v-if="ends" :ends="ends" :whole="whole" @soon="$emit('soon', $event)"/>
      </div>
      <div v-else-if="open" class="controls row">
        <span class="hint">Wagers placed: the cards are coming.</span>
        <button type="button" class="ls-button" :aria-disabled="busy" @click="busy || $emit('back')">Take back</button>
      </div>
    </section>`,
};
