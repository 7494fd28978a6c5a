// The lobby: every open table in a few words, kept up to date.
import { get, session } from "/static/client/session.js";
import { meterTitle } from "/static/shared/jackpots.js";
import { dollars, exactDollars } from "/static/shared/money.js";
import { PlayingCard } from "/static/shared/playing_card.js";

const MODES = { practice: "Practice", dealt: "Dealt by the system", live: "Live on felt" };
const FAN = ["4s", "7s", "Ts", "Ks"];

export default {
  components: { PlayingCard },
  data: () => ({ tables: null, role: "player", said: "" }),
  async mounted() {
    this.look = this.look.bind(this);
    document.addEventListener("visibilitychange", this.look);
    this.timer = setInterval(this.look, 2500);
    await this.look();
  },
  unmounted() {
    clearInterval(this.timer);
    document.removeEventListener("visibilitychange", this.look);
  },
  methods: {
    ...{ dollars, exactDollars, meterTitle },
    async look() {
      if (document.hidden) return;
      try {
        this.role = (await session()).role;
        const found = await get("/api/tables");
        if (found.ok) [this.tables, this.said] = [found.body.tables, ""];
        else this.said = found.reason;
      } catch {
        this.said = "The floor does not answer; trying again.";
      }
    },
    mode: (table) => MODES[table.mode],
    fan: (table) => FAN.slice(-table.hole),
    tilt: (number, of) => ({ transform: `rotate(${(number - (of - 1) / 2) * 8}deg)` }),
    stake: ({ name, least, most }) => `${name} ${dollars(least)} to ${dollars(most)}`,
    free: (table) => table.seats - table.taken.length,
    taken: (table) => `${table.taken.length} of ${table.seats} seats taken`,
    // What is behind the door of a table: one's own seat, a seat to take, or the view of it.
    does(table) {
      if (table.mine.length) return "Back to your seat";
      return table.mode === "practice" && this.role === "player" ? "Play" : "Watch";
    },
    door(table) {
      const does = this.does(table);
      return `${does}${does === "Watch" ? "" : " at"} ${table.name}`;
    },
    at: (place, table) => `/${place}/${encodeURIComponent(table.id)}`,
    runs() {
      return ["dealer", "supervisor"].includes(this.role);
    },
  },
  template: `
    <div>
      <p v-if="said" class="ls-said" role="status">{{ said }}</p>
      <p v-if="tables && !tables.length" class="ls-quiet-text">No table is open now.</p>
      <div class="lobby">
        <article v-for="table in tables || []" :key="table.id" class="ls-panel lobby-table" :aria-label="table.name">
          <div class="lobby-felt">
            <div class="lobby-fan" aria-hidden="true">
              <playing-card v-for="(card, number) in fan(table)" :key="card" :card="card"
                            :style="tilt(number, fan(table).length)"/>
            </div>
            <h2>{{ table.name }}</h2>
            <div class="lobby-tags">
              <span v-if="table.game_name !== table.name">{{ table.game_name }}</span>
              <span>{{ mode(table) }}</span><span v-if="table.face_up">Face up</span></div>
            <div v-if="table.meters.length" class="lobby-meters">
              <div v-for="meter in table.meters" :key="meter.name">
                <span>{{ meterTitle(meter) }}</span>
                <b>{{ exactDollars(meter.value) }}</b>
              </div>
            </div>
          </div>
          <div class="lobby-body">
            <div>
              <div v-if="table.stake">{{ stake(table.stake) }}</div>
              <div v-if="table.mode === 'live'" class="lobby-seats">{{ table.seats }} seats on the felt</div>
              <div v-else class="lobby-seats" role="img" :aria-label="taken(table)">
                <i v-for="seat in table.seats" :key="seat"
                    :class="{ taken: table.taken.includes(seat), mine: table.mine.includes(seat) }"></i>
                <span>{{ free(table) }} free</span>
              </div>
            </div>
            <div class="lobby-doors">
              <a class="ls-button main" :href="at('table', table) + (does(table) === 'Play' ? '#play' : '')"
                  :aria-label="door(table)">{{ does(table) }}</a>
              <a v-if="does(table) === 'Play'" class="ls-button" :href="at('table', table)"
                  :aria-label="'Watch ' + table.name">Watch</a>
              <a v-if="table.meters.length" class="ls-button" :href="at('sign', table)"
                  :aria-label="'Jackpot display of ' + table.name">Jackpot display</a>
              <a v-if="runs()" class="ls-button" :href="at('terminal', table)"
                  :aria-label="'Terminal of ' + table.name">Terminal</a>
            </div>
          </div>
        </article>
      </div>
    </div>`,
};
