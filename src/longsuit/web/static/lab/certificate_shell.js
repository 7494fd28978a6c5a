// node certificate_shell.js FILE [EVERY [FROM]]: the checker in a shell. It ends with 1 where something is wrong.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { check } from "./certificate_check.js";

const [file, every = "1", from = "0"] = process.argv.slice(2);
try {
  if (!/^\d{1,6}$/.test(every) || !/^\d{1,6}$/.test(from)) throw new Error("EVERY and FROM are whole numbers");
  const text = gunzipSync(readFileSync(file), { maxOutputLength: 1 << 25 }).toString();
  const { head, findings, counted } = check(text, { every: Number(every), from: Number(from) });
  console.log(JSON.stringify(head, null, 2));
  for (const finding of findings) console.log(finding);
  console.log(
    `${counted} classes counted again. ${findings.length ? "WRONG" : `House edge ${head.house_edge}: right`}`,
  );
  process.exitCode = findings.length ? 1 : 0;
} catch (error) {
  console.error(`${file} cannot be checked: ${error.message}.`);
  process.exitCode = 2;
}
