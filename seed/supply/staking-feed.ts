import { day, type Range } from '../../src/market/time.ts'
import type { Appender, Sink } from '../sink.ts'
import type { World } from '../world.ts'
import { chainMethodologies, liquidMethodologies, liquidStakings, stakingChains } from './staking-list.ts'
import { chainDay, liquidDay, type StakingDay } from './staking-rates.ts'

export function writeStakingProtocols(sink: Sink): void {
  const protocols = sink.appender('staking_protocol')
  for (const { code, name, since } of stakingChains)
    protocols.add(code, name, JSON.stringify(chainMethodologies), Date.parse(since))
  for (const { code, name, since } of liquidStakings)
    protocols.add(code, name, JSON.stringify(liquidMethodologies), Date.parse(since))
  protocols.flush()
}

export class StakingFeed {
  readonly #seed: string
  readonly #rates: Appender

  constructor(sink: Sink, { seed }: World) {
    this.#seed = seed
    this.#rates = sink.appender('staking_rate')
  }

  write({ from, to }: Range): void {
    for (let today = Math.floor(from / day); (today + 1) * day <= to; today++) {
      const hasBegun = ({ since }: { since: string }) => today * day >= Date.parse(since)
      for (const chain of stakingChains.filter(hasBegun))
        this.#write(chain.code, today, chainDay(this.#seed, chain, today))
      for (const liquid of liquidStakings.filter(hasBegun))
        this.#write(liquid.code, today, liquidDay(this.#seed, liquid, today))
    }
    this.#rates.flush()
  }

  #write(protocol: string, today: number, { validators, rates }: StakingDay): void {
    for (const methodology in rates)
      this.#rates.add(protocol, today * day, methodology, rates[methodology]!, validators)
  }
}
