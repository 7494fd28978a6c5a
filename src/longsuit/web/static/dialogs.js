// Small dialogs of the staff's pages: a line of text, or another person's name and password.

export const AskDialog = {
  props: { title: String, fields: Array, button: { type: String, default: "OK" } },
  emits: ["done", "cancel"],
  data() { return { values: Object.fromEntries(this.fields.map((field) => [field.name, field.value || ""])), said: "" }; },
  mounted() { this.$refs.dialog.showModal(); },
  methods: {
    finish() { this.$emit("done", { ...this.values }, (said) => (this.said = said)); },
  },
  template: `
    <dialog ref="dialog" class="ls-panel ask" @cancel.prevent="$emit('cancel')" :aria-label="title">
      <form @submit.prevent="finish">
        <h2>{{ title }}</h2>
        <label v-for="field in fields" :key="field.name" class="ls-field">{{ field.label }}
          <input v-model="values[field.name]" :type="field.type || 'text'" :inputmode="field.mode || null" required
                 maxlength="200" :autocomplete="field.type === 'password' ? 'off' : null">
        </label>
        <p class="ls-said" role="alert">{{ said }}</p>
        <div class="row"><button type="button" class="ls-button" @click="$emit('cancel')">Back</button>
          <button type="submit" class="ls-button main">{{ button }}</button></div>
      </form>
    </dialog>`,
};

// Whole cents from what somebody typed; null where it is no amount.
export function centsOf(text) {
  const found = /^\$?\s*(\d{1,9})(?:[.,](\d{2}))?$/.exec(text.replaceAll(",", "").trim());
  return found ? Number(found[1]) * 100 + Number(found[2] || 0) : null;
}

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
