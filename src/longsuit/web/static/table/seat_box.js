// A seat at the felt as everyone sees it.
import { dollars, signed } from "../shared/money.js";
import { PlayingCard } from "../shared/playing_card.js";
import { initials, netOf, resultsOf } from "./results.js";
import { SmallHand } from "./small_hand.js";
import { TEXTS } from "./texts.js";
import { TurnClock } from "./turn_clock.js";
import { pile, total } from "./wagers.js";

export const SeatBox = {
  components: { PlayingCard, SmallHand, TurnClock },
  // canSit, canSeat: whoever looks may sit down here, or have a robot sit here.
  props: [
    "out",
    "seat",
    "names",
    "settlement",
    "actions",
    "turn",
    "mine",
    "own",
    "playing",
    "canSit",
    "canSeat",
    "ends",
    "whole",
  ],
  emits: ["sit", "robot", "unrobot", "choose"],
  data: () => ({ t: TEXTS.seat }),
  computed: {
    robot: (vm) => (vm.seat.player || "").startsWith("Robot "),
    short: (vm) => (vm.robot ? `R ${vm.seat.seat}` : vm.seat.player.split(" ")[0]),
    staked: (vm) => total(vm.seat.wagers) + vm.seat.bet,
    results: (vm) => resultsOf(vm.settlement, vm.seat.seat),
    net: (vm) => netOf(vm.settlement, vm.seat.seat),
    open: (vm) => vm.seat.cards.length > 0 && vm.seat.cards.every(Boolean),
    // One small chip for each wager, with its name.
    chips() {
      const down = Object.keys(this.names).map((wager) => [wager, this.seat.wagers[wager] || 0]);
      down.at(-1)[1] = this.seat.bet;
      return down
        .filter(([, cents]) => cents)
        .map(([wager, cents]) => {
          const verdict = this.results.find((one) => one.wager === wager)?.verdict;
          return { wager, cents, verdict, name: this.names[wager], size: pile(cents)[0] || 100 };
        });
    },
    doing() {
      const last = this.seat.taken.at(-1);
      if (this.seat.folded) return this.t.folded;
      if (last) return this.actions[last];
      return this.seat.player && !this.staked && (this.out || this.playing) ? this.t.out : "";
    },
    outcome: (vm) => (vm.net ? vm.t[vm.net < 0 ? "lost" : "won"](dollars(Math.abs(vm.net))) : vm.t.cameOutEven),
    said() {
      const { seat, player, stack } = this.seat;
      if (!player) return this.t.empty(seat);
      const parts = [this.t.who(seat, player, dollars(stack))];
      const wagered = this.chips.map((one) => `${one.name} ${dollars(one.cents)}`).join(", ");
      if (this.staked) parts.push(this.t.wagered(dollars(this.staked), wagered));
      if (this.turn) parts.push(this.t.toAct);
      if (this.doing) parts.push(this.doing);
      if (this.results.length) parts.push(this.outcome);
      return parts.join(", ");
    },
  },
  methods: { dollars, initials, signed },
  template: `
    <div class="seat" :class="{ turn, mine, empty: !seat.player, folded: seat.folded, open: open && !mine }"
        role="group" :aria-label="said">
      <template v-if="seat.player">
        <div v-if="!mine" class="seat-cards">
          <small-hand v-if="open" :cards="seat.cards"/>
          <template v-else><playing-card v-for="(card, at) in seat.cards" :key="at" :card="card"
              :dim="seat.folded"/></template>
        </div>
        <div class="seat-chips" aria-hidden="true">
          <i v-for="one in chips" :key="one.wager" :class="['chip-' + one.size, one.verdict]"
              :title="one.name + ' ' + dollars(one.cents)">{{ initials(one.name) }}</i>
        </div>
        <div class="seat-plate">
          <b v-if="mine || own">{{ t.you }}</b>
          <template v-else><b class="full" :title="seat.player">{{ seat.player }}</b><b class="short"
              aria-hidden="true">{{ short }}</b></template>
          <span v-if="!robot">{{ dollars(seat.stack) }}</span>
          <button v-if="robot && canSeat && !seat.cards.length" type="button" class="seat-x"
              :aria-label="t.sendAway(seat.player)" @click="$emit('unrobot', seat.seat)">×</button>
        </div>
        <div class="seat-told">
          <em v-if="results.length" :class="net > 0 ? 'won' : net < 0 ? 'lost' : 'even'">
            {{ net ? signed(net) : t.even }}</em>
          <em v-else-if="doing">{{ doing }}</em>
          <span v-else-if="staked">{{ dollars(staked) }}</span>
        </div>
        <button v-if="own && !mine" type="button" class="seat-door" :aria-label="t.chooseHand(seat.seat)"
            @click="$emit('choose', seat.seat)">{{ t.playThis }}</button>
        <turn-clock v-if="turn && ends" :ends="ends" :whole="whole"/>
      </template>
      <template v-else>
        <span class="seat-number" aria-hidden="true">{{ seat.seat }}</span>
        <button v-if="canSit" type="button" class="seat-door" :aria-label="t.sitAt(seat.seat)"
            @click="$emit('sit', seat.seat)">{{ t.sit }}</button>
        <button v-if="canSeat" type="button" class="seat-door quiet"
            :aria-label="t.robotAt(seat.seat)" @click="$emit('robot', seat.seat)">+<span> {{ t.robot }}</span></button>
        <span v-if="!canSit && !canSeat" class="seat-free">{{ t.free }}</span>
      </template>
    </div>`,
};
