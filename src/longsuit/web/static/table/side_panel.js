// Beside the table: open at all times where there is room for it, a sheet from the bottom where there is not.
import { TEXTS } from "./texts.js";

const ROOM = "(min-width: 1100px)";

export const SidePanel = {
  props: { tabs: Array, tab: String, house: String },
  emits: ["update:tab"],
  data: () => ({ t: TEXTS.panel, room: matchMedia(ROOM).matches }),
  computed: { open: (vm) => vm.tab || (vm.room ? vm.tabs[0] : "") },
  mounted() {
    this.media = matchMedia(ROOM);
    this.media.addEventListener("change", this.look);
    window.addEventListener("keydown", this.leave);
  },
  unmounted() {
    this.media.removeEventListener("change", this.look);
    window.removeEventListener("keydown", this.leave);
  },
  methods: {
    look() {
      this.room = this.media.matches;
    },
    leave(event) {
      if (event.key === "Escape" && this.tab && !this.room) this.$emit("update:tab", "");
      if (event.key === "?" && !/^(INPUT|TEXTAREA)$/.test(event.target.tagName))
        this.$emit("update:tab", this.tabs.at(-1));
    },
    choose(tab) {
      this.$emit("update:tab", this.tab === tab && !this.room ? "" : tab);
    },
  },
  template: `
    <div class="beside">
      <nav class="tabs" :aria-label="t.beside">
        <button v-for="one in tabs" :key="one" type="button" :aria-expanded="open === one"
            @click="choose(one)">{{ t.tabs[one] }}</button>
      </nav>
      <div v-if="tab && !room" class="shade" @click="$emit('update:tab', '')"></div>
      <aside v-if="open" class="side" :aria-label="t.tabs[open]">
        <button v-if="!room" type="button" class="side-close" @click="$emit('update:tab', '')">{{ t.close }}</button>
        <slot :open="open"></slot>
        <p class="house">{{ house }}</p>
      </aside>
    </div>`,
};
