// A seat at the felt as everyone sees it.
import { dollars } from "../client/floor.js";
import { actionWords, suitsOf } from "../shared/flushes.js";
import { cardWords, PlayingCard } from "../shared/playing_card.js";
import { initials, netOf, signed } from "./results.js";
import { TurnClock } from "./turn_clock.js";
import { pile, total } from "./wagers.js";

export const ChipPile = {
  props: { cents: { type: Number, default: 0 } },
  computed: {
    chips() {
      return pile(this.cents);
    },
  },
  template: `
    <span class="pile" aria-hidden="true">
      <i v-for="(chip, at) in chips" :key="at" :class="'chip-' + chip" :style="{ bottom: at * 4 + 'px' }"></i>
    </span>`,
};

// Another's open hand, small and by suits, the longest first.
const SmallHand = {
  props: { cards: Array },
  computed: {
    suits() {
      return suitsOf(this.cards);
    },
    words() {
      return this.suits.flat().map(cardWords).join(", ");
    },
  },
  methods: {
    rank: (card) => (card[0] === "T" ? "10" : card[0]),
    sign: (card) => ({ c: "♣", d: "♦", h: "♥", s: "♠" })[card[1]],
  },
  template: `
    <span class="small-hand" role="img" :aria-label="words">
      <span v-for="suit in suits" :key="suit[0]"><i v-for="card in suit" :key="card" :class="'suit-' + card[1]">{{ rank(card) }}<b>{{ sign(card) }}</b></i></span>
    </span>`,
};

export const SeatBox = {
  components: { PlayingCard, SmallHand, TurnClock },
  props: {
    seat: Object,
    names: Object,
    settlement: Object,
    bet: String,
    turn: Boolean,
    mine: Boolean,
    practice: Boolean,
    canSit: Boolean,
    canSeat: Boolean,
    ends: Number,
    whole: Number,
  },
  emits: ["sit", "robot", "unrobot"],
  computed: {
    robot() {
      return (this.seat.player || "").startsWith("Robot ");
    },
    short() {
      return this.robot ? `R ${this.seat.seat}` : this.seat.player.split(" ")[0];
    },
    staked() {
      return total(this.seat.wagers) + this.seat.bet;
    },
    results() {
      return (this.settlement?.results || []).filter((one) => one.seat === this.seat.seat);
    },
    net() {
      return netOf(this.settlement, this.seat.seat);
    },
    open() {
      return this.seat.cards.length > 0 && this.seat.cards.every(Boolean);
    },
    // One small chip for each wager, with its name.
    chips() {
      const down = Object.keys(this.names).map((wager) => [wager, this.seat.wagers[wager] || 0]);
      down.at(-1)[1] = this.seat.bet;
      return down
        .filter(([, cents]) => cents)
        .map(([wager, cents]) => ({
          wager,
          cents,
          name: this.names[wager],
          short: initials(this.names[wager]),
          size: pile(cents)[0] || 100,
          verdict: this.results.find((one) => one.wager === wager)?.verdict,
        }));
    },
    doing() {
      const last = this.seat.taken.at(-1);
      if (this.seat.folded) return "Folded";
      return last ? actionWords(last, this.bet) : "";
    },
    said() {
      const { seat } = this;
      if (!seat.player) return `Seat ${seat.seat}, empty`;
      const parts = [`Seat ${seat.seat}, ${seat.player}, ${dollars(seat.stack)}`];
      if (this.staked)
        parts.push(
          `${dollars(this.staked)} wagered: ${this.chips.map((one) => `${one.name} ${dollars(one.cents)}`).join(", ")}`,
        );
      if (this.turn) parts.push("to act");
      if (this.doing) parts.push(this.doing);
      if (this.results.length)
        parts.push(this.net ? `${this.net < 0 ? "lost" : "won"} ${dollars(Math.abs(this.net))}` : "came out even");
      return parts.join(", ");
    },
  },
  methods: { dollars, signed },
  template: `
    <div class="seat" :class="{ turn, mine, empty: !seat.player, folded: seat.folded, open: open && !mine }" role="group" :aria-label="said">
      <template v-if="seat.player">
        <div v-if="!mine" class="seat-cards">
          <small-hand v-if="open" :cards="seat.cards"/>
          <template v-else><playing-card v-for="(card, at) in seat.cards" :key="at" :card="card" :dim="seat.folded"/></template>
        </div>
        <div class="seat-chips" aria-hidden="true">
          <i v-for="one in chips" :key="one.wager" :class="['chip-' + one.size, one.verdict]" :title="one.name + ' ' + dollars(one.cents)">{{ one.short }}</i>
        </div>
        <div class="seat-plate">
          <b v-if="mine">You</b>
          <template v-else><b class="full" :title="seat.player">{{ seat.player }}</b><b class="short" aria-hidden="true">{{ short }}</b></template>
          <span>{{ dollars(seat.stack) }}</span>
          <button v-if="robot && practice && canSeat" type="button" class="seat-x" :aria-label="'Send ' + seat.player + ' away'"
                  @click="$emit('unrobot', seat.seat)">×</button>
        </div>
        <div class="seat-told">
          <em v-if="results.length" :class="net > 0 ? 'won' : net < 0 ? 'lost' : 'even'">{{ net ? signed(net) : "even" }}</em>
          <em v-else-if="doing">{{ doing }}</em>
          <span v-else-if="staked">{{ dollars(staked) }}</span>
        </div>
        <turn-clock v-if="turn && ends" :ends="ends" :whole="whole"/>
      </template>
      <template v-else>
        <span class="seat-number" aria-hidden="true">{{ seat.seat }}</span>
        <button v-if="practice && canSit" type="button" class="seat-door" :aria-label="'Sit at seat ' + seat.seat" @click="$emit('sit', seat.seat)">Sit</button>
        <button v-else-if="practice && canSeat" type="button" class="seat-door quiet" :aria-label="'Robot at seat ' + seat.seat" @click="$emit('robot', seat.seat)">+<span> Robot</span></button>
        <span v-else class="seat-free">free</span>
      </template>
    </div>`,
};
