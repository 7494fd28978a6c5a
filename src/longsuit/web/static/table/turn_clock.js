// The time of a seat to act: a bar that runs out, and the seconds left.
const SOON = 10;

export const TurnClock = {
  props: { ends: Number, whole: Number }, // milliseconds of this browser's clock; seconds
  emits: ["soon"],
  data: () => ({ left: Infinity }),
  computed: { share: (vm) => Math.min(100, (100 * vm.left) / vm.whole), soon: (vm) => vm.left <= SOON },
  watch: {
    ends: "tick",
    soon(now) {
      if (now) this.$emit("soon", Math.ceil(this.left));
    },
  },
  mounted() {
    this.tick();
    this.timer = setInterval(this.tick, 250);
  },
  unmounted() {
    clearInterval(this.timer);
  },
  methods: {
    tick() {
      this.left = Math.max(0, (this.ends - Date.now()) / 1000);
    },
  },
  template: `
    <span v-if="left <= whole + 1" class="clock" :class="{ soon }" aria-hidden="true">
      <span><i :style="{ width: share + '%' }"></i></span><b>{{ Math.ceil(left) }}</b>
    </span>`,
};
