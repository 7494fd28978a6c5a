// Pace, sound and colours, and the keys.
import { PACES } from "./reveal.js";
import { isOn, turnSound } from "./sound.js";
import { TEXTS } from "./texts.js";
import { spotKeys } from "./wagers.js";

export const SettingsPanel = {
  props: { pace: String, four: Boolean, offers: Array },
  emits: ["update:pace", "update:four"],
  data: () => ({ t: TEXTS.settings, paces: Object.keys(PACES), sound: isOn() }),
  computed: {
    keys() {
      const spots = spotKeys(this.offers);
      return [...this.offers.map(({ wager, name }) => [spots[wager].toUpperCase(), name]), ...this.t.keys];
    },
  },
  watch: { sound: (now) => turnSound(now) },
  template: `
    <div class="panel-body">
      <fieldset><legend>{{ t.pace }}</legend>
        <label v-for="one in paces" :key="one"><input type="radio" name="pace" :value="one" :checked="pace === one"
            @change="$emit('update:pace', one)"> {{ t.paces[one] }}</label></fieldset>
      <label><input type="checkbox" v-model="sound"> {{ t.sound }}</label>
      <label><input type="checkbox" :checked="four" @change="$emit('update:four', $event.target.checked)">
        {{ t.four }}</label>
      <section><h2>{{ t.keysTitle }}</h2>
        <dl class="keys"><div v-for="[key, does] in keys" :key="key"><dt><kbd>{{ key }}</kbd></dt>
          <dd>{{ does }}</dd></div></dl></section>
    </div>`,
};
