import { type Static, Type } from '@sinclair/typebox'
import { Failure, shown } from '../../src/failure.ts'
import type { Precision } from '../../src/market/bar.ts'
import { hour } from '../../src/market/time.ts'
import { suggestion } from '../../src/nearest.ts'
import type { Found, Subject } from '../../src/operations/operation.ts'
import { Code } from '../../src/operations/schemas.ts'
import type { Row, Store } from '../../src/store/store.ts'
import { endedByHorizon, listedByHorizon } from './instruments-at.ts'
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
}

const parameters = {
  exchange: Code,
  instrument_class: Code,
  instrument: Code,
}
const Parameters = Type.Object(parameters)

type InstrumentPath = Static<typeof Parameters>

/** An instrument that need not be found again: operations keep the paths that they have read. */
interface Recently {
  snapshot: number
  horizon: number
  found: Found<StoredInstrument>
}

/** The instrument that a path names by exchange, class and code. */
export const instrument: Subject<typeof Parameters, StoredInstrument> = {
  parameters: Parameters,
  prepare(store) {
    const find = store.prepare(
      `SELECT id, price_decimals, amount_decimals, price_tick,
         ifnull(trade_start, (SELECT min(start) FROM trade_block WHERE instrument = instrument.id)), iif(${endedByHorizon}, trade_end, NULL) FROM instrument
       WHERE exchange_code = :exchange AND class = :instrument_class AND code = :instrument AND ${listedByHorizon}`,
    )
    const read = (path: InstrumentPath, horizon: number) => {
      const row = find.get({ ...path, horizon })
      if (!row) throw unknown(store, path, horizon)
      const entity = instrumentOf(row)
      return { entity, bindings: { instrument: entity.id } }
    }
    const recent = new WeakMap<InstrumentPath, Recently>()
    return (path, _query, horizon) => {
      const { snapshot } = store
      if (snapshot === undefined) return read(path, horizon)
      const known = recent.get(path)
      if (known?.snapshot === snapshot && known.horizon === horizon) return known.found
      const found = read(path, horizon)
      recent.set(path, { snapshot, horizon, found })
      return found
    }
  },
}

/** An instrument restricted to some classes. */
export function instrumentAmong(classes: readonly string[]): typeof instrument {
  return {
    parameters: Parameters,
    prepare(store) {
      const find = instrument.prepare(store)
      return (path, query, horizon) => {
        const found = find(path, query, horizon)
        if (classes.includes(path.instrument_class)) return found
        throw new Failure(
          'unknownCode',
          `instrument_class must be ${classes.join(' or ')} here, not ${shown(path.instrument_class)}`,
        )
      }
    },
  }
}

function instrumentOf(row: Row): StoredInstrument {
  const [id, price, amount, tick] = row as number[]
  const [start, end] = row.slice(4) as [number | null, number | null]
  return { id: id!, precision: { price: price!, amount: amount! }, tick: tick!, start, end }
}

/** Names the unknown code of the three, and suggests a similar code listed at the horizon. */
function unknown(store: Store, path: InstrumentPath, horizon: number): Failure {
  const { exchange, instrument_class, instrument } = path
  const exchanges = column(store, 'SELECT code FROM exchange')
  if (!exchanges.includes(exchange))
    return unknownCode(
      `unknown exchange ${shown(exchange)}${suggestion(exchange, exchanges)}; /v1/exchanges lists them`,
    )
  const listed = 'FROM instrument WHERE ifnull(listed < ?, 1) AND exchange_code = ?'
  const next = Math.ceil(horizon / hour) * hour
  const classes = column(store, `SELECT DISTINCT class ${listed}`, next, exchange)
  if (!classes.includes(instrument_class))
    return unknownCode(noClass(path, classes) + profileHint(store, { exchange, instrument_class }))
  const codes = column(store, `SELECT code ${listed} AND class = ?`, next, exchange, instrument_class)
  return unknownCode(
    `unknown instrument ${shown(instrument)} on ${exchange} ${instrument_class}${suggestion(instrument, codes)}; /v1/instruments lists them` +
      profileHint(store, { exchange, instrument_class, code: instrument }),
  )
}

function unknownCode(message: string): Failure {
  return new Failure('unknownCode', message)
}

function noClass({ exchange, instrument_class }: InstrumentPath, classes: readonly string[]): string {
  return classes.length === 0
    ? `${exchange} has no instruments`
    : `${exchange} has no instrument_class ${shown(instrument_class)}, only ${classes.join(', ')}`
}

function column(store: Store, sql: string, ...values: (string | number)[]): string[] {
  return store.all(sql, ...values).map(([value]) => String(value))
}
