import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { check } from "../../../src/longsuit/web/static/lab/certificate_check.js";

const LAB = new URL("../../../src/longsuit/web/static/lab/", import.meta.url);
const read = (game) => gunzipSync(readFileSync(new URL(`${game}.certificate`, LAB))).toString();
const CHASE = read("chase-the-flush");
const HIGH_CARD = read("high-card-flush");
const FULL = process.env.LONGSUIT_TESTS === "full";

// The file with one line changed by `change`, which is given its parts.
function changed(text, number, change) {
  const lines = text.split("\n");
  const line = JSON.parse(lines[number]);
  change(line);
  lines[number] = JSON.stringify(line);
  return lines.join("\n");
}
// The counts of a line, each as the list that holds it and its place there; a row's first number says which it is.
const places = (list, from) =>
  list.flatMap((one, at) =>
    Array.isArray(one) ? places(one, one.length === 8 ? 1 : 0) : at < from ? [] : [[list, at]],
  );

test("the lab's certificate of Chase the Flush adds up, and its boards come out again", () => {
  const { findings, head, counted } = check(CHASE, { every: FULL ? 1 : 400, from: 7 });
  assert.deepEqual(findings, []);
  assert.equal(head.house_edge, "12033802351/503364407000");
  assert.equal(counted, FULL ? 18356 : 42);
});

test("the lab's certificate of High Card Flush comes out again, and the one flush that was changed is found", () => {
  const told = [];
  const text = changed(HIGH_CARD, 300, (line) => {
    const row = line[3].at(-1);
    row[6] += 2; // Two ties more, one ahead and one behind less: the sums stay right.
    row[5] -= 1;
    row[7] -= 1;
  });
  const { findings, head, counted } = check(text, { tell: (done) => told.push(done) });
  assert.match(findings.join(), /^flush [2-9TJQKA]+ is [^a-z]+$/);
  assert.equal(head.house_edge, "1348050875653/50592437455560");
  assert.deepEqual([counted, told.length], [5798, 5798]);
});

test("a number of Chase the Flush that is one off is found by the sums alone", () => {
  const lines = { board: 9000, flop: 16500, opening: 17500 };
  for (const [kind, first] of Object.entries(lines))
    for (let turn = 0; turn < (FULL ? 20 : 1); turn++) {
      const text = changed(CHASE, first + 31 * turn, (line) => {
        const numbers = places(line, 2);
        const [list, place] = numbers[(5 * turn + 1) % numbers.length];
        assert.equal(line[0], kind);
        list[place] += 1;
      });
      assert.notDeepEqual(check(text, { every: 0 }).findings, [], `${kind} ${turn}`);
    }
});

test("changes that make up for each other in the sums are found by counting their board again", () => {
  const number = 9001; // Of the boards the one at 9000, counted from 0.
  const text = changed(CHASE, number, (line) => {
    const row = line[3].find((one) => one[2] > 9 && one[4] > 9);
    row[3] += 2; // Two ties more, one ahead and one behind less: under a push these are worth the same.
    row[2] -= 1;
    row[4] -= 1;
  });
  assert.notDeepEqual(check(text, { every: 9001, from: 9000 }).findings, []);
});

test("a claim or a rule that is another is found", () => {
  const claim = CHASE.replace('"12033802351/', '"12033802350/');
  assert.match(check(claim, { every: 0 }).findings.join(), /another house edge/);
  const rule = CHASE.replace('"unqualified":"push"', '"unqualified":"win"');
  assert.notDeepEqual(check(rule, { every: 0 }).findings, []);
});

test("a class left out, or there twice, is found", () => {
  const lines = CHASE.split("\n");
  assert.notDeepEqual(check(lines.toSpliced(5000, 1).join("\n"), { every: 0 }).findings, []);
  assert.notDeepEqual(check(lines.toSpliced(5000, 0, lines[5000]).join("\n"), { every: 0 }).findings, []);
});

test("what is no certificate is not read as one", () => {
  for (const text of ["", "{}", "[]", '{"certificate":1}', "no", CHASE.replace('"certificate":1', '"certificate":2')])
    assert.throws(() => check(text), text.slice(0, 20));
  assert.throws(() => check(""), /not a certificate/);
});

test("a line of no kind that the game has is refused, not passed over", () => {
  for (const more of ["[]", '["bord","2c3c4c5c",4,[],[]]', '["flush","T86",1,[]]'])
    assert.throws(() => check(`${CHASE.trimEnd()}\n${more}\n`, { every: 0 }), /not a certificate/, more);
});

test("in a shell the checker ends with 0, 1 or 2", () => {
  const folder = mkdtempSync(join(tmpdir(), "certificate-"));
  const shell = fileURLToPath(new URL("certificate_shell.js", LAB));
  const ended = (text, ...more) => {
    const file = join(folder, "file");
    writeFileSync(file, gzipSync(text));
    return spawnSync(process.execPath, [shell, file, ...more], { encoding: "utf8" });
  };
  try {
    const right = ended(CHASE, "0");
    assert.deepEqual([right.status, right.stderr], [0, ""]);
    assert.match(right.stdout, /House edge 12033802351\/503364407000: right\n$/);
    const wrong = ended(CHASE.replace('"12033802351/', '"12033802352/'), "0");
    assert.equal(wrong.status, 1);
    assert.match(wrong.stdout, /another house edge.*WRONG\n$/s);
    assert.deepEqual([ended("no").status, ended(CHASE, "many").status], [2, 2]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
