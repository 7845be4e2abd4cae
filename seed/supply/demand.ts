import { exp, log } from '../../src/market/numbers/portable-math.ts'
import { year } from '../../src/market/time.ts'
import { yearsOf } from '../table-text.ts'
import type { SupplySource } from './supply-list.ts'

/** Supplies at the ends of years, as they were published: first the year, then one supply for each year. */
const published = yearsOf(`
  usdt 2015 1e6 7e6 1.4e9 1.9e9 4.1e9 2.1e10 7.8e10 6.6e10 9.17e10 1.375e11
  usdc 2018 2.5e8 5.2e8 4e9 4.2e10 4.45e10 2.44e10 4.39e10
  dai  2019 4.1e7 1.2e9 9.3e9 5.1e9 5.3e9
  tusd 2018 2e8 1.5e8 2.8e8 1.2e9 7.6e8 2.3e9 5e8
  usdp 2020 2.5e8 9.5e8 8.8e8 3.7e8 1e8
  busd 2019 2e7 1e9 1.46e10 1.66e10 1e9
  ust  2020 1.8e8 1.02e10 1.02e10
  pax  2018 1.4e8 2e8 2.5e8
  gusd 2018 9e7 4e6 1.3e7 2e8 5.9e8 1.3e8 6e7
  frax 2020 5e7 1.8e9 1e9 6.5e8
  fdusd 2023 1.84e9 2.02e9
  usde 2024 5.83e9
  usdd 2022 7.25e8 7.25e8 7.5e8
  steth 2020 2e4 1.57e6 4.85e6 9.2e6 9.66e6
  wsteth 2021 3e5 1.1e6 3e6 3.6e6
  paxg 2019 3.8e3 7.4e4 1.8e5 2.6e5 2.27e5 1.98e5
  wbtc 2019 580 1.13e5 2.59e5 1.84e5 1.58e5 1.35e5`)

/** Time in which demand for other tokens, and on a new chain, grows to its later level. */
const growth = 2 * year
/** Share of the later level with which a token begins. */
const least = 0.02

/** Supply that is wanted of a token on one chain, without its fluctuation: a share of the token's supply on all chains. */
export function demandOf(source: SupplySource, all: readonly SupplySource[]): (time: number) => number {
  const listed = all.filter(({ asset }) => asset === source.asset)
  const sources = listed.length === 0 ? [source] : listed
  const level = levelOf(source.asset, sources)
  const weight = ({ supply, since }: SupplySource, time: number) => (time < since ? 0 : supply * grown(since, time))
  return time => {
    const own = weight(source, time)
    return own === 0 ? 0 : (level(time) * own) / sources.reduce((sum, one) => sum + weight(one, time), 0)
  }
}

function grown(since: number, time: number): number {
  return partly((time - since) / growth)
}

function partly(share: number): number {
  return Math.min(1, Math.max(least, share))
}

/** The most that was ever issued, as published. */
export function mostPublished(asset: string): number {
  return Math.max(0, ...(published.get(asset)?.values ?? []))
}

/** The supply on all chains: from one published end of a year to the next, then to the level of today. */
function levelOf(asset: string, sources: readonly SupplySource[]): (time: number) => number {
  const today = sources.reduce((sum, { supply }) => sum + supply, 0)
  const since = Math.min(...sources.map(source => source.since))
  const known = published.get(asset)
  if (known === undefined) return time => today * grown(since, time)
  const { first, values } = known
  const ends = [...values, today].map((supply, n) => ({ time: Date.UTC(first + n + 1, 0, 1), supply }))
  return time => {
    const next = ends.findIndex(end => time < end.time)
    if (next < 0) return today
    const { time: until, supply } = ends[next]!
    if (next === 0) return supply * partly((time - since) / (until - since))
    const before = ends[next - 1]!
    const share = (time - before.time) / (until - before.time)
    return before.supply * exp(log(supply / before.supply) * share)
  }
}
