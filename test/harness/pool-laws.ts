// The published formulas of pools, written independently of the server's code.

export interface Pool {
  blockchain: string
  address: string
  name: string
  protocol: string
  type: string
  tokens: { symbol: string; address: string; decimals: number }[]
  tickSpacing?: number
  weights?: number[]
}

export interface Amount {
  symbol: string
  address: string
  amount: number
}

export interface Snapshot {
  block_number: number
  pool_address: string
  price: number
  amounts: Amount[]
  datetime: number
}

export interface Event extends Snapshot {
  blockchain: string
  type: 'mint' | 'burn'
  exchange: string
  transaction_hash: string
  log_index: number
  user_address: string
  metadata?: { lower_ticker: number; upper_ticker: number }
}

/** A snapshot of a concentrated pool by tick range. */
export interface Ranges {
  block_number: number
  current_tick: number
  current_price: number
  snapshots: { amount0: number; amount1: number; amount: number; lower_tick: number; upper_tick: number }[]
}

/** The rounding of 1.0001 to a double would grow to 1e-12 in its power. */
const root = (tick: number) => Math.exp((Math.log1p(0.0001) * tick) / 2)

/** The price of the smallest units of a pair. */
export function rawPrice(price: number, { tokens }: Pool): number {
  const [base, quote] = tokens.slice(-2)
  return price * 10 ** (quote!.decimals - base!.decimals)
}

/** Amounts in whole tokens of liquidity between two ticks, at a raw price (Uniswap v3 white paper, 6.29 and 6.30). */
export function amountsOf(liquidity: number, lower: number, upper: number, raw: number, { tokens }: Pool): number[] {
  const at = Math.min(Math.max(Math.sqrt(raw), root(lower)), root(upper))
  const units = [liquidity * (1 / at - 1 / root(upper)), liquidity * (at - root(lower))]
  return units.map((amount, n) => amount / 10 ** tokens[n]!.decimals)
}

/** Liquidity of a mint or burn from its amounts, computed from the larger one. */
export function liquidityOf({ price, amounts, metadata }: Event, pool: Pool): number {
  const { lower_ticker, upper_ticker } = metadata!
  const one = amountsOf(1, lower_ticker, upper_ticker, rawPrice(price, pool), pool)
  const [base, quote] = amounts.map(({ amount }) => amount) as [number, number]
  const n = base * price > quote ? 0 : 1
  return amounts[n]!.amount / one[n]!
}

/** D of the StableSwap invariant by Newton's method, as in the white paper. */
export function stableInvariant(balances: readonly number[], amplification: number): number {
  const n = balances.length
  const slope = amplification * n ** n
  const sum = balances.reduce((a, b) => a + b)
  let d = sum
  for (let step = 0; step < 100; step++) {
    const product = balances.reduce((p, x) => (p * d) / (x * n), d)
    d = ((slope * sum + product * n) * d) / ((slope - 1) * d + (n + 1) * product)
  }
  return d
}

/** Marginal price of a StableSwap pool's second-to-last token in the last. */
export function stablePrice(balances: readonly number[], amplification: number): number {
  const n = balances.length
  const d = stableInvariant(balances, amplification)
  const term = balances.reduce((p, x) => (p * d) / (x * n), d)
  const [x, y] = balances.slice(-2) as [number, number]
  const slope = amplification * n ** n
  return (slope + term / x) / (slope + term / y)
}
