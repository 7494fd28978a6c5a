// Beside the table: the shuffle of the round at hand, and a word of the player's for it.
import { TEXTS } from "./texts.js";

export const ShufflePanel = {
  props: { shuffle: Object, mayAdd: Boolean },
  emits: ["word"],
  data: () => ({ t: TEXTS.fair, word: "" }),
  methods: {
    add() {
      this.$emit("word", this.word);
      this.word = "";
    },
  },
  template: `
    <div class="panel-body">
      <h2>{{ t.title }}</h2>
      <p v-if="shuffle.commitment">{{ t.committed }}</p>
      <p class="deck">{{ shuffle.commitment || t.none }}</p>
      <p v-for="one in shuffle.words" :key="one.seat">{{ t.word(one.seat, one.player, one.word) }}</p>
      <form v-if="mayAdd" @submit.prevent="add">
        <label class="ls-field">{{ t.yourWord }}<input v-model="word" maxlength="100"
            required></label>
        <button class="ls-button" type="submit">{{ t.add }}</button>
      </form>
      <p class="ls-quiet-text">{{ t.after }}</p>
    </div>`,
};
