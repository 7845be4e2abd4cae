/** Prices at the 61 minute marks, both ends included. */
export type HourPrices = (hour: number) => Float64Array

/** USD prices, or the logarithm of a shared factor. */
export interface Path {
  hour: HourPrices
  /** Prices at the twelve five-minute marks, identical to those of `hour`. */
  fives: HourPrices
  /** Value at the first mark, identical to that of `hour`. */
  opening(hour: number): number
}

const slabLength = 4096
let slab = new Float64Array(0)
let next = 0

/** An array for the prices of an hour, cut from a larger buffer: a separate buffer per array costs 1 µs more. */
export function newMarks(count: number): Float64Array {
  if (next + count > slab.length) {
    slab = new Float64Array(slabLength)
    next = 0
  }
  next += count
  return new Float64Array(slab.buffer, (next - count) * slab.BYTES_PER_ELEMENT, count)
}

/** Hours remembered per asset, powers of two: at first, as a live server asks for few, and at most, above half a year. */
const [fewHours, mostHours] = [64, 8192]

/** Remembers prices by hour. An array costs a quarter of a `Map`, whose entries are scattered. */
class HourTable {
  #hours = new Int32Array(fewHours).fill(-1)
  #prices = new Array<Float64Array | undefined>(fewHours)

  get(hour: number): Float64Array | undefined {
    const place = hour & (this.#hours.length - 1)
    return this.#hours[place] === hour ? this.#prices[place] : undefined
  }

  set(hour: number, prices: Float64Array): void {
    const place = hour & (this.#hours.length - 1)
    const known = this.#hours[place]
    if (known === -1 || known === hour || this.#hours.length === mostHours) {
      this.#hours[place] = hour
      this.#prices[place] = prices
    } else {
      this.#grow()
      this.set(hour, prices)
    }
  }

  clear(): void {
    this.#hours.fill(-1)
    this.#prices.fill(undefined)
  }

  #grow(): void {
    const [hours, prices] = [this.#hours, this.#prices]
    this.#hours = new Int32Array(2 * hours.length).fill(-1)
    this.#prices = new Array(2 * hours.length)
    for (const [n, hour] of hours.entries()) if (hour !== -1) this.set(hour, prices[n]!)
  }
}

/** Keeps the prices of several assets until together they exceed a number of hours. */
export class KeptHours {
  readonly #most: number
  readonly #tables: HourTable[] = []
  #count = 0

  constructor(most: number) {
    this.#most = most
  }

  remembering(of: HourPrices): HourPrices {
    const table = new HourTable()
    this.#tables.push(table)
    return hour => table.get(hour) ?? this.#keep(table, hour, of(hour))
  }

  forget(): void {
    for (const table of this.#tables) table.clear()
    this.#count = 0
  }

  #keep(table: HourTable, hour: number, prices: Float64Array): Float64Array {
    if (++this.#count > this.#most) this.forget()
    table.set(hour, prices)
    return prices
  }
}
