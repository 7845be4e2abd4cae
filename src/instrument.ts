import { Type } from '@sinclair/typebox'
import type { Precision } from '../seed/bar.ts'
import { Failure, shown } from './failure.ts'
import { suggestion } from './nearest.ts'
import { Code } from './nouns.ts'
import type { Subject } from './operation.ts'
import type { Store } from './store.ts'

/** What an instrument's operations know of it. Times in milliseconds since 1970 UTC. */
export interface Instrument {
  id: number
  precision: Precision
  /** Its first trade, null before it. */
  start: number | null
  /** Its last trade where no other will follow, else null. */
  end: number | null
}

const parameters = {
  exchange: Code,
  instrument_class: Code,
  instrument: Code,
}
const Parameters = Type.Object(parameters)

/** The instrument that a path names by exchange, class and code. */
export const instrument: Subject<typeof Parameters, Instrument> = {
  parameters: Parameters,
  prepare(store) {
    const find = store.prepare(
      `SELECT id, price_decimals, amount_decimals, trade_start, iif(ended, trade_end, NULL) FROM instrument
       WHERE exchange_code = :exchange AND class = :instrument_class AND code = :instrument`,
    )
    return path => {
      const row = find.get(path)
      if (!row) throw unknown(store, path)
      const [id, price, amount, start, end] = row as [number, number, number, number | null, number | null]
      return { entity: { id, precision: { price, amount }, start, end }, bindings: { instrument: id } }
    }
  },
}

/** Says which of the three codes is the unknown one, and what is near it. */
function unknown(store: Store, path: { exchange: string; instrument_class: string; instrument: string }): Failure {
  const { exchange, instrument_class, instrument } = path
  const exchanges = column(store, 'SELECT code FROM exchange')
  if (!exchanges.includes(exchange))
    return new Failure(
      'unknownCode',
      `unknown exchange ${shown(exchange)}${suggestion(exchange, exchanges)}; /v1/exchanges lists them`,
    )
  const classes = column(store, 'SELECT DISTINCT class FROM instrument WHERE exchange_code = ?', exchange)
  if (!classes.includes(instrument_class))
    return new Failure(
      'unknownCode',
      `${exchange} has no instrument_class ${shown(instrument_class)}, only ${classes.join(', ') || 'none'}`,
    )
  const codes = column(
    store,
    'SELECT code FROM instrument WHERE exchange_code = ? AND class = ?',
    exchange,
    instrument_class,
  )
  return new Failure(
    'unknownCode',
    `unknown instrument ${shown(instrument)} on ${exchange} ${instrument_class}${suggestion(instrument, codes)}; /v1/instruments lists them`,
  )
}

function column(store: Store, sql: string, ...values: string[]): string[] {
  return store.all(sql, ...values).map(([value]) => String(value))
}
