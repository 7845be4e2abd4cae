import { type TObject, Type } from '@sinclair/typebox'
import { firstBeginning } from '../../seed/profiles.ts'
import { Recent, remembered } from '../../src/market/made-once.ts'
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

const common =
  'id, exchange_code, class, code, base_asset, quote_asset, exchange_pair_code, legacy_exchange_slug, legacy_symbol, blockchain'

/** @param count and bytes are null where nothing is counted: about what the instrument trades stands for them */
function totals(count: string, bytes: string): string {
  return `ifnull(iif(${isAhead}, ${count}, NULL), ${usualCount}) AS trade_count,
    iif(${isAhead}, ifnull(${bytes}, ${usualSize} * ${usualCount}), 0) AS trade_size`
}

/** The instruments at present. */
const instrumentsNow = `(
  SELECT ${common}, ended, trade_start, trade_end, ${totals('trade_count', 'trade_size')} FROM instrument) AS instrument`

/** The instruments as of `:horizon`, with the contracts that expire after `:since`: a history has others, too. */
const instrumentsAtHorizon = `(
  SELECT ${common}, ${endedByHorizon} AS ended, iif(trade_start < :horizon, trade_start, NULL) AS trade_start, trade_end,
    ${totals('CAST(trades_before(id) AS INTEGER)', 'CAST(bytes_before(id) AS INTEGER)')}
  FROM instrument
  WHERE ${listedByHorizon} AND (class NOT IN ('future', 'option') OR ifnull(ends > :since, 1))) AS instrument`

/** Pages of instruments, at present or as of a horizon. */
export function instrumentPages<N extends string>(
  row: TObject,
  options: Omit<KeysetOptions<N>, 'from'>,
): Page<unknown, Record<N, unknown>> {
  const now = { row, page: keyset({ ...options, from: instrumentsNow }) }
  const then = { row, page: counted(row, keyset({ ...options, from: instrumentsAtHorizon })) }
  const { page } = choice(query => query.horizon === Number.POSITIVE_INFINITY, now, then)
  return around(page, (slice, { coverage }) => (query, position, size) => {
    const { start, horizon } = query
    const expired = expiredContracts(query.parameters)
    // At a clock before the store, the history has the contracts of that time.
    const since = coverage.endless ? Math.min(start, horizon, expired?.from ?? start) : Number.NEGATIVE_INFINITY
    const until = Math.min(horizon, query.now, expired?.until ?? Number.POSITIVE_INFINITY)
    if (since < start) coverage.need('listings', 0, since, until + 1)
    if (coverage.fillable) coverage.need('listings', 0, start, horizon + 1)
    coverage.refuse()
    // Without a history, instruments that no profile fills ahead have no trades.
    const counted = coverage.endless ? start : query.now
    return slice({ ...query, bindings: { ...query.bindings, start: counted, since } }, position, size)
  })
}

/** When contracts expired that filters by time ask for, as long ago as that is. */
function expiredContracts(parameters: Readonly<Record<string, unknown>>): { from: number; until: number } | undefined {
  const { class: classes, trade_start_timestamp: from, trade_end_timestamp: until } = parameters
  if (until === 'ongoing' || (from ?? until) === undefined) return undefined
  const isOfContracts = [classes ?? contractClasses].flat().some(one => contractClasses.includes(String(one)))
  if (!isOfContracts) return undefined
  return { from: Number(from ?? firstBeginning), until: Number(until ?? Number.POSITIVE_INFINITY) }
}

const contractClasses = ['future', 'option']

/** Has the trades of the page's instruments counted, if a store that is not built yet will have them and its clock stands still. */
function counted<P>(row: TObject, page: Page<unknown, P>): Page<unknown, P> {
  const identified = Type.Object({ ...row.properties, id: Type.Integer() })
  return {
    prepare(store, _row, wireName) {
      const totals = totalsOf(store)
      const source = page.prepare(store, row, wireName)
      const finding = page.prepare(store, identified, wireName)
      return {
        isPosition: (...asked) => source.isPosition(...asked),
        slice(query, position, size) {
          const { start, horizon, frozen } = query
          totals.countBefore(horizon, start)
          if (frozen && totals.areApproximate && horizon > start) {
            const found: { id: number }[] = JSON.parse(`[${finding.slice(query, position, size).json}]`)
            for (const { id } of found)
              if (isFilledAhead(id) && !totals.has(id))
                store.coverage.note({ kind: 'trade-totals', subject: id, from: start, until: horizon })
            store.coverage.refuse()
          }
          return source.slice(query, position, size)
        },
      }
    },
  }
}

const totalsOf = remembered((store: Store) => new Totals(store), new WeakMap())

type Total = [id: number, trades: number, bytes: number]

/** What a store counts of instruments before a time, as functions of SQL: a table of them would be read again by each slice. */
class Totals {
  readonly #store: Store
  readonly #counts = remembered((store: Store) => new TradeCounts(store), new WeakMap())
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
    this.#totals = store === undefined ? this.#countedAlone(start, horizon) : this.#counts(store).before(horizon)
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
class TradeCounts {
  readonly #store: Store
  readonly #reader: TradeReader
  readonly #bars: BarReader
  readonly #bytesFrom: Statement<[bytes: number]>
  /** Counts leave out what is generated when it is asked for. */
  readonly #start: number
  readonly #known = new Recent<Map<number, Total>, number>(1)

  constructor(store: Store) {
    this.#store = store
    this.#start = store.generated ? identityOf(store).start : 0
    this.#reader = new TradeReader(store)
    this.#bars = new BarReader(store)
    this.#bytesFrom = store.prepare(
      'SELECT sum(octet_length(trades)) FROM trade_block WHERE instrument = :instrument AND start >= :start',
    )
  }

  /** Of version 1, for all that had traded: any may trade later, in a live store. */
  before(horizon: number): Map<number, Total> {
    return this.#known.of(horizon, () => byId(this.#count(horizon)))
  }

  #count(horizon: number): Total[] {
    if (horizon <= this.#start) return []
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
