// seed/decimal.ts
var safeUnits = 2251799813685248;
var powers = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];
function formatDecimal(units, decimals) {
  if (typeof units === "bigint" || units < 0 || decimals > 15) return formatLong(BigInt(units), decimals);
  const scale = powers[decimals];
  const rest = units % scale;
  const whole = String((units - rest) / scale);
  return rest === 0 ? whole : `${whole}.${withoutTrailingZeros(String(rest + scale).slice(1))}`;
}
function formatLong(units, decimals) {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  const fraction = withoutTrailingZeros(digits.slice(point));
  return `${units < 0n ? "-" : ""}${digits.slice(0, point)}${fraction && `.${fraction}`}`;
}
function withoutTrailingZeros(digits) {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 48) end--;
  return digits.slice(0, end);
}
function parseDecimal(text, decimals) {
  const units = decimals < 16 ? Math.round(Number(text) * powers[decimals]) : Number.POSITIVE_INFINITY;
  return Math.abs(units) <= safeUnits ? units : parseLong(text, decimals);
}
function parseLong(text, decimals) {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(decimals, "0").slice(0, decimals));
}
var ExactSum = class {
  #small = 0;
  #large = 0n;
  get total() {
    return this.#large + BigInt(this.#small);
  }
  add(units) {
    if (typeof units === "bigint") this.#large += units;
    else this.#small += units;
    if (Math.abs(this.#small) > safeUnits) this.#carry();
  }
  addProduct(a, b) {
    if (typeof a === "number" && typeof b === "number" && Math.abs(a * b) <= safeUnits) this.add(a * b);
    else this.#large += BigInt(a) * BigInt(b);
  }
  clear() {
    this.#small = 0;
    this.#large = 0n;
  }
  #carry() {
    this.#large += BigInt(this.#small);
    this.#small = 0;
  }
};
function plainNumber(value) {
  const text = String(value);
  if (!text.includes("e")) return text;
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return text;
  const [, sign = "", first = "", rest = "", exponent = "0"] = match;
  const power = Number(exponent);
  const digits = first + rest;
  return power < 0 ? `${sign}0.${"0".repeat(-power - 1)}${digits}` : sign + digits.padEnd(power + 1, "0");
}
function quotient(a, b, decimals) {
  const extra = Math.max(0, 25 - String(a).length + String(b).length);
  const scaled = a * 10n ** BigInt(extra) / b;
  return plainNumber(Number(`${scaled}e-${extra + decimals}`));
}

// seed/bar.ts
var BarFold = class {
  open = "";
  high = "";
  low = "";
  close = "";
  count = 0;
  #highest = 0;
  #lowest = 0;
  #volume = new ExactSum();
  #notional = new ExactSum();
  #precision;
  constructor(precision) {
    this.#precision = precision;
  }
  /** One trade; the units are those of the instrument's precision. */
  add(price, priceUnits, amountUnits) {
    if (this.count === 0) this.#start(price, priceUnits);
    else if (priceUnits > this.#highest) this.#raise(price, priceUnits);
    else if (priceUnits < this.#lowest) this.#lower(price, priceUnits);
    this.close = price;
    this.count++;
    this.#volume.add(amountUnits);
    this.#notional.addProduct(priceUnits, amountUnits);
  }
  /** A bar that follows what is folded so far. */
  merge(bar) {
    const { price, amount } = this.#precision;
    const high = parseDecimal(bar.high, price);
    const low = parseDecimal(bar.low, price);
    if (this.count === 0) this.#start(bar.open, parseDecimal(bar.open, price));
    if (high > this.#highest) this.#raise(bar.high, high);
    if (low < this.#lowest) this.#lower(bar.low, low);
    this.close = bar.close;
    this.count += bar.count;
    this.#volume.add(parseDecimal(bar.volume, amount));
    this.#notional.add(parseDecimal(bar.notional, price + amount));
  }
  get volume() {
    return formatDecimal(this.#volume.total, this.#precision.amount);
  }
  get notional() {
    return formatDecimal(this.#notional.total, this.#precision.price + this.#precision.amount);
  }
  /** Volume-weighted average price, Σ price × amount ÷ Σ amount; null where nothing changed hands. */
  get vwap() {
    const volume = this.#volume.total;
    return volume === 0n ? null : this.#within(quotient(this.#notional.total, volume, this.#precision.price));
  }
  /** Where prices have more digits than a double, the nearest double to their average may lie beyond them. */
  #within(average) {
    const value = Number(average);
    if (value <= Number(this.low)) return this.low;
    return value >= Number(this.high) ? this.high : average;
  }
  clear() {
    this.count = 0;
    this.#volume.clear();
    this.#notional.clear();
  }
  #start(price, value) {
    this.open = price;
    this.#raise(price, value);
    this.#lower(price, value);
  }
  #raise(price, value) {
    this.high = price;
    this.#highest = value;
  }
  #lower(price, value) {
    this.low = price;
    this.#lowest = value;
  }
};

export {
  formatDecimal,
  parseDecimal,
  plainNumber,
  quotient,
  BarFold
};
