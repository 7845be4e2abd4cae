import { Type } from '@sinclair/typebox'
import { operation } from '../../src/operations/operation.ts'
import { ascending, isAmong, keyset } from '../../src/operations/paging/keyset.ts'
import { around, type Page } from '../../src/operations/paging/page.ts'
import { Decimal, Nullable } from '../../src/operations/schemas.ts'
import { endedByHorizon, listedBy, listedByHorizon } from '../readers/listings.ts'
import { type ContractParameters, contractFilters, contractListQuery, isOfPast } from './contract-filters.ts'

const ContractTime = Nullable(Type.String({ pattern: '^[0-9-]{10} [0-9:]{8} UTC$', unit: 'YYYY-MM-DD hh:mm:ss UTC' }))

function timeText(milliseconds: string): string {
  return `strftime('%Y-%m-%d %H:%M:%S UTC', ${milliseconds} / 1000, 'unixepoch')`
}

/** Codes of expiring contracts begin with base, quote and the date of expiry. */
const date = 'substr(instrument.code, length(instrument.base_asset) + length(instrument.quote_asset) + 3, 6)'

/** Options follow the future of their expiry as soon as the exchange lists one, before that a synthetic one. */
const underlying = `iif(option_type IS NULL OR EXISTS (SELECT 1 FROM instrument AS future
  WHERE future.exchange_code = instrument.exchange_code AND future.class = 'future'
    AND future.code IN (concat(instrument.base_asset, '-usd-', ${date}), concat(instrument.base_asset, '-usdt-', ${date}))
    AND ${listedBy('future.listed')}), '', 'SYN.') || underlying_index`

const onlyPresent =
  'no contract in the range of the store matches; to add those that expired before it, send start_time or a date in instrument, as in btc*230331*'

/** Says what would find more. */
function withReason<P>(page: Page<unknown, P>): Page<unknown, P & ContractParameters> {
  return around<unknown, P & ContractParameters>(page, (slice, { coverage }) => (query, position, size) => {
    const found = slice(query, position, size)
    if (found.count > 0 || !coverage.endless || isOfPast(query.parameters)) return found
    return { ...found, whyEmpty: onlyPresent }
  })
}

export const contractList = operation({
  id: 'listContracts',
  summary: 'Terms of futures, perpetual futures and options',
  description:
    'The contracts of one class on an exchange, expired ones included, for building an option chain or a term ' +
    'structure. Those that expired before the store began need `start_time` or their code. Records are ordered by `instrument`. `expiry` is null for perpetual futures and `strike_price` for ' +
    'all but options; `listing_timestamp` is null if it is before the data begin. Amounts of all operations are in ' +
    '`contract_size_unit`. Example: the perpetual futures of btc with `base_assets=btc`.',
  path: '/v2/data/derivatives.:data_version/reference',
  subject: contractFilters,
  query: contractListQuery,
  row: {
    exchange: Type.String(),
    instrument_class: Type.String(),
    instrument: Type.String(),
    base: Type.String({ description: 'code of the base asset' }),
    quote: Type.String({ description: 'code of the quote asset' }),
    contract_size: { ...Decimal, description: 'amount of one contract' },
    contract_size_unit: Type.String({ description: 'asset of contract_size and of amounts' }),
    listing_timestamp: { ...ContractTime, description: 'start of trading; null if before the data begin' },
    expiry: { ...ContractTime, description: 'end of trading; null for perpetual futures' },
    strike_price: Nullable({ ...Decimal, description: 'strike in the quote asset; null unless an option' }),
    underlying_index: Type.String({ description: 'name of the price that the contract follows' }),
    funding_rate_frequency: Type.Optional(Type.String({ description: 'perpetual futures only' })),
  },
  page: withReason(
    ascending(
      keyset({
        from: 'instrument JOIN derivative ON derivative.instrument = instrument.id',
        where: `exchange_code = :exchange AND class = :instrument_class AND ${listedByHorizon} AND (expiry IS NULL OR ifnull(ends > :opened, 1))
        AND NOT (${endedByHorizon} AND ifnull(trade_start >= :horizon, 1))
        AND (:plan IS NULL OR EXISTS (SELECT 1 FROM json_each(:plan) WHERE concat(exchange_code, '/', class, '/', code) GLOB value))`,
        columns: {
          exchange: 'exchange_code',
          instrument_class: 'class',
          instrument: 'code',
          base: 'base_asset',
          quote: 'quote_asset',
          listing_timestamp: timeText('listed'),
          expiry: timeText('expiry'),
          strike_price: 'strike',
          underlying_index: underlying,
          funding_rate_frequency: "iif(funding IS NULL, NULL, '8h')",
        },
        filters: {
          instrument: 'code GLOB :glob',
          base_assets: isAmong('base_asset', 'base_assets'),
          quote_assets: isAmong('quote_asset', 'quote_assets'),
          option_type: 'option_type = :option_type',
          min_strike: 'CAST(strike AS REAL) >= :min_strike',
          max_strike: 'CAST(strike AS REAL) <= :max_strike',
          start_time: 'ifnull(expiry >= :start_time, 1)',
          end_time: 'ifnull(listed < :end_time, 1)',
        },
        reads: ['exchange', 'instrument_class'],
        by: ['instrument'],
      }),
    ),
  ),
  reachesBack: Number.POSITIVE_INFINITY,
  example: { data_version: 'v2', exchange: 'drbt', instrument_class: 'option' },
})
