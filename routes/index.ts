import type { Family } from '../src/operations/operation.ts'
import { analytics } from './analytics/analytics.ts'
import { derivatives } from './derivatives/derivatives.ts'
import { indexReference, indexReplication, indices } from './indices/indices.ts'
import { lending } from './lending/lending.ts'
import { liquidations } from './liquidations/liquidations.ts'
import { liquidity } from './liquidity/liquidity.ts'
import { orderBook } from './order-book/order-book.ts'
import { reference } from './reference/reference.ts'
import { staking } from './staking.ts'
import { statePrice } from './state-price/state-price.ts'
import { supply } from './supply/supply.ts'
import { trades } from './trades/trades.ts'
import { tvl } from './tvl.ts'
import { wallet } from './wallet/wallet.ts'

/** All families that the server serves. */
export const families: readonly Family[] = [
  trades,
  orderBook,
  derivatives,
  indexReference,
  indices,
  indexReplication,
  liquidations,
  liquidity,
  lending,
  staking,
  tvl,
  supply,
  analytics,
  statePrice,
  wallet,
  reference,
]
