// The dealer's drills: hands to read and a felt to settle, from right to left, against the clock.
import { dollars } from "/static/shared/money.js";
import { PlayingCard } from "/static/shared/playing_card.js";
import { MarkList } from "/static/train/mark_list.js";
import { TEXTS } from "/static/train/texts.js";

const fresh = () => ({ dealer: {}, player: {}, qualifies: "", outcome: "", seats: {} });

export default {
  components: { MarkList, PlayingCard },
  props: { games: Object, drills: Object, ranks: Array, felt: Object, marks: Array, score: Object, said: String },
  data() {
    return { t: TEXTS, game: Object.keys(this.games)[0], drill: "read", seats: 3, given: fresh(), seconds: 0 };
  },
  computed: {
    reading: (vm) => vm.felt.drill === "read",
    shown: (vm) => (vm.reading ? vm.felt.seats.slice(0, 1) : vm.felt.seats),
  },
  // The floor tells everything again with each change: what is new has another number.
  watch: {
    "felt.number"() {
      this.given = fresh();
      this.run();
      for (const { seat, spots } of this.felt.seats)
        this.given.seats[seat] = { verdicts: spots.map(() => ""), pays: "" };
    },
  },
  unmounted() {
    clearInterval(this.timer);
  },
  methods: {
    dollars,
    // The time is kept by the floor; this one is to be seen.
    run() {
      clearInterval(this.timer);
      [this.seconds, this.since] = [0, Date.now()];
      this.timer = setInterval(() => {
        if (!this.marks) this.seconds = Math.floor((Date.now() - this.since) / 1000);
      }, 250);
    },
    heading({ seat, folded }) {
      if (this.reading) return this.t.playerHand;
      return this.t.seat(seat) + (folded ? `, ${this.t.folded}` : "");
    },
    deal() {
      const seats = this.drill === "read" ? 1 : Number(this.seats);
      this.$emit("deal", { game: this.game, seats, drill: this.drill });
    },
    check() {
      const { seats, ...read } = this.given;
      this.$emit("check", this.reading ? read : seats);
    },
  },
  template: `
    <div class="drill">
      <div class="lab-row">
        <label class="ls-field">{{ t.game }}<select v-model="game">
          <option v-for="(one, id) in games" :key="id" :value="id">{{ one.name }}</option></select></label>
        <label class="ls-field">{{ t.drill }}<select v-model="drill">
          <option v-for="(name, id) in drills" :key="id" :value="id">{{ name }}</option></select></label>
        <label v-if="drill === 'settle'" class="ls-field">{{ t.seats }}<select v-model="seats">
          <option v-for="n in games[game].seats" :key="n" :value="n">{{ n }}</option></select></label>
        <button type="button" class="ls-button main" @click="deal">{{ felt ? t.nextRound : t.start }}</button>
      </div>
      <p class="ls-said" role="alert">{{ said }}</p>
      <form v-if="felt" class="ls-panel drill-hand" @submit.prevent="check">
        <span class="drill-clock" aria-hidden="true">{{ seconds }} s</span>
        <div class="drill-cards">
          <div><small>{{ t.dealer }}</small><div class="hand">
            <playing-card v-for="card in felt.dealer" :key="card" :card="card"/></div></div>
          <div v-if="felt.board.length"><small>{{ t.board }}</small><div class="hand">
            <playing-card v-for="card in felt.board" :key="card" :card="card"/></div></div>
        </div>
        <p v-if="!reading">{{ t.qualifies(felt.flush, felt.qualifies) }}</p>
        <section v-for="seat in shown" :key="seat.seat" class="drill-seat">
          <h2>{{ heading(seat) }}</h2>
          <div class="hand"><playing-card v-for="card in seat.cards" :key="card" :card="card"/></div>
          <div v-if="!reading && given.seats[seat.seat]" class="drill-spots">
            <label v-for="(spot, at) in seat.spots" :key="spot.name" class="ls-field">
              {{ spot.name }} {{ dollars(spot.stake) }}
              <select v-model="given.seats[seat.seat].verdicts[at]" required :disabled="!!marks">
                <option v-for="one in t.verdicts" :key="one">{{ one }}</option></select></label>
            <label class="ls-field">{{ t.youPay }}<input v-model="given.seats[seat.seat].pays" required
              inputmode="decimal" :disabled="!!marks" maxlength="12"></label>
          </div>
        </section>
        <div v-if="reading" class="drill-spots">
          <template v-for="(label, who) in t.flushCards" :key="who">
            <label class="ls-field">{{ label }}
              <select v-model.number="given[who].length" required :disabled="!!marks">
                <option v-for="n in 7" :key="n" :value="n">{{ n }}</option></select></label>
            <label class="ls-field">{{ t.highCard }}<select v-model="given[who].high" required :disabled="!!marks">
              <option v-for="rank in ranks" :key="rank" :value="rank">{{ rank === "T" ? "10" : rank }}</option>
              </select></label>
          </template>
          <label class="ls-field">{{ t.dealerQualifies }}<select v-model="given.qualifies" required :disabled="!!marks">
            <option v-for="one in t.yesNo" :key="one">{{ one }}</option></select></label>
          <label class="ls-field">{{ t.higher }}<select v-model="given.outcome" required :disabled="!!marks">
            <option v-for="(name, id) in t.outcomes" :key="id" :value="id">{{ name }}</option></select></label>
        </div>
        <button v-if="!marks" type="submit" class="ls-button main">{{ t.check }}</button>
        <mark-list v-else :marks="marks"/>
      </form>
      <section v-if="score" class="lab-tiles" :aria-label="t.score">
        <div class="lab-tile"><span>{{ t.right }}</span><b>{{ t.of(score.right, score.asked) }}</b></div>
        <div class="lab-tile"><span>{{ t.each }}</span><b>{{ score.each }}</b></div>
      </section>
    </div>`,
};
