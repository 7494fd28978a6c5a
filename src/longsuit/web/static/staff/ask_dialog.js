// Small dialogs of the staff's pages: a line of text, or another person's name and password.

export const AskDialog = {
  props: { title: String, note: String, fields: Array, button: { type: String, default: "OK" } },
  emits: ["done", "cancel"],
  data() {
    return { values: Object.fromEntries(this.fields.map((field) => [field.name, field.value || ""])), said: "" };
  },
  mounted() {
    this.$refs.dialog.showModal();
  },
  methods: {
    finish() {
      this.$emit("done", { ...this.values }, (said) => (this.said = said));
    },
  },
  template: `
    <dialog ref="dialog" class="ls-panel ask" @cancel.prevent="$emit('cancel')" :aria-label="title">
      <form @submit.prevent="finish">
        <h2>{{ title }}</h2>
        <p v-if="note" class="ask-note">{{ note }}</p>
        <label v-for="field in fields" :key="field.name" class="ls-field">{{ field.label }}
          <select v-if="field.options" v-model="values[field.name]" required><option v-for="one in field.options" :key="one">{{ one }}</option></select>
          <input v-else v-model="values[field.name]" :type="field.type || 'text'" :inputmode="field.mode || null" required
                 maxlength="200" :autocomplete="field.type === 'password' ? 'off' : null">
        </label>
        <p class="ls-said" role="alert">{{ said }}</p>
        <div class="row"><button type="button" class="ls-button" @click="$emit('cancel')">Back</button>
          <button type="submit" class="ls-button main">{{ button }}</button></div>
      </form>
    </dialog>`,
};

// Whole cents from what somebody typed, as the floor itself reads dollars; null where it is no amount. A comma
// stands between thousands or nowhere: 12,50 is never 1,250.
export function centsOf(text) {
  const found = /^\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(text.trim());
  const whole = found ? found[1].replaceAll(",", "") : "";
  return found && whole.length <= 10 ? Number(whole) * 100 + Number((found[2] || "").padEnd(2, "0")) : null;
}
export const noAmount = (text) => `'${text.slice(0, 40)}' is not an amount in dollars, such as 5 or 12.50.`;

// Another person signs in for one request; the session of this browser stays as it is.
export async function asPerson(name, password, request) {
  const options = { method: "POST", credentials: "omit", headers: { "content-type": "application/json" } };
  const signed = await fetch("/api/sessions", { ...options, body: JSON.stringify({ name, password }) });
  const told = await signed.json();
  if (!signed.ok) return { ok: false, reason: told.reason };
  const headers = { authorization: `Bearer ${told.token}` };
  try {
    return await request(headers);
  } finally {
    await fetch("/api/sessions/current", { method: "DELETE", credentials: "omit", headers });
  }
}
