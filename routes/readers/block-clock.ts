import { firstWhere } from '../../src/market/numbers/first-where.ts'
import { second } from '../../src/market/time.ts'
import type { Coverage } from '../../src/store/history/coverage.ts'
import type { Statement, Store } from '../../src/store/store.ts'

/** A block of a chain and its time in milliseconds since 1970 UTC. */
export interface BlockTime {
  number: number
  time: number
}

/** Cached runs per chain: enough for one page and the bounds of its range. */
const kept = 8

/** Reads block times. Runs never change, so the most recent ones are cached. */
export class BlockClock {
  readonly #coverage: Coverage
  readonly #byNumber: Statement<RunRow>
  readonly #byTime: Statement<RunRow>
  readonly #first: Statement<[number: number | null]>
  readonly #runs = new Map<string, Run[]>()

  constructor(store: Store) {
    this.#coverage = store.coverage
    const run = 'SELECT timestamp, block_number, blocks, gaps FROM block_run WHERE blockchain = :chain'
    this.#byNumber = store.prepare(`${run} AND block_number <= :number ORDER BY block_number DESC LIMIT 1`)
    this.#byTime = store.prepare(`${run} AND timestamp < :time ORDER BY timestamp DESC LIMIT 1`)
    this.#first = store.prepare('SELECT min(block_number) FROM block_run WHERE blockchain = :chain')
  }

  first(chain: string): number | undefined {
    const [number] = this.#first.get({ chain })!
    return number ?? undefined
  }

  at(chain: string, number: number): BlockTime | undefined {
    return this.#run(chain, run => run.has(number), this.#byNumber, { number })?.at(number)
  }

  /** The last block before a time; undefined if unknown. */
  lastBefore(chain: string, time: number): BlockTime | undefined {
    return this.#run(chain, run => run.time < time && time <= run.end, this.#byTime, { time })?.lastBefore(time)
  }

  #run(
    chain: string,
    fits: (run: Run) => boolean,
    find: Statement<RunRow>,
    by: Record<string, number>,
  ): Run | undefined {
    const runs = this.#runs.get(chain) ?? []
    const known = runs.find(fits)
    if (known) return known
    if (by.time !== undefined) this.#coverage.need('lending', 0, by.time, by.time)
    const row = find.get({ chain, ...by })
    if (!row) return undefined
    const run = new Run(row)
    this.#runs.set(chain, [run, ...runs.slice(0, kept - 1)])
    return run
  }
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

function secondsOf(gaps: string): Uint32Array {
  const seconds = new Uint32Array(gaps.length + 1)
  for (let n = 0; n < gaps.length; n++) seconds[n + 1] = seconds[n]! + digitOf(gaps.charCodeAt(n))
  return seconds
}

/** The value of a base-36 digit. parseInt takes ten times as long, and an hour of a fast chain has thousands. */
function digitOf(code: number): number {
  return code < 58 ? code - 48 : code - 87
}
