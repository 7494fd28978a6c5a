// Beside the table: the shuffle of the round at hand, and a word of the player's for it.
export const ShufflePanel = {
  props: { shuffle: Object, mayAdd: Boolean },
  emits: ["word"],
  data: () => ({ word: "" }),
  methods: {
    add() {
      this.$emit("word", this.word);
      this.word = "";
    },
  },
  template: `
    <div class="panel-body">
      <h3>This round's shuffle</h3>
      <p>It was fixed before the wagers closed. Its commitment:</p>
      <p class="deck">{{ shuffle.commitment || "none: no round of ours is open" }}</p>
      <p v-for="one in shuffle.words" :key="one.seat">Seat {{ one.seat }}, {{ one.player }}: “{{ one.word }}”</p>
      <form v-if="mayAdd" @submit.prevent="add">
        <label class="ls-field">A word of yours goes into the shuffle<input v-model="word" maxlength="100"
            required></label>
        <button class="ls-button" type="submit">Add my word</button>
      </form>
      <p class="ls-quiet-text">After the round the seed is opened; under Rounds you can make the shuffle again in your
        browser.</p>
    </div>`,
};
