import { magnitude } from '../../../src/market/numbers/portable-math.ts'
import { entriesOf } from '../../table-text.ts'
import type { Asset } from '../assets/asset-list.ts'
import type { Exchange } from '../exchange-list.ts'
import { grid, type PriceGrid } from '../instruments/precision.ts'

/** How an exchange chooses the steps of a pair that published-grids.ts does not have. */
interface StepRule {
  /** A price has about so many steps: the step is the power of ten below. */
  steps: number
  most: number
  /** Lots are worth about ten cents to a dollar, otherwise about a cent. */
  largeLots: boolean
}

/** Steps per price, most decimal places, and `lots` of larger worth: exchanges. Approximate: exchanges review steps as prices move. */
const rules = new Map<string, StepRule>(
  entriesOf(`
1000 8 lots bnce
2500 8 lots binc bnus
2500 8 - cbse
2500 12 - okex bbsp bbit btgt okcn ftxx
25000 8 - stmp gmni crco btrx
25000 10 - krkn kcon gate mexc huob wtbt cnex lbnk polo hitb exmo cexi bmrt bngx phmx xtcm
250000 8 - btkb`).flatMap(([steps, most, lots, ...exchanges]) =>
    exchanges.map(code => [code, { steps: Number(steps), most: Number(most), largeLots: lots === 'lots' }] as const),
  ),
)

/** Where profiles fill instruments ahead with more decimal places than any exchange has. */
const tooFine = new Set(['bnce', 'cbse'])

/** Of any price. */
const fewestSteps = 100
/** Decimal places of prices in dollars, euros and their like. */
const cents = 2
/** Places of amounts by which a lot is worth ten cents to a dollar, and their limit. */
const [largeLot, mostPlaces] = [1, 5]

/** Undefined if the significant digits of the exchange apply. @param ahead whether a profile fills it ahead */
export function stepsOf(exchange: Exchange, base: Asset, quote: Asset, ahead: boolean): PriceGrid | undefined {
  const rule = rules.get(exchange.code)
  if (!rule || (ahead && !tooFine.has(exchange.code))) return undefined
  const level = base.level / quote.level
  const least = quote.level > 0.5 && quote.level < 2 ? cents : 0
  const wanted = Math.min(rule.most, Math.max(least, -magnitude(level / rule.steps)))
  const usual = grid(level, base.level, exchange.digits, exchange.fives)
  const amountDecimals = rule.largeLots ? amountPlaces(base.level) : usual.amountDecimals
  return { priceDecimals: Math.max(wanted, -magnitude(level / fewestSteps)), tick: 1, amountDecimals, lot: 1 }
}

function amountPlaces(usd: number): number {
  return Math.min(mostPlaces, Math.max(0, magnitude(usd) + largeLot))
}
