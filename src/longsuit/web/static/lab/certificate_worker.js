// A certificate checked beside the page, which stays alive meanwhile.
import { check } from "./certificate_check.js";

const LARGEST = 1 << 25; // Characters of an unpacked file.
const TELL_EVERY = 50;
const BOARDS = 16432;

async function unpack(blob) {
  const reader = blob.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > LARGEST) throw new Error("it is too large");
  }
}

addEventListener("message", async ({ data: { blob, every } }) => {
  try {
    const text = await unpack(blob);
    const total = every === 1 ? text.split("\n").length - 2 : BOARDS / every;
    const tell = (counted) => counted % TELL_EVERY || postMessage({ done: counted / total });
    // The first board is drawn here, where who wrote the file could not know it.
    const from = Math.floor(Math.random() * every);
    postMessage({ outcome: check(text, { every, from, tell }) });
  } catch (error) {
    postMessage({ refused: error.message });
  }
});
