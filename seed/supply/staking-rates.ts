import { noise } from '../../src/market/numbers/noise.ts'
import { exp } from '../../src/market/numbers/portable-math.ts'
import { validatorsOfEther } from '../../src/market/past-years.ts'
import { day } from '../../src/market/time.ts'
import { assetOf } from '../catalogue/assets/asset-catalogue.ts'
import { accrued } from '../catalogue/assets/asset-list.ts'
import { keyOf } from '../hashed-draws.ts'
import type { LiquidStaking, StakingChain } from './staking-list.ts'

/** Annual rates, as fractions. */
export interface StakingDay {
  validators: number
  rates: Record<string, number>
}

/** Usual stake of an Ethereum validator. */
const stake = 32
/** Epochs per year × base reward factor 64 ÷ √(10⁹ Gwei per ether). */
const rewardFactor = (82_181.25 * 64) / Math.sqrt(1e9)

/** Until then, what users of Ethereum paid for priority went to miners. */
const merge = Date.UTC(2022, 8, 15) / day

/** Rates of a day counted from 1970. Stakers share the new coins, so more stake means lower rates. */
export function chainDay(seed: string, chain: StakingChain, today: number): StakingDay {
  const key = keyOf(seed, 'staking', chain.code)
  const validators = validatorsAt(key, chain.validators, chain.code, today)
  const rule =
    chain.issuance === null ? rewardFactor / Math.sqrt(validators * stake) : chain.issuance.at(today * day) / 100
  const drift = chain.issuance === null ? 1 : 1 + 0.03 * noise(key + 4, 120, today) + 0.004 * noise(key + 5, 5, today)
  const issuance = rounded(rule * drift)
  // Urgent users pay more: some weeks and days are busy.
  const paid = chain.code === 'eth' && today < merge ? 0 : chain.fees
  const fees = rounded(paid * exp(0.16 * noise(key + 6, 25, today) + 0.07 * noise(key + 7, 3, today)))
  return { validators, rates: { issuance, fees, total: rounded(issuance + fees) } }
}

/** The token grows by the rewards after commission, like its price. */
export function liquidDay(
  seed: string,
  { code, token, commission, ...usual }: LiquidStaking,
  today: number,
): StakingDay {
  const accrual = accrualOf(token)
  // Of its stake, which has grown: the token may trade later than it is staked.
  const net = accrual.rate / accrued(accrual, today * day)
  const key = keyOf(seed, 'staking', code)
  const validators = validatorsAt(key, usual.validators, accrual.to, today)
  return { validators, rates: { gross: rounded(net / (1 - commission)), net: rounded(net) } }
}

function accrualOf(token: string) {
  const { price } = assetOf(token)
  if (price.law !== 'accrues') throw new Error(`${token} does not accrue`)
  return price
}

/** @param chain Ethereum's have grown since it began; others have as many as today */
function validatorsAt(key: number, usual: number, chain: string, today: number): number {
  const growth = chain === 'eth' ? validatorsOfEther.at(today * day) : 1
  return Math.round(usual * growth * (1 + 0.025 * noise(key, 150, today) + 0.004 * noise(key + 1, 21, today)))
}

function rounded(rate: number): number {
  return Math.round(rate * 1e8) / 1e8
}
