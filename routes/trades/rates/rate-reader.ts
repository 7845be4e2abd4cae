import type { Period } from '../../../src/market/time.ts'
import type { Intervals } from '../../../src/operations/paging/grid.ts'
import type { Store } from '../../../src/store/store.ts'
import { FxReader } from '../../readers/fx-averages.ts'
import { runsOf } from '../../readers/grouping.ts'
import { currencyFinder } from '../../subjects/fx-pair.ts'
import { barFolder } from '../bars.ts'
import { placesOf, Rate, type Rates } from './exchange-rate.ts'
import { firstRoutes, type StepReader } from './route-finder.ts'
import type { Pair, RatedPair } from './spot-graph.ts'
import { counts, type ExchangeFilter, type PairInstrument, spotGraphs } from './spot-graph.ts'

/** Rates of one dataset version before a horizon, for intervals that start in [from, until). */
export interface RateRange extends Intervals {
  version: number
  horizon: number
  exchanges: ExchangeFilter
  withSources: boolean
  /** Whether the rate of an interval is read; by default all are. */
  isWanted?: (timestamp: number) => boolean
}

/** Reads the rates of a pair from bars, trades and FX rates. */
export function rateReader(store: Store) {
  const bars = barFolder(store)
  const fx = new FxReader(store)
  const currencyOf = currencyFinder(store)
  const graphAt = spotGraphs(store)

  /** The rate of the pair's own instruments; in intervals without their trades, that of the first route that counts and has trades. */
  function read(pair: RatedPair, range: RateRange): Rates {
    const direct = readDirect(pair, range)
    if (pair.direct) return direct
    const quiet = timesOf(range).filter(time => !direct.has(time))
    if (quiet.length === 0) return direct
    settle()
    return new Map([...direct, ...routed(pair, quiet, range)])
  }

  /** Before the absence of rates means something. @throws Missing if the store lacks rows of what was read */
  function settle(): void {
    store.coverage.refuse()
  }

  /** The rate of the first route that counts and has trades on every step, without the pair itself. @param times in order */
  function routed(pair: Pair, times: readonly number[], range: RateRange): Rates {
    const reader: StepReader = {
      size: (base, quote) => instrumentsOf({ base, quote }, range.horizon, range.exchanges).length,
      market: (base, quote, times) => readSome({ base, quote }, times, range),
      fx: (base, quote) => readFx({ base, quote }, range),
      settle,
      mainOpening: pair => graphAt(range.horizon).mainOpening(pair, range.exchanges),
    }
    return firstRoutes(graphAt(range.horizon), reader, pair, times)
  }

  /** The rate of the pair's own instruments alone. */
  function readDirect(pair: Pair, range: RateRange): Rates {
    return readParts(pair, range, () => [range])
  }

  /** The same in some intervals. @param times in order */
  function readSome(pair: Pair, times: readonly number[], range: RateRange): Rates {
    const groups = groupsOf(times, range)
    if (bars.areStored(range.interval)) return readParts(pair, range, () => groups)
    return readParts(pair, range, instrument =>
      groups.flatMap(({ times, until }) => {
        const busy = bars.busyAmong(instrument, times, range.interval, Math.min(until, range.horizon))
        return busy.map(from => ({ from, until: Math.min(from + range.interval, until) }))
      }),
    )
  }

  /** @param partsOf parts of the range, in order */
  function readParts(pair: Pair, range: RateRange, partsOf: (instrument: PairInstrument) => readonly Period[]): Rates {
    const rates = new Map<number, Rate>()
    const instruments = instrumentsOf(pair, range.horizon, range.exchanges)
    const places = placesOf(instruments)
    for (const instrument of instruments) {
      if (instrument.since === null || instrument.since >= range.until) continue
      for (const { from, until } of partsOf(instrument)) addRates(rates, instrument, places, { ...range, from, until })
    }
    return rates
  }

  /** The pair's own instruments in either direction, on the exchanges that count. */
  function instrumentsOf({ base, quote }: Pair, horizon: number, exchanges: ExchangeFilter): PairInstrument[] {
    return graphAt(horizon)
      .between(base, quote)
      .filter(instrument => counts(instrument, exchanges))
  }

  function addRates(
    rates: Map<number, Rate>,
    instrument: PairInstrument,
    places: number,
    { withSources, ...range }: RateRange,
  ): void {
    bars.read({ instrument, ...range }, (timestamp, fold) => {
      const known = rates.get(timestamp)
      const rate = known ?? new Rate(places)
      if (!known) rates.set(timestamp, rate)
      rate.add(instrument, fold, withSources)
    })
  }

  /** Undefined unless both are currencies. */
  function readFx({ base, quote }: Pair, range: RateRange): Rates | undefined {
    const [one, other] = [currencyOf(base), currencyOf(quote)]
    if (!one || !other) return undefined
    const rates = new Map<number, Rate>()
    const currencies = { base: one, quote: other }
    fx.sums(currencies, range, range.horizon, (time, sums, lasts) => {
      // The store's first interval may begin before the first rate.
      const known = Number.isNaN(sums.base + sums.quote) ? lasts : sums
      if (known.base > 0 && known.quote > 0) rates.set(time, Rate.ofFx(`${base}-${quote}`, currencies, known))
    })
    return rates
  }

  return { batch: bars.batch, read, settle, routed, readDirect, instrumentsOf }
}
export type RateReader = ReturnType<typeof rateReader>

/** Intervals that start so many apart, or fewer, are often in one block of trades or bars. */
const nearIntervals = 51

interface Group extends Period {
  times: number[]
}

/** Parts of a range that hold some intervals without the long gaps between them. @param times in order */
function groupsOf(times: readonly number[], { interval, until: end }: RateRange): Group[] {
  const runs = runsOf(times, nearIntervals * interval)
  return runs.map(times => ({ from: times[0]!, until: Math.min(times.at(-1)! + interval, end), times }))
}

function timesOf({ interval, from, until, horizon }: RateRange): number[] {
  const end = Math.min(until, horizon)
  return Array.from({ length: Math.max(0, Math.ceil((end - from) / interval)) }, (_, n) => from + n * interval)
}
