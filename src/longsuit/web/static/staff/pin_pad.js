// Another dealer takes over: a name to touch, a PIN on the pad. Each signs in as themselves, by the API.
import { post } from "/static/client/session.js";
import { forgetCommands } from "/static/client/storage.js";

const NAMES = "longsuit-dealers";
const MOST_NAMES = 8;
const LONGEST = 200;
const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

function knownNames() {
  try {
    const found = JSON.parse(localStorage.getItem(NAMES));
    return Array.isArray(found) ? found.filter((one) => typeof one === "string").slice(0, MOST_NAMES) : [];
  } catch {
    return [];
  }
}

// Whoever has worked at this terminal is a name to touch; who came last stands first.
export function keepName(name) {
  const names = [name, ...knownNames().filter((one) => one !== name)];
  localStorage.setItem(NAMES, JSON.stringify(names.slice(0, MOST_NAMES)));
}

export const PinPad = {
  props: { now: String },
  emits: ["cancel"],
  data() {
    const names = knownNames().filter((one) => one !== this.now);
    return { names, name: names[0] || "", pin: "", said: "", busy: false, digits: DIGITS };
  },
  mounted() {
    this.$refs.dialog.showModal();
  },
  methods: {
    add(digit) {
      if (this.pin.length < LONGEST) this.pin += digit;
    },
    async go() {
      if (this.busy) return;
      this.busy = true;
      try {
        const found = await post("/api/sessions", { name: this.name, password: this.pin });
        if (found.ok) {
          // What somebody asked for before is not sent in another's name.
          forgetCommands();
          location.reload();
          return;
        }
        this.said = found.reason;
      } catch {
        this.said = "The floor does not answer; try again.";
      }
      [this.busy, this.pin] = [false, ""];
    },
  },
  template: `
    <dialog ref="dialog" class="ls-panel ask pin" @cancel.prevent="$emit('cancel')" aria-label="Change dealer">
      <form @submit.prevent="go">
        <div class="pin-who">
          <h2>Change dealer</h2>
          <div v-if="names.length" class="pin-names" role="group" aria-label="Dealers here before">
            <button v-for="one in names" :key="one" type="button" class="ls-button" :aria-pressed="one === name"
                @click="name = one">{{ one }}</button></div>
          <label class="ls-field">Name<input v-model="name" required maxlength="60" autocomplete="off"></label>
          <p class="ls-said" role="alert">{{ said }}</p>
        </div>
        <div class="pin-pad">
          <label class="ls-field">PIN or password<input v-model="pin" type="password" required maxlength="200"
            inputmode="numeric" autocomplete="off"></label>
          <div class="pin-digits">
            <button v-for="digit in digits" :key="digit" type="button" @click="add(digit)">{{ digit }}</button>
            <button type="button" aria-label="Clear" @click="pin = ''">C</button>
            <button type="button" @click="add('0')">0</button>
            <button type="button" aria-label="Delete the last digit" @click="pin = pin.slice(0, -1)">⌫</button>
          </div>
          <div class="row"><button type="button" class="ls-button" @click="$emit('cancel')">Back</button>
            <button type="submit" class="ls-button main" :disabled="busy">Sign in</button></div>
        </div>
      </form>
    </dialog>`,
};
