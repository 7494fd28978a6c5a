// Plain functions of a bench's page: its address, its answers line by line, the time that is left.

// The query of a form: what is not at its default. A field that restarts sets those after it back.
export function queryOf(form, changed = null) {
  const until = changed?.restarts ? form.indexOf(changed) + 1 : form.length;
  const given = form.slice(0, until).filter((field) => field.value !== field.default);
  return new URLSearchParams(given.map((field) => [field.name, field.value])).toString();
}

export const LONGEST_ADDRESS = 4000;

// Asks with the fields in the address, or in a body where they are too long for one.
export function ask(path, query, signal) {
  if (query.length <= LONGEST_ADDRESS) return fetch(`${path}?${query}`, { signal });
  const body = JSON.stringify(Object.fromEntries(new URLSearchParams(query)));
  return fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body, signal });
}

// Each line of an answer, as soon as it is whole.
export async function* linesOf(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) yield JSON.parse(line);
  }
}

// Seconds until it is done, if it goes on as it did since `from` were done; null where nothing is known.
export function secondsLeft({ done, total }, from, seconds) {
  if (!total || done <= from || seconds <= 0) return null;
  return Math.ceil((seconds * (total - done)) / (done - from));
}
