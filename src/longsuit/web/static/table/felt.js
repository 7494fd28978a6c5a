// The table: a projection of the view that the floor gives this viewer, and nothing else.
import { Commands, dollars, exactDollars, Feed, session } from "/static/client/floor.js";
import { keep, kept } from "/static/client/storage.js";
import { flushWords, laid, longSuit } from "/static/shared/flushes.js";
import { Hits, pendingHits } from "/static/shared/jackpots.js";
import { PlayingCard } from "/static/shared/playing_card.js";
import { Coached, CoachPanel } from "/static/table/coach.js";
import { MyPlace } from "/static/table/own_seat.js";
import { Paytables, Shuffle } from "/static/table/paytables.js";
import { lateWords, lingering, netOf, settledWords, statusWords, turnWords } from "/static/table/results.js";
import { Rounds } from "/static/table/round_list.js";
import { SeatBox } from "/static/table/seat_box.js";
import { TurnClock } from "/static/table/turn_clock.js";
import { total } from "/static/table/wagers.js";

const PATIENCE = 2000; // Milliseconds for the feed to tell what a command has done.
const WAIT = 20; // Seconds that a bar of time shows where the table has no clock of its own.
// When the time is up, in milliseconds of this browser's clock.
const endOf = ({ deadline, now }) => (deadline ? Date.now() + (deadline - now) / 1000 : 0);
const TABS = { pays: "Pays and rules", rounds: "Rounds", coach: "Coach", fair: "Shuffle" };

export default {
  components: { PlayingCard, TurnClock, SeatBox, MyPlace, Paytables, Rounds, Shuffle, CoachPanel },
  mixins: [Coached],
  props: { table: String, first: Object, rules: Object },
  data() {
    return {
      view: this.first,
      me: null,
      up: true,
      line: "",
      busy: false,
      said: "",
      heard: [],
      urgent: "",
      late: "",
      ends: endOf(this.first),
      tab: "",
      party: null,
      four: localStorage.getItem("longsuit-four") === "yes",
      past: null,
      fresh: false,
      held: false,
      last: null,
      wanted: 0,
      nets: {},
    };
  },
  computed: {
    round() {
      return this.view.round;
    },
    game() {
      return this.view.game;
    },
    bet() {
      return this.game === "chase-the-flush" ? "All In" : "Raise";
    },
    practice() {
      return this.view.mode === "practice";
    },
    mine() {
      return this.me && this.round ? this.round.seats.find((seat) => seat.player === this.me.name) : null;
    },
    // While no chip of the next round is down, the last one still lies there.
    shown() {
      const begun = this.mine ? total(this.mine.wagers) : this.round?.seats.some((seat) => total(seat.wagers));
      return begun || this.fresh ? this.round : lingering(this.round, this.past);
    },
    names() {
      const bet = this.game === "chase-the-flush" ? "all-in" : "raise";
      return { ...Object.fromEntries(this.view.offers.map((offer) => [offer.wager, offer.name])), [bet]: this.bet };
    },
    dealer() {
      return laid(this.shown?.dealer || []);
    },
    dealerHand() {
      return this.dealer.every(Boolean) ? [...this.dealer, ...(this.shown?.board || [])] : [];
    },
    dealerFlush() {
      return this.dealer.length ? flushWords(this.dealerHand) : "";
    },
    dealerMarked() {
      return longSuit(this.dealerHand);
    },
    boardMarked() {
      const mine = this.mine && this.shown.seats[this.mine.seat - 1];
      return mine?.cards.length && !mine.folded ? longSuit([...mine.cards, ...this.shown.board]) : [];
    },
    whole() {
      return this.view.action_seconds || WAIT;
    },
    // Where the cards are on the felt, the floor knows neither rounds nor a shuffle.
    tabs() {
      return this.view.mode === "live" ? { pays: TABS.pays } : TABS;
    },
    status() {
      return this.wanted
        ? `Seat ${this.wanted} is yours when this round is over.`
        : statusWords(this.view, this.mine, this.ends);
    },
  },
  async mounted() {
    this.hits = new Hits(this.view.meters);
    this.commands = new Commands(this.table, { view: () => this.view, waits: (words) => (this.said = words) });
    try {
      this.me = await session();
      this.recall();
      this.feed = new Feed(this.table, { news: this.hear, line: this.hearLine }).start();
      await this.follow(this.commands.resume());
    } catch {
      [this.up, this.line] = [false, "The floor does not answer: reload the page."];
    }
  },
  unmounted() {
    this.feed?.stop();
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
    dollars,
    exactDollars,
    // What the page kept over a reload.
    note(more) {
      if (this.me) keep(this.table, this.me.name, more);
    },
    recall() {
      const { last = null, wanted = 0, past = null, advice = [], nets = {} } = kept(this.table, this.me.name);
      Object.assign(this, { last, wanted: this.mine ? 0 : wanted, past, advice, nets });
      if (this.round?.settlement) this.past = this.round;
      if (this.round?.phase === "wagers") this.claim();
    },
    hear(told) {
      const before = this.view;
      if (told.view) [this.view, this.ends] = [told.view, endOf(told.view)];
      else if (told.meters) this.view = { ...this.view, meters: told.meters };
      this.tell(before, told.events || []);
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
      if (!this.mine || !round.settlement.results.some((one) => one.seat === this.mine.seat)) return;
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
    whereabouts: (hit, table) => `${hit.claim.table === table ? "Seat" : `Table ${hit.claim.table}, seat`} ${hit.seat}`,
    pending(meter) {
      return pendingHits(meter).map(
        (hit) => `Jackpot pending: ${this.whereabouts(hit, this.table)}, ${exactDollars(hit.amount)}`,
      );
    },
    celebrate() {
      for (const hit of this.hits.look(this.view.meters)) {
        this.party = { ...hit, where: this.whereabouts(hit, this.table) };
        this.announce(`Jackpot! ${this.party.where} wins ${exactDollars(hit.amount)}.`);
        clearTimeout(this.ending);
        this.ending = setTimeout(() => (this.party = null), 7000);
      }
    },
    hearLine(up, said) {
      if (up && !this.up) this.commands.lineIsBack();
      [this.up, this.line] = [up, said];
    },
    // Until a command is answered nothing else is asked, however long the line is cut.
    async follow(asking) {
      this.busy = true;
      this.said = "";
      const found = await asking;
      if (found?.ok) await this.seen(found.body.version);
      this.busy = false;
      if (found && !found.ok) this.said = found.reason;
      return !found || found.ok;
    },
    // The answer may be quicker than the feed: nothing is asked of a table that has moved on.
    seen(version) {
      if (this.view.version >= version) return null;
      return new Promise((done) => {
        const stop = this.$watch("view.version", (now) => now >= version && finish());
        const finish = () => done(stop());
        setTimeout(finish, PATIENCE);
      });
    },
    ask(body) {
      return this.follow(this.commands.ask(body));
    },
    // Seats are taken between rounds: whoever comes in the middle of one is seated after it.
    sit(seat) {
      if (this.round.phase !== "wagers") this.wanted = seat;
      else this.ask({ type: "SitDown", seat, stack: this.view.buy_in });
    },
    claim() {
      if (this.wanted && !this.mine) this.sit(this.wanted);
      this.wanted = 0;
    },
    async newChips() {
      const { seat } = this.mine;
      if (await this.leave()) this.sit(seat);
    },
    leave() {
      return this.ask({ type: "StandUp", seat: this.mine.seat });
    },
    robot(seat) {
      return this.ask({ type: "SeatRobot", seat });
    },
    unrobot(seat) {
      return this.ask({ type: "UnseatRobot", seat });
    },
    back() {
      return this.ask({ type: "TakeBackWagers", seat: this.mine.seat });
    },
    async place(wagers) {
      if (!(await this.ask({ type: "PlaceWagers", seat: this.mine.seat, wagers }))) return;
      this.last = wagers;
      this.note({ last: wagers });
    },
    async act(action) {
      this.late = "";
      // Whoever has no choice is not judged.
      const judging = this.coach !== "off" && this.deciding;
      const [number, position] = [this.round.number, this.position()];
      const { name, amount } = action;
      if ((await this.ask({ type: "Act", seat: this.mine.seat, action: name, amount })) && judging)
        this.judge(number, position, name, amount);
    },
    addWord(word) {
      return this.ask({ type: "AddWord", seat: this.mine.seat, word });
    },
    // Whoever points beside everything has let the focus go themselves.
    touch(event) {
      setTimeout(() => (this.held = Boolean(event.target.closest("button, a, input, label"))));
    },
    meterName: (name) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " "),
  },
  template: `
    <div class="felt-page" :class="{ 'four-colours': four, seated: mine }" @focusin="held = true" @pointerdown="touch">
      <h1 class="ls-hidden">{{ view.name }}</h1>
      <div class="ls-hidden" role="log" aria-label="What happens"><p v-for="one in heard" :key="one.at">{{ one.words }}</p></div>
      <div class="ls-hidden" aria-live="assertive">{{ urgent }}</div>
      <div class="meters" v-if="view.meters.length" aria-label="Jackpots" role="group" tabindex="0">
        <div v-for="meter in view.meters" :key="meter.name" class="meter">
          <span>{{ meter.must_hit_by ? "Must hit by " + dollars(meter.must_hit_by) : meterName(meter.name) }}</span>
          <b>{{ exactDollars(meter.value) }}</b>
          <em v-for="words in pending(meter)" :key="words" class="pending" role="status">{{ words }}</em>
        </div>
      </div>
      <div v-if="round && Object.keys(round.dynamic).length" class="dynamic" aria-label="Raised pays of this round" role="group">
        <span v-for="(cents, hand) in round.dynamic" :key="hand">{{ hand }} <b>{{ dollars(cents) }}</b></span>
      </div>
      <div class="felt" :class="{ faceup: view.face_up, bare: !round }">
        <div class="felt-head"><span>{{ view.name }}</span><span v-if="view.face_up" class="tag">Face up</span><span v-if="round">Round {{ round.number }}</span></div>
        <div v-if="round" class="dealer" role="group" :aria-label="'Dealer' + (dealerFlush ? ', ' + dealerFlush : '')">
          <div class="hand" :class="{ many: dealer.length > 3 }"><transition-group name="deal"><playing-card v-for="(card, at) in dealer" :key="shown.number + '/' + at" :card="card" :marked="dealerMarked.includes(card)" :style="{ '--at': at }"/></transition-group></div>
          <span class="dealer-name">Dealer<template v-if="dealerFlush"> · {{ dealerFlush }}</template></span>
        </div>
        <div v-if="round && game === 'chase-the-flush'" class="board" role="group" aria-label="Community cards">
          <transition-group name="deal"><playing-card v-for="(card, at) in shown.board" :key="card" :card="card" :marked="boardMarked.includes(card)" :style="{ '--at': at }"/></transition-group>
          <span v-for="at in 4 - shown.board.length" :key="'empty' + at" class="slot" aria-hidden="true"></span>
        </div>
        <p class="status" :role="mine ? null : 'status'"><template v-if="late"><b>{{ late }}</b>{{ " " }}</template>{{ status }}
          <a v-if="!round && view.meters.length" :href="'/sign/' + encodeURIComponent(table)">See its jackpots on the sign.</a></p>
        <turn-clock v-if="mine && ends && round.phase === 'wagers'" :ends="ends" :whole="whole" @soon="soon"/>
        <div class="seats" v-if="round" :class="{ wide: game === 'high-card-flush' }">
          <seat-box v-for="(seat, at) in shown.seats" :key="seat.seat" :seat="seat" :style="{ '--off': Math.abs(at - (view.seats - 1) / 2) }"
                    :turn="round.turn === seat.seat" :mine="mine !== null && mine !== undefined && mine.seat === seat.seat" :bet="bet" :names="names" :ends="ends" :whole="whole"
                    :settlement="shown === round || seat.gone ? shown.settlement : null" :practice="practice && !view.closed"
                    :can-sit="!mine && me !== null && me.role === 'player'" :can-seat="Boolean(mine) && round.phase === 'wagers'" @sit="sit" @robot="robot" @unrobot="unrobot"/>
        </div>
        <p v-if="said" class="ls-said" role="alert">{{ said }}</p>
        <my-place v-if="mine && round" :table="view" :seat="mine" :shown="shown" :names="names" :bet="bet" :busy="busy" :values="values" :last="last" :ends="ends" :whole="whole" :held="held"
                  @place="place" @act="act" @back="back" @chip="fresh = true" @chips="newChips" @soon="soon"/>
        <div v-if="party" class="party" role="alert"><div class="party-in"><b>Jackpot</b><span>{{ exactDollars(party.amount) }}</span><small>{{ party.where }} · {{ party.hand || meterName(party.meter) }}</small></div></div>
      </div>
      <p v-if="!up" class="cut" role="alert">{{ line }}</p>
      <p v-if="mine && judged.length && shown.settlement" class="coach-line" role="status">
        <template v-if="cost">Coach: your decisions gave up {{ cost.toFixed(4) }} Antes this round.</template><template v-else>Coach: best play all the way.</template>
      </p>
      <nav class="tabs" aria-label="Beside the table">
        <button v-for="(name, id) in tabs" :key="id" type="button" class="ls-button" :aria-expanded="tab === id" @click="tab = tab === id ? '' : id">{{ name }}</button>
        <button v-if="deciding" type="button" class="ls-button" @click="show">What is best?</button>
        <button v-if="mine" type="button" class="ls-button" :disabled="busy" @click="leave">Stand up</button>
      </nav>
      <aside v-if="tab" class="ls-panel side" :aria-label="tabs[tab]">
        <paytables v-if="tab === 'pays'" :offers="view.offers" :rules="rules" :dynamic="round ? round.dynamic : {}"/>
        <rounds v-else-if="tab === 'rounds'" :table="table" :number="round ? round.number : 0" :nets="nets" :names="names" :bet="bet"/>
        <coach-panel v-else-if="tab === 'coach'" v-model:coach="coach" v-model:four="four" :advice="advice" :bet="bet"/>
        <shuffle v-else :shuffle="view.shuffle" :may-add="Boolean(mine) && round.phase === 'wagers'" @word="addWord"/>
      </aside>
    </div>`,
};
