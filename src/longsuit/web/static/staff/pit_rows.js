// A table of the pit desk: rows that come and go while focus stays where it is, with what may be
// done about each. On a narrow screen every row is a card.
const MINUTE = 60;

export default {
  props: {
    label: String,
    columns: Array, // { name, label, kind: "" | "number" | "short" | "code" | "since" }
    // { id, cells: { name: text or lines }, mark, acts: [{ name, label, main }], doors: [{ href, label }] }
    rows: Array,
    empty: String,
    busy: Boolean,
  },
  emits: ["act"],
  data: () => ({ now: Date.now() }),
  computed: { anyActs: (vm) => vm.rows.some((row) => row.acts?.length || row.doors?.length) },
  mounted() {
    if (this.columns.some((column) => column.kind === "since")) {
      this.timer = setInterval(() => {
        this.now = Date.now();
      }, 1000);
    }
  },
  unmounted() {
    clearInterval(this.timer);
  },
  methods: {
    lines(row, column) {
      const cell = row.cells[column.name];
      if (column.kind === "since") return cell ? [this.ago(cell)] : [];
      return Array.isArray(cell) ? cell : [cell ?? ""];
    },
    // A moment in milliseconds, as the time that has passed since.
    ago(at) {
      const seconds = Math.max(0, Math.round((this.now - at) / 1000));
      if (seconds < MINUTE) return `${seconds} s ago`;
      if (seconds < 60 * MINUTE) return `${Math.floor(seconds / MINUTE)} min ago`;
      return new Date(at).toLocaleString(undefined, { dateStyle: "short", timeStyle: "short" });
    },
    title(row) {
      return this.lines(row, this.columns[0])[0];
    },
  },
  template: `
    <div class="pit-rows" :class="{ pair: columns.length < 3 }" role="region" tabindex="0" :aria-label="label">
      <table role="table" :aria-label="label">
        <thead role="rowgroup"><tr role="row">
          <th v-for="column in columns" :key="column.name" role="columnheader" scope="col"
              :class="column.kind">{{ column.label }}</th>
          <th v-if="anyActs" role="columnheader" scope="col"><span class="ls-hidden">What may be done</span></th>
        </tr></thead>
        <tbody role="rowgroup">
          <tr v-for="row in rows" :key="row.id" role="row" :class="row.mark">
            <template v-for="(column, at) in columns" :key="column.name">
              <th v-if="at === 0" role="rowheader" scope="row" :class="column.kind">
                <span v-for="(line, n) in lines(row, column)" :key="n" class="pit-line">{{ line }}</span></th>
              <td v-else role="cell" :class="[column.kind, { nothing: !lines(row, column).join('') }]"
                  :data-label="column.label">
                <span v-for="(line, n) in lines(row, column)" :key="n" class="pit-line">{{ line }}</span></td>
            </template>
            <td v-if="anyActs" role="cell" class="acts" :class="{ nothing: !row.acts?.length && !row.doors?.length }">
              <div>
                <button v-for="act in row.acts || []" :key="act.name" type="button" class="ls-button pit-act"
                    :class="{ main: act.main }" :disabled="busy" :aria-label="act.label + ': ' + title(row)"
                    @click="$emit('act', { row: row.id, act: act.name })">{{ act.label }}</button>
                <a v-for="door in row.doors || []" :key="door.href" class="ls-button pit-act" :href="door.href"
                    :aria-label="door.label + ' of ' + title(row)">{{ door.label }}</a>
              </div>
            </td>
          </tr>
        </tbody>
      </table>
      <p v-if="!rows.length" class="ls-quiet-text pit-empty">{{ empty }}</p>
    </div>`,
};
