import type { Shot } from './measure.ts'
import type { Results } from './run.ts'
import { median, pairedRatios, percent, plain } from './statistics.ts'
import type { SubjectId } from './subjects.ts'

export interface Figure {
  /** The median, as `12 % of the floor`. */
  measured: string
  /** The lowest and the highest round; absent where there was one round. */
  spread: string | undefined
  /** Target such as `≥ 25 %`. */
  target: string
  /** Undefined if nothing was measured. */
  met: boolean | undefined
}

export interface Budget {
  title: string
  figures: Figure[]
}

export function budgets(results: Results): Budget[] {
  const { starts, memory, bars, seeding, history, operations } = results
  const [tiny, standard] = ['tiny', 'standard'].map(name => seeding.find(({ profile }) => profile === name))
  return [
    {
      title: 'Page of 100 trades, cold',
      figures: [
        floorShare(results, 'trades-100', 0.16),
        timesPeer(results, 'trades-100', 'prism', 'Prism', 3),
        timesPeer(results, 'trades-100', 'mockoon', 'Mockoon', 4),
      ],
    },
    {
      title: 'Same page of 100 trades again, frozen clock',
      figures: [floorShare(results, 'trades-100-again', 0.5)],
    },
    {
      title: 'Page of 1,000 trades, cold',
      figures: [
        floorShare(results, 'trades-1000', 0.12),
        timesPeer(results, 'trades-1000', 'prism', 'Prism', 1),
        timesPeer(results, 'trades-1000', 'mockoon', 'Mockoon', 1),
      ],
    },
    { title: 'Two serving threads', figures: [atLeast(threadRatios(results), "× one thread's rate", 1.8)] },
    {
      title: 'CPU time of heavy pages',
      figures: [
        atMost(cpuTimes(results, 'raw-book'), 'ms for a raw book of up to 1,000 levels', 10),
        atMost(cpuTimes(results, 'slippage'), 'ms for slippage of 10,000 USD by day', 10),
        atMost(cpuTimes(results, 'lending-changes'), 'ms for lending by change', 10),
      ],
    },
    { title: 'Depth of a walk', figures: depthFigures(results) },
    {
      title: 'One page of 100,000 bars',
      figures: [
        atMost(bars.firstByte, 'ms to the first byte', 50),
        atMost(only(bars.memoryAboveIdle), 'MB above idle', 50),
        atMost(pairedRatios(bars.p99During, bars.p99Without), "× other clients' p99 without it", 3),
      ],
    },
    {
      title: 'Start with a built store',
      figures: [
        atMost(startRatios(results, starts.imports), '× the time to import the libraries', 1.8),
        atMost(startRatios(results, starts.servers.prism), "× Prism's time", 1),
        atMost(startRatios(results, starts.servers.mockoon), "× Mockoon's time", 1),
      ],
    },
    {
      title: '`createSandbox` with a built store',
      figures: [
        atMost(starts.firstSandbox, 'ms for the first call', 150),
        atMost(starts.laterSandbox, 'ms for a later call', 20),
      ],
    },
    ...history.fresh.map(({ profile, times, lists }) => ({
      title: `Start without a store, \`${profile}\``,
      figures: [
        atMost(times, 'ms to the first page of trades', profile === 'tiny' ? 400 : 1000),
        atMost(lists, 'ms to all instruments under a live clock', 3000),
      ],
    })),
    {
      title: '100 daily bars two years ago, nothing held',
      figures: [
        atMost(history.usualBars, 'ms for a usual instrument', 150),
        atMost(history.busiestBars, 'ms for the busiest', 600),
      ],
    },
    {
      title: 'Five years of daily bars of `btc-usd`, walked',
      figures: [atMost(history.years, 'ms if nothing is held', 4000), atMost(history.yearsAgain, 'ms again', 50)],
    },
    {
      title: '100 trades at a random time since 2018, nothing held',
      figures: [atMost(history.trades, 'ms', 60)],
    },
    {
      title: 'Other operations',
      figures: [
        atMost(only(most(operations.operations.map(({ usual }) => usual))), 'ms of CPU for the dearest usual page', 10),
        atMost(only(most(operations.operations.map(({ largest = 0 }) => largest))), 'ms for the dearest largest', 100),
        atMost(operations.chain.later, 'ms for the options of a chain', 500),
      ],
    },
    { title: 'Seeding `tiny`', figures: [atMost(tiny?.seconds ?? [], 's', 1)] },
    {
      title: 'Seeding `standard`',
      figures: [
        atMost(standard?.seconds ?? [], 's', 12),
        atLeast(standard ? standard.seconds.map(seconds => standard.trades / seconds) : [], 'trades/s', 1.5e6),
        atMost(only(standard?.size), 'MB of store', 450),
      ],
    },
    {
      title: 'Memory',
      figures: [
        atMost(only(memory.idle.ours?.now), 'MB idle', 85),
        atMost(only(memory.loaded.ours?.peak), 'MB under load', 200),
      ],
    },
  ]
}

export function ratesOf({ loads }: Results, load: string, subject: SubjectId): number[] {
  return valuesOf(loads.find(({ id }) => id === load)?.shots[subject], 'rate')
}

export function valuesOf(shots: readonly Shot[] = [], column: keyof Shot): number[] {
  return shots.flatMap(shot => shot[column] ?? [])
}

function floorShare(results: Results, load: string, target: number): Figure {
  const ratios = pairedRatios(ratesOf(results, load, 'ours'), ratesOf(results, load, 'floor'))
  return figure(ratios, percent, 'of the floor', `≥ ${percent(target)}`, value => value >= target)
}

function timesPeer(results: Results, load: string, peer: SubjectId, name: string, target: number): Figure {
  return atLeast(pairedRatios(ratesOf(results, load, 'ours'), ratesOf(results, load, peer)), `× ${name}'s rate`, target)
}

function threadRatios(results: Results): number[] {
  const load = 'trades-100-threads'
  return pairedRatios(ratesOf(results, load, 'two'), ratesOf(results, load, 'ours'))
}

function cpuTimes({ loads }: Results, load: string): number[] {
  return valuesOf(loads.find(({ id }) => id === load)?.shots.ours, 'cpu')
}

function depthFigures({ depth }: Results): Figure[] {
  const [few, many] = [depth.smallTrades, depth.trades].map(millions)
  return [
    atMost(pairedRatios(depth.first, depth.small), `× the CPU time, first page at ${many} trades against ${few}`, 1.2),
    atMost(pairedRatios(depth.deep, depth.first), `× the CPU time, page ${plain(depth.deepPage)} against page 1`, 1.2),
  ]
}

function millions(count: number): string {
  return count < 1e6 ? plain(count) : `${plain(count / 1e6)} million`
}

function startRatios({ starts }: Results, bases: readonly number[] = []): number[] {
  return pairedRatios(starts.servers.ours ?? [], bases)
}

function most(values: readonly number[]): number {
  return Math.max(...values)
}

function only(value: number | undefined): number[] {
  return value === undefined ? [] : [value]
}

function atLeast(values: readonly number[], unit: string, target: number): Figure {
  return figure(values, plain, unit, `≥ ${plain(target)}`, value => value >= target)
}

function atMost(values: readonly number[], unit: string, target: number): Figure {
  return figure(values, plain, unit, `≤ ${plain(target)}`, value => value <= target)
}

function figure(
  values: readonly number[],
  text: (value: number) => string,
  unit: string,
  target: string,
  meets: (value: number) => boolean,
): Figure {
  if (values.length === 0) return { measured: `– ${unit}`, spread: undefined, target, met: undefined }
  const [lowest, highest] = [text(Math.min(...values)), text(Math.max(...values))]
  const spread = lowest === highest ? undefined : `${lowest.replace(/ %$/, '')}–${highest}`
  return { measured: `${text(median(values))} ${unit}`, spread, target, met: meets(median(values)) }
}
