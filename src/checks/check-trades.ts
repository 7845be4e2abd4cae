import { formatTime } from '../market/time.ts'
import { readTrades } from '../market/trades/trade-block.ts'
import { StoredTrades } from '../market/trades/trade-columns.ts'
import type { Store } from '../store/store.ts'
import { identityOf } from '../store/store-plan.ts'
import type { Check } from './check.ts'

type TradeBlockRow = [name: string, instrument: number, start: number, count: number, block: string | Uint8Array]

const checkBlocks: Check = {
  name: 'blocks of trades match their rows, in order',
  *find(store) {
    const { start: beginning, end } = identityOf(store)
    const trades = new StoredTrades()
    let before = { instrument: -1, last: 0 }
    for (const [name, instrument, start, count, block] of blocksOf(store)) {
      readTrades(block, trades)
      const last = trades.times[trades.length - 1] ?? start
      const place = `${name}, the block of ${formatTime(start)}`
      if (trades.length !== count || trades.times[0] !== start)
        yield `${place} has ${trades.length} trades, but its row records ${count}`
      if (!isInOrder(trades) || (instrument === before.instrument && start <= before.last))
        yield `${place} is out of order`
      if (start < beginning) yield `${place} has trades before the start of the store`
      if (last >= end) yield `${place} has trades after the end of the store`
      before = { instrument, last }
    }
  },
}

/** An instrument's counters match its trades of version 1. */
const checkCounters: Check = {
  name: 'counters of instruments match their trades',
  *find(store) {
    const counted = countTrades(store)
    const rows = store.all(
      "SELECT id, exchange_code || ' ' || class || ' ' || code, trade_count, trade_start, trade_end FROM instrument",
    ) as [number, string, number, number | null, number | null][]
    const { start } = identityOf(store)
    for (const [id, name, count, first, last] of rows) {
      const own = counted.get(id) ?? { count: 0, first: null, last: null }
      // Instruments may have traded before the store begins.
      const begins = first === own.first || (first !== null && first < start)
      if (count === own.count && (count === 0 || (begins && last === own.last))) continue
      yield `${name} records ${count} trades from ${first} to ${last}, but has ${own.count} from ${own.first} to ${own.last}`
    }
  },
}

export const checkTrades: readonly Check[] = [checkBlocks, checkCounters]

function blocksOf(store: Store): Generator<TradeBlockRow> {
  return store.each(
    `SELECT exchange_code || ' ' || class || ' ' || code, instrument, start, count, trades
     FROM trade_block JOIN instrument ON id = instrument ORDER BY instrument, start`,
  ) as Generator<never> as Generator<TradeBlockRow>
}

function isInOrder({ times, length }: StoredTrades): boolean {
  for (let i = 1; i < length; i++) if (times[i]! < times[i - 1]!) return false
  return true
}

interface InstrumentCounters {
  count: number
  first: number | null
  last: number | null
}

function countTrades(store: Store): Map<number, InstrumentCounters> {
  const counted = new Map<number, InstrumentCounters>()
  const trades = new StoredTrades()
  for (const [, instrument, , , block] of blocksOf(store)) {
    const own = counted.get(instrument) ?? { count: 0, first: null, last: null }
    counted.set(instrument, own)
    readTrades(block, trades)
    for (let i = 0; i < trades.length; i++) {
      if (!(trades.versions[i]! & 1)) continue
      own.count++
      own.last = trades.times[i]!
      own.first ??= own.last
    }
  }
  return counted
}
