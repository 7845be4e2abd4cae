import { Type } from '@sinclair/typebox'
import { type Failure, shown, unknownCode } from '../../../src/base/failure.ts'
import { Carry } from '../../../src/market/carry.ts'
import { day, formatTime } from '../../../src/market/time.ts'
import { codeCheck } from '../../../src/operations/named.ts'
import { NoPath, type ReadParameters, type Subject } from '../../../src/operations/operation.ts'
import { Code, ListOf, Time } from '../../../src/operations/schemas.ts'
import type { Store } from '../../../src/store/store.ts'
import { sinceListed } from '../../subjects/since-listed.ts'
import { refuseSame } from '../../trades/rates/pair.ts'

/** Parameters that select options. */
export const optionQuery = {
  base: Code,
  quote: Code,
  exchanges: Type.Optional(
    ListOf(Code, { echo: 'array', examples: ['drbt'], description: 'exchanges of the options; default: all' }),
  ),
  exchange: Type.Optional(ListOf(Code, { aliasOf: 'exchanges', example: ['drbt'], description: 'alias of exchanges' })),
  value_time: { ...Time, description: 'time of the volatilities, not after now; ISO 8601' },
  time: Type.Optional({ ...Time, aliasOf: 'value_time', description: 'alias of value_time' }),
}

export type OptionParameters = ReadParameters<typeof optionQuery>

/** Checks the codes that select options. */
const codes: Subject<typeof NoPath, undefined, OptionParameters> = {
  parameters: NoPath,
  prepare(store) {
    const checkAsset = codeCheck(store, 'asset')
    const checkExchange = codeCheck(store, 'exchange')
    return (_path, { base, quote, exchanges = [] }) => {
      checkAsset(base, 'base')
      checkAsset(quote, 'quote')
      refuseSame(base, quote)
      for (const exchange of exchanges) checkExchange(exchange)
      return { entity: undefined, bindings: { base, quote } }
    }
  },
}

/** The options of a pair, which are priced from its first spot trades on. */
export const optionCodes = sinceListed(codes, "class = 'spot' AND base_asset = :base AND quote_asset = :quote")

/** Finds the expiries of the options that trade at a time. */
export function listedExpiries(store: Store) {
  const { coverage } = store
  const expiries = store.prepare<[expiry: number]>(
    `SELECT DISTINCT ends FROM instrument WHERE class = 'option' AND base_asset = :base AND quote_asset = :quote
     AND (:exchanges IS NULL OR exchange_code IN (SELECT value FROM json_each(:exchanges)))
     AND ifnull(listed <= :time, 1) AND ends > :time ORDER BY ends`,
  )
  const carryTerms = store.prepare<[key: number, climate: number, volatility: number]>(
    `SELECT carry_key, climate_key, volatility FROM instrument JOIN derivative ON derivative.instrument = id
     WHERE class = 'option' AND base_asset = :base LIMIT 1`,
  )

  /** In order. */
  function at({ base, quote, exchanges, value_time: time }: OptionParameters): number[] {
    coverage.need('listings', 0, time, time + 1)
    const rows = expiries.all({ base, quote, exchanges: exchanges ? JSON.stringify(exchanges) : null, time })
    return rows.map(([expiry]) => expiry)
  }

  /** All options on a base share it. */
  function carry({ base }: OptionParameters): Carry {
    const [row] = carryTerms.all({ base })
    if (row === undefined) return new Carry(null)
    const [key, climate, volatility] = row
    return new Carry({ key, climate, volatility })
  }

  /** The expiry on the day of a time. @throws Failure if there is none */
  function onDayOf(asked: OptionParameters, time: number): number {
    const listed = at(asked)
    const expiry = listed.find(one => Math.floor(one / day) === Math.floor(time / day))
    if (expiry === undefined) throw noExpiry(asked, dateOf(time), listed)
    return expiry
  }

  return { at, carry, onDayOf }
}

function noExpiry({ base, quote, exchanges }: OptionParameters, date: string, listed: readonly number[]): Failure {
  const where = exchanges ? ` on ${exchanges.join(' or ')}` : ''
  const known = listed.length > 0 ? `listed were ${listed.map(dateOf).join(', ')}` : 'none were listed at value_time'
  return unknownCode(`no ${base}-${quote} option${where} expires on ${shown(date).slice(1, -1)}; ${known}`)
}

function dateOf(time: number): string {
  return formatTime(time).slice(0, 10)
}
