import { type TObject, Type } from '@sinclair/typebox'
import { day, type Period } from '../../src/market/time.ts'
import { operation } from '../../src/operations/operation.ts'
import { choice } from '../../src/operations/paging/choice.ts'
import { isAmong, type KeysetOptions, keyset } from '../../src/operations/paging/keyset.ts'
import { around, type Page } from '../../src/operations/paging/page.ts'
import type { RawParameters } from '../../src/operations/parameters.ts'
import {
  Code,
  Count,
  Identifier,
  ListOf,
  Millis,
  Nullable,
  OneOf,
  OngoingOrTime,
  Time,
  TimeText,
} from '../../src/operations/schemas.ts'
import { firstIdWhenAsked, isFilledAhead } from '../../src/store/history/coverage.ts'
import { endedByHorizon, listedByHorizon } from '../readers/listings.ts'
import { expiryOf } from '../subjects/instrument.ts'
import { totalsOf } from './trade-totals.ts'

const Codes = Type.Optional(ListOf(Code))

/**
 * The values of orderBy. Instruments without a date sort as if their date were in the future. Under a
 * live clock counts and dates change, so a walk ordered or filtered by them may repeat or miss an instrument; a request
 * without limit is consistent.
 */
const instrumentOrders = [
  'exchange_code',
  'class',
  'vendor_legacy_symbol',
  'trade_start_timestamp',
  'trade_end_timestamp',
  'trade_count',
  'base_asset',
  'quote_asset',
  'code',
  'trade_count_min',
  'trade_count_max',
]

function columnOf(order: string): string {
  return order.startsWith('trade_count') ? 'trade_count' : order
}

const few = 1000

/** Whether exact counts order or filter a list, or those of many instruments are in it. */
function needsBuilt(query: RawParameters, frozen: boolean): boolean {
  const { limit, page_size = limit, orderBy, continuation_token: token } = query
  if (!frozen || token !== undefined) return false
  const isFew = Number(page_size) <= few || narrow.some(name => query[name] !== undefined)
  const among = query.trade_count_min ?? query.trade_count_max
  return !isFew || /trade_count/.test(String(orderBy)) || among !== undefined
}

/** Filters that keep few instruments. */
const narrow = ['exchange_code', 'base_asset', 'code']

/** `strftime` takes 0.2 µs more, which is 6 ms of the list of all instruments. */
function timeText(milliseconds: string): string {
  return `(replace(datetime((${milliseconds}) / 1000.0, 'unixepoch', 'subsec'), ' ', 'T') || 'Z')`
}

function assetOfClass(column: string, parameter: string): string {
  return `EXISTS (SELECT 1 FROM asset, json_each(:${parameter}) AS wanted WHERE asset.code = ${column}
    AND (asset_class = wanted.value OR EXISTS (SELECT 1 FROM json_each(asset_classes) AS other WHERE other.value = wanted.value)))`
}

const row = Type.Object({
  base_asset: Identifier,
  quote_asset: Identifier,
  class: Identifier,
  code: Identifier,
  exchange_code: Identifier,
  exchange_pair_code: Type.String(),
  vendor_legacy_exchange_slug: Identifier,
  vendor_legacy_symbol: Type.String(),
  trade_start_time: Nullable(TimeText),
  trade_start_timestamp: Nullable(Millis),
  trade_end_time: Nullable(TimeText),
  trade_end_timestamp: Nullable(Millis),
  trade_count: Type.Integer(),
  trade_compressed_size: Type.Integer(),
  list_pools: Type.Optional(Type.Array(Type.Object({ blockchain: Type.String(), address: Type.String() }))),
})

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
function instrumentPages<N extends string>(
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
    const opened = Math.min(start, horizon, expired?.from ?? start)
    const until = Math.min(horizon, query.now, expired?.until ?? Number.POSITIVE_INFINITY)
    if (opened < start && coverage.endless) coverage.need('listings', 0, opened, until + 1)
    const named = namedExpiries(query.parameters, opened)
    for (const expiry of named) coverage.need('listings', 0, expiry, expiry + day)
    const since = coverage.endless ? Math.min(opened, ...named) : Number.NEGATIVE_INFINITY
    if (coverage.fillable) coverage.need('listings', 0, start, horizon + 1)
    coverage.refuse()
    // Without a history, instruments that no profile fills ahead have no trades.
    const bindings = { ...query.bindings, start: coverage.endless ? start : query.now, since }
    return slice({ ...query, bindings }, position, size)
  })
}

/** When contracts expired that filters by time ask for, as long ago as that is. */
function expiredContracts(parameters: Readonly<Record<string, unknown>>): Period | undefined {
  const { class: classes, trade_start_timestamp: from, trade_end_timestamp: until } = parameters
  if (until === 'ongoing' || (from ?? until) === undefined) return undefined
  const isOfContracts = [classes ?? contractClasses].flat().some(one => contractClasses.includes(String(one)))
  if (!isOfContracts) return undefined
  return { from: Number(from ?? Number.NEGATIVE_INFINITY), until: Number(until ?? Number.POSITIVE_INFINITY) }
}

const contractClasses = ['future', 'option']

/** Days on which contracts expired that are asked for by code. @param before expiries that no other filter asks for */
function namedExpiries({ code = [] }: Readonly<Record<string, unknown>>, before: number): number[] {
  const expiries = [code].flat().map(one => expiryOf(String(one)))
  return [...new Set(expiries)].filter(expiry => expiry < before)
}

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

export const instruments = operation({
  id: 'listInstruments',
  summary: 'Instruments with listing dates and trade counts',
  description:
    'All instruments with their identifiers, listing dates and trade counts, for finding an `instrument` ' +
    'code. Records are ordered by `orderBy`, then exchange, class and code. `trade_start_*` is null before ' +
    'the first trade; `trade_end_*` is null while the instrument trades. Without `limit` the whole list comes ' +
    'in one response. Contracts that expired before the data of the server begin are listed only with their `code`, ' +
    '`trade_start_timestamp` or `trade_end_timestamp`. Example: active btc instruments with ' +
    '`base_asset=btc&trade_end_timestamp=ongoing`.',
  path: '/v1/instruments',
  needsWhole: needsBuilt,
  query: {
    exchange_code: Codes,
    base_asset: Codes,
    quote_asset: Codes,
    code: Codes,
    vendor_legacy_symbol: Codes,
    class: Codes,
    base_asset_class: Codes,
    quote_asset_class: Codes,
    trade_start_timestamp: Type.Optional({
      ...Time,
      description: 'keeps instruments first traded at or after this time; ISO 8601',
    }),
    trade_end_timestamp: Type.Optional({
      ...OngoingOrTime,
      description:
        'keeps instruments that stopped trading at or before this time (ISO 8601); ongoing keeps those that still trade',
    }),
    trade_count_min: Type.Optional(Count),
    trade_count_max: Type.Optional(Count),
    with_list_pools: Type.Optional(Type.Boolean()),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, description: 'maximum number of records per page; without it, one page holds all' }),
    ),
    page_size: Type.Optional(Type.Integer({ minimum: 1, aliasOf: 'limit', description: 'alias of limit' })),
    orderBy: Type.Optional(
      ListOf(OneOf(instrumentOrders), { description: 'fields to order by, the most significant first' }),
    ),
    order: Type.Optional(OneOf(['1', '-1'], { description: '1: ascending (default); -1: descending' })),
    blockchain: Codes,
  },
  row,
  page: instrumentPages(row, {
    // Instruments that expired without a trade have no dates.
    where: 'NOT (ended AND trade_start IS NULL)',
    columns: {
      vendor_legacy_exchange_slug: 'legacy_exchange_slug',
      vendor_legacy_symbol: 'legacy_symbol',
      trade_start_time: timeText('trade_start'),
      trade_start_timestamp: 'trade_start',
      trade_end_time: timeText('iif(ended, trade_end, NULL)'),
      trade_end_timestamp: 'iif(ended, trade_end, NULL)',
      trade_compressed_size: 'trade_size',
      list_pools: `iif(:with_list_pools, (SELECT json_group_array(json_object('blockchain', pool.blockchain, 'address', address))
        FROM instrument_pool JOIN pool ON pool.id = instrument_pool.pool WHERE instrument = instrument.id), NULL)`,
    },
    filters: {
      exchange_code: isAmong('exchange_code'),
      base_asset: isAmong('base_asset'),
      // Lists are in another order than its index.
      quote_asset: isAmong('+quote_asset', 'quote_asset'),
      code: isAmong('code'),
      vendor_legacy_symbol: isAmong('lower(legacy_symbol)', 'vendor_legacy_symbol'),
      class: isAmong('class'),
      base_asset_class: assetOfClass('base_asset', 'base_asset_class'),
      quote_asset_class: assetOfClass('quote_asset', 'quote_asset_class'),
      trade_start_timestamp: 'trade_start >= :trade_start_timestamp',
      trade_end_timestamp: `iif(:trade_end_timestamp = 'ongoing', NOT ended, ended AND trade_end <= :trade_end_timestamp)`,
      trade_count_min: 'trade_count >= :trade_count_min',
      trade_count_max: 'trade_count <= :trade_count_max',
      blockchain: isAmong('blockchain'),
    },
    reads: ['with_list_pools'],
    by: ({ orderBy = [] }) => [...new Set([...(orderBy as string[]).map(columnOf), 'exchange_code', 'class', 'code'])],
  }),
  example: { exchange_code: 'cbse', limit: '2' },
})
