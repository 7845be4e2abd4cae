import { Recent, remembered } from '../../src/market/made-once.ts'
import { day, floorTo, hour } from '../../src/market/time.ts'
import type { Precision } from '../../src/market/trades/bar.ts'
import { BarReader } from '../../src/store/bar-reader.ts'
import type { Store } from '../../src/store/store.ts'
import { identityOf } from '../../src/store/store-plan.ts'
import { TradeReader } from '../../src/store/trade-reader.ts'

export const totalsOf = remembered((store: Store) => new Totals(store), new WeakMap())

type Total = [id: number, trades: number, bytes: number]

/** What a store counts of instruments before a time, as functions of SQL: a table of them would be read again by each slice. */
class Totals {
  readonly #store: Store
  readonly #counts = remembered(tradeCounts, new WeakMap())
  #totals = new Map<number, Total>()
  /** Of instruments without one; null: about what they trade. */
  #none: number | null = 0

  constructor(store: Store) {
    this.#store = store
    store.define('trades_before', id => this.#totals.get(Number(id))?.[1] ?? this.#none)
    store.define('bytes_before', id => this.#totals.get(Number(id))?.[2] ?? this.#none)
  }

  /** Of a history, those of the store for which it stands; until that is built, those that were counted one by one. */
  countBefore(horizon: number, start: number): void {
    const { coverage, profileRows } = this.#store
    const store = coverage.fillable ? profileRows?.store : this.#store
    this.#none = store === undefined ? null : 0
    this.#totals = store === undefined ? this.#countedAlone(start, horizon) : this.#counts(store)(horizon)
  }

  get areApproximate(): boolean {
    return this.#none === null
  }

  has(id: number): boolean {
    return this.#totals.has(id)
  }

  #countedAlone(start: number, horizon: number): Map<number, Total> {
    const rows = this.#store.all<Total>(
      'SELECT instrument, trades, bytes FROM trade_total WHERE "from" = ? AND "until" = ?',
      start,
      horizon,
    )
    return byId(rows)
  }
}

function byId(totals: readonly Total[]): Map<number, Total> {
  return new Map(totals.map(total => [total[0], total]))
}

/** Counts trades before a time, and the bytes of their blocks. Caches the last result, because pages of one list follow each other. */
function tradeCounts(store: Store) {
  const kept = new Recent<Map<number, Total>, number>(1)
  /** Counts leave out what is generated when it is asked for. */
  const start = store.generated ? identityOf(store).start : 0
  const reader = new TradeReader(store)
  const bars = new BarReader(store)
  const bytesFrom = store.prepare<[bytes: number]>(
    'SELECT sum(octet_length(trades)) FROM trade_block WHERE instrument = :instrument AND start >= :start',
  )

  function countAll(horizon: number): Total[] {
    if (horizon <= start) return []
    const instruments = store.all<[id: number, price: number, amount: number, all: number | null, bytes: number]>(
      'SELECT id, price_decimals, amount_decimals, iif(trade_end >= ?, NULL, trade_count), trade_size FROM instrument WHERE trade_start < ?',
      horizon,
      horizon,
    )
    // Only generated stores have a bar for every hour with trades.
    const counted = store.generated ? floorTo(horizon, hour) : 0
    return instruments.map(([id, price, amount, all, bytes]) => {
      const count = all ?? countedOf(id, counted, horizon, { price, amount })
      return [id, count, all === null ? bytesBefore(id, horizon, bytes) : bytes]
    })
  }

  /** In bars of whole days, then of hours up to a whole hour, then in trades. */
  function countedOf(instrument: number, barsEnd: number, until: number, precision: Precision): number {
    const today = floorTo(barsEnd, day)
    const of = { instrument, version: 1 }
    const days = bars.read({ ...of, width: day, from: start, until: today }, precision)
    const hours = { ...of, width: hour, from: Math.max(today, start), until: barsEnd }
    let sum = [...days, ...bars.read(hours, precision)].reduce((sum, { count }) => sum + count, 0)
    reader.each({ ...of, from: barsEnd, until }, precision, () => sum++)
    return sum
  }

  /** A store that ends at the time has the same blocks, of which the last one is shorter. */
  function bytesBefore(instrument: number, horizon: number, all: number): number {
    for (const { times, bytes } of reader.backward(instrument, start, horizon)) {
      const [after] = bytesFrom.get({ instrument, start: times[0]! })!
      return all - after + bytes
    }
    return 0
  }

  /** Of version 1, for all that had traded: any may trade later, in a live store. */
  return (horizon: number) => kept.of(horizon, () => byId(countAll(horizon)))
}
