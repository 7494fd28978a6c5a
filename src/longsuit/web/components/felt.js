// The table: a projection of the view that the floor gives this viewer, and nothing else.
import { Commands, Feed, dollars, exactDollars, get, session } from "/static/floor.js";
import { Hits, pendingHits } from "/static/hits.js";
import { PlayingCard, cardWords } from "/static/cards.js";
import { actionWords, flushWords, longSuit } from "/static/hands.js";
import { SeatBox } from "/static/seat.js";
import { MyPlace } from "/static/place.js";
import { Paytables, Rounds } from "/static/panels.js";

const TABS = { pays: "Pays and rules", rounds: "Rounds", coach: "Coach", fair: "Shuffle" };

export default {
  components: { PlayingCard, SeatBox, MyPlace, Paytables, Rounds },
  props: { table: String, first: Object, rules: Object },
  data() {
    return {
      view: this.first, me: null, up: true, line: "", busy: false, said: "", announced: "",
      tab: "", last: null, values: null, coach: localStorage.getItem("longsuit-coach") || "after",
      advice: [], party: null, wanted: 0, word: "", four: localStorage.getItem("longsuit-four") === "yes",
    };
  },
  computed: {
    round() { return this.view.round; },
    game() { return this.view.game; },
    bet() { return this.game === "chase-the-flush" ? "All In" : "Raise"; },
    practice() { return this.view.mode === "practice"; },
    mine() { return this.me && this.round ? this.round.seats.find((seat) => seat.player === this.me.name) : null; },
    results() { return this.round?.settlement?.results || []; },
    myResults() { return this.mine ? this.results.filter((one) => one.seat === this.mine.seat) : []; },
    dealer() { return this.round?.dealer || []; },
    dealerFlush() { return this.dealer.length && this.dealer.every(Boolean) ? flushWords([...this.dealer, ...this.round.board]) : ""; },
    dealerMarked() { return this.dealer.every(Boolean) ? longSuit([...this.dealer, ...(this.round?.board || [])]) : []; },
    tabs: () => TABS,
    status() {
      const { round } = this;
      if (this.view.closed) return "This table is closed.";
      if (this.wanted) return `Seat ${this.wanted} is yours when this round is over.`;
      if (!round) return "At this table the cards are on the felt.";
      if (round.phase === "wagers") return this.mine ? (Object.keys(this.mine.wagers).length ? "No more to do: the cards are coming." : "Place your wagers.") : "Wagers are open.";
      if (round.phase === "decisions") {
        if (this.mine && round.turn === this.mine.seat) return "Your turn.";
        return `Seat ${round.turn} is to act.`;
      }
      if (round.settlement) return round.settlement.qualifies ? "The dealer qualifies." : "The dealer does not qualify.";
      return "";
    },
    cost() { return this.advice.reduce((sum, one) => sum + one.cost, 0); },
  },
  async mounted() {
    this.hits = new Hits(this.view.meters);
    this.commands = new Commands(this.table, { view: () => this.view, waits: (words) => (this.said = words) });
    try {
      this.me = await session();
      this.feed = new Feed(this.table, { news: this.hear, line: this.hearLine }).start();
      await this.follow(this.commands.resume());
    } catch (error) {
      [this.up, this.line] = [false, "The floor does not answer: reload the page."];
    }
  },
  unmounted() { this.feed?.stop(); },
  watch: {
    coach(now) { localStorage.setItem("longsuit-coach", now); this.think(); },
    four(now) { localStorage.setItem("longsuit-four", now ? "yes" : "no"); },
    "mine.actions"() { this.think(); },
    "round.phase"(now) {
      if (now === "wagers" && this.wanted) this.sit(this.wanted);
      if (now === "wagers") this.wanted = 0;
    },
    "round.number"() { [this.advice, this.values] = [[], null]; },
  },
  methods: {
    dollars, exactDollars, actionWords,
    hear(told) {
      const before = this.view;
      if (told.view) this.view = told.view;
      else if (told.meters) this.view = { ...this.view, meters: told.meters };
      this.tell(before);
      this.celebrate();
    },
    // In words, for those who listen.
    tell(before) {
      const [now, then] = [this.round, before.round];
      if (!now || !this.mine) return;
      if (now.phase === "wagers" && then?.number !== now.number) this.announce(`Round ${now.number}. Wagers are open.`);
      const cards = this.mine.cards.filter(Boolean);
      if (now.turn === this.mine.seat && (then?.turn !== now.turn || then?.board.length !== now.board.length)) {
        const board = now.board.length ? ` Community cards: ${now.board.map(cardWords).join(", ")}.` : "";
        this.announce(`Your cards: ${cards.map(cardWords).join(", ")}.${board} Your turn.`);
      }
      if (now.settlement && !then?.settlement) {
        const net = this.myResults.reduce((sum, one) => sum + one.returned - one.stake, 0);
        const each = this.myResults.map((one) => `${one.wager}: ${one.verdict}, ${one.reason}`).join(". ");
        this.announce(`${net < 0 ? "You lost " + dollars(-net) : "You won " + dollars(net)}. ${each}.`);
      }
    },
    announce(words) { this.announced = words; },
    whereabouts: (hit, table) => `${hit.claim.table === table ? "Seat" : "Table " + hit.claim.table + ", seat"} ${hit.seat}`,
    pending(meter) { return pendingHits(meter).map((hit) => `Jackpot pending: ${this.whereabouts(hit, this.table)}, ${exactDollars(hit.amount)}`); },
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
      this.busy = false;
      if (found && !found.ok) this.said = found.reason;
      return !found || found.ok;
    },
    ask(body) { return this.follow(this.commands.ask(body)); },
    // Seats are taken between rounds: whoever comes in the middle of one is seated after it.
    sit(seat) {
      if (this.round.phase !== "wagers") this.wanted = seat;
      else this.ask({ type: "SitDown", seat, stack: this.view.buy_in });
    },
    leave() { return this.ask({ type: "StandUp", seat: this.mine.seat }); },
    robot(seat) { return this.ask({ type: "SeatRobot", seat }); },
    unrobot(seat) { return this.ask({ type: "UnseatRobot", seat }); },
    back() { return this.ask({ type: "TakeBackWagers", seat: this.mine.seat }); },
    async place(wagers) {
      if (await this.ask({ type: "PlaceWagers", seat: this.mine.seat, wagers })) this.last = wagers;
    },
    async act(action) {
      const position = this.position();
      const body = { type: "Act", seat: this.mine.seat, action: action.name };
      if (action.name === "raise") body.amount = action.most;
      if ((await this.ask(body)) && this.coach !== "off") this.judge(position, action.name);
    },
    async addWord() {
      if (await this.ask({ type: "AddWord", seat: this.mine.seat, word: this.word })) this.word = "";
    },
    // The coach is asked with what this player sees, and no more.
    position() {
      const seen = this.round.seats.filter((seat) => seat !== this.mine).flatMap((seat) => seat.cards.filter(Boolean));
      return new URLSearchParams({ hole: this.mine.cards.join(""), board: this.round.board.join(""), seen: seen.join("") });
    },
    async value(position) {
      const found = await get(`/api/tables/${encodeURIComponent(this.table)}/advice?${position}`);
      return found.ok ? found.body : null;
    },
    async think() {
      this.values = null;
      const deciding = this.mine && this.round.phase === "decisions" && this.round.turn === this.mine.seat;
      if (this.coach !== "always" || !deciding) return;
      await this.show();
    },
    async show() {
      const asked = this.view.version;
      const found = await this.value(this.position());
      if (!found || this.view.version !== asked) return;
      const of = Object.fromEntries(found.actions.map((one) => [one.action, one.value.decimal.toFixed(4)]));
      this.values = { best: found.best, of };
    },
    async judge(position, action) {
      const number = this.round.number;
      const found = await this.value(position);
      if (!found || this.round.number !== number) return;
      const best = found.actions[0];
      const taken = found.actions.find((one) => one.action === action) || best;
      const cost = Math.max(0, best.value.decimal - taken.value.decimal);
      this.advice.push({ action, best: found.best, cost, exact: best.value.exact, of: found.actions });
    },
    longOf(seat) { return longSuit([...seat.cards, ...(this.round?.board || [])]); },
    of: (seat, results) => results.filter((one) => one.seat === seat),
    meterName: (name) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " "),
  },
  template: `
    <div class="felt-page" :class="{ 'four-colours': four }">
      <h1 class="ls-hidden">{{ view.name }}</h1>
      <div class="ls-hidden" aria-live="assertive">{{ announced }}</div>
      <div class="meters" v-if="view.meters.length" aria-label="Jackpots" role="group">
        <div v-for="meter in view.meters" :key="meter.name" class="meter">
          <span>{{ meter.must_hit_by ? "Must hit by " + dollars(meter.must_hit_by) : meterName(meter.name) }}</span>
          <b>{{ exactDollars(meter.value) }}</b>
          <em v-for="words in pending(meter)" :key="words" class="pending" role="status">{{ words }}</em>
        </div>
      </div>
      <div v-if="round && Object.keys(round.dynamic).length" class="dynamic" aria-label="Raised pays of this round" role="group">
        <span v-for="(cents, hand) in round.dynamic" :key="hand">{{ hand }} <b>{{ dollars(cents) }}</b></span>
      </div>
      <div class="felt" :class="{ faceup: view.face_up }">
        <div class="felt-head"><span>{{ view.name }}</span><span v-if="view.face_up" class="tag">Face up</span><span v-if="round">Round {{ round.number }}</span></div>
        <div class="dealer" role="group" :aria-label="'Dealer' + (dealerFlush ? ', ' + dealerFlush : '')">
          <div class="hand" :class="{ many: dealer.length > 3 }"><transition-group name="deal"><playing-card v-for="(card, at) in dealer" :key="round.number + '/' + at" :card="card" :marked="dealerMarked.includes(card)" :style="{ '--at': at }"/></transition-group></div>
          <span class="dealer-name">Dealer<template v-if="dealerFlush"> · {{ dealerFlush }}</template></span>
        </div>
        <div v-if="game === 'chase-the-flush'" class="board" role="group" aria-label="Community cards">
          <transition-group name="deal"><playing-card v-for="(card, at) in round ? round.board : []" :key="card" :card="card" :marked="mine && mine.cards.length > 0 && !mine.folded && longOf(mine).includes(card)" :style="{ '--at': at }"/></transition-group>
          <span v-for="at in 4 - (round ? round.board.length : 0)" :key="'empty' + at" class="slot" aria-hidden="true"></span>
        </div>
        <p class="status" role="status">{{ status }}</p>
        <div class="seats" v-if="round">
          <seat-box v-for="seat in round.seats" :key="seat.seat" :seat="seat" :turn="round.turn === seat.seat" :mine="mine === seat" :bet="bet"
                    :practice="practice && !view.closed" :can-sit="!mine && me !== null && me.role === 'player'" :results="of(seat.seat, results)"
                    :marked="seat.cards.some(Boolean) ? longOf(seat) : []" @sit="sit" @robot="robot" @unrobot="unrobot"/>
        </div>
        <div v-if="party" class="party" role="alert"><div class="party-in"><b>Jackpot</b><span>{{ exactDollars(party.amount) }}</span><small>{{ party.where }} · {{ party.hand || meterName(party.meter) }}</small></div></div>
      </div>
      <p v-if="!up" class="cut" role="alert">{{ line }}</p>
      <p v-if="said" class="ls-said" role="alert">{{ said }}</p>
      <my-place v-if="mine && round" :table="view" :seat="mine" :results="myResults" :busy="busy" :values="values" :last="last" @place="place" @act="act" @back="back"/>
      <p v-if="mine && advice.length && round.settlement" class="coach-line" role="status">
        <template v-if="cost">Coach: your decisions gave up {{ cost.toFixed(4) }} Antes this round.</template><template v-else>Coach: best play all the way.</template>
      </p>
      <nav class="tabs" aria-label="Beside the table">
        <button v-for="(name, id) in tabs" :key="id" type="button" class="ls-button" :aria-expanded="tab === id" @click="tab = tab === id ? '' : id">{{ name }}</button>
        <button v-if="mine && mine.actions.length && round.phase === 'decisions'" type="button" class="ls-button" @click="show">What is best?</button>
        <button v-if="mine" type="button" class="ls-button" :disabled="busy" @click="leave">Stand up</button>
      </nav>
      <aside v-if="tab" class="ls-panel side" :aria-label="tabs[tab]">
        <paytables v-if="tab === 'pays'" :offers="view.offers" :rules="rules"/>
        <rounds v-else-if="tab === 'rounds'" :table="table" :number="round ? round.number : 0"/>
        <div v-else-if="tab === 'coach'" class="panel-body">
          <h3>The coach knows the exact value of each choice</h3>
          <label><input type="radio" value="always" v-model="coach"> Show the values at every decision</label>
          <label><input type="radio" value="after" v-model="coach"> Say after each round what my decisions cost</label>
          <label><input type="radio" value="off" v-model="coach"> Say nothing</label>
          <label><input type="checkbox" v-model="four"> Cards in four colours</label>
          <ul class="told"><li v-for="(one, at) in advice" :key="at"><b>{{ actionWords(one.action, bet) }}</b>
            <span>{{ one.cost ? "gave up " + one.cost.toFixed(4) + " Antes" : "best" }}</span>
            <template v-for="option in one.of" :key="option.action"> {{ actionWords(option.action, bet) }} {{ option.value.decimal.toFixed(4) }};</template></li></ul>
        </div>
        <div v-else class="panel-body">
          <h3>This round's shuffle</h3>
          <p>It was fixed before the wagers closed. Its commitment:</p>
          <p class="deck">{{ view.shuffle.commitment || "none: no round of ours is open" }}</p>
          <p v-for="one in view.shuffle.words" :key="one.seat">Seat {{ one.seat }}, {{ one.player }}: “{{ one.word }}”</p>
          <form v-if="mine && round.phase === 'wagers'" @submit.prevent="addWord">
            <label class="ls-field">A word of yours goes into the shuffle<input v-model="word" maxlength="100" required></label>
            <button class="ls-button" type="submit">Add my word</button>
          </form>
          <p class="ls-quiet-text">After the round the seed is opened; under Rounds you can make the shuffle again in your browser.</p>
        </div>
      </aside>
    </div>`,
};
