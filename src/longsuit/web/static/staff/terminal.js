// The dealer's terminal: only what is allowed now is lit, and a refusal is told in words.
import { Commands, dollars, exactDollars, Feed, newKey, session } from "/static/client/floor.js";
import { PlayingCard } from "/static/shared/playing_card.js";
import { AskDialog, asPerson, centsOf, noAmount } from "/static/staff/ask_dialog.js";

const SENDS = {
  "START ROUND": "StartRound",
  "PENDING JACKPOT": "PendingJackpot",
  "PAY JACKPOT": "PayJackpot",
  OK: "Ok",
  "END ROUND": "EndRound",
};
const KEYPAD = [
  "START ROUND",
  "CANCEL ROUND",
  "PENDING JACKPOT",
  "PAY JACKPOT",
  "PAY THE AGREED SUM",
  "OK",
  "VOID",
  "END ROUND",
];
const STEPS = { pending: "pending", verifying: "verify the sum", paid: "paid: press OK", done: "done", void: "void" };
const PHASES = {
  wagers: "wagers are open",
  decisions: "decisions",
  settled: "settled",
  idle: "wagers are open",
  round: "in play",
  mystery: "Must Hit award",
  late: "late claim",
};

export default {
  components: { PlayingCard, AskDialog },
  props: { table: String, first: Object },
  data() {
    return { view: this.first, me: null, up: true, line: "", said: "", told: "", busy: false, asking: null };
  },
  computed: {
    terminal() {
      return this.view.terminal;
    },
    round() {
      return this.view.round;
    },
    keypad: () => KEYPAD,
    open() {
      return this.terminal.jackpots.filter((one) => ["pending", "verifying", "paid"].includes(one.step));
    },
    closed() {
      return this.terminal.jackpots.filter((one) => ["done", "void"].includes(one.step));
    },
    chosen() {
      const seat = this.terminal.seats.find((one) => one.chosen);
      return seat ? this.open.find((one) => one.seat === seat.seat) : null;
    },
    // The seats of a live table that have the wager and no jackpot: only the dealer knows what they hold.
    silent() {
      const { live, phase, seats, jackpots } = this.terminal;
      const claimed = jackpots.filter((one) => one.step !== "void").map((one) => one.seat);
      return live && phase === "round"
        ? seats.filter((one) => one.lit && !claimed.includes(one.seat)).map((one) => one.seat)
        : [];
    },
    phase() {
      const { phase } = this.terminal;
      return PHASES[["mystery", "late"].includes(phase) ? phase : this.round?.phase || phase] || this.round.phase;
    },
    // Why hands of the chosen seat are dark, each reason once.
    dark() {
      const found = Object.entries(this.terminal.dark_hands);
      return [...new Set(found.map(([, why]) => why))].map((why) => ({
        why,
        hands: found.filter((one) => one[1] === why).map(([hand]) => hand),
      }));
    },
    // What whoever stands here does next, in one sentence.
    next() {
      const { terminal, round } = this;
      const seat = terminal.seats.find((one) => one.chosen)?.seat;
      if (this.view.closed) return "The table is closed.";
      if (this.chosen) return this.about(this.chosen);
      if (seat && terminal.hand && this.lit("PENDING JACKPOT"))
        return `Touch PENDING JACKPOT: ${terminal.hand} for seat ${seat}.`;
      if (seat && terminal.open_hands.length) return `Touch the winning hand of seat ${seat}, or another seat.`;
      if (seat && this.dark.length) return this.dark[0].why;
      if (this.open.length) return `Touch seat ${this.open[0].seat}: its jackpot is not done yet.`;
      if (terminal.not_claimed.length) return `Seat ${terminal.not_claimed[0][0]} has won a jackpot: touch Claim.`;
      if (terminal.live && terminal.phase === "idle") {
        return this.lit("START ROUND")
          ? "When all wagers are down, touch START ROUND."
          : "Touch the seats that have the progressive wager.";
      }
      if (terminal.live) return "For a jackpot touch its seat; when all hands are paid, touch END ROUND.";
      if (round?.phase === "decisions") return `Seat ${round.turn} is to act.`;
      if (this.view.mode === "practice") return "The system deals at this table.";
      if (this.lit("END ROUND")) return "The round is settled: touch END ROUND.";
      return this.lit("START ROUND") ? "When everyone has wagered, touch START ROUND." : "Waiting for wagers.";
    },
  },
  async mounted() {
    this.commands = new Commands(this.table, {
      view: () => this.view,
      waits: (words) => (this.said = words),
      // What is touched is meant for the seat and hand that are chosen.
      mark: () => `${this.terminal.seats.find((one) => one.chosen)?.seat || 0} ${this.terminal.hand}`,
    });
    this.me = await session();
    this.feed = new Feed(this.table, {
      news: (told) => {
        if (told.view) this.view = told.view;
        else if (told.meters)
          this.view = { ...this.view, meters: told.meters, terminal: { ...this.terminal, meters: told.meters } };
      },
      line: (up, said) => {
        if (up && !this.up) this.commands.lineIsBack();
        [this.up, this.line] = [up, said];
      },
    }).start();
    await this.follow(this.commands.resume());
  },
  unmounted() {
    this.feed?.stop();
  },
  methods: {
    dollars,
    exactDollars,
    step: (jackpot) => STEPS[jackpot.step],
    about({ seat, step, amount, hand, needs_approval: approval, refused_by: by, refused_why: why, waits, envies }) {
      const sum = exactDollars(amount);
      if (waits) return waits;
      if (step === "pending") return `${hand} at seat ${seat}: touch PAY JACKPOT to see the sum.`;
      if (step === "paid")
        return `Hand ${sum} to seat ${seat}${envies.length ? `, and ${this.envy(envies)}` : ""}; then touch OK.`;
      if (by) return `${sum} was refused by ${by} (${why}): touch VOID, or ask a supervisor to look again.`;
      if (approval && this.me?.role !== "supervisor")
        return `${sum} needs a supervisor: touch Approve, or wait for the pit desk.`;
      if (approval) return `${sum} for seat ${seat} needs your approval: touch Approve.`;
      return `Verify ${sum} with seat ${seat}, then touch PAY THE AGREED SUM.`;
    },
    // Every envy pay of a hand is the same.
    envy: (envies) =>
      `${exactDollars(envies[0].amount)} envy to ${envies.length > 1 ? "each of seats" : "seat"} ${envies.map((one) => one.seat).join(", ")}`,
    lit(button) {
      return this.terminal.lit.includes(button);
    },
    name: (meter) =>
      meter.must_hit_by ? `Must hit by ${dollars(meter.must_hit_by)}` : meter.name.replaceAll("-", " "),
    seatOf(number) {
      return this.round?.seats[number - 1];
    },
    // Until a command is answered, and the terminal shows what came of it, nothing else is touched.
    async follow(asking) {
      [this.busy, this.said] = [true, ""];
      const found = await asking;
      if (found?.ok) await this.reached(found.body.version);
      this.busy = false;
      this.said = found && !found.ok ? found.reason : "";
      return found;
    },
    ask(body) {
      return this.follow(this.commands.ask(body));
    },
    async reached(version) {
      const late = Date.now() + 3000;
      while (this.view.version < version && Date.now() < late) await new Promise((done) => setTimeout(done, 20));
    },
    press(button) {
      if (button === "CANCEL ROUND")
        return this.question(
          "Cancel the round",
          [{ name: "reason", label: "Why" }],
          ({ reason }) => this.ask({ type: "CancelRound", reason }),
          "CANCEL ROUND",
        );
      if (button === "VOID")
        return this.question(
          "Void the jackpot",
          [{ name: "reason", label: "Why" }],
          ({ reason }) => this.ask({ type: "VoidJackpot", reason }),
          "VOID",
        );
      if (button === "PAY THE AGREED SUM") {
        const fields = [
          {
            name: "sum",
            label: "The sum that you and the player agree on, in dollars",
            mode: "decimal",
            value: (this.chosen.amount / 100).toFixed(2),
          },
        ];
        return this.question(
          "Pay the agreed sum",
          fields,
          ({ sum }) => {
            const amount = centsOf(sum);
            return amount === null ? { ok: false, reason: noAmount(sum) } : this.ask({ type: "PayAgreedSum", amount });
          },
          "PAY",
        );
      }
      if (button === "END ROUND" && this.silent.length) {
        const [seats, have] = this.silent.length > 1 ? ["Seats", "have"] : ["Seat", "has"];
        return this.question(
          "End the round",
          [],
          () => this.ask({ type: "EndRound" }),
          "END ROUND",
          `${seats} ${this.silent.join(", ")} had the wager and ${have} no jackpot. Look at every hand first: after this a jackpot takes a supervisor.`,
        );
      }
      return this.ask({ type: SENDS[button] });
    },
    question(title, fields, then, button, note = "") {
      this.asking = { title, fields, then, button, note };
    },
    async answered(values, complain) {
      const found = await this.asking.then(values);
      if (found.ok) this.asking = null;
      else complain(found.reason);
    },
    seat(one) {
      if (this.terminal.live && this.terminal.phase === "idle")
        return this.ask({ type: "TurnLight", seat: one.seat, on: !one.lit });
      return this.ask({ type: "ChooseSeat", seat: one.seat });
    },
    hand(hand) {
      return hand !== this.terminal.hand && this.ask({ type: "ChooseHand", hand });
    },
    claim([seat, hand]) {
      return this.ask({ type: "ChooseSeat", seat }).then((found) => found.ok && this.hand(hand));
    },
    seatPlayer(seat) {
      const fields = [
        { name: "player", label: "Player" },
        { name: "sum", label: "Buy-in in dollars", mode: "decimal", value: (this.view.buy_in / 100).toFixed(0) },
      ];
      this.question(
        `Seat ${seat}`,
        fields,
        ({ player, sum }) => {
          const stack = centsOf(sum);
          return stack === null
            ? { ok: false, reason: noAmount(sum) }
            : this.ask({ type: "SeatPlayer", seat, player, stack });
        },
        "Seat",
      );
    },
    // Who leaves takes money away: the dealer sees how much before anybody goes.
    unseat(seat) {
      const { player, stack, wagers } = this.seatOf(seat);
      const down = Object.values(wagers).reduce((sum, one) => sum + one, 0);
      const back = down ? `The wagers of ${exactDollars(down)} that are down go back first. ` : "";
      this.question(
        `Free seat ${seat}`,
        [],
        () => this.ask({ type: "UnseatPlayer", seat, wagers_back: down > 0 }),
        "Free the seat",
        `${back}${player} leaves with ${exactDollars(stack + down)}.`,
      );
    },
    time(seat) {
      return this.ask({ type: "LetTimePass", seat });
    },
    // A hand of the last round that was missed: with a supervisor's name and password.
    late() {
      const fields = [
        { name: "seat", label: "Seat", options: this.terminal.late_seats.map(String) },
        { name: "hand", label: "Hand", options: this.terminal.hands },
        { name: "reason", label: "Why it was not claimed in time" },
        { name: "supervisor", label: "Supervisor" },
        { name: "password", label: "Password", type: "password" },
      ];
      this.question(
        "Late claim",
        fields,
        (values) => this.follow(this.claimLate(values)),
        "Claim",
        "A winning hand of the last round, seen after END ROUND. A supervisor has to stand by it.",
      );
    },
    async claimLate({ seat, ...values }) {
      const response = await fetch(`/api/tables/${encodeURIComponent(this.table)}/late-claims`, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": newKey() },
        body: JSON.stringify({ seat: Number(seat), ...values }),
      });
      const body = await response.json();
      return { ok: response.ok, body, reason: body.reason };
    },
    approve(jackpot) {
      if (this.me.role === "supervisor") return this.ask({ type: "ApproveJackpot", number: jackpot.number });
      const fields = [
        { name: "name", label: "Supervisor" },
        { name: "password", label: "Password", type: "password" },
      ];
      this.question(
        `Approve ${exactDollars(jackpot.amount)} for seat ${jackpot.seat}`,
        fields,
        ({ name, password }) => this.approveAs(name, password, jackpot),
        "Approve",
      );
    },
    approveAs(name, password, jackpot) {
      return asPerson(name, password, async (headers) => {
        const response = await fetch(`/api/tables/${encodeURIComponent(this.table)}/commands`, {
          method: "POST",
          credentials: "omit",
          headers: { ...headers, "content-type": "application/json", "idempotency-key": newKey() },
          body: JSON.stringify({ type: "ApproveJackpot", number: jackpot.number }),
        });
        return { ok: response.ok, reason: (await response.json()).reason };
      });
    },
  },
  template: `
    <div class="terminal">
      <h1 class="ls-hidden">Terminal of {{ view.name }}</h1>
      <header class="terminal-head">
        <div><b>{{ view.name }}</b> <span class="ls-quiet-text">{{ terminal.live ? "live" : view.mode }} · round {{ terminal.round }} · {{ phase }}</span></div>
        <div class="terminal-meters"><span v-for="meter in terminal.meters" :key="meter.name">{{ name(meter) }} <b>{{ exactDollars(meter.value) }}</b></span></div>
      </header>
      <div class="terminal-next" :class="{ lost: !up }">
        <p role="status">{{ up ? next : line }}</p>
        <p v-if="said" class="terminal-said" role="alert">{{ said }}</p>
      </div>
      <section class="terminal-seats" :class="{ dealt: !terminal.live }" aria-label="Seats">
        <div v-for="one in terminal.seats" :key="one.seat" class="terminal-seat">
          <button type="button" class="light" :class="{ lit: one.lit, chosen: one.chosen }" :disabled="busy || !(one.open || one.chosen)" :aria-pressed="one.lit"
                  :aria-label="'Seat ' + one.seat + (one.lit ? ', light on' : ', light off') + (one.chosen ? ', chosen' : '')" @click="seat(one)">{{ one.seat }}</button>
          <template v-if="!terminal.live && round">
            <span class="terminal-player">{{ seatOf(one.seat).player || "free" }}<span v-if="seatOf(one.seat).player" class="ls-quiet-text"> {{ dollars(seatOf(one.seat).stack) }}</span></span>
            <button v-if="!seatOf(one.seat).player && view.mode === 'dealt'" type="button" class="small" :aria-label="'Seat a player at ' + one.seat" :disabled="busy || round.phase !== 'wagers'" @click="seatPlayer(one.seat)">Seat</button>
            <button v-else-if="seatOf(one.seat).player && round.phase === 'wagers' && view.mode === 'dealt'" type="button" class="small" :aria-label="'Free seat ' + one.seat" :disabled="busy" @click="unseat(one.seat)">Free</button>
            <button v-if="round.phase === 'decisions' && round.turn === one.seat" type="button" class="small" :aria-label="'Time for seat ' + one.seat" :disabled="busy" @click="time(one.seat)">Time</button>
          </template>
        </div>
      </section>
      <div class="terminal-body">
        <section class="terminal-hands" aria-label="Hands">
          <button v-for="one in terminal.hands" :key="one" type="button" :class="{ chosen: one === terminal.hand }" :aria-pressed="one === terminal.hand" :disabled="busy || (one !== terminal.hand && !terminal.open_hands.includes(one))" @click="hand(one)">
            {{ one }}<b v-if="terminal.dynamic[one]">{{ dollars(terminal.dynamic[one]) }}</b></button>
          <p v-for="one in dark" :key="one.why" class="terminal-dark"><b>{{ one.hands.join(", ") }}:</b> {{ one.why }}</p>
          <p v-if="!terminal.hands.length" class="ls-quiet-text">This table has no progressive wager.</p>
        </section>
        <div class="terminal-right">
          <section class="terminal-jackpots" aria-label="Jackpots of this round">
            <p v-if="!terminal.jackpots.length && !terminal.not_claimed.length" class="terminal-none">No jackpot in this round.
              <button v-if="terminal.late_seats.length" type="button" class="ls-button" :disabled="busy || !up" @click="late">Late claim for the last round</button></p>
            <ul class="jackpots">
              <li v-for="one in open" :key="one.number" :class="[one.step, { chosen: one === chosen }]">
                <span><b>Seat {{ one.seat }}</b> {{ one.hand }}</span><b class="sum">{{ exactDollars(one.amount) }}</b>
                <span class="step">{{ one.waits || step(one) }}<template v-if="one.approved_by"> · approved by {{ one.approved_by }}</template><template v-else-if="one.refused_by"> · refused by {{ one.refused_by }}: {{ one.refused_why }}</template><template v-else-if="one.needs_approval"> · needs a supervisor</template></span>
                <span v-if="one.envies.length" class="envy">{{ envy(one.envies) }}, from the tray</span>
                <button v-if="one.needs_approval && !one.approved_by" type="button" class="ls-button main" :disabled="busy" @click="approve(one)">Approve</button>
              </li>
              <li v-for="one in terminal.not_claimed" :key="'not ' + one[0]">
                <span><b>Seat {{ one[0] }}</b> {{ one[1] }}</span><span></span><span class="step">not claimed yet</span>
                <button type="button" class="ls-button main" :disabled="busy" @click="claim(one)">Claim</button>
              </li>
            </ul>
            <p v-for="one in closed" :key="one.number" class="terminal-done" :class="one.step">Seat {{ one.seat }}, {{ one.hand }}: {{ exactDollars(one.amount) }}, {{ step(one) }}<template v-if="one.envies.length">; {{ envy(one.envies) }}</template></p>
          </section>
          <section class="keypad" aria-label="Keypad">
            <button v-for="button in keypad" :key="button" type="button" :class="{ lit: lit(button), ['key-' + button[0]]: true }" :disabled="busy || !lit(button)" @click="press(button)">{{ button }}</button>
          </section>
        </div>
      </div>
      <ask-dialog v-if="asking" :title="asking.title" :note="asking.note" :fields="asking.fields" :button="asking.button" @done="answered" @cancel="asking = null"/>
    </div>`,
};
