export interface Trade {
  timestamp: number
  trade_id: string
  price: string
  amount: string
  taker_side_sell: boolean | 'unknown' | null
}

export interface CountedBar {
  timestamp: number
  open: string | null
  high: string | null
  low: string | null
  close: string | null
  volume: string
  price: string | null
  count: number
}

const places = 30
const one = 10n ** BigInt(places)

/** Results of `exact`: tests read the same trades for one interval after another. */
const known = new Map<string, bigint>()

/** A plain decimal as a count of 10^-30. */
export function exact(text: string): bigint {
  let value = known.get(text)
  if (value === undefined) {
    const [whole = '', fraction = ''] = text.split('.')
    value = BigInt(whole + fraction.padEnd(places, '0'))
    known.set(text, value)
  }
  return value
}

/** A count of 10^-30 as a plain decimal. */
export function plain(value: bigint): string {
  const digits = String(value).padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '')
}

/** The double nearest to a ÷ b, by binary long division. */
export function nearestQuotient(a: bigint, b: bigint): number {
  const shift = BigInt(Math.max(0, 64 + b.toString(2).length - a.toString(2).length))
  const scaled = (a << shift) / b
  // The last bit marks a remainder, so that halves round correctly.
  const sticky = scaled * b === a << shift ? 0n : 1n
  return Number((scaled << 1n) | sticky) / 2 ** Number(shift + 1n)
}

/** A bar by definition, from the trades of its interval in order of time and id; shares no code with the server. */
export function foldOf(timestamp: number, trades: readonly Trade[]): CountedBar {
  if (trades.length === 0)
    return { timestamp, open: null, high: null, low: null, close: null, volume: '0', price: null, count: 0 }
  const prices = trades.map(({ price }) => exact(price))
  const sorted = prices.toSorted((a, b) => (a === b ? 0 : a < b ? -1 : 1))
  const amounts = trades.map(({ amount }) => exact(amount))
  const volume = amounts.reduce((sum, amount) => sum + amount)
  const notional = prices.reduce((sum, price, n) => sum + price * amounts[n]!, 0n)
  return {
    timestamp,
    open: trades[0]!.price,
    high: plain(sorted.at(-1)!),
    low: plain(sorted[0]!),
    close: trades.at(-1)!.price,
    volume: plain(volume),
    price: String(nearestQuotient(notional, volume * one)),
    count: trades.length,
  }
}

/** The bars of all intervals that start in [from, until), in order of time. */
export function barsOf(trades: readonly Trade[], interval: number, from: number, until: number): CountedBar[] {
  const own = Map.groupBy(trades, ({ timestamp }) => Math.floor(timestamp / interval) * interval)
  const first = Math.ceil(from / interval) * interval
  const count = Math.max(0, Math.ceil((until - first) / interval))
  return Array.from({ length: count }, (_, n) => first + n * interval).map(time => foldOf(time, own.get(time) ?? []))
}
