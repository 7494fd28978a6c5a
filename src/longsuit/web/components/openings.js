// Opening hands by colour: what share of each cell's hands bets.
import { shortCard } from "/static/cards.js";

const RANKS = [..."AKQJT98765432"];

export default {
  props: { grids: Array },
  data: () => ({ chosen: null, ranks: RANKS }),
  methods: {
    shortCard,
    cell(grid, row, column) { return grid.cells.find((one) => one.row === 12 - row && one.column === 12 - column); },
    share(cell) {
      const all = cell.hands.reduce((sum, one) => sum + one.hands, 0);
      return cell.hands.filter((one) => one.bet > one.check).reduce((sum, one) => sum + one.hands, 0) / all;
    },
    colour(cell) {
      const share = this.share(cell);
      return share === 1 ? "#157a50" : share === 0 ? "#8e2f28" : `color-mix(in oklab, #157a50 ${Math.round(share * 100)}%, #8e2f28)`;
    },
    label(grid, cell, row, column) { return `${RANKS[row]} and ${RANKS[column]}, ${grid.name}: ${Math.round(this.share(cell) * 100)}% bet`; },
    choose(grid, cell) { this.chosen = { name: grid.name, hands: [...cell.hands].sort((a, b) => b.bet - b.check - a.bet + a.check) }; },
  },
  template: `
    <div class="openings">
      <div class="opening-grids">
        <section v-for="grid in grids" :key="grid.name"><h3>{{ grid.name }}</h3>
          <div class="opening-grid" role="group" :aria-label="grid.name">
            <template v-for="(rank, row) in ranks" :key="rank"><span class="axis" aria-hidden="true">{{ rank }}</span>
              <template v-for="(other, column) in ranks" :key="other"><button v-if="cell(grid, row, column)" type="button" :style="{ background: colour(cell(grid, row, column)) }"
                :aria-label="label(grid, cell(grid, row, column), row, column)" @click="choose(grid, cell(grid, row, column))"></button><i v-else></i></template></template>
            <span></span><span v-for="rank in ranks" :key="'x' + rank" class="axis" aria-hidden="true">{{ rank }}</span>
          </div></section>
      </div>
      <section v-if="chosen" aria-live="polite"><h3>{{ chosen.name }}</h3>
        <table class="grid numbers"><thead><tr><th scope="col">Hand</th><th scope="col">Deals</th><th scope="col">Bet 3x</th><th scope="col">Check</th><th scope="col">Best</th></tr></thead>
          <tbody><tr v-for="one in chosen.hands" :key="one.cards.join('')"><td>{{ one.cards.map(shortCard).join(" ") }}</td><td>{{ one.hands }}</td><td>{{ one.bet.toFixed(5) }}</td><td>{{ one.check.toFixed(5) }}</td><td>{{ one.bet > one.check ? "bet 3x" : "check" }}</td></tr></tbody></table></section>
    </div>`,
};
