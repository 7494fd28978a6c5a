// The page of one file: a receipt is pasted, and what holds of it is told.
import { readKey } from "./note.js";
import { checkReceipt, readReceipt } from "./receipt_check.js";

const at = (id) => document.getElementById(id);

function show(lines) {
  const list = at("found");
  list.replaceChildren(
    ...lines.map(({ good, text }) => {
      const line = document.createElement("li");
      line.className = good === null ? "note" : good ? "good" : "bad";
      line.textContent = `${good === null ? "•" : good ? "✓" : "✗"} ${text}`;
      return line;
    }),
  );
  const bad = lines.filter((one) => one.good === false).length;
  at("verdict").textContent = bad ? "Something does not hold." : "All of it holds.";
  at("verdict").className = bad ? "bad" : "good";
}

at("check").addEventListener("click", () => {
  try {
    const keys = at("keys")
      .value.split("\n")
      .filter((line) => line.trim() && !line.startsWith("#"));
    keys.forEach(readKey);
    show(checkReceipt(readReceipt(at("receipt").value), keys, at("noted").value));
  } catch (error) {
    show([{ good: false, text: error.message }]);
  }
});
at("file").addEventListener("change", async (event) => {
  at("receipt").value = await event.target.files[0].text();
});
