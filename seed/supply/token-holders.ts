import { noise } from '../../src/market/numbers/noise.ts'
import { day, type Range } from '../../src/market/time.ts'
import type { accountsOf } from '../catalogue/addresses.ts'
import { assetOf } from '../catalogue/assets/asset-catalogue.ts'
import { draw, keyOf, unit } from '../hashed-draws.ts'
import { poolsAhead } from '../pools/pool-list.ts'
import { type Sink, writeRows } from '../sink.ts'
import type { World } from '../world.ts'
import { type SupplySource, supplyId, supplySources } from './supply-list.ts'

/** Accounts per token that may hold at least 1 %. */
const largest = 9
/** Smallest recorded share of a supply. */
const recorded = 0.01

const tokens: readonly SupplySource[] = contracts().map(id => supplySources[id]!)

function contracts(): number[] {
  const names = new Set(poolsAhead.flatMap(({ blockchain, tokens }) => tokens.map(asset => `${blockchain} ${asset}`)))
  return [...names].sort().map(name => supplyId(...(name.split(' ') as [string, string])))
}

/** Addresses never change; the amounts that they hold do. */
export function writeHolders(sink: Sink, accounts: ReturnType<typeof accountsOf>): void {
  const holders = tokens.flatMap(({ blockchain, asset }, token) =>
    Array.from({ length: largest }, (_, place) => {
      const account = accounts(blockchain, `holder ${place} of ${asset}`)
      return [holderId(token, place), blockchain, asset, account]
    }),
  )
  writeRows(sink, 'token_holder', holders, row => row)
}

function holderId(token: number, place: number): number {
  return token * largest + place + 1
}

/** Writes a row for each midnight UTC. */
export function holderFeed(sink: Sink, world: World) {
  const counts = sink.appender('token_holder_count')
  const holdings = sink.appender('token_holding')

  function write({ from, to }: Range): void {
    const first = Math.ceil(from / day)
    if (first * day >= to) return
    tokens.forEach((token, n) => {
      for (let today = first; today * day < to; today++) if (today * day > token.since) writeDay(token, n, today)
    })
    counts.flush()
    holdings.flush()
  }

  function writeDay(token: SupplySource, n: number, today: number): void {
    const { asset, blockchain } = token
    const key = keyOf(world.seed, 'holders', blockchain, asset)
    const { supply: amount, supplyUnit } = world.supplies[supplyId(blockchain, asset)]!
    const supply = amount.at(today * day).total / supplyUnit
    counts.add(asset, blockchain, today * day, holdersAt(token, key, today))
    for (let place = 0; place < largest; place++) {
      const amount = Math.round(supply * shareAt(key, place, today) * 1e6) / 1e6
      if (amount >= supply * recorded) holdings.add(holderId(n, place), today * day, amount)
    }
  }

  return { write }
}

/** The number of holders grows with the square root of the market cap. */
function holdersAt({ asset, supply }: SupplySource, key: number, today: number): number {
  const usual = 9 * Math.sqrt(supply * assetOf(asset).level) * (0.5 + unit(draw(key, 0)))
  return Math.round(usual * (1 + 0.02 * noise(key + 2, 40, today) + 0.0015 * noise(key + 3, 3, today)))
}

/** The largest holds a twentieth to a seventh, each next one a quarter less. */
function shareAt(key: number, place: number, today: number): number {
  let share = 0.05 + 0.09 * unit(draw(key, 1))
  for (let n = 0; n < place; n++) share *= 0.66 + 0.14 * unit(draw(key + 4, n))
  const own = key + 8 + place * 2
  return share * (1 + 0.07 * noise(own, 30, today) + 0.015 * noise(own + 1, 4, today))
}
