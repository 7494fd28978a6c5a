// An amount as a pile of chips.
import { pile } from "./wagers.js";

export const ChipPile = {
  props: { cents: { type: Number, default: 0 } },
  computed: { chips: (vm) => pile(vm.cents) },
  template: `
    <span class="pile" aria-hidden="true">
      <i v-for="(chip, at) in chips" :key="at" :class="'chip-' + chip" :style="{ bottom: at * 4 + 'px' }"></i>
    </span>`,
};
