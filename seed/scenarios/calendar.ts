import { day, hour as hourMs, minute, type Range } from '../../src/market/time.ts'
import { draw, keyOf, unit } from '../hashed-draws.ts'
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

/** Periods kept: requested for every hour of many instruments. */
const keptPeriods = 100

/** One scenario of a kind in a period or in several periods, lasting at most a day. Periods count from 1970. */
export class Calendar {
  readonly #seed: string
  readonly #subjects: Subjects
  readonly #names: Readonly<Record<ScenarioKind, ReadonlySet<string>>>
  readonly #known = new Map<number, readonly Incident[]>()
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
    const known = this.#known.get(n)
    if (known) return known
    if (this.#known.size >= keptPeriods) this.#known.clear()
    const incidents = scenarioKinds.flatMap(kind => this.#incident(kind, n))
    this.#known.set(n, incidents)
    return incidents
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

  /** At most one. */
  #incident(kind: ScenarioKind, n: number): Incident[] {
    const { every, of } = this.#subjects[kind]
    const turn = Math.floor(unit(keyOf(this.#seed, 'turn', kind, Math.floor(n / every))) * every)
    if (n - Math.floor(n / every) * every !== turn) return []
    const { lasts, depth = 0 } = scenarioTerms[kind]
    const key = keyOf(this.#seed, 'scenario', kind, n)
    const today = n * this.period + Math.floor(unit(draw(key, 1)) * (this.period / day)) * day
    const from = today + Math.floor((unit(draw(key, 2)) * (day - lasts)) / minute) * minute
    const until = from + lasts
    const listed = of.filter(one => one.listed < today && one.ended > until)
    const subject = listed[Math.floor(unit(draw(key, 0)) * listed.length)]
    return subject ? [{ kind, subject: subject.name, from, until, depth }] : []
  }
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

/** Price drop at a time as a share of the largest drop, 0 to 1: a fast fall, then an ever slower recovery. */
export function crashed({ from, until }: Incident, time: number): number {
  const low = from + (until - from) / 8
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
