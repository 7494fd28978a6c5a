// A playing card: our own drawing, in SVG, sharp at any size.
import { cardWords, isCard, rankOf } from "./cards.js";

const SUIT_PATHS = {
  c: "M50 8a19 19 0 0 1 15 31 19 19 0 1 1-8 34c1 9 5 15 13 19H30c8-4 12-10 13-19a19 19 0 1 1-8-34A19 19 0 0 1 50 8z",
  d: "M50 4c9 17 20 32 33 46-13 14-24 29-33 46-9-17-20-32-33-46C30 36 41 21 50 4z",
  h: "M50 92C38 72 10 58 10 34a20 20 0 0 1 40-7 20 20 0 0 1 40 7c0 24-28 38-40 58z",
  s: `M50 5c12 20 38 32 38 54a19 19 0 0 1-31 14c1 9 5 15 12 20H31c7-5 11-11 12-20
      a19 19 0 0 1-31-14C12 37 38 25 50 5z`,
};

// Where the pips lie on a card of 100 by 140, by rank: the height of each row, and its columns.
const COLUMNS = { L: 32, M: 50, R: 68 };
const PIPS = {
  A: "70M",
  2: "32M 108M",
  3: "32M 70M 108M",
  4: "32LR 108LR",
  5: "32LR 70M 108LR",
  6: "32LR 70LR 108LR",
  7: "32LR 51M 70LR 108LR",
  8: "32LR 51M 70LR 89M 108LR",
  9: "30LR 56LR 70M 84LR 110LR",
  T: "30LR 43M 56LR 84LR 97M 110LR",
};

// Court cards: a bust drawn once, in its own half of the card, and turned around for the other.
const COURT = {
  J: `<path class="robe" d="M26 70c2-13 12-19 24-19s22 6 24 19z"/><path class="trim" d="M44 52l6 18 6-18z"/>
    <circle class="face" cx="50" cy="40" r="10"/>
    <path class="hair" d="M39 42c-2-13 6-17 12-16 8 0 12 6 10 16-2-6-4-9-8-10-5 1-10 3-14 10z"/>
    <path class="crown" d="M37 30c8-7 20-8 27-2l-2 4c-8-3-16-3-23 1z"/>
    <path class="plume" d="M62 27c6-6 8-9 8-13-6 1-10 5-11 11z"/>`,
  Q: `<path class="robe" d="M24 70c1-14 11-20 26-20s25 6 26 20z"/>
    <path class="trim" d="M38 55c6 8 18 8 24 0l-3 15H41z"/>
    <path class="hair" d="M36 52c-2-20 4-27 14-27s16 7 14 27c-4-2-6-6-6-11H42c0 5-2 9-6 11z"/>
    <circle class="face" cx="50" cy="41" r="9"/>
    <path class="crown" d="M37 30l-2-12 8 6 7-9 7 9 8-6-2 12c-8-3-18-3-26 0z"/>`,
  K: `<path class="robe" d="M22 70c1-15 12-20 28-20s27 5 28 20z"/><path class="trim" d="M43 51h14l4 19H39z"/>
    <circle class="face" cx="50" cy="40" r="10"/>
    <path class="hair" d="M40 41c0 13 4 19 10 19s10-6 10-19c-2 5-5 7-10 7s-8-2-10-7z"/>
    <path class="crown" d="M36 31V15l7 6 7-9 7 9 7-6v16c-9-3-19-3-28 0z"/>
    <path class="plume" d="M48.500 8h3v3h3v3h-3v4h-3v-4h-3v-3h3z"/>`,
};

function pipsOf(rank) {
  const rows = PIPS[rank]?.split(" ") || [];
  return rows.flatMap((row) =>
    [...row.replace(/\d+/, "")].map((column) => [COLUMNS[column], Number.parseInt(row, 10)]),
  );
}

// <playing-card card="Th">; without a card its back.
export const PlayingCard = {
  // marked: of the own flush; theirs: of the dealer's. A card may be of both.
  props: { card: { type: String, default: null }, dim: Boolean, marked: Boolean, theirs: Boolean },
  computed: {
    known: (vm) => isCard(vm.card),
    rank: (vm) => (vm.known ? vm.card[0] : ""),
    index: (vm) => (vm.known ? rankOf(vm.card) : ""),
    suit: (vm) => SUIT_PATHS[vm.card[1]],
    pips: (vm) => pipsOf(vm.rank),
    court: (vm) => COURT[vm.rank] || "",
    words: (vm) => cardWords(vm.card),
    size: (vm) => (vm.rank === "A" ? 0.42 : 0.19),
  },
  methods: {
    place([x, y]) {
      const turned = y > 70 ? " rotate(180)" : "";
      return `translate(${x} ${y})${turned} scale(${this.size}) translate(-50 -50)`;
    },
  },
  template: `
    <svg class="ls-card" viewBox="0 0 100 140" role="img" :aria-label="words"
         :class="[known ? 'suit-' + card[1] : 'back', { dim, marked, theirs }]">
      <rect class="paper" x="1" y="1" width="98" height="138" rx="9"/>
      <template v-if="known">
        <g v-for="turn in [0, 180]" :key="turn" :transform="'rotate(' + turn + ' 50 70)'">
          <text class="index" x="13" y="24" text-anchor="middle" :textLength="index === '10' ? 19 : null"
                lengthAdjust="spacingAndGlyphs">{{ index }}</text>
          <path class="pip" :d="suit" transform="translate(5 28) scale(.16)"/>
          <g v-if="court" class="court" v-html="court"></g>
          <path v-if="court" class="pip" :d="suit" transform="translate(70 12) scale(.17)"/>
        </g>
        <rect v-if="court" class="frame" x="23" y="10" width="54" height="120" rx="4"/>
        <path v-for="(pip, number) in pips" :key="number" class="pip" :d="suit" :transform="place(pip)"/>
        <rect v-if="dim" class="veil" x="1" y="1" width="98" height="138" rx="9"/>
        <rect v-if="theirs" class="ring" x="2" y="2" width="96" height="136" rx="8"/>
      </template>
      <template v-else>
        <rect class="inlay" x="7" y="7" width="86" height="126" rx="6"/>
        <g class="weave">
          <path v-for="step in 13" :key="'a' + step" :d="'M' + (step * 14 - 46) + ' 7l126 126'"/>
          <path v-for="step in 13" :key="'b' + step" :d="'M' + (step * 14 - 46) + ' 133l126-126'"/>
        </g>
        <path class="mark" d="M50 47c9 11 20 18 20 29a11 11 0 0 1-18 9c0 5 2 9 7 11H41c5-2 7-6 7-11a11 11 0 0 1-18-9
                              c0-11 11-18 20-29z"/>
      </template>
    </svg>`,
};
