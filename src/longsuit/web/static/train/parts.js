// A file of rounds in parts of so many bytes at most, each with the number of its first line.
const HEADING = "Longsuit round, form 1";
const bytes = (text) => new TextEncoder().encode(text).length;

// A round that is longer by itself stays whole, and is refused where it is read.
export function partsOf(text, longest) {
  const parts = [];
  let [lines, size, first] = [[], 0, 1];
  const end = (next) => {
    if (lines.length) parts.push({ text: lines.join("\n"), line: first });
    [lines, size, first] = [[], 0, next];
  };
  let round = [];
  const all = text.split("\n");
  const addRound = (next) => {
    const more = bytes(round.join("\n")) + 1;
    if (size + more > longest) end(next - round.length);
    lines.push(...round);
    size += more;
    round = [];
  };
  all.forEach((line, at) => {
    if (line.trim() === HEADING && round.some((one) => one.trim() === HEADING)) addRound(at + 1);
    round.push(line);
  });
  addRound(all.length + 1);
  end(0);
  return parts;
}
