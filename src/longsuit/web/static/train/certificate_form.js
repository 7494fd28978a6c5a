// The certificate: a name, and the address under which the pit opens and prints it.
import { TEXTS } from "/static/train/texts.js";

export default {
  props: { name: String, said: String, address: String },
  data() {
    return { t: TEXTS, given: this.name };
  },
  template: `
    <form class="ls-panel drill certificate-form" @submit.prevent="$emit('certify', given)">
      <h2>{{ t.certificate }}</h2>
      <p>{{ t.certificateNote }}</p>
      <div class="lab-row">
        <label class="ls-field">{{ t.name }}<input v-model="given" required maxlength="60" :readonly="!!name"
          autocomplete="name"></label>
        <button type="submit" class="ls-button main">{{ t.certify }}</button>
        <a v-if="address" class="ls-button" :href="address" target="_blank">{{ t.openCertificate }}</a>
      </div>
      <p class="ls-said" role="alert">{{ said }}</p>
    </form>`,
};
