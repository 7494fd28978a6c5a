// The table: a projection of the view that the floor gives this viewer, and nothing else.
import { keep, kept } from "/static/client/storage.js";
import { TablePage } from "/static/client/table_page.js";
import { flushWords, laid, longSuit } from "/static/shared/flushes.js";
import { Hits, meterName, meterTitle, pendingHits } from "/static/shared/jackpots.js";
import { dollars, exactDollars } from "/static/shared/money.js";
import { PlayingCard } from "/static/shared/playing_card.js";
import { lateWords, lingering, settledWords, statusWords, turnWords } from "/static/table/announcements.js";
import { Coached } from "/static/table/coach.js";
import { CoachPanel } from "/static/table/coach_panel.js";
import { OwnSeat } from "/static/table/own_seat.js";
import { Paytables } from "/static/table/paytables.js";
import { netOf, resultsOf } from "/static/table/results.js";
import { RoundList } from "/static/table/round_list.js";
import { SeatBox } from "/static/table/seat_box.js";
import { ShufflePanel } from "/static/table/shuffle_panel.js";
import { TurnClock } from "/static/table/turn_clock.js";
import { total } from "/static/table/wagers.js";

const PARTY_MS = 7000;
const WAIT_SECONDS = 20; // What a bar of time shows where the table has no clock of its own.
// When the time is up, in milliseconds of this browser's clock.
const endOf = ({ deadline, now }) => (deadline ? Date.now() + (deadline - now) / 1000 : 0);
const TABS = { pays: "Pays and rules", rounds: "Rounds", coach: "Coach", fair: "Shuffle" };
// What outlasts a reload.
const FRESH = { last: null, wanted: 0, past: null, advice: [], nets: {} };

export default {
  components: { PlayingCard, TurnClock, SeatBox, OwnSeat, Paytables, RoundList, ShufflePanel, CoachPanel },
  mixins: [TablePage, Coached],
  props: { rules: Object },
  data() {
    const four = localStorage.getItem("longsuit-four") === "yes";
    const said = { heard: [], urgent: "", late: "", party: null };
    return { ...FRESH, ...said, ends: endOf(this.start.view), tab: "", four, fresh: false, held: false };
  },
  computed: {
    mine: (vm) => (vm.me && vm.round ? vm.round.seats.find((seat) => seat.player === vm.me.name) : null),
    // Whoever plays takes a seat of a practice table themselves, and then has robots for company.
    practice: (vm) => vm.fixed.mode === "practice" && !vm.view.closed,
    canSit: (vm) => vm.practice && !vm.mine && vm.me?.role === "player",
    canSeat: (vm) => vm.practice && Boolean(vm.mine) && vm.round.phase === "wagers",
    // Whoever is seen to sit has sat down, though the answer may still be on its way.
    waiting: (vm) => vm.busy && vm.asked !== "SitDown",
    // While no chip of the next round is down, the last one still lies there.
    shown() {
      const begun = this.mine ? total(this.mine.wagers) : this.round?.seats.some((seat) => total(seat.wagers));
      return begun || this.fresh ? this.round : lingering(this.round, this.past);
    },
    // Of every wager, the bet last.
    names: (vm) => Object.fromEntries([...vm.fixed.offers, vm.fixed.bet].map(({ wager, name }) => [wager, name])),
    dealer: (vm) => laid(vm.shown?.dealer || []),
    dealerHand: (vm) => (vm.dealer.every(Boolean) ? [...vm.dealer, ...(vm.shown?.board || [])] : []),
    dealerFlush: (vm) => (vm.dealer.length ? flushWords(vm.dealerHand) : ""),
    dealerMarked: (vm) => longSuit(vm.dealerHand),
    boardMarked() {
      const mine = this.mine && this.shown.seats[this.mine.seat - 1];
      return mine?.cards.length && !mine.folded ? longSuit([...mine.cards, ...this.shown.board]) : [];
    },
    whole: (vm) => vm.fixed.action_seconds || WAIT_SECONDS,
    // Where the cards are on the felt, the floor knows neither rounds nor a shuffle.
    tabs: (vm) => (vm.fixed.mode === "live" ? { pays: TABS.pays } : TABS),
    status: (vm) =>
      vm.wanted ? `Seat ${vm.wanted} is yours when this round is over.` : statusWords(vm.view, vm.mine, vm.ends),
  },
  created() {
    this.hits = new Hits(this.view.meters);
  },
  watch: {
    four(now) {
      localStorage.setItem("longsuit-four", now ? "yes" : "no");
    },
    "round.phase"(now) {
      if (now === "wagers") this.claim();
    },
    wanted(now) {
      this.note({ wanted: now });
    },
  },
  methods: {
    ...{ dollars, exactDollars, meterName, meterTitle },
    // What the page kept over a reload.
    note(more) {
      if (this.me) keep(this.table, this.me.name, more);
    },
    arrived() {
      Object.assign(this, FRESH, kept(this.table, this.me.name));
      if (this.mine) this.wanted = 0;
      if (this.round?.settlement) this.past = this.round;
      if (this.round?.phase === "wagers") this.claim();
    },
    moved(before, events) {
      if (this.view !== before) this.ends = endOf(this.view);
      this.tell(before, events);
      this.celebrate();
    },
    // In words, for those who listen.
    tell(before, events) {
      const [now, then] = [this.round, before.round];
      if (now?.settlement && !then?.settlement) this.settled(now);
      if (!now || !this.mine) return;
      const late = lateWords(events, this.mine.seat);
      if (late) this.late = late;
      if (now.number !== then?.number) {
        if (then) this.late = "";
        if (now.phase === "wagers") this.announce(`Round ${now.number}. Wagers are open.`);
      }
      if (now.turn === this.mine.seat && (then?.turn !== now.turn || then?.board.length !== now.board.length))
        this.urge(`${late} ${turnWords(now, this.mine)}`.trim());
      else if (late) this.urge(late);
    },
    settled(round) {
      [this.past, this.fresh] = [round, false];
      this.note({ past: round });
      if (!this.mine || !resultsOf(round.settlement, this.mine.seat).length) return;
      this.announce(settledWords(round, this.mine.seat, this.names));
      this.nets = { ...this.nets, [round.number]: netOf(round.settlement, this.mine.seat) };
      this.note({ nets: this.nets });
    },
    // One after the other, and at once.
    announce(words) {
      this.heard = [...this.heard.slice(-4), { at: (this.heard.at(-1)?.at || 0) + 1, words }];
    },
    urge(words) {
      this.urgent = words;
    },
    soon(seconds) {
      if (this.mine) this.urge(`${seconds} seconds left.`);
    },
    whereabouts({ claim, seat }) {
      return `${claim.table === this.table ? "Seat" : `Table ${claim.table}, seat`} ${seat}`;
    },
    pending(meter) {
      const words = (hit) => `Jackpot pending: ${this.whereabouts(hit)}, ${exactDollars(hit.amount)}`;
      return pendingHits(meter).map(words);
    },
    celebrate() {
      for (const hit of this.hits.look(this.view.meters)) {
        this.party = { ...hit, where: this.whereabouts(hit) };
        this.announce(`Jackpot! ${this.party.where} wins ${exactDollars(hit.amount)}.`);
        clearTimeout(this.ending);
        this.ending = setTimeout(() => {
          this.party = null;
        }, PARTY_MS);
      }
    },
    // Seats are taken between rounds: whoever comes in the middle of one is seated after it.
    sit(seat) {
      if (this.round.phase !== "wagers") this.wanted = seat;
      else this.ask({ type: "SitDown", seat, stack: this.fixed.buy_in });
    },
    claim() {
      if (this.wanted && !this.mine) this.sit(this.wanted);
      this.wanted = 0;
    },
    // A command for one's own seat.
    mySeat(type, more) {
      return this.ask({ type, seat: this.mine.seat, ...more });
    },
    async newChips() {
      const { seat } = this.mine;
      if ((await this.mySeat("StandUp")).ok) this.sit(seat);
    },
    async place(wagers) {
      if (!(await this.mySeat("PlaceWagers", { wagers })).ok) return;
      this.last = wagers;
      this.note({ last: wagers });
    },
    async act({ name, amount }) {
      this.late = "";
      // Whoever has no choice is not judged.
      const judging = this.coach !== "off" && this.deciding;
      const [number, position] = [this.round.number, this.position()];
      const found = await this.mySeat("Act", { action: name, amount });
      if (found.ok && judging) this.judge(number, position, name, amount);
    },
    // Whoever points beside everything has let the focus go themselves.
    touch(event) {
      setTimeout(() => {
        this.held = Boolean(event.target.closest("button, a, input, label"));
      });
    },
  },
  template: `
    <div class="felt-page" :class="{ 'four-colours': four, seated: mine }" @focusin="held = true" @pointerdown="touch">
      <h1 class="ls-hidden">{{ fixed.name }}</h1>
      <div class="ls-hidden" role="log" aria-label="What happens">
        <p v-for="one in heard" :key="one.at">{{ one.words }}</p></div>
      <div class="ls-hidden" aria-live="assertive">{{ urgent }}</div>
      <div class="meters" v-if="view.meters.length" aria-label="Jackpots" role="group" tabindex="0">
        <div v-for="meter in view.meters" :key="meter.name" class="meter">
          <span>{{ meterTitle(meter) }}</span>
          <b>{{ exactDollars(meter.value) }}</b>
          <em v-for="words in pending(meter)" :key="words" class="pending" role="status">{{ words }}</em>
        </div>
      </div>
      <div v-if="round && Object.keys(round.dynamic).length" class="dynamic" aria-label="Raised pays of this round"
          role="group">
        <span v-for="(cents, hand) in round.dynamic" :key="hand">{{ hand }} <b>{{ dollars(cents) }}</b></span>
      </div>
      <div class="felt" :class="{ faceup: fixed.face_up, bare: !round }">
        <div class="felt-head"><span>{{ fixed.name }}</span>
          <span v-if="fixed.face_up" class="tag">Face up</span><span v-if="round">Round {{ round.number }}</span></div>
        <div v-if="round" class="dealer" role="group" :aria-label="'Dealer' + (dealerFlush ? ', ' + dealerFlush : '')">
          <div class="hand" :class="{ many: dealer.length > 3 }"><transition-group name="deal">
            <playing-card v-for="(card, at) in dealer" :key="shown.number + '/' + at" :card="card"
                :marked="dealerMarked.includes(card)" :style="{ '--at': at }"/></transition-group></div>
          <span class="dealer-name">Dealer<template v-if="dealerFlush"> · {{ dealerFlush }}</template></span>
        </div>
        <div v-if="round && fixed.board" class="board" role="group" aria-label="Community cards">
          <transition-group name="deal">
            <playing-card v-for="(card, at) in shown.board" :key="card" :card="card"
                :marked="boardMarked.includes(card)" :style="{ '--at': at }"/></transition-group>
          <span v-for="at in fixed.board - shown.board.length" :key="'empty' + at" class="slot" aria-hidden="true">
          </span>
        </div>
        <p class="status" :role="mine ? null : 'status'"><b v-if="late">{{ late }}</b> {{ status }}
          <a v-if="!round && view.meters.length" :href="'/sign/' + table">See its jackpots on the sign.</a></p>
        <turn-clock v-if="mine && ends && round.phase === 'wagers'" :ends="ends" :whole="whole" @soon="soon"/>
        <div class="seats" v-if="round" :class="{ wide: fixed.hole > 3 }">
          <seat-box v-for="(seat, at) in shown.seats" :key="seat.seat" :seat="seat" :names="names"
              :actions="fixed.actions" :style="{ '--off': Math.abs(at - (fixed.seats - 1) / 2) }"
              :ends="ends" :whole="whole" :turn="round.turn === seat.seat" :mine="mine?.seat === seat.seat"
              :can-sit="canSit" :can-seat="canSeat"
              :settlement="shown === round || seat.gone ? shown.settlement : null"
              @sit="sit" @robot="ask({ type: 'SeatRobot', seat: $event })"
              @unrobot="ask({ type: 'UnseatRobot', seat: $event })"/>
        </div>
        <p v-if="said" class="ls-said" role="alert">{{ said }}</p>
        <own-seat v-if="mine" :table="view" :fixed="fixed" :seat="mine" :shown="shown" :busy="waiting"
            :values="values" :last="last" :ends="ends" :whole="whole" :held="held" @place="place" @act="act"
            @back="mySeat('TakeBackWagers')" @chip="fresh = true" @chips="newChips" @soon="soon"/>
        <div v-if="party" class="party" role="alert"><div class="party-in">
          <b>Jackpot</b><span>{{ exactDollars(party.amount) }}</span>
          <small>{{ party.where }} · {{ party.hand || meterName(party.meter) }}</small></div></div>
      </div>
      <p v-if="!up" class="cut" role="alert">{{ line }}</p>
      <p v-if="mine && judged.length && shown.settlement" class="coach-line" role="status">
        {{ cost ? "Coach: your decisions gave up " + cost.toFixed(4) + " Antes this round."
          : "Coach: best play all the way." }}
      </p>
      <nav class="tabs" aria-label="Beside the table">
        <button v-for="(name, id) in tabs" :key="id" type="button" class="ls-button" :aria-expanded="tab === id"
            @click="tab = tab === id ? '' : id">{{ name }}</button>
        <button v-if="deciding" type="button" class="ls-button" @click="show">What is best?</button>
        <button v-if="mine" type="button" class="ls-button" :disabled="busy"
            @click="mySeat('StandUp')">Stand up</button>
      </nav>
      <aside v-if="tab" class="ls-panel side" :aria-label="tabs[tab]">
        <paytables v-if="tab === 'pays'" :offers="fixed.offers" :rules="rules" :dynamic="round ? round.dynamic : {}"/>
        <round-list v-else-if="tab === 'rounds'" :table="table" :number="round ? round.number : 0" :nets="nets"
            :names="names" :actions="fixed.actions"/>
        <coach-panel v-else-if="tab === 'coach'" v-model:coach="coach" v-model:four="four" :advice="advice"
            :actions="fixed.actions"/>
        <shuffle-panel v-else :shuffle="view.shuffle" :may-add="Boolean(mine) && round.phase === 'wagers'"
            @word="mySeat('AddWord', { word: $event })"/>
      </aside>
    </div>`,
};
