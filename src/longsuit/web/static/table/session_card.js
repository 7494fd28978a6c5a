// Where nobody of yours sits: what the last session brought, and a seat to take.
import { dollars, signed } from "../shared/money.js";
import { tally } from "./tally.js";
import { TEXTS } from "./texts.js";

export const SessionCard = {
  props: { session: Object, canSit: Boolean, busy: Boolean },
  emits: ["sit"],
  data: () => ({ t: TEXTS.session }),
  computed: { sum: (vm) => vm.session && tally(vm.session.nets, vm.session.advice) },
  methods: { dollars, signed },
  template: `
    <section class="place guest" :aria-label="t.title">
      <div v-if="sum && sum.rounds" class="session" role="status">
        <h2>{{ t.title }}</h2>
        <p class="session-net" :class="{ won: sum.net > 0 }">{{ sum.net ? signed(sum.net) : t.even }}</p>
        <p>{{ t.rounds(sum.rounds) }}<template v-if="sum.best"> · {{ t.best(dollars(sum.best)) }}</template></p>
        <p v-if="sum.judged">{{ sum.mistakes ? t.mistakes(sum.mistakes, sum.cost.toFixed(4)) : t.clean }}</p>
      </div>
      <button v-if="canSit" type="button" class="ls-button main" :disabled="busy"
          @click="$emit('sit')">{{ t.takeSeat }}</button>
    </section>`,
};
