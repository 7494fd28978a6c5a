// One amount as rolling digits, as large as its place allows and as its sign wants; moved by the browser alone.
import { exactDollars } from "../shared/money.js";

export const Odometer = {
  props: { cents: Number, most: { type: Number, default: Infinity } },
  emits: ["fitted"],
  data: () => ({ size: 0 }),
  computed: {
    places: (vm) =>
      [...exactDollars(vm.cents)].map((letter) => ({ letter, digit: /\d/.test(letter) ? Number(letter) : null })),
  },
  watch: {
    "places.length"() {
      this.$nextTick(this.fit);
    },
  },
  mounted() {
    this.watcher = new ResizeObserver(() => this.fit());
    this.watcher.observe(this.$el);
  },
  unmounted() {
    this.watcher.disconnect();
  },
  methods: {
    fit() {
      const { clientWidth, clientHeight } = this.$el;
      const { wheels } = this.$refs;
      const ems = wheels.offsetWidth / parseFloat(getComputedStyle(wheels).fontSize);
      this.size = Math.floor(Math.min((clientWidth * 0.98) / ems, clientHeight / 1.1));
      this.$emit("fitted", this.size);
    },
  },
  template: `
    <div class="odometer" aria-hidden="true"><span ref="wheels" class="wheels"
        :style="size ? { fontSize: Math.min(size, most) + 'px' } : {}">
      <template v-for="(place, at) in places" :key="places.length - at">
        <span v-if="place.digit === null" class="mark">{{ place.letter }}</span>
        <span v-else class="wheel"><span class="drum" :style="{ transform: 'translateY(-' + place.digit * 10 + '%)' }">
          <i v-for="digit in 10" :key="digit">{{ digit - 1 }}</i></span></span>
      </template>
    </span></div>`,
};
