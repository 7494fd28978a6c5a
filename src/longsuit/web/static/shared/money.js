// Amounts in cents, as people read and type them.
const grouped = (whole) => whole.toLocaleString("en-US");
const pence = (cents) => `.${String(cents % 100).padStart(2, "0")}`;

// $1,250 or $12.50.
export function dollars(cents) {
  const whole = Math.abs(cents);
  return `${cents < 0 ? "−" : ""}$${grouped(Math.floor(whole / 100))}${whole % 100 ? pence(whole) : ""}`;
}

// $1,250.00: meters and whatever is handed over.
export const exactDollars = (cents) => `$${grouped(Math.floor(cents / 100))}${pence(cents)}`;

// With its sign: +$265, −$10.
export const signed = (cents) => (cents > 0 ? "+" : "") + dollars(cents);

// A value in Antes.
export const signedValue = (value, places = 4) => (value < 0 ? "−" : "+") + Math.abs(value).toFixed(places);

// Whole cents from what somebody typed, as the floor itself reads dollars; null where it is no amount. A comma
// stands between thousands or nowhere: 12,50 is never 1,250.
export function centsOf(text) {
  const found = /^\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(text.trim());
  const whole = found ? found[1].replaceAll(",", "") : "";
  return found && whole.length <= 10 ? Number(whole) * 100 + Number((found[2] || "").padEnd(2, "0")) : null;
}

export const noAmount = (text) => `'${text.slice(0, 40)}' is not an amount in dollars, such as 5 or 12.50.`;
