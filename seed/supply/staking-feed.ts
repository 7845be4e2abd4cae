import { day, type Range } from '../../src/market/time.ts'
import { type Sink, writeRows } from '../sink.ts'
import type { World } from '../world.ts'
import { chainMethodologies, liquidMethodologies, liquidStakings, stakingChains } from './staking-list.ts'
import { chainDay, liquidDay, type StakingDay } from './staking-rates.ts'

export function writeStakingProtocols(sink: Sink): void {
  const write = (list: readonly { code: string; name: string; since: string }[], methodologies: readonly string[]) =>
    writeRows(sink, 'staking_protocol', list, ({ code, name, since }) => {
      return [code, name, JSON.stringify(methodologies), Date.parse(since)]
    })
  write(stakingChains, chainMethodologies)
  write(liquidStakings, liquidMethodologies)
}

export function stakingFeed(sink: Sink, { seed }: World) {
  const table = sink.appender('staking_rate')
  const add = (protocol: string, today: number, { validators, rates }: StakingDay) => {
    for (const methodology in rates) table.add(protocol, today * day, methodology, rates[methodology]!, validators)
  }
  return {
    write({ from, to }: Range): void {
      for (let today = Math.floor(from / day); (today + 1) * day <= to; today++) {
        const hasBegun = ({ since }: { since: string }) => today * day >= Date.parse(since)
        for (const chain of stakingChains.filter(hasBegun)) add(chain.code, today, chainDay(seed, chain, today))
        for (const liquid of liquidStakings.filter(hasBegun)) add(liquid.code, today, liquidDay(seed, liquid, today))
      }
      table.flush()
    },
  }
}
