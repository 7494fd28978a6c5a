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
import { SidePanel } from "/static/table/side_panel.js";
import { TEXTS } from "/static/table/texts.js";
import { TurnClock } from "/static/table/turn_clock.js";
import { total } from "/static/table/wagers.js";

const PARTY_MS = 7000;
const WAIT_SECONDS = 20; // What a bar of time shows where the table has no clock of its own.
// When the time is up, in milliseconds of this browser's clock.
const endOf = ({ deadline, now }) => (deadline ? Date.now() + (deadline - now) / 1000 : 0);
const TABS = ["coach", "pays", "rounds", "fair"];
// What outlasts a reload.
const FRESH = { last: null, wanted: 0, past: null, advice: [], nets: {} };

export default {
  components: { PlayingCard, TurnClock, SeatBox, OwnSeat, Paytables, RoundList, ShufflePanel, CoachPanel, SidePanel },
  mixins: [TablePage, Coached],
  props: { rules: Object, house: String },
  data() {
    const four = localStorage.getItem("longsuit-four") === "yes";
    const said = { t: TEXTS.felt, heard: [], urgent: "", late: "", hint: "", party: null };
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
    tabs: (vm) => (vm.fixed.mode === "live" ? ["pays"] : TABS),
    free: (vm) => vm.round?.seats.filter((seat) => !seat.player).map((seat) => seat.seat) || [],
    status() {
      if (this.wanted) return TEXTS.status.seatLater(this.wanted);
      return this.hint || statusWords(this.view, this.mine, this.ends);
    },
    coached() {
      if (!this.mine || !this.judged.length || !this.shown.settlement) return "";
      return this.cost ? TEXTS.coach.cost(this.cost.toFixed(4)) : TEXTS.coach.clean;
    },
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
        if (now.phase === "wagers") this.announce(TEXTS.status.opened(now.number));
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
      if (this.mine) this.urge(TEXTS.status.secondsLeft(seconds));
    },
    whereabouts({ claim, seat }) {
      return claim.table === this.table ? this.t.seat(seat) : this.t.seatAt(claim.table, seat);
    },
    pending(meter) {
      const words = (hit) => this.t.pending(this.whereabouts(hit), exactDollars(hit.amount));
      return pendingHits(meter).map(words);
    },
    celebrate() {
      for (const hit of this.hits.look(this.view.meters)) {
        this.party = { ...hit, where: this.whereabouts(hit) };
        this.announce(this.t.jackpotWon(this.party.where, exactDollars(hit.amount)));
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
    <div class="felt-page" :class="{ 'four-colours': four, seated: mine, metered: view.meters.length }"
        @focusin="held = true" @pointerdown="touch">
      <h1 class="ls-hidden">{{ fixed.name }}</h1>
      <div class="ls-hidden" role="log" :aria-label="t.log">
        <p v-for="one in heard" :key="one.at">{{ one.words }}</p></div>
      <div class="ls-hidden" aria-live="assertive">{{ urgent }}</div>
      <div class="meters" v-if="view.meters.length" :aria-label="t.meters" role="group" tabindex="0">
        <div v-for="meter in view.meters" :key="meter.name" class="meter">
          <em v-for="words in pending(meter)" :key="words" class="pending" role="status">{{ words }}</em>
          <span v-if="!pending(meter).length">{{ meterTitle(meter) }}</span>
          <b>{{ exactDollars(meter.value) }}</b>
        </div>
        <div v-if="round && Object.keys(round.dynamic).length" class="dynamic" :aria-label="t.dynamic" role="group">
          <span v-for="(cents, hand) in round.dynamic" :key="hand">{{ hand }} <b>{{ dollars(cents) }}</b></span>
        </div>
      </div>
      <div class="felt"><div class="felt-in" :class="{ boarded: fixed.board, faceup: fixed.face_up, bare: !round }">
        <div class="felt-head"><span>{{ fixed.name }}</span>
          <span v-if="fixed.face_up" class="tag">{{ t.faceUp }}</span>
          <span v-if="round" class="felt-round">{{ t.round(round.number) }}</span>
          <button v-if="mine" type="button" class="felt-leave" :disabled="busy"
              @click="mySeat('StandUp')">{{ t.standUp }}</button></div>
        <div v-if="round" class="dealer" role="group"
            :aria-label="t.dealer + (dealerFlush ? ', ' + dealerFlush : '')">
          <div class="hand" :class="{ many: fixed.hole > 3 }"><transition-group name="deal">
            <playing-card v-for="(card, at) in dealer" :key="shown.number + '/' + at" :card="card"
                :marked="dealerMarked.includes(card)" :style="{ '--at': at }"/></transition-group></div>
          <span class="dealer-name">{{ t.dealer }}<template v-if="dealerFlush"> · {{ dealerFlush }}</template></span>
        </div>
        <div v-if="round && fixed.board" class="board" role="group" :aria-label="t.board">
          <transition-group name="deal">
            <playing-card v-for="(card, at) in shown.board" :key="card" :card="card"
                :marked="boardMarked.includes(card)" :style="{ '--at': at }"/></transition-group>
          <span v-for="at in fixed.board - shown.board.length" :key="'empty' + at" class="slot" aria-hidden="true">
          </span>
        </div>
        <div class="strip">
          <p v-if="!up" class="cut" role="alert">{{ line }}</p>
          <p v-else-if="said" class="ls-said" role="alert">{{ said }}</p>
          <p v-else class="status" role="status"><b v-if="late">{{ late }}</b> {{ status }}
            <a v-if="!round && view.meters.length" :href="'/sign/' + table">{{ t.sign }}</a></p>
          <turn-clock v-if="mine && ends" :ends="ends" :whole="whole" @soon="soon"/>
          <p v-else-if="coached" class="coach-line" role="status">{{ coached }}</p>
        </div>
        <div class="seats" v-if="round" :class="{ wide: fixed.hole > 3 }">
          <seat-box v-for="(seat, at) in shown.seats" :key="seat.seat" :seat="seat" :names="names"
              :actions="fixed.actions" :style="{ '--off': Math.abs(at - (fixed.seats - 1) / 2) }"
              :ends="ends" :whole="whole" :turn="round.turn === seat.seat" :mine="mine?.seat === seat.seat"
              :can-sit="canSit" :can-seat="canSeat"
              :settlement="shown === round || seat.gone ? shown.settlement : null"
              @sit="sit" @robot="ask({ type: 'SeatRobot', seat: $event })"
              @unrobot="ask({ type: 'UnseatRobot', seat: $event })"/>
        </div>
        <own-seat v-if="mine" :table="view" :fixed="fixed" :seat="mine" :shown="shown" :busy="waiting"
            :values="values" :last="last" :held="held" @place="place" @act="act" @best="show" @hint="hint = $event"
            @back="mySeat('TakeBackWagers')" @chip="fresh = true" @chips="newChips"/>
        <div v-else-if="canSit && free.length && !wanted" class="place guest"><button type="button"
            class="ls-button main" :disabled="busy" @click="sit(free[free.length >> 1])">{{ t.takeSeat }}</button></div>
      </div>
        <div v-if="party" class="party" role="alert"><div class="party-in">
          <b>{{ t.jackpot }}</b><span>{{ exactDollars(party.amount) }}</span>
          <small>{{ party.where }} · {{ party.hand || meterName(party.meter) }}</small></div></div>
      </div>
      <side-panel :tabs="tabs" v-model:tab="tab" :house="house" v-slot="{ open }">
        <paytables v-if="open === 'pays'" :offers="fixed.offers" :rules="rules" :dynamic="round ? round.dynamic : {}"/>
        <round-list v-else-if="open === 'rounds'" :table="table" :number="round ? round.number : 0" :nets="nets"
            :names="names" :actions="fixed.actions"/>
        <coach-panel v-else-if="open === 'coach'" v-model:coach="coach" v-model:four="four" :advice="advice"
            :actions="fixed.actions"/>
        <shuffle-panel v-else :shuffle="view.shuffle" :may-add="Boolean(mine) && round.phase === 'wagers'"
            @word="mySeat('AddWord', { word: $event })"/>
      </side-panel>
    </div>`,
};
