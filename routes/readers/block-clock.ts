import { firstWhere } from '../../src/market/numbers/first-where.ts'
import { second } from '../../src/market/time.ts'
import type { Statement, Store } from '../../src/store/store.ts'

/** A block of a chain and its time in milliseconds since 1970 UTC. */
export interface BlockTime {
  number: number
  time: number
}

/** Cached runs per chain: enough for one page and the bounds of its range. */
const kept = 8

export type BlockClock = ReturnType<typeof blockClock>

/** Reads block times. Runs never change, so the most recent ones are cached. */
export function blockClock(store: Store) {
  const recent = new Map<string, Run[]>()
  const { coverage } = store
  const run = 'SELECT timestamp, block_number, blocks, gaps FROM block_run WHERE blockchain = :chain'
  const byNumber = store.prepare<RunRow>(`${run} AND block_number <= :number ORDER BY block_number DESC LIMIT 1`)
  const byTime = store.prepare<RunRow>(`${run} AND timestamp < :time ORDER BY timestamp DESC LIMIT 1`)
  const lowest = store.prepare<[number: number | null]>(
    'SELECT min(block_number) FROM block_run WHERE blockchain = :chain',
  )

  function first(chain: string): number | undefined {
    const [number] = lowest.get({ chain })!
    return number ?? undefined
  }

  function at(chain: string, number: number): BlockTime | undefined {
    return runOf(chain, run => run.has(number), byNumber, { number })?.at(number)
  }

  /** The last block before a time; undefined if unknown. */
  function lastBefore(chain: string, time: number): BlockTime | undefined {
    return runOf(chain, run => run.time < time && time <= run.end, byTime, { time })?.lastBefore(time)
  }

  function runOf(
    chain: string,
    fits: (run: Run) => boolean,
    find: Statement<RunRow>,
    by: Record<string, number>,
  ): Run | undefined {
    const runs = recent.get(chain) ?? []
    const known = runs.find(fits)
    if (known) return known
    if (by.time !== undefined) coverage.need('lending', 0, by.time, by.time)
    const row = find.get({ chain, ...by })
    if (!row) return undefined
    const run = new Run(row)
    recent.set(chain, [run, ...runs.slice(0, kept - 1)])
    return run
  }

  return { first, at, lastBefore }
}

type RunRow = [time: number, first: number, blocks: number, gaps: string]

/** Consecutive blocks with a periodic sequence of block times. */
class Run {
  readonly time: number
  readonly #first: number
  readonly #blocks: number
  /** Seconds from the first block of a period to each of its blocks and to the next period. */
  readonly #seconds: Uint32Array

  constructor([time, first, blocks, gaps]: RunRow) {
    this.time = time
    this.#first = first
    this.#blocks = blocks
    this.#seconds = secondsOf(gaps)
  }

  get end(): number {
    return this.#timeOf(this.#blocks)
  }

  has(number: number): boolean {
    return number >= this.#first && number < this.#first + this.#blocks
  }

  at(number: number): BlockTime | undefined {
    return this.has(number) ? { number, time: this.#timeOf(number - this.#first) } : undefined
  }

  lastBefore(time: number): BlockTime {
    const place = firstWhere(1, this.#blocks, place => this.#timeOf(place) >= time) - 1
    return { number: this.#first + place, time: this.#timeOf(place) }
  }

  #timeOf(place: number): number {
    const turn = this.#seconds.length - 1
    const turns = Math.floor(place / turn)
    return this.time + (turns * this.#seconds[turn]! + this.#seconds[place - turns * turn]!) * second
  }
}

const plus = '+'.charCodeAt(0)

function secondsOf(gaps: string): Uint32Array {
  const seconds = new Uint32Array(gaps.length + 1)
  let [n, sum] = [0, 0]
  for (let at = 0; at < gaps.length; at++) {
    const code = gaps.charCodeAt(at)
    sum += code === plus ? 36 : digitOf(code)
    if (code !== plus) seconds[++n] = sum
  }
  return seconds.subarray(0, n + 1)
}

/** The value of a base-36 digit. parseInt takes ten times as long, and an hour of a fast chain has thousands. */
function digitOf(code: number): number {
  return code < 58 ? code - 48 : code - 87
}
