import { type Static, Type } from '@sinclair/typebox'
import { Failure, shown, unknownCode } from '../../src/base/failure.ts'
import { didYouMean, foldedName, namedSuggestion, suggestion } from '../../src/base/nearest.ts'
import { ceilTo, day, hour } from '../../src/market/time.ts'
import type { Precision } from '../../src/market/trades/bar.ts'
import { namesOf, pairMeant } from '../../src/operations/named.ts'
import type { Found, Subject } from '../../src/operations/operation.ts'
import { Code } from '../../src/operations/schemas.ts'
import { isFilledAhead, Missing } from '../../src/store/history/coverage.ts'
import { keptInSnapshot } from '../../src/store/snapshot-values.ts'
import type { Store } from '../../src/store/store.ts'
import { endedByHorizon, isStandIn, listedByHorizon, needListings } from '../readers/listings.ts'
import { profileHint } from './omitted.ts'

/** An instrument as operations see it. Times in milliseconds since 1970 UTC. */
export interface StoredInstrument {
  id: number
  precision: Precision
  /** Price step in units of the last decimal place. */
  tick: number
  /** Time of the first trade, found in the trades if the store has none; null without trades. */
  start: number | null
  /** Time of the last trade if the instrument has ended, otherwise null. */
  end: number | null
  /** Start of trading; null if it is not known. */
  listed: number | null
  /** Delisting or expiry; null if it is not scheduled. */
  ends: number | null
}

const Parameters = Type.Object({ exchange: Code, instrument_class: Code, instrument: Code })

type InstrumentPath = Static<typeof Parameters>

const onlyWhenAsked =
  'trades, bars and books of this instrument are generated when asked for, which SANDBOX_HISTORY_LIMIT=0 turns off'

/** Instruments that an operation need not find again: clients ask for the same ones. */
const mostKept = 1000

/** The instrument that a path names by exchange, class and code. */
export const instrument: Subject<typeof Parameters, StoredInstrument> = {
  parameters: Parameters,
  prepare(store, start) {
    const find = store.prepare<InstrumentRow>(
      `SELECT id, price_decimals, amount_decimals, price_tick,
         ifnull(trade_start, (SELECT min(start) FROM trade_block WHERE instrument = instrument.id)), iif(${endedByHorizon}, trade_end, NULL), listed, ends FROM instrument
       WHERE exchange_code = :exchange AND class = :instrument_class AND code = :instrument AND ${listedByHorizon}`,
    )
    const { coverage } = store
    const standsIn = isStandIn(store, start)
    const hasNoMore = !coverage.endless && store.generated
    const read = (path: InstrumentPath, horizon: number) => {
      const row = find.get({ ...path, horizon })
      if (!row) {
        needListings(store, start, horizon)
        const failure = missing(store, path, { start, horizon })
        needListing(store, path)
        // At a clock before the store, the history has the contracts of that time, and knows what is missing.
        const isBefore = horizon < start
        if (isBefore) coverage.need('listings', 0, horizon, horizon + 1)
        coverage.refuse(isBefore ? undefined : failure)
        throw failure
      }
      const entity = instrumentOf(row)
      // The store will not list it: as then, the history answers for its own range.
      if (standsIn && entity.ends !== null && entity.ends <= start) throw new Missing([], false)
      const ended = entity.end !== null && { ended: entity.end }
      const found = { entity, bindings: { instrument: entity.id }, ...ended }
      if (hasNoMore && !isFilledAhead(entity.id)) return { ...found, missing: onlyWhenAsked }
      if (!coverage.endless || entity.listed === null) return found
      return { ...found, begins: entity.listed }
    }
    const kept = keptInSnapshot<Found<StoredInstrument>>(store, mostKept)
    return (path, _query, horizon) => {
      const { exchange, instrument_class, instrument } = path
      // No code holds a line break.
      return kept([exchange, instrument_class, instrument, horizon].join('\n'), () => read(path, horizon))
    }
  },
}

/** An instrument restricted to some classes. */
export function instrumentAmong(classes: readonly string[]): typeof instrument {
  return {
    parameters: Parameters,
    prepare(store, start) {
      const find = instrument.prepare(store, start)
      return (path, query, horizon) => {
        if (classes.includes(path.instrument_class)) return find(path, query, horizon)
        // An unknown exchange or instrument is reported before its class.
        try {
          find(path, query, horizon)
        } catch (error) {
          if (error instanceof Failure && error.kind !== 'noInstrument') throw error
        }
        throw unknownCode(`instrument_class must be ${classes.join(' or ')} here, not ${shown(path.instrument_class)}`)
      }
    },
  }
}

type InstrumentRow = [
  id: number,
  price: number,
  amount: number,
  tick: number,
  ...times: [start: number | null, end: number | null, listed: number | null, ends: number | null],
]

/** A date such as 260327 in the code of a contract, or in a pattern of codes. */
const expiryInCode = /[-*](\d\d)(\d\d)(\d\d)(?:[-*]|$)/

/** The day on which a contract expires by its code, or by a pattern with a date; NaN for others. */
export function expiryOf(code: string): number {
  const [, year, month, of] = expiryInCode.exec(code) ?? []
  return Date.UTC(2000 + Number(year), Number(month) - 1, Number(of))
}

/** Contracts of other years are in the history alone. */
function needListing(store: Store, { instrument }: InstrumentPath): void {
  const expiry = expiryOf(instrument)
  if (expiry > 0) store.coverage.need('listings', 0, expiry, expiry + day)
}

function instrumentOf([id, price, amount, tick, start, end, listed, ends]: InstrumentRow): StoredInstrument {
  return { id, precision: { price, amount }, tick, start, end, listed, ends }
}

interface ListedRange {
  start: number
  horizon: number
}

/** What a store lists, without what its history has listed for other times. */
function listedIn(store: Store, { start, horizon }: ListedRange): string {
  const isBefore = `ifnull(listed < ${ceilTo(horizon, hour)}, 1)`
  return `FROM instrument WHERE ${isBefore}${store.generated ? ` AND ifnull(ends > ${Math.min(start, horizon)}, 1)` : ''}`
}

/**
 * Names the unknown code of the three, and suggests a similar code listed at the horizon. Only a known pair of assets
 * that the exchange does not list in a known class is no unknown code, unless this store's profile leaves it out.
 */
function missing(store: Store, path: InstrumentPath, range: ListedRange): Failure {
  const { exchange, instrument_class, instrument } = path
  const exchanges = namesOf(store, 'exchange')
  if (!exchanges.some(({ code }) => code === exchange))
    return unknownCode(
      `unknown exchange ${shown(exchange)}${namedSuggestion(exchange, exchanges)}; /v1/exchanges lists them`,
    )
  const listed = listedIn(store, range)
  const classes = store.texts(`SELECT DISTINCT class ${listed} AND exchange_code = ?`, exchange)
  const isListed = classes.includes(instrument_class)
  const omitted = profileHint(store, { exchange, instrument_class, code: instrument })
  const codes = isListed
    ? store.texts(`SELECT code ${listed} AND exchange_code = ? AND class = ?`, exchange, instrument_class)
    : []
  const where = `${exchange} ${instrument_class}`
  if (omitted === '' && isPair(store, path))
    return new Failure(
      'noInstrument',
      `no instrument ${instrument} on ${where}${elsewhere(store, path, listed)}; /v1/instruments lists them`,
    )
  if (!isListed)
    return unknownCode(noClass(path, classes) + (omitted || profileHint(store, { exchange, instrument_class })))
  const near = nearOf(store, path, listed, codes) || formOf(path, codes)
  return unknownCode(`unknown instrument ${shown(instrument)} on ${where}${near}; /v1/instruments lists them${omitted}`)
}

/** Where a pair trades that an exchange does not list, or else what it lists of the base asset: the busiest. */
function elsewhere(store: Store, { exchange, instrument_class, instrument }: InstrumentPath, listed: string): string {
  const [, base = ''] = pairForm.exec(instrument) ?? []
  const busiest = (column: string, same: string, value: string) => {
    const sql = `SELECT ${column} ${listed} AND base_asset = ? AND class = ? AND ${same} = ? ORDER BY usual_trades DESC LIMIT 3`
    return store.texts(sql, base, instrument_class, value).join(', ')
  }
  const exchanges = busiest('exchange_code', 'code', instrument)
  if (exchanges !== '') return `, but on ${exchanges}`
  const codes = busiest('code', 'exchange_code', exchange)
  return codes === '' ? '' : `, but ${codes}`
}

/** The form of codes, for one of another form. */
function formOf({ instrument }: InstrumentPath, codes: readonly string[]): string {
  const [example] = codes
  return example === undefined || pairForm.test(instrument) ? '' : ` (codes are like ${shown(example)})`
}

/** What people type for a code of the exchange: BTCUSD, BTC/USD, bitcoin-usd, or the exchange's own identifier. */
function nearOf(
  store: Store,
  { exchange, instrument_class, instrument }: InstrumentPath,
  listed: string,
  codes: string[],
): string {
  const typed = foldedName(instrument)
  const own = store
    .all(`SELECT code, exchange_pair_code ${listed} AND exchange_code = ? AND class = ?`, exchange, instrument_class)
    .find(([, pairCode]) => foldedName(String(pairCode)) === typed)
  const meant = own?.[0] ?? pairMeant(store, instrument, codes)
  if (meant !== undefined) return didYouMean(String(meant))
  return suggestion(instrument, codes)
}

/** `base-quote`; expiring contracts append a date, options also strike and type. */
const pairForm = /^([^-]+)-([^-]+)(-\d{6}(-[\d.]+-[cp])?)?$/

/** Whether a code names two known assets in a class that the store knows. */
function isPair(store: Store, { instrument_class, instrument }: InstrumentPath): boolean {
  const [, base, quote, expiry] = pairForm.exec(instrument) ?? []
  if (base === undefined || quote === undefined || base === quote) return false
  const expires = ['future', 'option'].includes(instrument_class)
  if (expiry !== undefined && !expires) return false
  const known = store.texts(
    'SELECT code FROM asset WHERE code IN (?, ?) AND ? IN (SELECT class FROM instrument UNION SELECT class FROM omitted_instrument)',
    base,
    quote,
    instrument_class,
  )
  return known.length === 2
}

function noClass({ exchange, instrument_class }: InstrumentPath, classes: readonly string[]): string {
  return classes.length === 0
    ? `${exchange} has no instruments`
    : `${exchange} has no instrument_class ${shown(instrument_class)}, only ${classes.join(', ')}`
}
