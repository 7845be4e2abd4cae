import { hour, type Range } from '../../src/market/time.ts'
import type { Instrument } from '../catalogue/instruments/instrument.ts'
import { poolAddress } from '../catalogue/pool-addresses.ts'
import { keyOf, unit } from '../hashed-draws.ts'
import { lendingMarkets, nameOfMarket } from '../lending/lending-list.ts'
import type { Sink } from '../sink.ts'
import { closingTrade } from '../trading/order-flow.ts'
import type { World } from '../world.ts'
import type { Incident } from './calendar.ts'
import { scenarioTerms } from './scenario-list.ts'

interface ScenarioRow {
  kind: string
  title: string
  subject: string
  from: number
  until: number
}

/** Time shown before and after a listing or delisting. */
const [short, long] = [hour, 3 * hour]

export function scenarioFeed(sink: Sink, world: World) {
  let known: { period: number; scenarios: ScenarioRow[] } | null = null
  const table = sink.appender('scenario')

  /** Scenarios that end in the range. @param start scenarios begin no earlier */
  function write({ from, to }: Range, start: number): void {
    const { period } = world.calendar
    if (period === 0) return
    for (let n = Math.floor(from / period); n * period < to; n++)
      for (const one of inPeriod(n)) if (one.from >= start && one.until > from && one.until <= to) add(one)
    table.flush()
  }

  function add({ kind, title, subject, from, until }: ScenarioRow): void {
    const today = new Date(from).toISOString().slice(0, 10)
    table.add(`${kind}-${today}`, title, subject, from, until)
  }

  function inPeriod(n: number): ScenarioRow[] {
    if (known?.period !== n) known = { period: n, scenarios: find(n) }
    return known.scenarios
  }

  function find(n: number): ScenarioRow[] {
    const { calendar, seed } = world
    const range = { from: n * calendar.period, to: (n + 1) * calendar.period }
    const instruments = world.instruments(range)
    const luck = unit(keyOf(seed, 'scenario', 'listing', n))
    const listed = candidates(instruments, 'listed', { from: range.from + short, to: range.to - long }, luck).slice(
      0,
      1,
    )
    const ended = tradedLast(candidates(instruments, 'ended', { from: range.from + long, to: range.to - short }, luck))
    return [
      ...calendar.inPeriod(n).map(scenarioOf),
      ...listed.map(one => changeOf('listing', 'Listing: the first hours of an instrument', one, one.listed - short)),
      ...ended.map(one => changeOf('delisting', 'Delisting: the last hours of an instrument', one, one.ended - long)),
    ]
  }

  /** The first that trades in the hours shown, or none: options may trade rarely. */
  function tradedLast(ended: readonly Instrument[]): Instrument[] {
    const found = ended.find(one => closingTrade(world, one) >= one.ended - long)
    return found ? [found] : []
  }

  return { write }
}

function scenarioOf({ kind, subject, from, until }: Incident): ScenarioRow {
  const { title } = scenarioTerms[kind]
  return { kind, title, subject: kind === 'full-utilisation' ? vaultOf(subject) : subject, from, until }
}

function vaultOf(name: string): string {
  const { pool } = lendingMarkets.find(one => nameOfMarket(one) === name)!
  return poolAddress(pool)
}

/** Spot pairs if there are any: contracts change every day. In an order that depends on luck. */
function candidates(all: readonly Instrument[], time: 'listed' | 'ended', range: Range, luck: number): Instrument[] {
  const met = all.filter(one => one[time] >= range.from && one[time] <= range.to)
  const spot = met.filter(one => one.class === 'spot')
  const some = spot.length > 0 ? spot : met
  const first = Math.floor(luck * some.length)
  return [...some.slice(first), ...some.slice(0, first)]
}

function changeOf(kind: string, title: string, { exchange, class: of, code }: Instrument, from: number): ScenarioRow {
  return { kind, title, subject: `${exchange}/${of}/${code}`, from, until: from + short + long }
}
