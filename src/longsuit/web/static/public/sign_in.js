// Signing in, and becoming the first admin.
import { post } from "/static/client/session.js";
import { forgetCommands } from "/static/client/storage.js";

export default {
  props: { claim: Boolean },
  data: () => ({ name: "", password: "", code: "", said: "", busy: false }),
  methods: {
    async go() {
      if (this.busy) return;
      this.busy = true;
      const { name, password, code } = this;
      try {
        let found = { ok: true };
        if (this.claim) found = await post("/api/admin-claim", { code, name, password });
        if (found.ok) found = await post("/api/sessions", { name, password });
        if (found.ok) {
          // What somebody asked for before is not sent in another's name.
          forgetCommands();
          location.href = "/";
        } else this.said = found.reason;
      } catch {
        this.said = "The floor does not answer; try again.";
      } finally {
        this.busy = false;
        this.password = "";
      }
    },
  },
  template: `
    <form class="ls-panel" @submit.prevent="go">
      <label v-if="claim" class="ls-field">Code that the server printed
        <input v-model.trim="code" name="code" autocomplete="off" required maxlength="60">
      </label>
      <label class="ls-field">Name
        <input v-model="name" name="name" autocomplete="username" required maxlength="60">
      </label>
      <label class="ls-field">Password or PIN
        <input v-model="password" name="password" type="password" required maxlength="200"
               :autocomplete="claim ? 'new-password' : 'current-password'">
      </label>
      <p class="ls-said" role="alert">{{ said }}</p>
      <button class="ls-button main" type="submit" :disabled="busy">{{ claim ? "Become admin" : "Sign in" }}</button>
    </form>`,
};
