import { remembered } from '../../src/market/made-once.ts'
import { nearestDouble } from '../../src/market/numbers/decimal.ts'
import { firstWhere } from '../../src/market/numbers/first-where.ts'
import { formatTime, hour } from '../../src/market/time.ts'
import { type TradeForm, tradeId } from '../../src/market/trades/trade-form.ts'
import type { Store } from '../../src/store/store.ts'
import { TradeReader } from '../../src/store/trade-reader.ts'
import { type IndexRate, lastTime, membersAt, windowsOf } from './index-rate.ts'

interface IndexTrade {
  time: number
  exchange: string
  /** A number with its form, or a text. */
  id: number | string
  form: TradeForm | null
  price: number
  amount: number
}

/** The trades of a partition in order of price, and the first at which half of the volume is reached. */
interface Partition {
  volume: number
  count: number
  median: IndexTrade
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
        return member ? tradesOf(trades, exchange, member, from, until) : []
      })
    })
    const partitions = new Map<string, Partition | null>()
    const partitionAt = (time: number, from: number, length: number) => {
      const members = membersAt(rate, time)
      const name = `${from} ${members}`
      const known = partitions.get(name)
      if (known !== undefined) return known
      const read = from < earliest ? null : partitionOf(members.map(hoursOf), from, from + length)
      partitions.set(name, read)
      return read
    }
    const { window, partition } = windowsOf(rate)
    const detailOf = (time: number) => {
      const parts = Array.from({ length: window / partition }, (_, n) =>
        partitionAt(time, time - window + n * partition, partition),
      )
      return parts.flatMap((part, n) => (part === null ? [] : [{ n, part }]))
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
      const sum = found.reduce((total, { part }) => total + part.median.price, 0)
      return { price: found.length === 0 ? null : sum / found.length, detail }
    }
  }
}

/** In order of time. */
function tradesOf(
  reader: TradeReader,
  exchange: string,
  [id, price, amount]: MemberRow,
  from: number,
  until: number,
): IndexTrade[] {
  const precision = { price, amount }
  const found: IndexTrade[] = []
  for (const trades of reader.forward(id, from, until)) {
    const end = trades.firstFrom(until)
    for (let i = trades.firstFrom(from); i < end; i++) {
      if (!(trades.versions[i]! & 1)) continue
      const [units, amounts] = trades.units(i, precision)
      const { form, texts, ids } = trades
      found.push({
        time: trades.times[i]!,
        exchange,
        id: form ? ids[i]! : texts![i]!.id,
        form,
        price: nearestDouble(units, precision.price),
        amount: nearestDouble(amounts, precision.amount),
      })
    }
  }
  return found
}

/** @param hours of each member */
function partitionOf(
  hours: readonly ((hour: number) => IndexTrade[])[],
  from: number,
  until: number,
): Partition | null {
  const trades: IndexTrade[] = []
  for (const inHour of hours)
    for (let at = Math.floor(from / hour); at * hour < until; at++) addBetween(inHour(at), from, until, trades)
  if (trades.length === 0) return null
  trades.sort((a, b) => a.price - b.price || a.time - b.time)
  const volume = trades.reduce((sum, { amount }) => sum + amount, 0)
  let cumulated = 0
  const median = trades.find(({ amount }) => {
    cumulated += amount
    return cumulated >= volume / 2
  })
  return { volume, count: trades.length, median: median ?? trades.at(-1)! }
}

function addBetween(all: readonly IndexTrade[], from: number, until: number, into: IndexTrade[]): void {
  const first = firstWhere(0, all.length, n => all[n]!.time >= from)
  for (let n = first; n < all.length && all[n]!.time < until; n++) into.push(all[n]!)
}

function detailRecord(partition: number, { volume, count, median }: Partition): object {
  const { time, exchange, amount, id, form, price } = median
  const underlying_trade = {
    datetime: formatTime(time),
    exchange,
    volume: amount,
    id: form ? tradeId(form, Number(id)) : id,
  }
  return { partition, price, volume: Number(volume.toPrecision(15)), count, underlying_trade }
}
