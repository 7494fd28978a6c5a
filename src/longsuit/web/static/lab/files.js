// Things to take away: a text to the clipboard, a file, a chart as PNG.
// On a phone the benches are a strip that is wider than the screen.
export const showTab = () =>
  document.querySelector(".lab-tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

export async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // Without a secure connection there is only the old way.
  const field = Object.assign(document.createElement("textarea"), { value: text });
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

export function save(name, blob) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export function blobOf(base64) {
  return new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]);
}

const SCALE = 2;
export async function savePng(name, address) {
  const svg = await (await fetch(address)).blob();
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width * SCALE, image.height * SCALE];
  const paper = canvas.getContext("2d");
  paper.fillStyle = "#ffffff";
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  canvas.toBlob((blob) => save(name, blob));
}
