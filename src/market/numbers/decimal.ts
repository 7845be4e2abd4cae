/** Exact decimals in units of 10^-decimals: numbers up to `safeUnits`, then bigints, so ordinary trades stay cheap. */
export type Units = number | bigint

/** 2^51: up to here Number(text) × 10^decimals, rounded, is exact. */
const safeUnits = 2_251_799_813_685_248

const powers = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15]

/** Whether a sum of whole numbers of one sign lost no digit. */
export function isExact(sum: number): boolean {
  return sum <= safeUnits
}

/** `formatDecimal(1602600, 2)` is "16026": plain digits, no exponent, no trailing zeros. */
export function formatDecimal(units: Units, decimals: number): string {
  if (typeof units === 'bigint' || units < 0 || units > safeUnits || decimals > 15)
    return formatLong(BigInt(units), decimals)
  const scale = powers[decimals]!
  // Up to safeUnits the quotient is never rounded up to an integer; % takes four times as long.
  const whole = Math.floor(units / scale)
  const rest = units - whole * scale
  if (rest === 0) return String(whole)
  if (decimals > 8) return `${whole}.${withoutTrailingZeros(String(rest + scale).slice(1))}`
  const fraction = rest * powers[8 - decimals]!
  const first = Math.floor(fraction / 10_000)
  const last = fraction - first * 10_000
  fourDigits ??= makeFourDigits()
  if (last === 0) return `${whole}.${fourDigits.shortened[first]}`
  return `${whole}.${fourDigits.whole[first]}${fourDigits.shortened[last]}`
}

interface FourDigits {
  whole: readonly string[]
  shortened: readonly string[]
}

let fourDigits: FourDigits | undefined

/** Looking fractions up saves a quarter of a page of order books. Built on first use, in 6 ms. */
function makeFourDigits(): FourDigits {
  const whole = Array.from({ length: 10_000 }, (_, n) => String(n).padStart(4, '0'))
  return { whole, shortened: whole.map(withoutTrailingZeros) }
}

function formatLong(units: bigint, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0')
  const point = digits.length - decimals
  const fraction = withoutTrailingZeros(digits.slice(point))
  return `${units < 0n ? '-' : ''}${digits.slice(0, point)}${fraction && `.${fraction}`}`
}

function withoutTrailingZeros(digits: string): string {
  let end = digits.length
  while (end > 0 && digits.charCodeAt(end - 1) === 48) end--
  return digits.slice(0, end)
}

export function nearestDouble(units: Units, decimals: number): number {
  // The quotient of two exact numbers is the nearest double.
  if (typeof units === 'number' && decimals < 16) return units / powers[decimals]!
  return Number(formatDecimal(units, decimals))
}

export function parseDecimal(text: string, decimals: number): Units {
  const units = decimals < 16 ? Math.round(Number(text) * powers[decimals]!) : Number.POSITIVE_INFINITY
  return Math.abs(units) <= safeUnits ? units : parseLong(text, decimals)
}

function parseLong(text: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0').slice(0, decimals))
}

/** Of values that are not negative. */
export function sum(a: Units, b: Units): Units {
  if (typeof a === 'number' && typeof b === 'number' && isExact(a + b)) return a + b
  return BigInt(a) + BigInt(b)
}

/** Of values that are not negative. */
export function product(a: Units, b: Units): Units {
  if (typeof a === 'number' && typeof b === 'number' && isExact(a * b)) return a * b
  return BigInt(a) * BigInt(b)
}

export class ExactSum {
  #small = 0
  #large = 0n

  get total(): Units {
    return this.#large === 0n ? this.#small : this.#large + BigInt(this.#small)
  }

  add(units: Units): void {
    if (typeof units === 'bigint') this.#large += units
    else if (Math.abs(this.#small + units) <= safeUnits) this.#small += units
    else {
      this.#large += BigInt(this.#small) + BigInt(units)
      this.#small = 0
    }
  }

  addProduct(a: Units, b: Units): void {
    if (typeof a === 'number' && typeof b === 'number' && Math.abs(a * b) <= safeUnits) this.add(a * b)
    else this.#large += BigInt(a) * BigInt(b)
  }

  merge(other: ExactSum): void {
    this.#large += other.#large
    this.add(other.#small)
  }

  clear(): void {
    this.#small = 0
    this.#large = 0n
  }
}

/** A double as plain digits, the shortest that parse to the same double: 1e-7 is "0.0000001". */
export function plainNumber(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text)
  if (!match) return text
  const [, sign = '', first = '', rest = '', exponent = '0'] = match
  const power = Number(exponent)
  const digits = first + rest
  return power < 0 ? `${sign}0.${'0'.repeat(-power - 1)}${digits}` : sign + digits.padEnd(power + 1, '0') // Doubles from 1e21 on have no fraction.
}

/** A power takes as long as the division. */
const longPowers = Array.from({ length: 64 }, (_, n) => 10n ** BigInt(n))

/** a ÷ b rounded once, so an average stays within its values. @param decimals decimal places of a minus decimal places of b */
export function quotient(a: Units, b: Units, decimals: number): string {
  return plainNumber(ratio(a, b, decimals))
}

/** The quotient as a number. */
export function ratio(a: Units, b: Units, decimals: number): number {
  // The quotient of two exact numbers is the nearest double, in a tenth of the time.
  const divisor = Number(b) * (powers[decimals] ?? Number.NaN)
  if (a <= safeUnits && divisor <= safeUnits) return Number(a) / divisor
  const extra = Math.max(0, 25 - String(a).length + String(b).length)
  const scaled = (BigInt(a) * (longPowers[extra] ?? 10n ** BigInt(extra))) / BigInt(b)
  return Number(`${scaled}e${-extra - decimals}`)
}
