// A seat at the felt as everyone sees it.
import { dollars } from "/static/floor.js";
import { PlayingCard } from "/static/cards.js";
import { actionWords } from "/static/hands.js";
import { pile, total } from "/static/wagering.js";

export const ChipPile = {
  props: { cents: { type: Number, default: 0 } },
  computed: { chips() { return pile(this.cents); } },
  template: `
    <span class="pile" aria-hidden="true">
      <i v-for="(chip, at) in chips" :key="at" :class="'chip-' + chip" :style="{ bottom: at * 4 + 'px' }"></i>
    </span>`,
};

export const SeatBox = {
  components: { PlayingCard, ChipPile },
  props: { seat: Object, turn: Boolean, mine: Boolean, practice: Boolean, canSit: Boolean, results: Array, bet: String, marked: Array },
  emits: ["sit", "robot", "unrobot"],
  computed: {
    robot() { return (this.seat.player || "").startsWith("Robot "); },
    staked() { return total(this.seat.wagers) + this.seat.bet; },
    net() { return this.results.reduce((sum, one) => sum + one.returned - one.stake, 0); },
    doing() {
      const last = this.seat.taken.at(-1);
      if (this.seat.folded) return "Folded";
      return last ? actionWords(last, this.bet) : "";
    },
    said() {
      const { seat } = this;
      if (!seat.player) return `Seat ${seat.seat}, empty`;
      const parts = [`Seat ${seat.seat}, ${seat.player}, ${dollars(seat.stack)}`];
      if (this.staked) parts.push(`${dollars(this.staked)} wagered`);
      if (this.turn) parts.push("to act");
      if (this.doing) parts.push(this.doing);
      if (this.results.length) parts.push(this.net < 0 ? `lost ${dollars(-this.net)}` : `won ${dollars(this.net)}`);
      return parts.join(", ");
    },
  },
  methods: { dollars },
  template: `
    <div class="seat" :class="{ turn, mine, empty: !seat.player, folded: seat.folded }" role="group" :aria-label="said">
      <template v-if="seat.player">
        <div class="seat-cards" :class="{ many: seat.cards.length > 3 }">
          <playing-card v-for="(card, at) in seat.cards" :key="at" :card="card" :marked="marked.includes(card)" :dim="seat.folded"/>
        </div>
        <div class="seat-plate">
          <b>{{ mine ? "You" : seat.player }}</b>
          <span>{{ dollars(seat.stack) }}</span>
          <button v-if="robot && practice" type="button" class="seat-x" :aria-label="'Send ' + seat.player + ' away'"
                  @click="$emit('unrobot', seat.seat)">×</button>
        </div>
        <div class="seat-stake">
          <chip-pile v-if="staked" :cents="staked"/>
          <span v-if="staked">{{ dollars(staked) }}</span>
          <em v-if="results.length" :class="net > 0 ? 'won' : net < 0 ? 'lost' : 'even'">{{ net > 0 ? "+" : "" }}{{ net ? dollars(net) : "even" }}</em>
          <em v-else-if="doing">{{ doing }}</em>
        </div>
      </template>
      <template v-else>
        <span class="seat-number" aria-hidden="true">{{ seat.seat }}</span>
        <div v-if="practice" class="seat-doors">
          <button v-if="canSit" type="button" class="seat-door" :aria-label="'Sit at seat ' + seat.seat" @click="$emit('sit', seat.seat)">Sit</button>
          <button v-else type="button" class="seat-door quiet" :aria-label="'Robot at seat ' + seat.seat" @click="$emit('robot', seat.seat)">+ Robot</button>
        </div>
        <span v-else class="seat-free">free</span>
      </template>
    </div>`,
};
