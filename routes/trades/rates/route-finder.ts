import type { Rate, Rates } from './exchange-rate.ts'
import type { Pair } from './spot-graph.ts'
import { type Route, type SpotGraph, stepsOf } from './spot-graph.ts'

/** Reads the rates of single steps. */
export interface StepReader {
  /** @param times starts of the intervals, in order */
  market(base: string, quote: string, times: readonly number[]): Rates
  /** Undefined unless both are currencies. */
  fx(base: string, quote: string): Rates | undefined
}

const dollar = 'usd'

/** What is known of a step: its rates, and the intervals for which they were read. */
interface Step {
  rates: Map<number, Rate>
  times: Set<number>
}

/** Finds for each interval the first route with trades on every step: over one asset, over two, then through the dollar. */
export class RouteFinder {
  readonly #graph: SpotGraph
  readonly #reader: StepReader
  readonly #read = new Map<string, Step>()

  constructor(graph: SpotGraph, reader: StepReader) {
    this.#graph = graph
    this.#reader = reader
  }

  /** @param times starts of the intervals, in order */
  find({ base, quote }: Pair, times: readonly number[]): Rates {
    const rates = this.#along(this.#graph.chains(base, quote), times)
    const missing = times.filter(time => !rates.has(time))
    if (missing.length === 0) return rates
    return new Map([...rates, ...this.#throughDollar(base, quote, missing)])
  }

  #along(routes: Iterable<Route>, times: readonly number[]): Map<number, Rate> {
    const rates = new Map<number, Rate>()
    const missing = new Set(times)
    for (const route of routes) {
      if (missing.size === 0) break
      for (const [time, rate] of this.#follow(route, missing)) {
        rates.set(time, rate)
        missing.delete(time)
      }
    }
    return rates
  }

  /** Rates of a route. Its ends are read first, because many routes share them. */
  #follow(route: Route, times: Iterable<number>): [number, Rate][] {
    const steps = stepsOf(route)
    let traded = [...times]
    for (const { base, quote } of [...steps.slice(0, 1), ...steps.slice(-1), ...steps.slice(1, -1)]) {
      const rates = this.#step(base, quote, traded)
      traded = traded.filter(time => rates.has(time))
      if (traded.length === 0) return []
    }
    const read = steps.map(({ base, quote }) => this.#step(base, quote, traded))
    const rateAt = (time: number) => read.map(rates => rates.get(time)!).reduce((rate, next) => rate.followedBy(next))
    return traded.map(time => [time, rateAt(time)])
  }

  /** Of these intervals at least. */
  #step(base: string, quote: string, times: readonly number[]): Rates {
    const key = `${base} ${quote}`
    const step = this.#read.get(key) ?? { rates: new Map(), times: new Set() }
    this.#read.set(key, step)
    const further = times.filter(time => !step.times.has(time))
    if (further.length === 0) return step.rates
    for (const [time, rate] of this.#reader.market(base, quote, further)) step.rates.set(time, rate)
    for (const time of further) step.times.add(time)
    return step.rates
  }

  /** To the dollar and on from it: by FX for a currency, otherwise by trades. */
  #throughDollar(base: string, quote: string, times: readonly number[]): Rates {
    if (base === dollar || quote === dollar) return only(this.#reader.fx(base, quote) ?? new Map(), times)
    const first = this.#half(base, dollar, times)
    const second =
      first.size === 0
        ? first
        : this.#half(
            dollar,
            quote,
            times.filter(time => first.has(time)),
          )
    return new Map([...second].map(([time, next]) => [time, first.get(time)!.followedBy(next)]))
  }

  #half(base: string, quote: string, times: readonly number[]): Rates {
    const fx = this.#reader.fx(base, quote)
    if (fx) return only(fx, times)
    return this.#along(this.#graph.routes(base, quote), times)
  }
}

function only(rates: Rates, times: readonly number[]): Rates {
  const wanted = new Set(times)
  return new Map([...rates].filter(([time]) => wanted.has(time)))
}
