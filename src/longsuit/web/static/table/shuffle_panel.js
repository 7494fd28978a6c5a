// Beside the table: the shuffle of the round at hand, and a text of the player's own for it.
import { TEXTS } from "./texts.js";
import { MOST_TYPED } from "./words.js";

export const ShufflePanel = {
  props: { shuffle: Object, mayAdd: Boolean, words: Array },
  emits: ["word"],
  data: () => ({ t: TEXTS.fair, word: "", most: MOST_TYPED }),
  computed: {
    // Whose words are sealed and not open yet.
    sealed: (vm) => Object.keys(vm.shuffle.seals),
    mine: (vm) => vm.words.filter((one) => vm.shuffle.seals[one.seat] === one.seal),
  },
  methods: {
    add() {
      this.$emit("word", this.word);
      this.word = "";
    },
  },
  template: `
    <div class="panel-body">
      <h2>{{ t.title }}</h2>
      <template v-if="shuffle.commitment">
        <p>{{ t.committed }}</p><p class="deck">{{ shuffle.commitment }}</p></template>
      <p v-else>{{ t.none }}</p>
      <p v-if="sealed.length">{{ t.sealed(sealed) }}</p>
      <p v-for="one in mine" :key="one.seal" class="deck">{{ t.yours(one.word) }}</p>
      <p v-for="one in shuffle.words" :key="one.seat">{{ t.word(one.seat, one.player, one.word) }}</p>
      <p v-for="seat in shuffle.silent" :key="'silent' + seat">{{ t.silent(seat) }}</p>
      <form v-if="mayAdd" @submit.prevent="add">
        <label class="ls-field">{{ t.yourWord }}<input v-model="word" :maxlength="most"
            required></label>
        <button class="ls-button" type="submit">{{ t.add }}</button>
      </form>
      <p class="ls-quiet-text">{{ t.after }}</p>
    </div>`,
};
