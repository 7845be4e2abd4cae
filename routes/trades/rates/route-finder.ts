import { remembered } from '../../../src/market/made-once.ts'
import type { Rate, Rates } from './exchange-rate.ts'
import type { Pair } from './spot-graph.ts'
import { type Route, type SpotGraph, stepsOf } from './spot-graph.ts'

/** Reads the rates of single steps. */
export interface StepReader {
  /** Number of instruments. */
  size(base: string, quote: string): number
  /** @param times starts of the intervals, in order */
  market(base: string, quote: string, times: readonly number[]): Rates
  /** Undefined unless both are currencies. */
  fx(base: string, quote: string): Rates | undefined
  /** Called before the absence of rates means something. @throws Missing if the store lacks rows of what was read */
  settle(): void
  /** When the first main route was traded. */
  mainOpening(pair: Pair): number
}

const dollar = 'usd'

/** What is known of a step: its rates, and the intervals for which they were read; null if that is all of them. */
interface Step {
  rates: Map<number, Rate>
  times: Set<number> | null
}

/**
 * The rates of the first route with trades on every step in each interval: over one main asset, over two, then through the
 * dollar. Over other assets only before a main route was traded. @param times starts of the intervals, in order
 */
export function firstRoutes(graph: SpotGraph, reader: StepReader, pair: Pair, times: readonly number[]): Rates {
  const stepOf = remembered((_pair: string): Step => ({ rates: new Map(), times: new Set() }))

  function along(routes: Iterable<Route>, times: readonly number[]): Map<number, Rate> {
    const rates = new Map<number, Rate>()
    const missing = new Set(times)
    // The first routes nearly always have trades, and what a route lacks is generated: so few are tried at a time.
    let tried = 0
    let most = 1
    for (const route of routes) {
      if (missing.size === 0) break
      if (tried++ === most) {
        reader.settle()
        most *= 4
      }
      for (const [time, rate] of follow(route, missing)) {
        rates.set(time, rate)
        missing.delete(time)
      }
    }
    return rates
  }

  /** Rates of a route. The ends are read first, because many routes share them. */
  function follow(route: Route, missing: ReadonlySet<number>): [number, Rate][] {
    const steps = stepsOf(route)
    const [first, ...others] = quietestFirst(steps)
    let traded = tradedOf(whole(first!, missing), missing)
    for (const step of others) {
      if (traded.length === 0) return []
      const rates = stepRates(step, traded)
      traded = traded.filter(time => rates.has(time))
    }
    const read = steps.map(step => stepRates(step, traded))
    const rateAt = (time: number) => read.map(rates => rates.get(time)!).reduce((rate, next) => rate.followedBy(next))
    return traded.map(time => [time, rateAt(time)])
  }

  /** Of two steps, first the one with fewer instruments; of more, first the end whose asset is in fewer pairs, then the other end. */
  function quietestFirst(steps: readonly Pair[]): Pair[] {
    const [first, ...others] = steps
    const last = others.pop()
    if (last === undefined) return [...steps]
    const isQuieter =
      others.length === 0
        ? reader.size(last.base, last.quote) < reader.size(first!.base, first!.quote)
        : graph.degree(last.quote) < graph.degree(first!.base)
    return isQuieter ? [last, first!, ...others] : [first!, last, ...others]
  }

  /** Of all intervals that are missing. Later calls ask for some of them, since more are found. */
  function whole(pair: Pair, missing: ReadonlySet<number>): Rates {
    const step = stepOf(`${pair.base} ${pair.quote}`)
    if (step.times === null) return step.rates
    stepRates(pair, [...missing])
    step.times = null
    return step.rates
  }

  /** Of these intervals at least. */
  function stepRates(pair: Pair, times: readonly number[]): Rates {
    const step = stepOf(`${pair.base} ${pair.quote}`)
    const { rates, times: known } = step
    const further = known === null ? [] : times.filter(time => !known.has(time))
    if (further.length === 0) return rates
    for (const [time, rate] of reader.market(pair.base, pair.quote, further)) rates.set(time, rate)
    for (const time of further) known!.add(time)
    return rates
  }

  /** Over main assets; until such a route has been traded, over any. */
  function chained(pair: Pair, times: readonly number[]): Rates {
    const { base, quote } = pair
    const rates = along(graph.mainChains(base, quote), times)
    const early = without(rates, times).filter(time => time < reader.mainOpening(pair))
    if (early.length === 0) return rates
    reader.settle()
    return new Map([...rates, ...along(graph.otherChains(base, quote), early)])
  }

  /** To the dollar and on from it: by FX for a currency, otherwise by trades. */
  function throughDollar({ base, quote }: Pair, times: readonly number[]): Rates {
    if (base === dollar || quote === dollar) return only(reader.fx(base, quote) ?? new Map(), times)
    const first = half(base, dollar, times)
    const second =
      first.size === 0
        ? first
        : half(
            dollar,
            quote,
            times.filter(time => first.has(time)),
          )
    return new Map([...second].map(([time, next]) => [time, first.get(time)!.followedBy(next)]))
  }

  function half(base: string, quote: string, times: readonly number[]): Rates {
    const fx = reader.fx(base, quote)
    if (fx) return only(fx, times)
    const direct = along([[base, quote]], times)
    const quiet = without(direct, times)
    if (quiet.length === 0) return direct
    reader.settle()
    return new Map([...direct, ...chained({ base, quote }, quiet)])
  }

  const rates = chained(pair, times)
  const missing = without(rates, times)
  if (missing.length === 0) return rates
  return new Map([...rates, ...throughDollar(pair, missing)])
}

function tradedOf(rates: Rates, missing: ReadonlySet<number>): number[] {
  return rates.size < missing.size
    ? [...rates.keys()].filter(time => missing.has(time)).sort((a, b) => a - b)
    : [...missing].filter(time => rates.has(time))
}

function only(rates: Rates, times: readonly number[]): Rates {
  const wanted = new Set(times)
  return new Map([...rates].filter(([time]) => wanted.has(time)))
}

function without(rates: Rates, times: readonly number[]): number[] {
  return times.filter(time => !rates.has(time))
}
