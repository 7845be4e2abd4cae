import { noise } from '../../src/market/numbers/noise.ts'
import { exp, log, powerOfTen } from '../../src/market/numbers/portable-math.ts'
import { day, hour, type Range, supplyStep, year } from '../../src/market/time.ts'
import { minedThrough } from '../bitcoin/subsidy.ts'
import type { Blocks } from '../blocks.ts'
import { draw, keyOf, normal, unit } from '../hashed-draws.ts'
import { demandOf } from './demand.ts'
import { evenly, halvingsOf, lawsSince, publishedEnds } from './published-supplies.ts'
import { type SupplyLaw, type SupplySource, supplySources } from './supply-list.ts'

const start2024 = 1_704_067_200_000

/** In units of the last decimal place; circulating is total − excluded. */
export interface SupplyState {
  total: number
  excluded: number
}

export interface Supply {
  at(time: number): SupplyState
  /** Steps at which the supply may change, ascending. */
  changes(range: Range): number[]
}

export function supplyOf({ seed, blocks }: { seed: string; blocks: Blocks }, source: SupplySource, decimals: number) {
  const key = keyOf(seed, 'supply', source.blockchain, source.asset)
  const total = totals[source.law.law](source, { key, blocks })
  const locked = lockup(source, key)
  const unit = powerOfTen(decimals)
  const { since } = source
  const byLaw = (time: number): SupplyState => {
    const all = Math.round(total.at(time) * unit)
    // Years before, more was locked; a token that is traded circulates.
    return { total: all, excluded: Math.min(Math.round(locked.at(time) * unit), Math.floor(all * mostLocked)) }
  }
  const changesByLaw = (range: Range) => merged(total.changes(range), locked.changes(range))
  const published = publishedCourse(source, time => circulatingOf(byLaw(time)) / unit)
  const supply: Supply = {
    at(time) {
      if (time < since) return { total: 0, excluded: 0 }
      const state = byLaw(time)
      if (published === undefined || time >= lawsSince) return state
      const circulating = Math.round(published.at(time) * unit)
      const all = source.locked.share === 0 ? circulating : Math.max(state.total, circulating)
      return { total: all, excluded: all - circulating }
    },
    changes({ from, to }) {
      const beginning = since >= from && since < to ? [since] : []
      const range = { from: Math.max(from, since), to: Math.max(to, since) }
      return merged(beginning, merged(changesByLaw(range), published?.changes(range) ?? []))
    },
  }
  return supply
}

function circulatingOf({ total, excluded }: SupplyState): number {
  return total - excluded
}

const mostLocked = 0.95

interface Amount {
  at(time: number): number
  changes(range: Range): number[]
}

type Makings = { key: number; blocks: Blocks }

const totals: Record<SupplyLaw['law'], (source: SupplySource, makings: Makings) => Amount> = {
  capped: ({ supply }) => ({ at: () => supply, changes: () => [] }),
  mined: ({ blockchain }, { blocks }) => mined(blockchain, blocks),
  halved: ({ asset }) => {
    const knots = halvingsOf(asset)!
    return { at: time => evenly(knots, hour * Math.floor(time / hour)), changes: every(0, hour) }
  },
  emitted,
  issued: ({ supply, law }) => {
    const { yearly, hours } = law as SupplyLaw & { law: 'issued' }
    const step = hours * hour
    const perStep = (supply * yearly * step) / year
    return { at: time => supply + perStep * stepsSince(start2024, step, time), changes: every(start2024, step) }
  },
  elastic: (source, { key }) => {
    const { hours } = source.law as SupplyLaw & { law: 'elastic' }
    return elastic(demandOf(source, supplySources), hours * hour, { key, since: source.since })
  },
}

/**
 * The part of a chain in the circulating supply that was published, if it is known: evenly from end to end of a year, at last to that
 * of its law.
 */
function publishedCourse(source: SupplySource, byLaw: (time: number) => number): Amount | undefined {
  const ends = publishedEnds(source.asset)
  if (ends === undefined) return undefined
  const { law, since } = source
  const step = law.law === 'issued' ? Math.min(law.hours * hour, day) : day
  const listed = supplySources.filter(({ asset }) => asset === source.asset)
  const shareAt = (time: number) => {
    const others = listed.filter(one => one.blockchain !== source.blockchain && one.since <= time)
    return source.supply / others.reduce((sum, { supply }) => sum + supply, source.supply)
  }
  const beginning = law.law === 'emitted' ? [{ time: since - day, supply: 0 }] : []
  const last = ends.at(-1)!
  const knots = [...beginning, ...ends]
  return {
    at: time => {
      const now = Math.max(since, start2024 + stepsSince(start2024, step, time) * step)
      if (now < last.time) return evenly(knots, now) * shareAt(now)
      const own = { time: last.time, supply: last.supply * shareAt(last.time) }
      return evenly([own, { time: lawsSince, supply: byLaw(lawsSince) }], now)
    },
    changes: ({ from, to }) => {
      const found = every(start2024, step)({ from, to: Math.min(to, lawsSince) })
      return lawsSince >= from && lawsSince < to ? [...found, lawsSince] : found
    },
  }
}

/** Half of what is left is mined in two years. From the second time on, the supply is whole. */
const [halfLife, wholeSince] = [2 * year, start2024 + year]

function emitted({ supply, since }: SupplySource): Amount {
  const mined = (days: number) => 1 - exp((-log(2) * days * day) / halfLife)
  const all = mined(stepsSince(since, day, wholeSince))
  return {
    at: time => supply * Math.min(1, mined(1 + stepsSince(since, day, time)) / all),
    changes: ({ from, to }) => every(since, day)({ from, to: Math.min(to, wholeSince) }),
  }
}

function mined(chain: string, blocks: Blocks): Amount {
  return {
    at: time => minedThrough(Math.max(-1, blocks.number(chain, time))) / 1e8,
    changes: ({ from, to }) => {
      const found: number[] = []
      for (let block = blocks.number(chain, from - supplyStep) + 1; ; block++) {
        const step = Math.ceil(blocks.time(chain, block) / supplyStep) * supplyStep
        if (step >= to) return found
        if (step >= from && step !== found.at(-1)) found.push(step)
      }
    },
  }
}

/** Supply adjusts once per slot, at its own time. */
function elastic(
  demand: (time: number) => number,
  slot: number,
  { key, since }: { key: number; since: number },
): Amount {
  const timeOf = (n: number) => n * slot + Math.floor(unit(draw(key, n)) * (slot / supplyStep)) * supplyStep
  const wanted = (n: number) => {
    const time = timeOf(n)
    const today = time / day
    const trend = 0.03 * noise(key + 1, 50, today) + 0.004 * noise(key + 2, 6, today)
    return demand(Math.max(time, since)) * (1 + trend + 0.0004 * normal(draw(key + 3, n)))
  }
  return {
    at: time => {
      const n = Math.floor(time / slot)
      return wanted(timeOf(n) <= time ? n : n - 1)
    },
    changes: ({ from, to }) => {
      const found: number[] = []
      for (let n = Math.floor(from / slot); n * slot < to; n++) {
        const time = timeOf(n)
        if (time >= from && time < to) found.push(time)
      }
      return found
    },
  }
}

/** Releases equal parts every month, on its own day. */
function lockup({ supply, locked: { share, months } }: SupplySource, key: number): Amount {
  const kept = supply * share
  if (kept === 0 || months === 0) return { at: () => kept, changes: () => [] }
  const month = year / 12
  const first = start2024 + Math.floor(unit(draw(key + 4, 0)) * (month / supplyStep)) * supplyStep
  return {
    // Before the first release nothing is locked beyond it.
    at: time => kept * Math.max(0, Math.min(1, 1 - stepsSince(first, month, time) / months)),
    changes: every(first, month),
  }
}

function stepsSince(start: number, step: number, time: number): number {
  return Math.floor((time - start) / step)
}

function every(start: number, step: number): Amount['changes'] {
  return ({ from, to }) => {
    const found: number[] = []
    for (let time = start + Math.ceil((from - start) / step) * step; time < to; time += step) found.push(time)
    return found
  }
}

function merged(a: number[], b: number[]): number[] {
  return b.length === 0 ? a : [...new Set([...a, ...b])].sort((x, y) => x - y)
}
