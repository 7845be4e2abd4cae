import type { CountedSupply } from './supplies.ts'
import { supplyStep } from './supply.ts'
import type { Range } from './time.ts'

export type SeriesColumn = 'total' | 'excluded' | 'marketCap'

/** What a supply and its market capitalisation in USD come to at each step of a range. */
export class SupplySeries {
  readonly #from: number
  readonly #columns: Record<SeriesColumn, Float64Array>

  /** @param prices at each step. */
  constructor(counted: CountedSupply, prices: Int32Array, { from, to }: Range) {
    const column = () => new Float64Array(prices.length)
    this.#from = from
    this.#columns = { total: column(), excluded: column(), marketCap: column() }
    const edges = [from, ...counted.supply.changes({ from: from + supplyStep, to }), to]
    for (let n = 0; n + 1 < edges.length; n++) this.#fill(counted, prices, { from: edges[n]!, to: edges[n + 1]! })
  }

  /** While the supply stands still. */
  #fill({ supply, supplyUnit, priceUnit }: CountedSupply, prices: Int32Array, { from, to }: Range): void {
    const now = supply.at(from)
    const [first, end] = [this.#at(from), this.#at(to)]
    const circulating = (now.total - now.excluded) / supplyUnit
    this.#columns.total.fill(now.total / supplyUnit, first, end)
    this.#columns.excluded.fill(now.excluded / supplyUnit, first, end)
    for (let at = first; at < end; at++) this.#columns.marketCap[at] = circulating * (prices[at]! / priceUnit)
  }

  #at(time: number): number {
    return (time - this.#from) / supplyStep
  }

  /** Taken from the first value on, so that the mean of equal values is that very value. */
  mean(name: SeriesColumn, time: number, width: number): number {
    const column = this.#columns[name]
    const [first, end] = [this.#at(time), this.#at(time + width)]
    const base = column[first]!
    let sum = 0
    for (let at = first; at < end; at++) sum += column[at]! - base
    return base + sum / (end - first)
  }
}
