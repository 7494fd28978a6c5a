// The table: a projection of the view that the floor gives this viewer, and nothing else.
import { keep, kept } from "/static/client/storage.js";
import { TablePage } from "/static/client/table_page.js";
import { flushWords, laid, longSuit } from "/static/shared/flushes.js";
import { Hits, meterTitle, pendingHits } from "/static/shared/jackpots.js";
import { dollars, exactDollars } from "/static/shared/money.js";
import { PlayingCard } from "/static/shared/playing_card.js";
import { lateWords, lingering, settledWords, statusWords, turnWords } from "/static/table/announcements.js";
import { Coached } from "/static/table/coach.js";
import { CoachPanel } from "/static/table/coach_panel.js";
import { guideStep } from "/static/table/guide.js";
import { LiveFelt } from "/static/table/live_felt.js";
import { OwnSeat } from "/static/table/own_seat.js";
import { Paytables } from "/static/table/paytables.js";
import { netOf, resultsOf } from "/static/table/results.js";
import { RoundList } from "/static/table/round_list.js";
import { RulesCard } from "/static/table/rules_card.js";
import { SeatBox } from "/static/table/seat_box.js";
import { SessionCard } from "/static/table/session_card.js";
import { SettingsPanel } from "/static/table/settings_panel.js";
import { ShufflePanel } from "/static/table/shuffle_panel.js";
import { SidePanel } from "/static/table/side_panel.js";
import { play } from "/static/table/sound.js";
import { Staged } from "/static/table/stage.js";
import { TEXTS } from "/static/table/texts.js";
import { TurnClock } from "/static/table/turn_clock.js";
import { total } from "/static/table/wagers.js";
import { Worded } from "/static/table/words.js";

const PARTY_MS = 7000;
const WAIT_SECONDS = 20; // What a bar of time shows where the table has no clock of its own.
const PLAY = "#play"; // An address that ends so takes a seat.
const GUIDED = "longsuit-guided";
// When the time is up, in milliseconds of this browser's clock.
const endOf = ({ deadline, now }) => (deadline ? Date.now() + (deadline - now) / 1000 : 0);
const TABS = ["coach", "rules", "pays", "rounds", "fair", "more"];
// What outlasts a reload.
const FRESH = { last: null, wanted: 0, past: null, advice: [], nets: {} };
const panels = { Paytables, RoundList, ShufflePanel, CoachPanel, RulesCard, SettingsPanel, SidePanel };

export default {
  components: { LiveFelt, PlayingCard, TurnClock, SeatBox, OwnSeat, SessionCard, ...panels },
  mixins: [TablePage, Coached, Staged, Worded],
  props: { rules: Object, house: String },
  data() {
    const four = localStorage.getItem("longsuit-four") === "yes";
    const said = { t: TEXTS.felt, heard: [], urgent: "", late: "", doing: { hint: "", todo: "" }, party: null };
    const here = { tab: "", chosen: 0, fresh: false, held: false, session: null, meters: this.start.view.meters };
    return { ...FRESH, ...said, ...here, ends: endOf(this.start.view), four, guided: localStorage.getItem(GUIDED) };
  },
  computed: {
    own: (vm) => (vm.me && vm.round ? vm.round.seats.filter((seat) => seat.player === vm.me.name) : []),
    // Of several seats the one to act, the one chosen, or the next without wagers.
    mine() {
      const first = (test) => this.own.find(test);
      const bare = (seat) => this.round.phase === "wagers" && !total(seat.wagers);
      const wanted = first(({ seat }) => seat === this.round.turn) || first(({ seat }) => seat === this.chosen);
      return wanted || first(bare) || this.own[0] || null;
    },
    // Whoever plays takes a seat of a practice table themselves, and then has robots for company.
    practice: (vm) => vm.fixed.mode === "practice" && !vm.view.closed,
    canSit: (vm) => vm.practice && vm.own.length < vm.fixed.seats_per_player && vm.me?.role === "player",
    canSeat: (vm) => vm.practice && Boolean(vm.mine) && vm.round.phase === "wagers",
    leaving: (vm) => vm.own.some(({ seat }) => vm.view.leaving.includes(seat)),
    out: (vm) => vm.own.some(({ seat }) => vm.view.out.includes(seat)),
    free: (vm) => vm.round?.seats.filter((seat) => !seat.player).map((seat) => seat.seat) || [],
    // Whoever is seen to sit has sat down, though the answer may still be on its way.
    waiting: (vm) => vm.busy && vm.asked !== "SitDown",
    // While no chip of the next round is down, the last one still lies there.
    shown() {
      if (this.staged) return this.staged;
      const begun = this.mine ? total(this.mine.wagers) : this.round?.seats.some((seat) => total(seat.wagers));
      return this.laidSoFar(begun || this.fresh ? this.round : lingering(this.round, this.past));
    },
    // Of every wager, the bet last.
    names: (vm) => Object.fromEntries([...vm.fixed.offers, vm.fixed.bet].map(({ wager, name }) => [wager, name])),
    dealer: (vm) => laid(vm.shown?.dealer || []),
    dealerHand: (vm) => (vm.dealer.every(Boolean) ? [...vm.dealer, ...(vm.shown?.board || [])] : []),
    dealerFlush: (vm) => (vm.dealer.length ? flushWords(vm.dealerHand) : ""),
    dealerMarked: (vm) => (vm.shown?.settlement ? longSuit(vm.dealerHand) : []),
    boardMarked() {
      const mine = this.mine && this.shown.seats[this.mine.seat - 1];
      return mine?.cards.length && !mine.folded ? longSuit([...mine.cards, ...this.shown.board]) : [];
    },
    whole: (vm) => vm.fixed.action_seconds || WAIT_SECONDS,
    // Where the cards are on the felt, the floor knows neither rounds nor a shuffle.
    tabs: (vm) => (vm.fixed.mode === "live" ? ["rules", "pays"] : TABS),
    status() {
      if (this.staged) return statusWords({ round: this.staged }, null, 0);
      if (this.wanted) return TEXTS.status.seatLater(this.wanted);
      if (this.leaving) return TEXTS.status.leaveLater;
      if (this.out) return TEXTS.status.out;
      return this.doing.hint || statusWords(this.view, this.mine, this.ends);
    },
    coached() {
      if (this.staged || !this.mine || !this.judged.length || !this.shown.settlement) return "";
      return this.cost ? TEXTS.coach.cost(this.cost.toFixed(4)) : TEXTS.coach.clean;
    },
    // What a newcomer is told, once, while nothing is more urgent.
    step() {
      if (this.guided || !this.mine || !this.practice) return null;
      if (this.late || this.leaving || this.doing.warned) return null;
      return guideStep(this.doing.todo, resultsOf(this.shown.settlement, this.mine.seat).length > 0);
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
      if (now === "wagers") this.between();
    },
    wanted(now) {
      this.note({ wanted: now });
    },
    // Whoever has left, at once or when the round was over, sees how the session went.
    "own.length"(now, before) {
      if (before && !now && !this.refilling) this.session = { nets: this.nets, advice: this.advice };
    },
  },
  methods: {
    ...{ dollars, exactDollars, meterTitle },
    // What the page kept over a reload.
    note(more) {
      if (this.me) keep(this.table, this.me.name, more);
    },
    arrived() {
      const found = kept(this.table, this.me.name);
      for (const [name, otherwise] of Object.entries(FRESH)) this[name] = found[name] ?? otherwise;
      if (this.own.length) this.wanted = 0;
      if (this.round?.settlement) this.past = this.round;
      if (this.round?.phase === "wagers") this.between();
      const tab = location.hash.slice(1);
      if (this.tabs.includes(tab)) this.tab = tab;
      if (location.hash !== PLAY) return;
      history.replaceState(null, "", location.pathname);
      this.playing = true;
    },
    moved(before, events) {
      this.openWords();
      if (this.view !== before) this.ends = endOf(this.view);
      this.tell(before, events);
      if (!this.staged) this.showMeters();
      if (this.playing && !this.own.length && this.canSit && this.free.length) this.takeSeat();
      this.playing = false;
    },
    // In words, for those who listen.
    tell(before, events) {
      const [now, then] = [this.round, before.round];
      if (now?.settlement && !then?.settlement) this.settled(then, now);
      else if (now?.phase === "decisions" && now.board.length > (then?.board.length || 0)) this.layBoard(now);
      if (!now || !this.mine) return;
      const late = lateWords(events, this.mine.seat);
      if (late) this.late = late;
      if (now.number !== then?.number) {
        if (then) this.late = "";
        if (now.phase === "wagers" && !this.staged) this.announce(TEXTS.status.opened(now.number));
      }
      if (now.turn === this.mine.seat && (then?.turn !== now.turn || then?.board.length !== now.board.length)) {
        play("turn");
        this.urge(`${late} ${turnWords(now, this.mine)}`.trim());
      } else if (late) this.urge(late);
    },
    settled(then, round) {
      [this.past, this.fresh, this.chosen] = [round, false, 0];
      this.note({ past: round });
      this.reveal(then, round);
    },
    // Everything of a round has been shown: now it is told, and counted.
    revealed(round) {
      this.showMeters();
      const seats = this.own.map((seat) => seat.seat).filter((seat) => resultsOf(round.settlement, seat).length);
      if (!seats.length) return;
      for (const seat of seats) this.announce(settledWords(round, seat, this.names));
      const net = seats.reduce((sum, seat) => sum + netOf(round.settlement, seat), 0);
      this.nets = { ...this.nets, [round.number]: net };
      this.note({ nets: this.nets });
      if (net) play(net > 0 ? "won" : "lost");
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
    showMeters() {
      this.meters = this.view.meters;
      for (const hit of this.hits.look(this.meters)) {
        const title = meterTitle(this.meters.find((meter) => meter.name === hit.meter));
        this.party = { ...hit, title, where: this.whereabouts(hit) };
        this.announce(this.t.jackpotWon(this.party.where, exactDollars(hit.amount)));
        play("big");
        clearTimeout(this.ending);
        this.ending = setTimeout(() => {
          this.party = null;
        }, PARTY_MS);
      }
    },
    // Seats are taken and left between rounds: what is asked for in the middle of one is done after it.
    sit(seat) {
      if (this.round.phase !== "wagers") this.wanted = seat;
      else {
        if (!this.own.length) this.startSession();
        this.ask({ type: "SitDown", seat, stack: this.fixed.buy_in });
      }
    },
    takeSeat() {
      this.sit(this.free[this.free.length >> 1]);
    },
    between() {
      if (this.wanted && this.canSit) this.sit(this.wanted);
      this.wanted = 0;
    },
    startSession() {
      [this.nets, this.advice, this.session] = [{}, [], null];
      this.note({ nets: {}, advice: [] });
    },
    // In the middle of a round it waits for its end, and may be taken back; at the wagers it is at once.
    async standUp() {
      const plan = this.leaving ? "play" : "leave";
      if (this.round.phase === "wagers") this.skip();
      for (const { seat } of [...this.own]) if (!(await this.ask({ type: "PlanSeat", seat, plan })).ok) return;
    },
    async sitOut() {
      const plan = this.out ? "play" : "out";
      for (const { seat } of [...this.own]) if (!(await this.ask({ type: "PlanSeat", seat, plan })).ok) return;
    },
    // A command for one's own seat.
    mySeat(type, more) {
      return this.ask({ type, seat: this.mine.seat, ...more });
    },
    async newChips() {
      const { seat } = this.mine;
      this.refilling = true;
      if ((await this.mySeat("StandUp")).ok) await this.ask({ type: "SitDown", seat, stack: this.fixed.buy_in });
      this.refilling = false;
    },
    chip() {
      this.leaveGuide();
      this.fresh = true;
      this.skip();
      play("chip");
    },
    async place(wagers) {
      this.leaveGuide();
      this.skip();
      this.sealWord(this.mine.seat);
      if (!(await this.mySeat("PlaceWagers", { wagers })).ok) return;
      [this.last, this.chosen] = [wagers, 0];
      this.note({ last: wagers });
    },
    async act({ name, amount }) {
      this.late = "";
      this.led = true;
      // Whoever has no choice is not judged.
      const judging = this.coach !== "off" && this.deciding;
      const asked = { number: this.round.number, decision: this.round.decision, position: this.position() };
      const open = this.mine.actions;
      const found = await this.mySeat("Act", { action: name, amount });
      if (found.ok && judging) this.judge(asked, open, name, amount);
    },
    // Whoever has been led through a round and plays on has seen how it ends.
    leaveGuide() {
      if (this.led && this.step?.last) this.endGuide();
    },
    endGuide() {
      this.guided = "yes";
      localStorage.setItem(GUIDED, "yes");
    },
    startGuide() {
      [this.guided, this.led] = [null, false];
      localStorage.removeItem(GUIDED);
    },
    // Whoever points beside everything has let the focus go themselves.
    touch(event) {
      if (event.target.closest(".felt")) this.skip();
      setTimeout(() => {
        this.held = Boolean(event.target.closest("button, a, input, label"));
      });
    },
  },
  template: `
    <div class="felt-page" :class="{ 'four-colours': four, seated: mine, metered: meters.length }"
        @focusin="held = true" @pointerdown="touch">
      <h1 class="ls-hidden">{{ fixed.name }}</h1>
      <div class="ls-hidden" role="log" :aria-label="t.log">
        <p v-for="one in heard" :key="one.at">{{ one.words }}</p></div>
      <div class="ls-hidden" aria-live="assertive">{{ urgent }}</div>
      <div class="meters" v-if="meters.length" :aria-label="t.meters" role="group" tabindex="0">
        <div v-for="meter in meters" :key="meter.name" class="meter">
          <em v-for="words in pending(meter)" :key="words" class="pending" role="status">{{ words }}</em>
          <span v-if="!pending(meter).length">{{ meterTitle(meter) }}</span>
          <b>{{ exactDollars(meter.value) }}</b>
        </div>
        <div v-if="round && Object.keys(round.dynamic).length" class="dynamic" :aria-label="t.dynamic" role="group">
          <span v-for="(cents, hand) in round.dynamic" :key="hand">{{ hand }} <b>{{ dollars(cents) }}</b></span>
        </div>
      </div>
      <div class="felt"><div class="felt-in"
          :class="{ boarded: fixed.board, faceup: fixed.face_up, alone: !fixed.dealer, bare: !round }">
        <div class="felt-head">
          <div class="felt-name"><span>{{ fixed.name }}</span>
            <span v-if="round">{{ t.round((staged || round).number) }}</span>
            <span v-if="fixed.face_up" class="tag">{{ t.faceUp }}</span></div>
          <div v-if="mine" class="felt-leave">
            <button type="button" :disabled="busy" :aria-pressed="out"
              @click="sitOut">{{ out ? t.playOn : t.sitOut }}</button>
            <button type="button" :disabled="busy" :aria-pressed="leaving"
              @click="standUp">{{ leaving ? t.stay : t.standUp }}</button></div></div>
        <div v-if="round && fixed.dealer" class="dealer" role="group"
            :aria-label="t.dealer + (dealerFlush ? ', ' + dealerFlush : '')">
          <div class="hand" :class="{ many: fixed.hole > 3 }"><transition-group name="deal">
            <playing-card v-for="(card, at) in dealer" :key="shown.number + '/' + at" :card="card"
                :theirs="dealerMarked.includes(card)" :style="{ '--at': at }"/></transition-group></div>
          <span class="dealer-name">{{ t.dealer }}<template v-if="dealerFlush"> · <i v-if="dealerMarked.length"
              class="key theirs"></i>{{ dealerFlush }}</template></span>
        </div>
        <div v-if="round && fixed.board" class="board" role="group" :aria-label="t.board">
          <transition-group name="deal">
            <playing-card v-for="(card, at) in shown.board" :key="card" :card="card"
                :marked="boardMarked.includes(card)" :theirs="dealerMarked.includes(card)"
                :style="{ '--at': at }"/></transition-group>
          <span v-for="at in fixed.board - shown.board.length" :key="'empty' + at" class="slot" aria-hidden="true">
          </span>
        </div>
        <div class="strip">
          <p v-if="said && (busy || up)" class="ls-said" role="alert">{{ said }}</p>
          <p v-else-if="!up" class="cut" role="alert">{{ line }}</p>
          <p v-else-if="step && !staged" class="guide" role="status"><b>{{ step.at }}/4</b> {{ step.words }}
            <button type="button" @click="endGuide">{{ step.last ? t.guideDone : t.guideSkip }}</button></p>
          <p v-else class="status" role="status"><b v-if="late">{{ late }}</b> {{ status }}
            <a v-if="!round && meters.length" :href="'/sign/' + table">{{ t.sign }}</a></p>
          <live-felt v-if="view.felt" :felt="view.felt" :seats="fixed.seats"/>
          <turn-clock v-if="mine && ends && !staged" :ends="ends" :whole="whole" @soon="soon"/>
          <p v-else-if="coached && !step" class="coach-line" role="status">{{ coached }}</p>
        </div>
        <div class="seats" v-if="round" :class="{ wide: fixed.hole > 3 }">
          <seat-box v-for="(seat, at) in shown.seats" :key="seat.seat" :seat="seat" :names="names"
              :actions="fixed.actions" :style="{ '--off': Math.abs(at - (fixed.seats - 1) / 2) }"
              :ends="ends" :whole="whole" :turn="!staged && round.turn === seat.seat"
              :mine="mine?.seat === seat.seat" :own="own.some((one) => one.seat === seat.seat)"
              :out="view.out.includes(seat.seat)" :can-sit="canSit" :can-seat="canSeat"
              :playing="shown.phase !== 'wagers'"
              :settlement="staged || shown.number === round.number || seat.gone ? shown.settlement : null"
              @sit="sit" @robot="ask({ type: 'SeatRobot', seat: $event })"
              @unrobot="ask({ type: 'UnseatRobot', seat: $event })" @choose="chosen = $event"/>
        </div>
        <own-seat v-if="mine" :key="mine.seat" :table="view" :fixed="fixed" :rules="rules" :seat="mine" :shown="shown"
            :staged="Boolean(staged)" :busy="waiting" :values="values" :last="last" :held="held" :nets="nets"
            :guide="step && !staged ? step.name : ''" @place="place" @act="act" @best="show" @doing="doing = $event"
            @back="mySeat('TakeBackWagers')" @chip="chip" @chips="newChips"/>
        <session-card v-else-if="round" :session="session" :can-sit="canSit && free.length > 0 && !wanted"
            :busy="busy" @sit="takeSeat"/>
      </div>
        <div v-if="party" class="party" role="alert"><div class="party-in">
          <b>{{ t.jackpot }}</b><span>{{ exactDollars(party.amount) }}</span>
          <small>{{ party.where }} · {{ party.title }}</small></div></div>
      </div>
      <side-panel :tabs="tabs" v-model:tab="tab" :house="house" v-slot="{ open }">
        <rules-card v-if="open === 'rules'" :card="rules.card" :guide="practice" @guide="startGuide"/>
        <paytables v-else-if="open === 'pays'" :offers="fixed.offers" :rules="rules"
            :dynamic="round ? round.dynamic : {}"/>
        <round-list v-else-if="open === 'rounds'" :table="table" :number="round ? round.number : 0" :nets="nets"
            :names="names" :actions="fixed.actions" :hold="staged ? staged.number : 0"
            :words="words()"/>
        <coach-panel v-else-if="open === 'coach'" v-model:coach="coach" :advice="advice"
            :actions="fixed.actions" :game="fixed.game"/>
        <settings-panel v-else-if="open === 'more'" v-model:pace="pace" v-model:four="four" :offers="fixed.offers"/>
        <shuffle-panel v-else :shuffle="view.shuffle" :may-add="Boolean(mine) && round.phase === 'wagers'"
            :words="words()" @word="sealWord(mine.seat, $event)"/>
      </side-panel>
    </div>`,
};
