// The player's own seat on the felt: cards, spots, chips, decisions. Everything here is asked of the floor.
import { keep, kept } from "../client/storage.js";
import { flushWords, laid, longSuit } from "../shared/flushes.js";
import { dollars, signed, signedValue } from "../shared/money.js";
import { PlayingCard } from "../shared/playing_card.js";
import { actionKey, lastStep, sizeAt, sized } from "./actions.js";
import { ChipPile } from "./chip_pile.js";
import { enviesOf, gain, netOf, resultsOf, spotWords } from "./results.js";
import { SpotTip } from "./spot_tip.js";
import { sizeOfWin, tally } from "./tally.js";
import { TEXTS } from "./texts.js";
import * as wagers from "./wagers.js";

const FIRST_CHIP = 500;
const HOVER_MS = 500;
const HOLD_MS = 450;
const CLICK_MS = 100; // After a finger has left, its click has come.
const FIELDS = /^(INPUT|TEXTAREA|SELECT)$/;

export const OwnSeat = {
  components: { PlayingCard, ChipPile, SpotTip },
  // shown: the round to look at, this one or the one before while no chip is down.
  // staged: it is being revealed. guide: what a newcomer is shown.
  props: ["table", "fixed", "rules", "seat", "shown", "staged", "busy", "values", "last", "held", "nets", "guide"],
  emits: ["place", "act", "back", "chip", "chips", "best", "doing"],
  data() {
    const here = kept(this.table.id, this.seat.player);
    const { draft, chip = here.chip, number } = here[`seat ${this.seat.seat}`] || {};
    const begun = number === this.table.round.number && draft;
    const down = begun || wagers.started(this.fixed.offers);
    return { t: TEXTS.place, draft: down, begun: Boolean(begun), past: [], chip: chip || FIRST_CHIP, step: 0, tip: "" };
  },
  computed: {
    round: (vm) => vm.table.round,
    offers: (vm) => vm.fixed.offers,
    bet: (vm) => vm.fixed.bet.name,
    open: (vm) => vm.round.phase === "wagers",
    placed: (vm) => Object.keys(vm.seat.wagers).length > 0,
    wagering: (vm) => vm.open && !vm.placed,
    chips: (vm) => wagers.chipsFor(vm.offers),
    lacking: (vm) => wagers.missing(vm.offers, vm.draft, vm.seat.stack),
    warning: (vm) => (vm.lacking ? "" : wagers.noneLeft(vm.draft, vm.seat.stack, vm.fixed.bet)),
    broke: (vm) => vm.fixed.mode === "practice" && vm.wagering && vm.seat.stack < wagers.leastOf(vm.offers),
    sum: (vm) => wagers.total(vm.draft),
    actions: (vm) => vm.seat.actions.filter((one) => !["wager", "take_back"].includes(one.name)),
    // A bet whose size is the player's to choose.
    sizable: (vm) => vm.actions.find(sized),
    unable: (vm) => vm.actions.length > 0 && !vm.actions.some((one) => one.least),
    mine: (vm) => vm.shown.seats.find((one) => one.seat === vm.seat.seat),
    cards: (vm) => laid(vm.mine.cards),
    marked: (vm) => longSuit([...vm.mine.cards, ...vm.shown.board]),
    flush: (vm) => (vm.mine.cards.length ? flushWords([...vm.mine.cards, ...vm.shown.board]) : ""),
    settlement: (vm) => vm.shown.settlement,
    net: (vm) => netOf(vm.settlement, vm.seat.seat),
    session: (vm) => tally(vm.nets),
    size: (vm) =>
      sizeOfWin(
        vm.net,
        vm.results.reduce((sum, one) => sum + one.stake, 0),
      ),
    // The same wagers once more, in one go, while none are down.
    again: (vm) => (!vm.past.length && vm.last && wagers.total(vm.last) <= vm.seat.stack ? vm.last : null),
    placeWords() {
      if (this.lacking && this.again) return this.t.again(dollars(wagers.total(this.again)));
      return this.sum ? this.t.placeOf(dollars(this.sum)) : this.t.placeWagers;
    },
    spotKeys: (vm) => wagers.spotKeys(vm.offers),
    envies: (vm) => enviesOf(vm.settlement, vm.seat.seat),
    staked: (vm) => wagers.total(vm.mine.wagers) + vm.mine.bet,
    results: (vm) => resultsOf(vm.settlement, vm.seat.seat),
    spots() {
      const down = this.wagering && !this.staged ? this.draft : this.mine.wagers;
      const of = (wager) => this.results.find((one) => one.wager === wager);
      const spots = this.offers.map((offer) => ({ ...offer, cents: down[offer.wager] || 0, result: of(offer.wager) }));
      const { wager, name } = this.fixed.bet;
      return [...spots, { wager, name, bet: true, cents: this.mine.bet, result: of(wager) }];
    },
    // One line of words, above the seats.
    hint() {
      if (this.broke) return this.t.outOfChips;
      if (this.wagering) return this.lacking || this.warning || this.t.ready;
      return this.unable ? this.t.unable(dollars(this.seat.stack), this.bet) : "";
    },
    // What is to be done now: where it changes, the focus goes along.
    todo: (vm) => (vm.wagering ? "wager" : vm.open ? "wait" : vm.actions.length ? `act ${vm.round.decision}` : "look"),
    doing: (vm) => ({ hint: vm.hint, warned: vm.warned, todo: vm.wagering && !vm.lacking ? "ready" : vm.todo }),
    // The hint says why something cannot be done, or should not.
    warned: (vm) => Boolean(vm.broke || vm.unable || vm.warning || (vm.wagering && vm.sum && vm.lacking)),
  },
  created() {
    if (this.begun && this.wagering && this.sum) this.$emit("chip");
  },
  mounted() {
    window.addEventListener("keydown", this.keys);
    this.follow();
  },
  // Before another seat's own speaks.
  beforeUnmount() {
    window.removeEventListener("keydown", this.keys);
    clearTimeout(this.timer);
    this.$emit("doing", { hint: "", todo: "" });
  },
  watch: {
    doing: { immediate: true, handler: "say" },
    "round.number"() {
      [this.draft, this.past] = [wagers.started(this.offers), []];
    },
    draft: "keepDraft",
    chip: "keepDraft",
    todo: { handler: "follow", flush: "post" },
    sizable(now, then) {
      if (now?.least !== then?.least || now?.most !== then?.most) this.step = 0;
    },
  },
  methods: {
    ...{ dollars, signed, lastStep, gain, spotWords },
    say(now) {
      this.$emit("doing", now);
    },
    keepDraft() {
      const { draft, chip, seat, round } = this;
      keep(this.table.id, seat.player, { chip, [`seat ${seat.seat}`]: { draft, chip, number: round.number } });
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
    // A spot tells what it pays: to a pointer that rests on it, or after a long touch.
    point({ pointerType }, spot) {
      if (pointerType === "mouse") this.timer = setTimeout(() => this.showTip(spot), HOVER_MS);
    },
    // A finger leaves with its click still to come.
    away({ pointerType }) {
      if (pointerType === "mouse") this.unpoint();
    },
    press({ pointerType }, spot) {
      this.unpoint();
      if (pointerType !== "mouse") this.timer = setTimeout(() => this.showTip(spot, true), HOLD_MS);
    },
    showTip(spot, touched = false) {
      [this.tip, this.touched] = [spot.wager, touched];
    },
    release() {
      clearTimeout(this.timer);
      // The click of a long touch puts no chip down.
      this.timer = setTimeout(this.unpoint, CLICK_MS);
    },
    unpoint() {
      clearTimeout(this.timer);
      [this.tip, this.touched] = ["", false];
    },
    tap(spot) {
      if (this.touched) return;
      if (this.wagering && !spot.bet) this.change(wagers.add(this.offers, this.draft, spot.wager, this.chip));
    },
    undo() {
      if (this.past.length && !this.busy) this.draft = this.past.pop();
    },
    clear() {
      if (this.sum) this.change(wagers.started(this.offers));
    },
    repeat() {
      if (this.last) this.change({ ...this.last });
    },
    double() {
      if (this.sum) this.change(wagers.doubled(this.offers, this.draft));
    },
    place() {
      if (this.busy) return;
      if (!this.lacking) this.$emit("place", this.draft);
      else if (this.again) this.$emit("place", { ...this.again });
    },
    // What the button says is what is sent.
    amount(action) {
      return sized(action) ? sizeAt(action, this.step) : action.least;
    },
    resize(by) {
      this.step = Math.min(Math.max(this.step + by, 0), lastStep(this.sizable));
    },
    act(action) {
      if (!this.busy) this.$emit("act", { name: action.name, amount: this.amount(action) });
    },
    key: (action) => actionKey(action.name).toUpperCase(),
    label(action) {
      return `${this.fixed.actions[action.name]}${action.least ? ` ${dollars(this.amount(action))}` : ""}`;
    },
    // The exact value of an action; of one that has sizes, those of its ends.
    worth(action) {
      const found = this.values?.of.filter((one) => one.action === action.name) || [];
      const each = found.length > 1 ? [...found].sort((a, b) => a.amount - b.amount) : found;
      return each.map((one) => (found.length > 1 ? `${dollars(one.amount)} ` : "") + signedValue(one.value)).join(", ");
    },
    keys(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (FIELDS.test(event.target.tagName) && event.target.type !== "range") return;
      if (document.querySelector("dialog[open]")) return;
      const key = event.key.toLowerCase();
      const found = this.actions.find((one) => actionKey(one.name) === key);
      const chip = this.chips[Number(key) - 1];
      const spot = this.spots.find(({ wager }) => this.spotKeys[wager] === key);
      const keyed = spot ? () => this.tap(spot) : { u: this.undo, r: this.repeat, d: this.double, p: this.place }[key];
      const by = { "+": 1, "=": 1, "-": -1 }[key];
      // A key that is held down decides nothing.
      if (event.repeat && (found || event.target.closest?.(".row.big"))) return event.preventDefault();
      if (found) this.act(found);
      else if (this.wagering && chip) this.chip = chip;
      else if (this.wagering && keyed) keyed();
      else if (this.sizable && by) this.resize(by);
      else return;
      event.preventDefault();
    },
  },
  template: `
    <section class="place" :aria-label="t.place" tabindex="-1">
      <div class="place-row">
        <div class="place-hand">
          <div class="place-cards" :class="{ many: fixed.hole > 3 }">
            <transition-group name="deal">
              <playing-card v-for="(card, at) in cards" :key="shown.number + '/' + at" :card="card"
                  :marked="marked.includes(card)" :dim="mine.folded" :style="{ '--at': at }"/>
            </transition-group>
          </div>
          <div class="place-flush">{{ flush }}</div>
        </div>
        <div class="spots" :class="{ here: guide === 'wager' }" role="group" :aria-label="t.wagers">
          <spot-tip v-if="tip" :spot="spots.find((one) => one.wager === tip)" :words="rules.spots[tip]"/>
          <div v-for="spot in spots" :key="spot.wager" class="spot-cell">
            <button type="button" class="spot" :aria-label="spotWords(spot)" :aria-disabled="!wagering || spot.bet"
                :class="[{ bet: spot.bet, must: spot.mandatory, empty: !spot.cents }, spot.result?.verdict]"
                :aria-describedby="'pays-' + spot.wager" @click="tap(spot)" @pointerenter="point($event, spot)"
                @pointerleave="away" @pointerdown="press($event, spot)" @pointerup="release" @pointercancel="unpoint"
                @contextmenu.prevent>
              <span class="spot-name">{{ spot.name }}
                <kbd v-if="wagering && spotKeys[spot.wager]">{{ spotKeys[spot.wager].toUpperCase() }}</kbd></span>
              <chip-pile v-if="spot.cents" :cents="spot.cents"/>
              <span v-if="spot.cents" class="spot-cents">{{ dollars(spot.cents) }}</span>
              <span v-if="spot.result" class="spot-result">{{ gain(spot.result) }}</span>
            </button>
            <span :id="'pays-' + spot.wager" class="ls-hidden">{{ rules.spots[spot.wager] }}</span>
            <small v-if="spot.result" class="spot-why" :title="spot.result.words">{{ spot.result.short }}</small>
          </div>
        </div>
        <dl class="place-sum">
          <div><dt>{{ t.stack }}</dt><dd>{{ dollars(mine.stack) }}</dd></div>
          <div v-if="settlement && results.length" class="place-net" :class="size">
            <dt>{{ shown.number === round.number || staged ? t.thisRound : t.lastRound }}</dt>
            <dd>{{ net ? signed(net) : t.even }}</dd>
          </div>
          <div v-else-if="staked || sum"><dt>{{ t.wagered }}</dt><dd>{{ dollars(staked || sum) }}</dd></div>
          <div v-if="session.rounds && !staged" class="place-session"><dt>{{ t.session }}</dt>
            <dd>{{ session.net ? signed(session.net) : t.even }}</dd></div>
          <div v-for="one in envies" :key="one.winner">
            <dt>{{ t.envy(one.winner) }}</dt><dd>{{ signed(one.amount) }}</dd>
          </div>
        </dl>
      </div>
      <div v-if="broke" class="controls">
        <div class="row"><button type="button" class="ls-button main" :aria-disabled="busy"
            @click="$emit('chips')">{{ t.newChips(dollars(fixed.buy_in)) }}</button></div>
      </div>
      <div v-else-if="wagering" class="controls">
        <div class="rack" role="radiogroup" :aria-label="t.chip">
          <button v-for="one in chips" :key="one" type="button" role="radio" class="chip"
              :class="['chip-' + one, { chosen: one === chip }]" :aria-checked="one === chip"
              :aria-label="t.chipOf(dollars(one))" @click="chip = one">{{ one / 100 }}</button>
        </div>
        <div class="row">
          <button type="button" class="ls-button" :aria-disabled="!past.length"
              @click="undo">{{ t.undo }} <kbd>U</kbd></button>
          <button type="button" class="ls-button" :aria-disabled="!last"
              @click="repeat">{{ t.repeat }} <kbd>R</kbd></button>
          <button type="button" class="ls-button" :aria-disabled="!sum"
              @click="double">{{ t.double }} <kbd>D</kbd></button>
          <button type="button" class="ls-button" :aria-disabled="!sum" @click="clear">{{ t.clear }}</button>
          <button type="button" class="ls-button main" :class="{ here: guide === 'ready' }"
              :aria-disabled="Boolean(lacking && !again) || busy" @click="place">{{ placeWords }} <kbd>P</kbd></button>
        </div>
      </div>
      <div v-else-if="actions.length" class="controls">
        <div class="row extra">
          <div v-if="sizable" class="sizes" role="group" :aria-label="t.size(bet)">
            <button type="button" class="ls-button" :aria-label="t.less" :aria-disabled="busy || !step"
                @click="resize(-1)">−</button>
            <span>{{ dollars(sizable.least) }}</span>
            <input type="range" min="0" :max="lastStep(sizable)" v-model.number="step" :disabled="busy"
                :aria-label="bet" :aria-valuetext="dollars(amount(sizable))">
            <span>{{ dollars(sizable.most) }}</span>
            <button type="button" class="ls-button" :aria-label="t.more"
                :aria-disabled="busy || step === lastStep(sizable)" @click="resize(1)">+</button>
          </div>
          <button v-if="actions.length > 1" type="button" class="ls-button" @click="$emit('best')">{{ t.best }}</button>
        </div>
        <div class="row big" :class="{ here: guide === 'act' }" role="group" :aria-label="t.decision">
          <button v-for="action in actions" :key="action.name" type="button" class="ls-button"
              :class="{ main: action.least, best: values?.best === action.name }" :aria-disabled="busy"
              @click="act(action)">
            <span>{{ label(action) }} <kbd>{{ key(action) }}</kbd></span>
            <small v-if="worth(action)">{{ t.antes(worth(action)) }}</small>
          </button>
        </div>
      </div>
      <div v-else-if="open" class="controls">
        <div class="row"><span class="hint">{{ t.placed }}</span>
          <button type="button" class="ls-button" :aria-disabled="busy"
              @click="busy || $emit('back')">{{ t.takeBack }}</button></div>
      </div>
    </section>`,
};
