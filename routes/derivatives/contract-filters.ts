import { Type } from '@sinclair/typebox'
import { badParameter, listed, shown, unknownCode } from '../../src/base/failure.ts'
import { day } from '../../src/market/time.ts'
import { codeCheck } from '../../src/operations/named.ts'
import { NoPath, type ReadParameters, type Subject } from '../../src/operations/operation.ts'
import { Code, ListOf, OneOf, PageSize, Time } from '../../src/operations/schemas.ts'
import type { Store } from '../../src/store/store.ts'
import { isStandIn, needListings } from '../readers/listings.ts'
import { expiryOf } from '../subjects/instrument.ts'

export const derivativeClasses: readonly string[] = ['future', 'perpetual-future', 'option']

export function checkDerivative(instrumentClass: string): void {
  if (derivativeClasses.includes(instrumentClass)) return
  const classes = listed([...derivativeClasses], 'or')
  throw unknownCode(`instrument_class must be ${classes} here, not ${shown(instrumentClass)}`)
}

/** @param example a strike */
const Strike = (example: number, description: string) =>
  Type.Optional(Type.Number({ echo: 'text', minimum: 0, examples: [example], description }))

/** Parameters that select contracts. */
export const contractListQuery = {
  exchange: Code,
  instrument_class: Code,
  instrument: Type.Optional({
    ...Code,
    examples: ['btc*'],
    description: 'keeps contracts whose code matches; * stands for any text, as in btc*260327*',
  }),
  base_assets: Type.Optional(
    ListOf(Code, { echo: 'array', examples: ['btc'], description: 'keeps contracts on these base assets' }),
  ),
  quote_assets: Type.Optional(
    ListOf(Code, { echo: 'array', examples: ['usd'], description: 'keeps contracts in these quote assets' }),
  ),
  option_type: Type.Optional(
    OneOf(['C', 'P'], { synonyms: { c: 'C', p: 'P' }, description: 'keeps calls (C) or puts (P)' }),
  ),
  min_strike: Strike(50_000, 'keeps options with at least this strike'),
  max_strike: Strike(150_000, 'keeps options with at most this strike'),
  start_time: Type.Optional({
    ...Time,
    filter: true,
    description: 'keeps contracts that expire at or after this time, also before the store began; ISO 8601',
  }),
  end_time: Type.Optional({
    ...Time,
    filter: true,
    description: 'keeps contracts listed before this time; ISO 8601',
  }),
  page_size: { ...PageSize(1000, 1000), echo: 'text' },
}

export type ContractParameters = ReadParameters<typeof contractListQuery>

/** Checks the codes that select contracts. */
export const contractFilters: Subject<typeof NoPath, undefined, ContractParameters> = {
  parameters: NoPath,
  prepare(store, start) {
    const checkExchange = codeCheck(store, 'exchange')
    const checkAsset = codeCheck(store, 'asset')
    return (_path, asked, horizon) => {
      checkExchange(asked.exchange)
      checkDerivative(asked.instrument_class)
      if (asked.instrument_class !== 'option') refuseOptionFilters(asked)
      checkStrikes(asked)
      for (const list of ['base_assets', 'quote_assets'] as const)
        for (const code of asked[list] ?? []) checkAsset(code, `asset in ${list}`)
      // Only the star is a wildcard, as in keys.
      const glob = asked.instrument?.replace(/[?[]/g, '[$&]') ?? null
      needListings(store, start, horizon)
      const opened = store.generated ? needEarlier(store, { start, horizon }, asked) : null
      return { entity: undefined, bindings: { glob, opened } }
    }
  },
}

/** Whether a query reaches contracts that expired before the store, or asks for those that never expire. */
export function isOfPast({ instrument_class, instrument = '', start_time }: ContractParameters): boolean {
  return start_time !== undefined || expiryOf(instrument) > 0 || instrument_class === 'perpetual-future'
}

function checkStrikes({ min_strike = 0, max_strike = Number.POSITIVE_INFINITY }: ContractParameters): void {
  if (min_strike > max_strike)
    throw badParameter(`min_strike must not be above max_strike: ${min_strike} is above ${max_strike}`)
}

/** Options live shorter; the futures that they follow are listed until they expire. */
const longestLife = 400 * day

/**
 * Contracts that expired before the store are in the history, if a time or a code asks for them, or a clock before it.
 * @returns what keeps them
 */
function needEarlier(
  store: Store,
  { start, horizon }: { start: number; horizon: number },
  { start_time, end_time = horizon, instrument_class, instrument = '' }: ContractParameters,
): number {
  const { coverage } = store
  const expiry = expiryOf(instrument)
  if (!coverage.endless) return start
  const from = Math.min(start_time ?? horizon, expiry > 0 ? expiry : horizon, horizon)
  const listed = end_time + (instrument_class === 'option' ? longestLife : 0)
  coverage.need('listings', 0, from, Math.max(from, Math.min(listed, horizon)) + 1)
  coverage.refuse()
  // A history also has contracts that others asked for.
  return coverage.fillable && !isStandIn(store, start) ? from - 1 : Math.min(start, from)
}

const optionFilters = ['option_type', 'min_strike', 'max_strike'] as const

function refuseOptionFilters(query: ContractParameters): void {
  if (optionFilters.some(name => query[name] !== undefined))
    throw badParameter(`${listed([...optionFilters], 'and')} apply to options only`)
}
