// Opening hands in a grid: a letter and a colour for what each cell's hands do.
import { RANKS, shortCard } from "/static/shared/cards.js";
import { signedValue } from "/static/shared/money.js";

const HIGH_FIRST = [...RANKS].reverse();
const COLUMNS = ["Hand", "Deals", "Bet 3x", "Check", "Best"];
const counted = (hands) => hands.reduce((sum, one) => sum + one.hands, 0);

// A share of hands that bet, and what stands in the cell.
function shown(grid, cell) {
  const [all, bets] = [counted(cell.hands), counted(cell.hands.filter((one) => one.bet > one.check))];
  const percent = Math.min(99, Math.max(1, Math.round((100 * bets) / all)));
  const kind = bets === all ? "bet" : bets ? "mixed" : "check";
  const mark = { bet: "B", check: "C", mixed: percent }[kind];
  const does = { bet: "all bet", check: "all check", mixed: `${percent}% bet` }[kind];
  const ranks = `${RANKS[cell.row]} and ${RANKS[cell.column]}`;
  const style = kind === "mixed" ? { "--bets": `${percent}%` } : null;
  const [label, title] = [`${ranks}, ${grid.name}: ${does}`, `${ranks}: ${grid.name.toLowerCase()}`];
  const hands = [...cell.hands].sort((a, b) => b.bet - b.check - a.bet + a.check);
  return { at: `${grid.name} ${RANKS[cell.row]} ${RANKS[cell.column]}`, kind, mark, label, title, style, hands };
}

export default {
  props: { grids: Array },
  data: () => ({ chosen: null, ranks: HIGH_FIRST, columns: COLUMNS }),
  computed: {
    cells() {
      const all = this.grids.flatMap((grid) => grid.cells.map((cell) => shown(grid, cell)));
      return Object.fromEntries(all.map((cell) => [cell.at, cell]));
    },
  },
  methods: {
    ...{ shortCard, signedValue },
    // Each place of a row, with its cell if it has one.
    places(grid, row) {
      return HIGH_FIRST.map((column) => this.cells[`${grid.name} ${row} ${column}`]);
    },
    choose(cell) {
      this.chosen = cell;
      this.$nextTick(() => this.$refs.hands?.scrollIntoView({ block: "nearest" }));
    },
  },
  template: `
    <div class="openings">
      <ul class="opening-legend" aria-label="What the cells say">
        <li><b class="bet" aria-hidden="true">B</b> every hand bets 3x</li>
        <li><b class="mixed" style="--bets: 40%" aria-hidden="true">40</b> % of these hands bet: the third card
          decides</li>
        <li><b class="check" aria-hidden="true">C</b> every hand checks</li>
      </ul>
      <div class="opening-grids">
        <section v-for="grid in grids" :key="grid.name"><h3>{{ grid.name }}</h3>
          <div class="opening-grid" role="group" :aria-label="grid.name">
            <template v-for="rank in ranks" :key="rank"><span class="axis" aria-hidden="true">{{ rank }}</span>
              <template v-for="(cell, at) in places(grid, rank)" :key="at">
                <button v-if="cell" type="button" :class="[cell.kind, { on: chosen?.at === cell.at }]"
                    :style="cell.style" :aria-label="cell.label" @click="choose(cell)">{{ cell.mark }}</button>
                <i v-else></i></template></template>
            <span></span><span v-for="rank in ranks" :key="'x' + rank" class="axis" aria-hidden="true">{{ rank }}</span>
          </div></section>
      </div>
      <section v-if="chosen" ref="hands" aria-live="polite"><h3>{{ chosen.title }}</h3>
        <div class="scroll" tabindex="0" role="region" aria-label="Hands of the cell"><table class="grid numbers">
          <thead><tr><th v-for="name in columns" :key="name" scope="col">{{ name }}</th></tr></thead>
          <tbody><tr v-for="one in chosen.hands" :key="one.cards.join('')">
            <td>{{ one.cards.map(shortCard).join(" ") }}</td><td>{{ one.hands }}</td>
            <td>{{ signedValue(one.bet, 5) }}</td><td>{{ signedValue(one.check, 5) }}</td>
            <td>{{ one.bet > one.check ? "bet 3x" : "check" }}</td></tr></tbody>
        </table></div></section>
    </div>`,
};
