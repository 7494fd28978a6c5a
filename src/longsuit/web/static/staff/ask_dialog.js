// Small dialogs of the staff's pages: a line of text, reasons to touch, or another person's name and password.

export const AskDialog = {
  // danger: it takes something back. Its button is on the left, where no other dialog has one.
  props: { title: String, note: String, fields: Array, button: { type: String, default: "OK" }, danger: Boolean },
  emits: ["done", "cancel"],
  data() {
    return { values: Object.fromEntries(this.fields.map((field) => [field.name, field.value || ""])), said: "" };
  },
  mounted() {
    this.$refs.dialog.showModal();
  },
  methods: {
    finish() {
      this.$emit("done", { ...this.values }, (said) => {
        this.said = said;
      });
    },
  },
  template: `
    <dialog ref="dialog" class="ls-panel ask" :class="{ danger }" @cancel.prevent="$emit('cancel')"
        :aria-label="title">
      <form @submit.prevent="finish">
        <h2>{{ title }}</h2>
        <p v-if="note" class="ask-note">{{ note }}</p>
        <template v-for="field in fields" :key="field.name">
          <div v-if="field.reasons" class="ask-reasons" role="group" aria-label="Reasons">
            <button v-for="one in field.reasons" :key="one" type="button" class="ls-button"
                :aria-pressed="values[field.name] === one" @click="values[field.name] = one">{{ one }}</button></div>
          <label class="ls-field">{{ field.label }}
            <select v-if="field.options" v-model="values[field.name]" required>
              <option v-for="one in field.options" :key="one">{{ one }}</option></select>
            <input v-else v-model="values[field.name]" :type="field.type || 'text'" :inputmode="field.mode || null"
                :required="!field.optional" maxlength="200" :autocomplete="field.type === 'password' ? 'off' : null">
          </label>
        </template>
        <p class="ls-said" role="alert">{{ said }}</p>
        <div class="row"><button type="button" class="ls-button" @click="$emit('cancel')">Back</button>
          <button type="submit" class="ls-button main">{{ button }}</button></div>
      </form>
    </dialog>`,
};
