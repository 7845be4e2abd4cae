import { Recent } from '../../src/market/made-once.ts'
import { exp, log } from '../../src/market/numbers/portable-math.ts'
import { day, floorTo, hour as hourMs, type Range, second } from '../../src/market/time.ts'
import { keyOf, Stream } from '../hashed-draws.ts'
import { poisson } from '../poisson.ts'
import { type ScenarioKind, scenarioKinds, scenarioTerms } from './scenario-list.ts'
import { fixedSubjects, type Subjects } from './subjects.ts'

export interface Incident {
  kind: ScenarioKind
  subject: string
  from: number
  /** The end is exclusive. */
  until: number
  /** Share of the price that is lost at the worst; 0 where prices stay. */
  depth: number
}

/** Incidents that overlap an hour counted from 1970. */
export type Incidents = (hour: number) => readonly Incident[]

/** Periods kept: requested for every hour of many instruments, and for the first hour of each in all years. */
const keptPeriods = 600

/** A scenario lasts up to this many times as long as usual, and as much shorter; its price falls by a log-normal share. */
const lnLonger = log(3)
const depthDeviation = 0.5

/** Scenarios within periods, which count from 1970. */
export class Calendar {
  readonly #seed: string
  readonly #subjects: Subjects
  readonly #names: Readonly<Record<ScenarioKind, ReadonlySet<string>>>
  readonly #known = new Recent<readonly Incident[], number>(keptPeriods)
  readonly period: number

  /** @param days length of a period; 0 for no scenarios */
  constructor(seed: string, days: number, subjects = fixedSubjects) {
    this.#seed = seed
    this.#subjects = subjects
    this.period = days * day
    const names = scenarioKinds.map(kind => [kind, new Set(subjects[kind].of.map(({ name }) => placeOf(kind, name)))])
    this.#names = Object.fromEntries(names) as Record<ScenarioKind, Set<string>>
  }

  inPeriod(n: number): readonly Incident[] {
    return this.#known.of(n, () => scenarioKinds.flatMap(kind => this.#ofKind(kind, n)).filter(isApart))
  }

  /** Null if no scenario ever concerns the instrument. */
  ofInstrument({ exchange, class: kind, code }: { exchange: string; class: string; code: string }): Incidents | null {
    const name = `${exchange}/${kind}/${code}`
    const of = (kind: ScenarioKind) => (kind === 'exchange-outage' ? exchange : name)
    if (!scenarioKinds.some(kind => this.#names[kind].has(of(kind)))) return null
    return this.#incidents(({ kind, subject }) => placeOf(kind, subject) === of(kind))
  }

  ofKind(kind: ScenarioKind, isMet: (subject: string) => boolean): Incidents | null {
    if (!this.#subjects[kind].of.some(({ name }) => isMet(name))) return null
    return this.#incidents(one => one.kind === kind && isMet(one.subject))
  }

  /** Depegs of a stablecoin. */
  ofPeg(code: string): Incidents | null {
    return this.ofKind('stablecoin-depeg', subject => subject.split('/')[2]!.split('-')[0] === code)
  }

  #incidents(isMet: (incident: Incident) => boolean): Incidents | null {
    if (this.period === 0) return null
    let [period, incidents]: [number, readonly Incident[]] = [Number.NaN, []]
    return hour => {
      const range = { from: hour * hourMs, to: (hour + 1) * hourMs }
      const n = Math.floor(range.from / this.period)
      if (n !== period) incidents = this.inPeriod(n).filter(isMet)
      period = n
      return incidents.length === 0 ? incidents : incidents.filter(one => overlaps(one, range))
    }
  }

  /** As many as chance has, except where a short store must show each kind. */
  #ofKind(kind: ScenarioKind, n: number): Incident[] {
    const { isCertain, every } = this.#subjects[kind]
    const stream = new Stream(keyOf(this.#seed, 'scenario', kind, n))
    const count = isCertain ? 1 : poisson(1 / every, stream)
    return Array.from({ length: count }, () => this.#incident(kind, n, stream)).flat()
  }

  /** None if nothing is listed that it could concern. */
  #incident(kind: ScenarioKind, n: number, stream: Stream): Incident[] {
    const { lasts, depth = 0 } = scenarioTerms[kind]
    const lasted = lasts === day ? day : floorTo(lasts * exp(lnLonger * (2 * stream.unit() - 1)), second)
    const step = lasts === day ? day : second
    const from = n * this.period + floorTo(stream.unit() * (this.period - lasted + step), step)
    const until = from + lasted
    const deviations = 2 * (stream.unit() + stream.unit() + stream.unit() - 1.5)
    const listed = this.#subjects[kind].of.filter(one => one.listed < from - day && one.ended > until)
    const subject = listed[Math.floor(stream.unit() * listed.length)]
    return subject
      ? [{ kind, subject: subject.name, from, until, depth: depth * exp(depthDeviation * deviations) }]
      : []
  }
}

/** One of a kind per day, because a name has kind and day, and one at a time on each subject. */
function isApart(one: Incident, n: number, all: readonly Incident[]): boolean {
  return !all
    .slice(0, n)
    .some(
      ({ kind, subject, from, until }) =>
        (kind === one.kind && Math.floor(from / day) === Math.floor(one.from / day)) ||
        (subject === one.subject && from < one.until + 2 * hourMs && until > one.from - 2 * hourMs),
    )
}

/** What a scenario stops: an outage, the whole exchange. */
function placeOf(kind: ScenarioKind, subject: string): string {
  return kind === 'exchange-outage' ? subject.slice(0, subject.indexOf('/')) : subject
}

function overlaps({ from, until }: Incident, range: Range): boolean {
  return from < range.to && until > range.from
}

export function within({ from, until }: Pick<Incident, 'from' | 'until'>, time: number): boolean {
  return time >= from && time < until
}

/** Time of the lowest price of a flash crash. */
export function lowOf({ from, until }: Pick<Incident, 'from' | 'until'>): number {
  return from + (until - from) / 8
}

/** Price drop at a time as a share of the largest drop, 0 to 1: a fast fall, then an ever slower recovery. */
export function crashed({ from, until }: Incident, time: number): number {
  const low = lowOf({ from, until })
  if (time <= from || time >= until) return 0
  if (time < low) return (time - from) / (low - from)
  const left = (until - time) / (until - low)
  return left * left
}

/** Strength of a disturbance at a time, 0 to 1: rises over the first sixth, falls over the last. */
export function strained({ from, until }: Incident, time: number): number {
  const edge = (until - from) / 6
  return Math.max(0, Math.min(1, (time - from) / edge, (until - time) / edge))
}
