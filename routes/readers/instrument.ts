import { type Static, Type } from '@sinclair/typebox'
import { Failure, shown } from '../../src/failure.ts'
import type { Precision } from '../../src/market/bar.ts'
import { suggestion } from '../../src/nearest.ts'
import { Code } from '../../src/operations/nouns.ts'
import type { Subject } from '../../src/operations/operation.ts'
import type { Row, Store } from '../../src/store/store.ts'

/** What an instrument's operations know of it. Times in milliseconds since 1970 UTC. */
export interface Instrument {
  id: number
  precision: Precision
  /** The step of its prices, in units of their last decimal place. */
  tick: number
  /** Its first trade, also where the store does not tell; null before it. */
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

type Path = Static<typeof Parameters>

/** The instrument that a path names by exchange, class and code. */
export const instrument: Subject<typeof Parameters, Instrument> = {
  parameters: Parameters,
  prepare(store) {
    const find = store.prepare(
      `SELECT id, price_decimals, amount_decimals, price_tick,
         ifnull(trade_start, (SELECT min(start) FROM trade_block WHERE instrument = instrument.id)), iif(ended, trade_end, NULL) FROM instrument
       WHERE exchange_code = :exchange AND class = :instrument_class AND code = :instrument`,
    )
    return path => {
      const row = find.get(path)
      if (!row) throw unknown(store, path)
      const entity = instrumentOf(row)
      return { entity, bindings: { instrument: entity.id } }
    }
  },
}

/** An instrument of one of some classes: there is nothing of the kind for the others. */
export function instrumentAmong(classes: readonly string[]): typeof instrument {
  return {
    parameters: Parameters,
    prepare(store) {
      const find = instrument.prepare(store)
      return (path, query) => {
        const found = find(path, query)
        if (classes.includes(path.instrument_class)) return found
        throw new Failure(
          'unknownCode',
          `instrument_class must be ${classes.join(' or ')} here, not ${shown(path.instrument_class)}`,
        )
      }
    },
  }
}

function instrumentOf(row: Row): Instrument {
  const [id, price, amount, tick] = row as number[]
  const [start, end] = row.slice(4) as [number | null, number | null]
  return { id: id!, precision: { price: price!, amount: amount! }, tick: tick!, start, end }
}

/** Says which of the three codes is the unknown one, and what is near it. */
function unknown(store: Store, path: Path): Failure {
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
      classes.length === 0
        ? `${exchange} has no instruments`
        : `${exchange} has no instrument_class ${shown(instrument_class)}, only ${classes.join(', ')}`,
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
