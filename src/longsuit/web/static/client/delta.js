// A value of JSON after a change, as the floor's feed tells it (floor/reads/delta.py):
// [value] is the new value, [] takes a key away, an object holds the changes within.
export function changed(value, change) {
  if (Array.isArray(change)) return change[0];
  const next = Array.isArray(value) ? [...value] : { ...value };
  for (const [key, inner] of Object.entries(change)) {
    if (Array.isArray(inner) && !inner.length) delete next[key];
    else next[key] = changed(next[key], inner);
  }
  return next;
}
