import { Client, main, Refused } from './client.mjs'

const known = new Set([
  'timestamp',
  'open',
  'high',
  'low',
  'close',
  'volume',
  'price',
  'amount',
  'trade_id',
  'taker_side_sell',
])

class DiesOnUnknownField extends Client {
  read(record) {
    const unknown = Object.keys(record).find(name => !known.has(name))
    if (unknown !== undefined) throw new Refused(`unknown field ${unknown}`)
    return record
  }
}

await main(new DiesOnUnknownField())
