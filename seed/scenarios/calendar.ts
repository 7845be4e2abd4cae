import { day, hour as hourMs, minute, type Range } from '../../src/market/time.ts'
import { draw, keyOf, unit } from '../hashed-draws.ts'
import { type ScenarioKind, scenarioKinds, scenarioTerms } from './scenario-list.ts'

export interface Incident {
  kind: ScenarioKind
  subject: string
  from: number
  /** The end is exclusive. */
  until: number
}

/** Incidents that overlap an hour counted from 1970. */
export type Incidents = (hour: number) => readonly Incident[]

/** One scenario of each kind per period, lasting at most a day. Periods count from 1970. */
export class Calendar {
  readonly #seed: string
  readonly period: number

  /** @param days length of a period; 0 for no scenarios */
  constructor(seed: string, days: number) {
    this.#seed = seed
    this.period = days * day
  }

  inPeriod(n: number): Incident[] {
    return scenarioKinds.map(kind => this.#incident(kind, n))
  }

  /** Null if no scenario ever concerns the instrument. */
  ofInstrument({ exchange, class: kind, code }: { exchange: string; class: string; code: string }): Incidents | null {
    const name = `${exchange}/${kind}/${code}`
    return this.#incidents((kind, subject) =>
      kind === 'exchange-outage' ? subject.startsWith(`${exchange}/`) : subject === name,
    )
  }

  ofKind(kind: ScenarioKind, isMet: (subject: string) => boolean): Incidents | null {
    return this.#incidents((other, subject) => other === kind && isMet(subject))
  }

  #incidents(isMet: (kind: ScenarioKind, subject: string) => boolean): Incidents | null {
    const kinds = scenarioKinds.filter(kind => scenarioTerms[kind].subjects.some(subject => isMet(kind, subject)))
    if (kinds.length === 0 || this.period === 0) return null
    let [period, incidents]: [number, Incident[]] = [Number.NaN, []]
    return hour => {
      const range = { from: hour * hourMs, to: (hour + 1) * hourMs }
      const n = Math.floor(range.from / this.period)
      // Requested for every hour of many instruments, so each period is computed once.
      if (n !== period)
        incidents = kinds.map(kind => this.#incident(kind, n)).filter(one => isMet(one.kind, one.subject))
      period = n
      return incidents.length === 0 ? incidents : incidents.filter(one => overlaps(one, range))
    }
  }

  #incident(kind: ScenarioKind, n: number): Incident {
    const { lasts, subjects } = scenarioTerms[kind]
    const key = keyOf(this.#seed, 'scenario', kind, n)
    const subject = subjects[Math.floor(unit(draw(key, 0)) * subjects.length)]!
    const today = n * this.period + Math.floor(unit(draw(key, 1)) * (this.period / day)) * day
    const from = today + Math.floor((unit(draw(key, 2)) * (day - lasts)) / minute) * minute
    return { kind, subject, from, until: from + lasts }
  }
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
