// What a page keeps over a reload, by table and person: chips not yet placed, the coach's notes.
const at = (table, name) => `longsuit-at ${table} ${name}`;

export function kept(table, name) {
  try {
    return JSON.parse(sessionStorage.getItem(at(table, name))) || {};
  } catch {
    return {};
  }
}

export function keep(table, name, more) {
  sessionStorage.setItem(at(table, name), JSON.stringify({ ...kept(table, name), ...more }));
}
