import { membersOf, quarterOf } from '../../src/market/index-composition.ts'
import { remembered } from '../../src/market/made-once.ts'
import { nearestDouble } from '../../src/market/numbers/decimal.ts'
import { firstWhere } from '../../src/market/numbers/first-where.ts'
import { formatTime, hour } from '../../src/market/time.ts'
import type { Precision } from '../../src/market/trades/bar.ts'
import type { StoredTrades } from '../../src/market/trades/trade-columns.ts'
import { type TradeForm, tradeId } from '../../src/market/trades/trade-form.ts'
import type { Store } from '../../src/store/store.ts'
import { TradeReader } from '../../src/store/trade-reader.ts'
import { type IndexRate, lastTime, windowsOf } from './index-rate.ts'

/** Trades of one exchange in order of time, as columns: an object for each would take twice as long. */
class IndexTrades {
  readonly exchange: string
  readonly times: number[] = []
  readonly prices: number[] = []
  readonly amounts: number[] = []
  /** Numbers with their form, or texts. */
  readonly #ids: (number | string)[] = []
  readonly #forms: (TradeForm | null)[] = []

  constructor(exchange: string) {
    this.exchange = exchange
  }

  add(trades: StoredTrades, i: number, precision: Precision): void {
    const { form, texts, ids } = trades
    const [price, amount] = trades.units(i, precision)
    this.times.push(trades.times[i]!)
    this.prices.push(nearestDouble(price, precision.price))
    this.amounts.push(nearestDouble(amount, precision.amount))
    this.#ids.push(form ? ids[i]! : texts![i]!.id)
    this.#forms.push(form)
  }

  id(place: number): string {
    const [id, form] = [this.#ids[place]!, this.#forms[place]!]
    return form ? tradeId(form, Number(id)) : String(id)
  }
}

interface Partition {
  volume: number
  count: number
  /** In order of price, the first trade at which half of the volume is reached: its price, and where it is. */
  price: number
  trades: IndexTrades
  place: number
}

interface IndexValue {
  price: number | null
  /** Records of the partitions. */
  detail(): object[]
}

type MemberRow = [id: number, priceDecimals: number, amountDecimals: number]

/** Values searched back for the last known price. */
const mostSteps = 1500

/**
 * Values of rates, in any order: means of the volume-weighted median trades of partitions. What was traded before
 * `earliest` does not count, nor what is later than `horizon`.
 */
export function indexValuesOf(
  store: Store,
): (rate: IndexRate, earliest: number, horizon: number) => (time: number) => IndexValue {
  const memberOf = store.prepare<MemberRow>(
    `SELECT id, price_decimals, amount_decimals FROM instrument
     WHERE exchange_code = :exchange AND class = 'spot' AND code = :base || '-usd'`,
  )
  const trades = new TradeReader(store)
  return (rate, earliest, horizon) => {
    // Partitions of seconds lie in one block of trades, which is read once.
    const hoursOf = remembered((exchange: string) => {
      const member = memberOf.get({ exchange, base: rate.asset })
      return remembered((at: number) => {
        const [from, until] = [Math.max(earliest, at * hour), Math.min(horizon, (at + 1) * hour)]
        return tradesOf(trades, exchange, member, from, until)
      })
    })
    const { window, partition } = windowsOf(rate)
    // Members change by the quarter.
    const partitionsOf = remembered((quarter: number) => {
      const members = membersOf(rate.venues, rate.key, quarter).map(hoursOf)
      return remembered((from: number) => (from < earliest ? null : partitionOf(members, from, from + partition)))
    })
    const detailOf = (time: number) => {
      const partitionAt = partitionsOf(quarterOf(time - 1))
      const found: { n: number; part: Partition }[] = []
      for (let n = 0; n < window / partition; n++) {
        const part = partitionAt(time - window + n * partition)
        if (part !== null) found.push({ n, part })
      }
      return found
    }
    return time => {
      let found = detailOf(time)
      const own = found
      const detail = () => own.map(({ n, part }) => detailRecord(n + 1, part))
      const { coverage } = store
      for (let at = time, n = 0; found.length === 0 && !coverage.isLacking && at > earliest && n < mostSteps; n++) {
        at = lastTime(rate, at - 1)
        found = detailOf(at)
      }
      const sum = found.reduce((total, { part }) => total + part.price, 0)
      return { price: found.length === 0 ? null : sum / found.length, detail }
    }
  }
}

function tradesOf(
  reader: TradeReader,
  exchange: string,
  member: MemberRow | undefined,
  from: number,
  until: number,
): IndexTrades {
  const found = new IndexTrades(exchange)
  if (member === undefined) return found
  const [id, price, amount] = member
  for (const trades of reader.forward(id, from, until)) {
    const end = trades.firstFrom(until)
    for (let i = trades.firstFrom(from); i < end; i++)
      if (trades.versions[i]! & 1) found.add(trades, i, { price, amount })
  }
  return found
}

/** @param hours of each member */
function partitionOf(hours: readonly ((hour: number) => IndexTrades)[], from: number, until: number): Partition | null {
  const all: IndexTrades[] = []
  const places: number[] = []
  for (const inHour of hours)
    for (let at = Math.floor(from / hour); at * hour < until; at++) {
      const trades = inHour(at)
      const { times } = trades
      for (let n = firstWhere(0, times.length, n => times[n]! >= from); n < times.length && times[n]! < until; n++) {
        all.push(trades)
        places.push(n)
      }
    }
  const count = places.length
  if (count === 0) return null
  const prices = places.map((place, n) => all[n]!.prices[place]!)
  const order = places.map((_, n) => n)
  const timeOf = (n: number) => all[n]!.times[places[n]!]!
  order.sort((a, b) => prices[a]! - prices[b]! || timeOf(a) - timeOf(b))
  const amounts = order.map(n => all[n]!.amounts[places[n]!]!)
  const volume = amounts.reduce((sum, amount) => sum + amount, 0)
  let cumulated = 0
  const half = amounts.findIndex(amount => {
    cumulated += amount
    return cumulated >= volume / 2
  })
  const median = order.at(half)!
  return { volume, count, price: prices[median]!, trades: all[median]!, place: places[median]! }
}

function detailRecord(partition: number, { volume, count, price, trades, place }: Partition): object {
  const underlying_trade = {
    datetime: formatTime(trades.times[place]!),
    exchange: trades.exchange,
    volume: trades.amounts[place]!,
    id: trades.id(place),
  }
  return { partition, price, volume: Number(volume.toPrecision(15)), count, underlying_trade }
}
