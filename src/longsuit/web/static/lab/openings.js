// Opening hands in a grid: a letter and a colour for what each cell's hands do.
import { shortCard } from "/static/shared/playing_card.js";

const RANKS = [..."AKQJT98765432"];

export default {
  props: { grids: Array },
  data: () => ({ chosen: null, ranks: RANKS }),
  computed: {
    // By name, row and column: a share of hands that bet, and what stands in the cell.
    cells() {
      const found = {};
      for (const grid of this.grids) {
        for (const cell of grid.cells) {
          const all = cell.hands.reduce((sum, one) => sum + one.hands, 0);
          const bets = cell.hands.filter((one) => one.bet > one.check).reduce((sum, one) => sum + one.hands, 0);
          const percent = Math.min(99, Math.max(1, Math.round((100 * bets) / all)));
          const kind = bets === all ? "bet" : bets ? "mixed" : "check";
          found[`${grid.name} ${12 - cell.row} ${12 - cell.column}`] = {
            ...cell,
            kind,
            percent,
            name: grid.name,
            mark: kind === "bet" ? "B" : kind === "check" ? "C" : percent,
          };
        }
      }
      return found;
    },
  },
  methods: {
    shortCard,
    cell(grid, row, column) {
      return this.cells[`${grid.name} ${row} ${column}`];
    },
    style(cell) {
      return cell.kind === "mixed" ? { "--bets": `${cell.percent}%` } : null;
    },
    label(cell, row, column) {
      const does = { bet: "all bet", check: "all check", mixed: `${cell.percent}% bet` }[cell.kind];
      return `${RANKS[row]} and ${RANKS[column]}, ${cell.name}: ${does}`;
    },
    isChosen(cell) {
      return this.chosen?.row === cell.row && this.chosen.column === cell.column && this.chosen.name === cell.name;
    },
    choose(cell) {
      this.chosen = { ...cell, hands: [...cell.hands].sort((a, b) => b.bet - b.check - a.bet + a.check) };
      this.$nextTick(() => this.$refs.hands?.scrollIntoView({ block: "nearest" }));
    },
    title(cell) {
      return `${RANKS[12 - cell.row]} and ${RANKS[12 - cell.column]}: ${cell.name.toLowerCase()}`;
    },
    signed: (value) => (value < 0 ? "−" : "+") + Math.abs(value).toFixed(5),
  },
  template: `
    <div class="openings">
      <ul class="opening-legend" aria-label="What the cells say">
        <li><b class="bet" aria-hidden="true">B</b> every hand bets 3x</li>
        <li><b class="mixed" style="--bets: 40%" aria-hidden="true">40</b> so many of a hundred bet: the third card decides</li>
        <li><b class="check" aria-hidden="true">C</b> every hand checks</li>
      </ul>
      <div class="opening-grids">
        <section v-for="grid in grids" :key="grid.name"><h3>{{ grid.name }}</h3>
          <div class="opening-grid" role="group" :aria-label="grid.name">
            <template v-for="(rank, row) in ranks" :key="rank"><span class="axis" aria-hidden="true">{{ rank }}</span>
              <template v-for="(other, column) in ranks" :key="other"><button v-if="cell(grid, row, column)" type="button"
                :class="[cell(grid, row, column).kind, { on: isChosen(cell(grid, row, column)) }]" :style="style(cell(grid, row, column))"
                :aria-label="label(cell(grid, row, column), row, column)" @click="choose(cell(grid, row, column))">{{ cell(grid, row, column).mark }}</button><i v-else></i></template></template>
            <span></span><span v-for="rank in ranks" :key="'x' + rank" class="axis" aria-hidden="true">{{ rank }}</span>
          </div></section>
      </div>
      <section v-if="chosen" ref="hands" aria-live="polite"><h3>{{ title(chosen) }}</h3>
        <div class="scroll" tabindex="0" role="region" aria-label="Hands of the cell"><table class="grid numbers"><thead><tr><th scope="col">Hand</th><th scope="col">Deals</th><th scope="col">Bet 3x</th><th scope="col">Check</th><th scope="col">Best</th></tr></thead>
          <tbody><tr v-for="one in chosen.hands" :key="one.cards.join('')"><td>{{ one.cards.map(shortCard).join(" ") }}</td><td>{{ one.hands }}</td><td>{{ signed(one.bet) }}</td><td>{{ signed(one.check) }}</td><td>{{ one.bet > one.check ? "bet 3x" : "check" }}</td></tr></tbody></table></div></section>
    </div>`,
};
