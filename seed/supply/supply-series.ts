import { Mean } from '../../src/market/numbers/mean.ts'
import { type Range, supplyStep } from '../../src/market/time.ts'
import type { CountedSupply } from './supplies.ts'

export type SeriesColumn = 'total' | 'excluded' | 'marketCap'

/** Supply in whole tokens. */
interface ConstantRange {
  first: number
  end: number
  total: number
  excluded: number
}

export class SupplySeries {
  readonly #from: number
  readonly #ranges: ConstantRange[] = []
  readonly #marketCaps: Float64Array

  /** @param prices one price per step. */
  constructor(counted: CountedSupply, prices: Float32Array, { from, to }: Range) {
    this.#from = from
    this.#marketCaps = new Float64Array(prices.length)
    const edges = [from, ...counted.supply.changes({ from: from + supplyStep, to }), to]
    for (let n = 0; n + 1 < edges.length; n++) this.#add(counted, prices, { from: edges[n]!, to: edges[n + 1]! })
  }

  #add({ supply, supplyUnit }: CountedSupply, prices: Float32Array, { from, to }: Range): void {
    const now = supply.at(from)
    const [first, end] = [this.#at(from), this.#at(to)]
    this.#ranges.push({ first, end, total: now.total / supplyUnit, excluded: now.excluded / supplyUnit })
    const circulating = (now.total - now.excluded) / supplyUnit
    for (let at = first; at < end; at++) this.#marketCaps[at] = circulating * prices[at]!
  }

  #at(time: number): number {
    return (time - this.#from) / supplyStep
  }

  mean(name: SeriesColumn, time: number, width: number): number {
    const [start, stop] = [this.#at(time), this.#at(time + width)]
    const mean = new Mean()
    for (const range of this.#ranges) {
      const [first, end] = [Math.max(start, range.first), Math.min(stop, range.end)]
      if (name === 'marketCap') for (let at = first; at < end; at++) mean.add(this.#marketCaps[at]!)
      else for (let at = first; at < end; at++) mean.add(range[name])
    }
    return mean.value
  }
}
