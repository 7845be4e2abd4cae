import { keyOf, unit } from '../../hashed-draws.ts'
import { carryTerms } from '../../prices/prices.ts'
import type { Cell } from '../../sink.ts'
import { orderSizes } from '../../trading/orders/order-size.ts'
import { assetOf } from '../assets/asset-catalogue.ts'
import { expiryName } from './expiry-calendar.ts'
import type { Instrument } from './instrument.ts'

/** Open interest in days of volume, by class. */
const held: Record<string, readonly [least: number, most: number]> = {
  'perpetual-future': [0.25, 0.6],
  future: [0.5, 2],
  option: [3, 8],
}

/** Exchanges whose funding rate rests at the interest rate; others pay the whole premium. */
const damping = new Set(['binc', 'bbit', 'btmx'])

/** Mean volume in the base. */
function dailyVolume({ exchange, base, rate, orderSize }: Instrument): number {
  return (rate * orderSize * orderSizes(exchange).mean) / assetOf(base).level
}

export function isDerivative({ class: kind }: Instrument): boolean {
  return kind in held
}

export function derivativeRow(seed: string, one: Instrument): Cell[] {
  const { id, exchange, class: kind, code, base, quote, expiry, option } = one
  const key = keyOf(seed, 'open interest', exchange, kind, code)
  const [least, most] = held[kind]!
  const carry = carryTerms(seed, base)
  const funding = damping.has(exchange) ? 'damped' : 'plain'
  return [
    id,
    '1',
    base,
    expiry,
    option && String(option.strike),
    option && (option.call ? 'C' : 'P'),
    `${base}-${expiry === null ? quote : expiryName(expiry)}`.toUpperCase(),
    expiry === null ? funding : null,
    dailyVolume(one) * (least + (most - least) * unit(key)),
    key,
    carry.key,
    carry.climate,
    carry.volatility,
  ]
}
