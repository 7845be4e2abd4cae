import { type TObject, Type } from '@sinclair/typebox'
import { Recent } from '../../src/market/made-once.ts'
import { day, floorTo, hour } from '../../src/market/time.ts'
import type { Precision } from '../../src/market/trades/bar.ts'
import { choice } from '../../src/operations/paging/choice.ts'
import { type KeysetOptions, keyset } from '../../src/operations/paging/keyset.ts'
import { around, type Page } from '../../src/operations/paging/page.ts'
import { BarReader } from '../../src/store/bar-reader.ts'
import { firstIdWhenAsked, isFilledAhead } from '../../src/store/history/coverage.ts'
import type { Statement, Store } from '../../src/store/store.ts'
import { identityOf } from '../../src/store/store-plan.ts'
import { TradeReader } from '../../src/store/trade-reader.ts'

/** Whether an instrument is listed at `:horizon`. A store lists it from the hour in which its trading begins. */
export function listedBy(column: string): string {
  return `(${column} IS NULL OR ${column} < (:horizon + 3599999) / 3600000 * 3600000)`
}

export const listedByHorizon = listedBy('listed')

/** Whether a history stands for a store with this start, which is being built. */
export function isStandIn(store: Store, start: number): boolean {
  return store.coverage.fillable && start !== identityOf(store).start
}

/** Notes what a store lists, if its history stands for it. @param start of the store */
export function needListings(store: Store, start: number, horizon: number): void {
  if (!isStandIn(store, start)) return
  store.coverage.need('listings', 0, start, horizon + 1)
  store.coverage.refuse()
}

export const endedByHorizon = 'iif(ends IS NULL, ended AND ifnull(trade_end < :horizon, 1), ends <= :horizon)'

/** Days of the store's range on which an instrument is listed. */
const days = '(iif(ends < :now, ends, :now) - iif(listed > :start, listed, :start) + 86399999) / 86400000'
const usualCount = `CAST(max(0, usual_trades * (${days})) AS INTEGER)`
/** Bytes per trade. */
const usualSize = 7
const isAhead = `id < ${firstIdWhenAsked}`

/** What the store counts of instruments filled ahead; null: not counted yet. Of others, which it does not hold, about what they trade. */
function totals(count: string, bytes: string): string {
  return `ifnull(iif(${isAhead}, ${count}, NULL), ${usualCount}) AS trade_count,
    iif(${isAhead}, ifnull(${bytes}, ${usualSize} * ${usualCount}), 0) AS trade_size`
}

const common =
  'id, exchange_code, class, code, base_asset, quote_asset, exchange_pair_code, legacy_exchange_slug, legacy_symbol, blockchain'

/** The instruments at present. */
const instrumentsNow = `(
  SELECT ${common}, ended, trade_start, trade_end,
    ${totals('trade_count', 'trade_size')}
  FROM instrument) AS instrument`

/**
 * The instruments as of `:horizon`; `:counts` has the trades, and their bytes, of those that had traded. The cast and the limit let
 * SQLite build an index of them, without which the list of all takes two minutes.
 */
export const instrumentsAtHorizon = `(
  SELECT ${common}, ${endedByHorizon} AS ended, iif(trade_start < :horizon, trade_start, NULL) AS trade_start, trade_end,
    ${totals('ifnull(counted, 0)', 'ifnull(bytes, 0)')}
  FROM instrument LEFT JOIN (SELECT CAST(value ->> 0 AS INTEGER) AS counted_id, value ->> 1 AS counted, value ->> 2 AS bytes
    FROM json_each(:counts) LIMIT -1) ON counted_id = id
  WHERE ${listedByHorizon}) AS instrument`

/** As of `:horizon`, what a store from `:start` on lists, with the contracts that expire after `:since`; its history also lists others. */
const instrumentsToBe = `(
  SELECT ${common}, ${endedByHorizon} AS ended, iif(trade_start < :horizon, trade_start, NULL) AS trade_start, trade_end,
    ${totals('trades', 'bytes')}
  FROM instrument LEFT JOIN trade_total AS total
    ON total.instrument = id AND total."from" = :start AND total."until" = :horizon
  WHERE ${listedByHorizon} AND (class NOT IN ('future', 'option') OR ends > :since)) AS instrument`

/** Pages of instruments, at present or as of a horizon. */
export function instrumentPages<N extends string>(
  row: TObject,
  options: Omit<KeysetOptions<N>, 'from'>,
): Page<unknown, Record<N, unknown>> {
  const now = { row, page: keyset({ ...options, from: instrumentsNow }) }
  const then = { row, page: counted(keyset({ ...options, from: instrumentsAtHorizon })) }
  const toBe = countedBefore(row, keyset({ ...options, from: instrumentsToBe }))
  const built = choice(query => query.horizon === Number.POSITIVE_INFINITY, now, then).page
  const either: Page<unknown, Record<N, unknown>> = {
    prepare: (store, ...more) => (store.coverage.fillable ? toBe : built).prepare(store, ...more),
  }
  return around(either, (slice, { coverage }) => (query, position, size) => {
    // At a clock before the store, the history has the contracts of that time.
    const since = Math.min(query.start, query.horizon)
    if (coverage.endless && since < query.start) coverage.need('listings', 0, since, since + 1)
    coverage.refuse()
    // Without a history, instruments that no profile fills ahead have no trades.
    const start = coverage.endless ? query.start : query.now
    return slice({ ...query, bindings: { ...query.bindings, start, since } }, position, size)
  })
}

/** Has the trades of the page's instruments counted before their store is built, unless its clock runs. */
function countedBefore<P>(row: TObject, page: Page<unknown, P>): Page<unknown, P> {
  const identified = Type.Object({ ...row.properties, id: Type.Integer() })
  return {
    prepare(store, _row, wireName) {
      const source = page.prepare(store, row, wireName)
      const finding = page.prepare(store, identified, wireName)
      const counted = store.prepare(
        'SELECT 1 FROM trade_total WHERE instrument = :id AND "from" = :start AND "until" = :horizon',
      )
      return {
        isPosition: (...asked) => source.isPosition(...asked),
        slice(query, position, size) {
          const { start, horizon, frozen } = query
          needListings(store, start, horizon)
          if (frozen && horizon > start) {
            const found: { id: number }[] = JSON.parse(`[${finding.slice(query, position, size).json}]`)
            for (const { id } of found)
              if (isFilledAhead(id) && !counted.get({ id, start, horizon }))
                store.coverage.note({ kind: 'trade-totals', subject: id, from: start, until: horizon })
            store.coverage.refuse()
          }
          return source.slice(query, position, size)
        },
      }
    },
  }
}

function counted<P>(page: Page<unknown, P>): Page<unknown, P> {
  return around(page, (slice, store) => {
    const counts = new TradeCounts(store)
    return (query, position, size) => {
      const bindings = { ...query.bindings, counts: counts.before(query.horizon) }
      return slice({ ...query, bindings }, position, size)
    }
  })
}

/** Counts trades before a time, and the bytes of their blocks. Caches the last result, because pages of one list follow each other. */
class TradeCounts {
  readonly #store: Store
  readonly #reader: TradeReader
  readonly #bars: BarReader
  readonly #bytesFrom: Statement<[bytes: number]>
  /** Counts leave out what is generated when it is asked for. */
  readonly #start: number
  readonly #known = new Recent<string, number>(1)

  constructor(store: Store) {
    this.#store = store
    this.#start = store.generated ? identityOf(store).start : 0
    this.#reader = new TradeReader(store)
    this.#bars = new BarReader(store)
    this.#bytesFrom = store.prepare(
      'SELECT sum(octet_length(trades)) FROM trade_block WHERE instrument = :instrument AND start >= :start',
    )
  }

  /** JSON triples of id, version 1 trades and bytes before a time, for all that had traded: any may trade later, in a live store. */
  before(horizon: number): string {
    return this.#known.of(horizon, () => JSON.stringify(this.#count(horizon)))
  }

  #count(horizon: number): [id: number, count: number, bytes: number][] {
    if (horizon <= this.#start || this.#store.coverage.fillable) return []
    const instruments = this.#store.all<[id: number, price: number, amount: number, all: number | null, bytes: number]>(
      'SELECT id, price_decimals, amount_decimals, iif(trade_end >= ?, NULL, trade_count), trade_size FROM instrument WHERE trade_start < ?',
      horizon,
      horizon,
    )
    // Only generated stores have a bar for every hour with trades.
    const counted = this.#store.generated ? floorTo(horizon, hour) : 0
    return instruments.map(([id, price, amount, all, bytes]) => {
      const count = all ?? this.#counted(id, counted, horizon, { price, amount })
      return [id, count, all === null ? this.#bytesBefore(id, horizon, bytes) : bytes]
    })
  }

  /** In bars of whole days, then of hours up to a whole hour, then in trades. */
  #counted(instrument: number, barsEnd: number, until: number, precision: Precision): number {
    const today = floorTo(barsEnd, day)
    const of = { instrument, version: 1 }
    const days = this.#bars.read({ ...of, width: day, from: this.#start, until: today }, precision)
    const hours = { ...of, width: hour, from: Math.max(today, this.#start), until: barsEnd }
    let sum = [...days, ...this.#bars.read(hours, precision)].reduce((sum, { count }) => sum + count, 0)
    this.#reader.each({ ...of, from: barsEnd, until }, precision, () => sum++)
    return sum
  }

  /** A store that ends at the time has the same blocks, of which the last one is shorter. */
  #bytesBefore(instrument: number, horizon: number, all: number): number {
    for (const { times, bytes } of this.#reader.backward(instrument, this.#start, horizon)) {
      const [after] = this.#bytesFrom.get({ instrument, start: times[0]! })!
      return all - after + bytes
    }
    return 0
  }
}
