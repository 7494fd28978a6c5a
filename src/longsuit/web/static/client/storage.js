// What a page keeps in its tab over a reload.
const read = (name, otherwise) => {
  try {
    return JSON.parse(sessionStorage.getItem(name)) || otherwise;
  } catch {
    return otherwise;
  }
};
const write = (name, value) => sessionStorage.setItem(name, JSON.stringify(value));

// By table and person: chips not yet placed, the coach's notes.
const at = (table, name) => `longsuit-at ${table} ${name}`;
export const kept = (table, name) => read(at(table, name), {});
export const keep = (table, name, more) => write(at(table, name), { ...kept(table, name), ...more });

// Commands that are not answered yet. theme.js and sign_in.js clear them: nobody sends what another asked for.
const COMMANDS = "longsuit-kept";
export const keptCommands = () => read(COMMANDS, []);
export const keepCommand = (one) => write(COMMANDS, [...keptCommands(), one]);
export const forgetCommand = (key) =>
  write(
    COMMANDS,
    keptCommands().filter((one) => one.key !== key),
  );
export const forgetCommands = () => sessionStorage.removeItem(COMMANDS);
