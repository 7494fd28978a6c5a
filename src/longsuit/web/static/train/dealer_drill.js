// The dealer's drills: hands to read and a felt to settle, from right to left, against the clock.
import { dollars } from "/static/shared/money.js";
import { PlayingCard } from "/static/shared/playing_card.js";
import { readAnswers, settledAnswers } from "/static/train/answers.js";

const DRILLS = { read: "Read hands", settle: "Settle the felt" };
const OUTCOMES = { ahead: "player", behind: "dealer", tie: "tie" };
const VERDICTS = ["win", "push", "lose"];
const fresh = () => ({ dealer: {}, player: {}, qualifies: "", outcome: "", seats: {} });

export default {
  components: { PlayingCard },
  props: { games: Object, ranks: Array, felt: Object, truth: Object, said: String },
  data() {
    const game = Object.keys(this.games)[0];
    const words = { drills: DRILLS, outcomes: OUTCOMES, verdicts: VERDICTS };
    return {
      game,
      drill: "read",
      playing: "read",
      seats: 3,
      given: fresh(),
      score: { asked: 0, right: 0, ms: 0 },
      begun: 0,
      dealing: "read",
      ...words,
    };
  },
  computed: {
    answers: (vm) => {
      if (!vm.truth) return [];
      return vm.playing === "read" ? readAnswers(vm.given, vm.truth) : settledAnswers(vm.given, vm.truth, vm.felt);
    },
    shown: (vm) => (vm.playing === "read" ? vm.felt.seats.slice(0, 1) : vm.felt.seats),
    each: (vm) => (vm.score.ms / 1000 / vm.score.asked).toFixed(1),
  },
  // The floor tells everything again with each change: what is new has another number.
  watch: {
    "felt.number"() {
      this.playing = this.dealing;
      this.given = fresh();
      for (const { seat, spots } of this.felt.seats)
        this.given.seats[seat] = { verdicts: spots.map(() => ""), pays: "" };
      this.begun = performance.now();
    },
    "truth.number"(found) {
      if (!found) return;
      this.score.asked += this.answers.length;
      this.score.right += this.answers.filter((one) => one.right).length;
    },
  },
  methods: {
    dollars,
    heading({ seat, folded }) {
      if (this.playing === "read") return "Player";
      return `Seat ${seat}${folded ? ", folded" : ""}`;
    },
    deal() {
      this.dealing = this.drill;
      this.$emit("deal", { game: this.game, seats: this.drill === "read" ? 1 : Number(this.seats) });
    },
    check() {
      this.score.ms += performance.now() - this.begun;
      this.$emit(this.playing);
    },
  },
  template: `
    <div class="drill">
      <div class="lab-row">
        <label class="ls-field">Game<select v-model="game">
          <option v-for="(one, id) in games" :key="id" :value="id">{{ one.name }}</option></select></label>
        <label class="ls-field">Drill<select v-model="drill">
          <option v-for="(name, id) in drills" :key="id" :value="id">{{ name }}</option></select></label>
        <label v-if="drill === 'settle'" class="ls-field">Seats<select v-model="seats">
          <option v-for="n in games[game].seats" :key="n" :value="n">{{ n }}</option></select></label>
        <button type="button" class="ls-button main" @click="deal">{{ felt ? "Next round" : "Start" }}</button>
      </div>
      <p class="ls-said" role="alert">{{ said }}</p>
      <form v-if="felt" class="ls-panel drill-hand" @submit.prevent="check">
        <div class="drill-cards">
          <div><small>Dealer</small><div class="hand">
            <playing-card v-for="card in felt.dealer" :key="card" :card="card"/></div></div>
          <div v-if="felt.board.length"><small>Board</small><div class="hand">
            <playing-card v-for="card in felt.board" :key="card" :card="card"/></div></div>
        </div>
        <p v-if="playing === 'settle'">{{ felt.flush }}: {{ felt.qualifies ? "qualifies" : "does not qualify" }}</p>
        <section v-for="seat in shown" :key="seat.seat" class="drill-seat">
          <h3>{{ heading(seat) }}</h3>
          <div class="hand"><playing-card v-for="card in seat.cards" :key="card" :card="card"/></div>
          <div v-if="playing === 'settle' && given.seats[seat.seat]" class="drill-spots">
            <label v-for="(spot, at) in seat.spots" :key="spot.name" class="ls-field">
              {{ spot.name }} {{ dollars(spot.stake) }}
              <select v-model="given.seats[seat.seat].verdicts[at]" required :disabled="!!truth">
                <option v-for="one in verdicts" :key="one">{{ one }}</option></select></label>
            <label class="ls-field">You pay, dollars<input v-model="given.seats[seat.seat].pays" required
              inputmode="decimal" :disabled="!!truth" maxlength="12"></label>
          </div>
        </section>
        <div v-if="playing === 'read'" class="drill-spots">
          <template v-for="who in ['dealer', 'player']" :key="who">
            <label class="ls-field">{{ who === "dealer" ? "Dealer's" : "Player's" }} flush, cards
              <select v-model.number="given[who].length" required :disabled="!!truth">
                <option v-for="n in 7" :key="n" :value="n">{{ n }}</option></select></label>
            <label class="ls-field">High card<select v-model="given[who].high" required :disabled="!!truth">
              <option v-for="rank in ranks" :key="rank" :value="rank">{{ rank === "T" ? "10" : rank }}</option>
              </select></label>
          </template>
          <label class="ls-field">Dealer qualifies<select v-model="given.qualifies" required :disabled="!!truth">
            <option>yes</option><option>no</option></select></label>
          <label class="ls-field">Higher flush<select v-model="given.outcome" required :disabled="!!truth">
            <option v-for="(name, id) in outcomes" :key="id" :value="id">{{ name }}</option></select></label>
        </div>
        <button v-if="!truth" type="submit" class="ls-button main">Check</button>
        <ul v-else class="drill-answers" aria-live="polite">
          <li v-for="one in answers" :key="one.about" :class="one.right ? 'good' : 'bad'">
            {{ one.right ? "Right" : "No" }}: {{ one.about }}, {{ one.told }}</li></ul>
      </form>
      <section v-if="score.asked" class="lab-tiles" aria-label="Score">
        <div class="lab-tile"><span>Right</span><b>{{ score.right }} of {{ score.asked }}</b></div>
        <div class="lab-tile"><span>Seconds an answer</span><b>{{ each }}</b></div>
      </section>
    </div>`,
};
