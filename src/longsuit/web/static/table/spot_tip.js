// What a spot pays, and when.
export const SpotTip = {
  props: { spot: Object, words: String },
  template: `
    <div class="spot-tip" aria-hidden="true">
      <b>{{ spot.name }}</b>
      <p>{{ words }}</p>
      <table v-if="spot.lines?.length"><tr v-for="[hand, pays] in spot.lines" :key="hand">
        <td>{{ hand }}</td><td>{{ pays }}</td></tr></table>
    </div>`,
};
