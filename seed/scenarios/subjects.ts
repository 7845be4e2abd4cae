import { hasBooksAhead } from '../books/book-shapes.ts'
import { assetOf } from '../catalogue/assets/asset-catalogue.ts'
import type { Instrument } from '../catalogue/instruments/instrument.ts'
import { lendingMarkets, nameOfMarket } from '../lending/lending-list.ts'
import { poolsAhead } from '../pools/pool-list.ts'
import { worldStart } from '../profiles.ts'
import { type ScenarioKind, scenarioKinds, scenarioTerms } from './scenario-list.ts'

/** What a scenario may concern, while it is listed. */
interface ScenarioSubject {
  name: string
  listed: number
  ended: number
}

interface ScenarioSubjects {
  /** Whether each period has exactly one. */
  isCertain: boolean
  /** Mean number of periods from one to the next. */
  every: number
  of: readonly ScenarioSubject[]
}

/** One subject is drawn for each scenario. */
export type Subjects = Readonly<Record<ScenarioKind, ScenarioSubjects>>

/** Orders per day of an instrument that has some in hours, of one that has in minutes of panic, and of one that may have none for a day. */
const [many, enough, few] = [700, 150, 300]
/** Periods from one to the next, of the kinds that real markets see rarely, and of depegs, which few stablecoins share. */
const [rarely, mostRarely] = [3, 8]
/** Pools and lending markets are made for assets that keep their peg. */
const pooled = new Set(poolsAhead.flatMap(({ tokens }) => tokens))

/** For a short store of few instruments. */
export const fixedSubjects: Subjects = subjectsOf(kind => ({
  isCertain: true,
  every: 1,
  of: scenarioTerms[kind].subjects.map(name => ({ name, listed: 0, ended: Number.POSITIVE_INFINITY })),
}))

/** Any instrument or lending market that shows the scenario, so that it is rare on each of them. */
export function anySubjects(standing: readonly Instrument[]): Subjects {
  const central = standing.filter(({ pools }) => pools.length === 0)
  const traded = central.filter(({ rate }) => rate >= enough)
  const busy = traded.filter(({ rate }) => rate >= many)
  const withBooks = central.filter(one => one.class === 'spot' && hasBooksAhead(one))
  const pegged = central.filter(
    ({ class: kind, base, quote }) => kind === 'spot' && isStablecoin(base) && quote === 'usd',
  )
  const any = (of: readonly ScenarioSubject[], every = 1) => ({ isCertain: false, every, of })
  const named = (some: readonly Instrument[], every?: number) =>
    any(
      some.map(one => ({ name: nameOf(one), listed: one.listed, ended: one.ended })),
      every,
    )
  const found: Partial<Subjects> = {
    'exchange-outage': named(oldestOfEach(withBooks, one => one.exchange)),
    'flash-crash': named(traded, rarely),
    'stablecoin-depeg': named(
      oldestOfEach(pegged, one => one.base),
      mostRarely,
    ),
    'halted-instrument': named(withBooks),
    'one-sided-book': named(withBooks),
    'stale-feed': named(busy),
    'corrected-trades': named(busy),
    'zero-volume-day': named(traded.filter(({ rate }) => rate < few)),
    'full-utilisation': any(
      lendingMarkets.map(one => ({ name: nameOfMarket(one), listed: one.pool.since ?? worldStart, ended: Infinity })),
    ),
  }
  return subjectsOf(kind => (found[kind]?.of.length ? found[kind] : { ...fixedSubjects[kind], isCertain: false }))
}

function subjectsOf(of: (kind: ScenarioKind) => Subjects[ScenarioKind]): Subjects {
  return Object.fromEntries(scenarioKinds.map(kind => [kind, of(kind)])) as unknown as Subjects
}

function isStablecoin(code: string): boolean {
  const { price } = assetOf(code)
  return price.law === 'peg' && price.to === 'usd' && !pooled.has(code)
}

/** Of each exchange or asset, the instrument that was listed first. */
function oldestOfEach(instruments: readonly Instrument[], of: (one: Instrument) => string): Instrument[] {
  const oldest = new Map<string, Instrument>()
  for (const one of instruments) if (one.listed < (oldest.get(of(one))?.listed ?? Infinity)) oldest.set(of(one), one)
  return [...oldest.values()]
}

function nameOf({ exchange, class: kind, code }: Instrument): string {
  return `${exchange}/${kind}/${code}`
}
