// What was right and what was not, with what is so.
import { TEXTS } from "/static/train/texts.js";

export const MarkList = {
  props: { marks: Array },
  data: () => ({ t: TEXTS }),
  template: `
    <ul class="drill-answers" aria-live="polite">
      <li v-for="one in marks" :key="one.about" :class="one.right ? 'good' : 'bad'">
        {{ one.right ? t.right : t.wrong }}: {{ one.about }}, {{ one.told }}</li></ul>`,
};
