// The dealer's terminal: only what is allowed now is lit, and whatever is dark says why when it is touched.
import { asPerson, newKey, post, tablePath } from "/static/client/session.js";
import { TablePage } from "/static/client/table_page.js";
import { emblem, meterTitle } from "/static/shared/jackpots.js";
import { centsOf, dollars, exactDollars, noAmount } from "/static/shared/money.js";
import { AskDialog } from "/static/staff/ask_dialog.js";
import { keepName, PinPad } from "/static/staff/pin_pad.js";
import { backKeys, forwardKeys, REASONS } from "/static/staff/terminal_keys.js";
import { endWords, envyWords, handPay, nextWords, stepWords } from "/static/staff/terminal_words.js";

const OPEN = ["pending", "verifying", "paid"];
const PHASES = { wagers: "wagers are open", idle: "wagers are open", round: "in play" };
const AWARDS = { mystery: "Must Hit award", late: "late claim" };
const PASSWORD = { name: "password", label: "Password", type: "password" };
// What goes on the slip of a jackpot above the approval amount.
const PAPERS = [
  { name: "winner", label: "Who won (name or seat)" },
  { name: "document", label: "Document seen" },
  { name: "surveillance", label: "Surveillance reference" },
  { name: "payment", label: "Paid by", options: ["chips", "hand-pay", "cheque"], value: "chips" },
];
const LATE = "A winning hand of the last round, seen after END ROUND. A supervisor has to stand by it.";
const why = (key) => ({ name: "reason", label: "Why", reasons: REASONS[key] });

export default {
  components: { AskDialog, PinPad },
  mixins: [TablePage],
  data: () => ({ asking: null, changing: false }),
  computed: {
    terminal: (vm) => vm.view.terminal,
    forward: (vm) => forwardKeys(vm.terminal.live),
    back: (vm) => backKeys(vm.terminal.live),
    open: (vm) => vm.terminal.jackpots.filter((one) => OPEN.includes(one.step)),
    closed: (vm) => vm.terminal.jackpots.filter((one) => !OPEN.includes(one.step)),
    chosenSeat: (vm) => vm.terminal.seats.find((one) => one.chosen)?.seat || 0,
    chosen: (vm) => vm.open.find((one) => one.seat === vm.chosenSeat),
    // The seats of a live table that have the wager and no jackpot: only the dealer knows what they hold.
    silent() {
      const { live, phase, seats, jackpots } = this.terminal;
      if (!live || phase !== "round") return [];
      const claimed = jackpots.filter((one) => one.step !== "void").map((one) => one.seat);
      return seats.filter((one) => one.lit && !claimed.includes(one.seat)).map((one) => one.seat);
    },
    phase() {
      const phase = this.round?.phase || this.terminal.phase;
      return AWARDS[this.terminal.phase] || PHASES[phase] || phase;
    },
    // Why hands of the chosen seat are dark, each reason once.
    dark() {
      const reasons = {};
      for (const [hand, reason] of Object.entries(this.terminal.dark_hands))
        reasons[reason] = [...(reasons[reason] || []), hand];
      return reasons;
    },
    next: (vm) => nextWords(vm.view, vm.fixed.mode, vm.open, vm.chosen, vm.me?.role),
  },
  methods: {
    ...{ dollars, emblem, exactDollars, envyWords, meterTitle, stepWords },
    arrived() {
      keepName(this.me.name);
    },
    // What is touched is meant for the seat and hand that are chosen.
    mark() {
      return `${this.chosenSeat} ${this.terminal.hand}`;
    },
    pay(hand) {
      return handPay(hand, this.terminal);
    },
    lit({ name }) {
      return this.terminal.lit.includes(name);
    },
    // What stands on a key below its name.
    figure({ name }) {
      const { hand, tray } = this.terminal;
      return name === "PAY FROM TRAY" && tray[hand] ? `${dollars(tray[hand])} to seat ${this.chosenSeat}` : "";
    },
    seatOf(number) {
      return this.round?.seats[number - 1];
    },
    // Dark keys and hands are touched too: then they say why they are dark.
    explain(reason) {
      this.said = reason || "";
    },
    press(key) {
      if (this.busy) return null;
      if (!this.lit(key)) return this.explain(this.terminal.dark[key.name]);
      const { name, type } = key;
      const ask = (values) => this.ask({ type, ...values });
      switch (name) {
        case "SAME SEATS":
          return ask({ seats: this.terminal.last_seats });
        case "LIGHTS OFF":
          return ask({ seats: [] });
        case "CANCEL ROUND":
          return this.takeBack("Cancel the round", name, ask);
        case "VOID":
          return this.takeBack("Void the jackpot: nothing is paid", name, ask);
        case "PAY FROM TRAY":
          return this.payFromTray(ask);
        case "PAY THE AGREED SUM":
          return this.agree(ask);
        case "END ROUND":
          return this.end(ask);
        default:
          return ask();
      }
    },
    takeBack(title, name, ask) {
      this.question(title, name, ask, [why(name)]);
      this.asking.danger = true;
    },
    payFromTray(ask) {
      const { hand, tray } = this.terminal;
      return ask({ seat: this.chosenSeat, hand, amount: tray[hand] });
    },
    agree(ask) {
      const label = "The sum that you and the player agree on, in dollars";
      const then = this.inCents("amount", ask);
      return this.question("Pay the agreed sum", "PAY", then, [this.sum(label, this.chosen.amount, 2)]);
    },
    end(ask) {
      if (!this.silent.length) return ask();
      return this.question("End the round", "END ROUND", ask, [], endWords(this.silent));
    },
    question(title, button, then, fields = [], note = "") {
      this.asking = { title, button, then, fields, note };
    },
    async answered(values, complain) {
      const found = await this.asking.then(values);
      if (found.ok) this.asking = null;
      else complain(found.reason);
    },
    // A field for an amount, and what is done with it once it is one.
    sum: (label, cents, places) => ({ name: "sum", label, mode: "decimal", value: (cents / 100).toFixed(places) }),
    inCents:
      (name, then) =>
      ({ sum, ...values }) => {
        const cents = centsOf(sum);
        return cents === null ? { ok: false, reason: noAmount(sum) } : then({ ...values, [name]: cents });
      },
    seat({ seat, lit }) {
      const { live, phase } = this.terminal;
      return this.ask(live && phase === "idle" ? { type: "TurnLight", seat, on: !lit } : { type: "ChooseSeat", seat });
    },
    canChoose(hand) {
      return hand === this.terminal.hand || this.terminal.open_hands.includes(hand);
    },
    hand(hand) {
      if (this.busy || hand === this.terminal.hand) return null;
      if (!this.canChoose(hand)) return this.explain(this.terminal.dark_hands[hand] || "Touch the winning seat first.");
      return this.ask({ type: "ChooseHand", hand });
    },
    async claim([seat, hand]) {
      if ((await this.ask({ type: "ChooseSeat", seat })).ok) this.hand(hand);
    },
    seatPlayer(seat) {
      const fields = [{ name: "player", label: "Player" }, this.sum("Buy-in in dollars", this.fixed.buy_in, 0)];
      const then = this.inCents("stack", (values) => this.ask({ type: "SeatPlayer", seat, ...values }));
      this.question(`Seat ${seat}`, "Seat", then, fields);
    },
    // Who leaves takes money away: the dealer sees how much before anybody goes.
    unseat(seat) {
      const { player, stack } = this.seatOf(seat);
      const note = `${player} leaves with ${exactDollars(stack)}.`;
      const then = () => this.ask({ type: "UnseatPlayer", seat });
      this.question(`Free seat ${seat}`, "Free the seat", then, [], note);
    },
    // A hand of the last round that was missed: with a supervisor's name and password.
    late() {
      const seat = { name: "seat", label: "Seat", options: this.terminal.late_seats.map(String) };
      const hand = { name: "hand", label: "Hand", options: this.terminal.hands };
      const reason = { name: "reason", label: "Why it was not claimed in time" };
      const papers = this.terminal.papers ? PAPERS.map((one) => ({ ...one, optional: true })) : [];
      const fields = [seat, hand, reason, ...papers, { name: "supervisor", label: "Supervisor" }, PASSWORD];
      const send = (values) => this.send("/late-claims", { ...values, seat: Number(values.seat) });
      this.question("Late claim", "Claim", (values) => this.follow(send(values)), fields, LATE);
    },
    approve(one) {
      return this.decide(one, "Approve", this.terminal.papers ? PAPERS : []);
    },
    refuse(one) {
      return this.decide(one, "Refuse", [why("REFUSE")]);
    },
    // A supervisor decides: whoever is signed in, or one who stands by.
    decide({ number, amount, seat, wager }, verb, fields) {
      const kind = wager ? { type: `${verb}Bonus`, seat, wager } : { type: `${verb}Jackpot`, number };
      const own = this.me.role === "supervisor";
      if (own && !fields.length) return this.ask(kind);
      const then = ({ name, password, ...more }) =>
        own ? this.ask({ ...kind, ...more }) : this.askAs(name, password, { ...kind, ...more });
      const who = own ? [] : [{ name: "name", label: "Supervisor" }, PASSWORD];
      return this.question(`${verb} ${exactDollars(amount)} for seat ${seat}`, verb, then, [...fields, ...who]);
    },
    // Of a supervisor who stands by: they sign in for this alone.
    askAs(name, password, body) {
      return asPerson(name, password, (...as) => this.send("/commands", body, ...as));
    },
    send(path, body, headers, options) {
      return post(tablePath(this.table, path), body, { "idempotency-key": newKey(), ...headers }, options);
    },
  },
  template: `
    <div class="terminal" :class="{ dealt: !terminal.live }">
      <h1 class="ls-hidden">Terminal of {{ fixed.name }}</h1>
      <header class="terminal-head">
        <div class="terminal-where"><b>{{ fixed.name }}</b>{{ " " }}
          <span class="ls-quiet-text">{{ fixed.mode }} · round {{ terminal.round }} · {{ phase }}</span></div>
        <a class="small terminal-out" href="/">Tables</a>
        <button type="button" class="small" :disabled="!me || me.alone" @click="changing = true">
          {{ me ? me.name : "" }} <span v-if="!me?.alone" class="ls-quiet-text">change</span></button>
      </header>
      <div class="terminal-next" :class="{ lost: !up, warned: said }">
        <p role="status">{{ up ? next : line }}</p>
        <p class="terminal-said" role="alert">{{ said }}</p>
      </div>
      <section class="terminal-seats" aria-label="Seats">
        <div v-for="one in terminal.seats" :key="one.seat" class="terminal-seat">
          <button type="button" class="light" :class="{ lit: one.lit, chosen: one.chosen }" :aria-pressed="one.lit"
              :aria-label="'Seat ' + one.seat + ', light ' + (one.lit ? 'on' : 'off') + (one.chosen ? ', chosen' : '')"
              :disabled="busy || !(one.open || one.chosen)" @click="seat(one)">{{ one.seat }}</button>
          <template v-if="!terminal.live && round">
            <span class="terminal-player">{{ seatOf(one.seat).player || "free" }}</span>
            <span class="terminal-stack">{{ seatOf(one.seat).player ? dollars(seatOf(one.seat).stack) : "" }}</span>
            <button v-if="!seatOf(one.seat).player && fixed.mode === 'dealt'" type="button" class="small"
                :aria-label="'Seat a player at ' + one.seat" :disabled="busy || round.phase !== 'wagers'"
                @click="seatPlayer(one.seat)">Seat</button>
            <button v-else-if="seatOf(one.seat).player && round.phase === 'wagers' && fixed.mode === 'dealt'"
                type="button" class="small" :aria-label="'Free seat ' + one.seat" :disabled="busy"
                @click="unseat(one.seat)">Free</button>
            <button v-if="round.phase === 'decisions' && round.turn === one.seat" type="button" class="small"
                :aria-label="'Time for seat ' + one.seat" :disabled="busy"
                @click="ask({ type: 'LetTimePass', seat: one.seat })">Time</button>
          </template>
        </div>
      </section>
      <div class="terminal-body">
        <section class="terminal-hands" aria-label="Hands">
          <button v-for="(one, at) in terminal.hands" :key="one" type="button"
              :class="{ chosen: one === terminal.hand, dim: !canChoose(one) }" :aria-pressed="one === terminal.hand"
              :aria-label="one" :aria-describedby="'pays-' + at"
              :aria-disabled="busy || !canChoose(one)" @click="hand(one)">
            <span>{{ one }}</span>
            <b :id="'pays-' + at" :class="{ raised: terminal.dynamic[one] }">{{ pay(one).pay }}
              <small>{{ pay(one).envy }}</small></b>
          </button>
          <p v-if="!terminal.hands.length" class="ls-quiet-text">This table has no progressive wager.</p>
        </section>
        <div class="terminal-middle">
          <section class="terminal-jackpots" aria-label="Jackpots of this round" tabindex="0">
            <p v-for="(hands, reason) in dark" :key="reason" class="terminal-dark">
              <b>{{ hands.join(", ") }}:</b> {{ reason }}</p>
            <ul class="jackpots">
              <li v-for="one in open" :key="one.number" :class="[one.step, { chosen: one === chosen }]">
                <span><b>Seat {{ one.seat }}</b> {{ one.hand }}</span><b class="sum">{{ exactDollars(one.amount) }}</b>
                <span class="step">{{ stepWords(one) }}</span>
                <span v-if="one.envies.length" class="envy">{{ envyWords(one.envies) }}, from the tray</span>
                <div v-if="terminal.papers && one.step === 'paid' && one === chosen" class="envy-pays">
                  <button v-for="envy in one.envies.filter((each) => !each.paid)" :key="envy.seat" type="button"
                      class="ls-button" :disabled="busy" @click="ask({ type: 'PayEnvy', seat: envy.seat })">
                    Seat {{ envy.seat }} envy {{ exactDollars(envy.amount) }} paid</button>
                </div>
                <div v-if="one.needs_approval && !one.approved_by" class="decide">
                  <button type="button" class="ls-button main" :disabled="busy" @click="approve(one)">Approve</button>
                  <button v-if="!one.refused_by" type="button" class="ls-button" :disabled="busy"
                      @click="refuse(one)">Refuse</button></div>
              </li>
              <li v-for="one in terminal.bonuses" :key="'bonus ' + one.seat + one.wager">
                <span><b>Seat {{ one.seat }}</b> {{ one.hand }}</span><b class="sum">{{ exactDollars(one.amount) }}</b>
                <span class="step">bonus pay, {{ one.refused_by
                  ? "refused by " + one.refused_by + " (" + one.refused_why + "): it stays owed"
                  : "needs a supervisor" }}</span>
                <div class="decide">
                  <button type="button" class="ls-button main" :disabled="busy" @click="approve(one)">Approve</button>
                  <button v-if="!one.refused_by" type="button" class="ls-button" :disabled="busy"
                      @click="refuse(one)">Refuse</button></div>
              </li>
              <li v-for="one in terminal.not_claimed" :key="'not ' + one[0]">
                <span><b>Seat {{ one[0] }}</b> {{ one[1] }}</span><span></span><span class="step">not claimed yet</span>
                <button type="button" class="ls-button main" :disabled="busy" @click="claim(one)">Claim</button>
              </li>
            </ul>
            <p v-for="one in closed" :key="one.number" class="terminal-done" :class="one.step">
              Seat {{ one.seat }}, {{ one.hand }}: {{ exactDollars(one.amount) }},
              {{ one.step }}{{ one.envies.length ? "; " + envyWords(one.envies) : "" }}</p>
            <p v-if="!terminal.jackpots.length && !terminal.not_claimed.length" class="terminal-none">
              No jackpot in this round.
              <span class="terminal-duty"><button type="button" class="ls-button" :disabled="busy || !up"
                  @click="ask({ type: 'ChangeDuty', on: true })">Go on duty</button>
              <button type="button" class="ls-button" :disabled="busy || !up"
                  @click="ask({ type: 'ChangeDuty', on: false })">Go off duty</button></span>
              <button v-if="terminal.late_seats.length" type="button" class="ls-button" :disabled="busy || !up"
                  @click="late">Late claim for the last round</button></p>
            <ul class="terminal-meters" aria-label="Meters">
              <li v-for="(meter, at) in terminal.meters" :key="meter.name">
                <i aria-hidden="true">{{ emblem(meter, at) }}</i> {{ meterTitle(meter) }}
                <b>{{ exactDollars(meter.value) }}</b></li></ul>
          </section>
          <section class="terminal-back" aria-label="Take back">
            <button v-for="key in back" :key="key.name" type="button" :class="{ lit: lit(key) }"
                :aria-disabled="busy || !lit(key)" @click="press(key)"><span
                aria-hidden="true">✕ </span>{{ key.name }}</button>
          </section>
        </div>
        <section class="keypad" aria-label="Keypad">
          <button v-for="key in forward" :key="key.name" type="button" :class="[key.kind, { lit: lit(key) }]"
              :aria-disabled="busy || !lit(key)" @click="press(key)">{{ key.name }}<small
              v-if="figure(key)">{{ figure(key) }}</small></button>
        </section>
      </div>
      <ask-dialog v-if="asking" :title="asking.title" :note="asking.note" :fields="asking.fields"
          :button="asking.button" :danger="asking.danger" @done="answered" @cancel="asking = null"/>
      <pin-pad v-if="changing" :now="me.name" @cancel="changing = false"/>
    </div>`,
};
