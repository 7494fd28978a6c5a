// A table whose cards are on the felt: the lights of its round, and the pays that it has raised.
import { dollars } from "../shared/money.js";
import { TEXTS } from "./texts.js";

export const LiveFelt = {
  props: { felt: Object, seats: Number },
  data: () => ({ t: TEXTS.live }),
  computed: { raised: (vm) => Object.keys(vm.felt.dynamic).length > 0 },
  methods: {
    dollars,
    lit(seat) {
      return this.felt.lights.includes(seat);
    },
  },
  template: `
    <section class="live-felt" :aria-label="t.lights">
      <p>{{ felt.started ? t.registered(felt.number) : t.open }}</p>
      <ul class="live-lights"><li v-for="seat in seats" :key="seat" :class="{ lit: lit(seat) }">
        {{ seat }}<span class="ls-hidden">{{ lit(seat) ? t.on : t.off }}</span></li></ul>
      <ul v-if="raised" class="live-raised" :aria-label="t.raised">
        <li v-for="(cents, hand) in felt.dynamic" :key="hand">{{ hand }} <b>{{ dollars(cents) }}</b></li></ul>
    </section>`,
};
