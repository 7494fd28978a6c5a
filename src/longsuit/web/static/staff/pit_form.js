// A form of the pit desk in a dialog. What is typed stays in the browser until it is sent.
export default {
  // A field: { name, label, kind, value, options, list, help, hint, must, most, live, group, wide }.
  // Its kind: text, password, number, money, select, check, date, heading, note.
  props: { opening: Number, title: String, fields: Array, button: String, said: String, answered: Number },
  emits: ["sent", "changed", "closed"],
  data: () => ({ values: {}, busy: false }),
  watch: {
    opening: "open",
    fields: "fill",
    answered() {
      this.busy = false;
    },
    said(text) {
      if (text) this.$nextTick(() => this.$refs.said?.scrollIntoView({ block: "nearest" }));
    },
  },
  mounted() {
    if (this.opening) this.open();
  },
  methods: {
    open() {
      this.values = {};
      this.busy = false;
      this.fill();
      if (!this.opening) return this.$refs.dialog.close();
      if (!this.$refs.dialog.open) this.$refs.dialog.showModal();
      this.$refs.dialog.scrollTop = 0;
      this.$nextTick(() => this.$refs.dialog.querySelector("input, select")?.focus());
    },
    // What has been typed stays when the form gets other fields.
    fill() {
      const values = {};
      for (const field of this.fields) {
        if (field.name) values[field.name] = this.values[field.name] ?? field.value ?? "";
        if (field.kind === "select" && !field.options.some(([value]) => value === values[field.name])) {
          values[field.name] = field.value ?? field.options[0]?.[0] ?? "";
        }
      }
      this.values = values;
    },
    changed(field) {
      if (field.live) this.$emit("changed", { opening: this.opening, values: { ...this.values } });
    },
    send() {
      if (this.busy) return;
      this.busy = true;
      this.$emit("sent", { opening: this.opening, values: { ...this.values } });
    },
    close() {
      this.$refs.dialog.close();
      this.values = {};
      this.$emit("closed", {});
    },
    // Fields of several wagers have the same label: those who do not see the heading hear it.
    spoken: (field) => (field.group ? `${field.group}: ${field.label}` : null),
    type: (field) =>
      ({ password: "password", date: "datetime-local", day: "date", number: "number" })[field.kind] || "text",
  },
  template: `
    <dialog ref="dialog" class="ls-panel pit-form" @cancel.prevent="close" :aria-label="title">
      <form @submit.prevent="send">
        <h2>{{ title }}</h2>
        <div class="pit-fields">
          <template v-for="(field, at) in fields" :key="field.name || at">
            <h3 v-if="field.kind === 'heading'">{{ field.label }}</h3>
            <p v-else-if="field.kind === 'note'" class="pit-note">{{ field.label }}</p>
            <label v-else-if="field.kind === 'check'" class="pit-check">
              <input v-model="values[field.name]" type="checkbox" :name="field.name" :aria-label="spoken(field)"
                  @change="changed(field)">
              <span>{{ field.label }}</span>
            </label>
            <label v-else class="ls-field" :class="['pit-' + field.kind, { 'pit-wide': field.wide }]">{{ field.label }}
              <select v-if="field.kind === 'select'" v-model="values[field.name]" :name="field.name"
                  :aria-label="spoken(field)" @change="changed(field)">
                <option v-for="option in field.options" :key="option[0]" :value="option[0]">{{ option[1] }}</option>
              </select>
              <input v-else v-model="values[field.name]" :type="type(field)" :name="field.name" autocomplete="off"
                  :aria-label="spoken(field)" :maxlength="field.most || 200" :required="!!field.must"
                  :inputmode="field.kind === 'money' ? 'decimal' : null" :placeholder="field.hint || null"
                  :list="field.list ? 'pit-list-' + field.name : null" @change="changed(field)">
              <datalist v-if="field.list" :id="'pit-list-' + field.name">
                <option v-for="one in field.list" :key="one" :value="one"></option></datalist>
              <small v-if="field.help">{{ field.help }}</small>
            </label>
          </template>
        </div>
        <p ref="said" class="ls-said" role="alert">{{ said }}</p>
        <div class="row"><button type="button" class="ls-button" @click="close">Back</button>
          <button type="submit" class="ls-button main" :disabled="busy">{{ button }}</button></div>
      </form>
    </dialog>`,
};
