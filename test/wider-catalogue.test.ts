import t from 'tap'
import { assets } from '../seed/catalogue/assets/asset-catalogue.ts'
import { exchanges } from '../seed/catalogue/exchange-list.ts'
import { firstIdWhenAsked } from '../seed/catalogue/instruments/instrument.ts'
import {
  delistings,
  rulesOfListings,
  widerPerpetuals,
  widerSpot,
} from '../seed/catalogue/instruments/wider-listings.ts'
import { createWorld } from '../seed/index.ts'
import { day } from '../src/market/time.ts'

const end = Date.UTC(2026, 0, 31)
const listed = createWorld({ seed: 'test', profile: 'standard' }).listed({ from: end - day, to: end })
const wider = listed.filter(({ id }) => id >= firstIdWhenAsked)
const known = new Map(assets.map(asset => [asset.code, asset]))

t.test('the catalogue is wide, and its codes are unique', async t => {
  t.ok(assets.length >= 600 && exchanges.length >= 60 && wider.length >= 3_000)
  t.equal(known.size, assets.length)
  for (const field of ['code', 'legacySlug', 'name'] as const)
    t.equal(new Set(exchanges.map(one => one[field])).size, exchanges.length, field)
  t.equal(new Set(listed.map(({ id }) => id)).size, listed.length)
  const names = listed.map(one => `${one.exchange} ${one.class} ${one.code}`)
  t.same(
    names.filter((name, n) => names.indexOf(name) !== n),
    [],
  )
})

t.test('every code of the rules is an asset, and every exchange of the rules exists', async t => {
  const codes = rulesOfListings().flatMap(rule => [rule.quote, ...rule.bases, ...rule.without])
  t.same([...new Set(codes)].filter(code => !known.has(code)).sort(), [])
  const used = [...Object.keys(widerSpot), ...Object.keys(widerPerpetuals)]
  t.same(
    used.filter(code => !exchanges.some(exchange => exchange.code === code)),
    [],
  )
  for (const name of delistings.keys()) {
    const [exchange, asset] = name.split(' ')
    t.ok(
      listed.some(one => one.exchange === exchange && one.base === asset && Number.isFinite(one.ended)),
      name,
    )
  }
})

t.test('every exchange has instruments, unless it has pools or contracts only', async t => {
  for (const { code, kind } of exchanges)
    if (kind === 'centralised')
      t.ok(
        listed.some(one => one.exchange === code),
        code,
      )
})

t.test('numbers of trades on an exchange are its own for each instrument', async t => {
  const lines = wider.map(({ exchange, line }) => `${exchange} ${line}`)
  t.equal(new Set(lines).size, lines.length)
  for (const { line, code } of wider) if (line < 7_232) t.fail(`${code} has line ${line}`)
})

t.test('orders, ticks and lots fit the price', async t => {
  for (const one of wider) {
    const price = known.get(one.base)!.level / known.get(one.quote)!.level
    const tick = one.tick / 10 ** one.priceDecimals
    const name = `${one.exchange} ${one.class} ${one.code}`
    if (!(one.orderSize > 0 && one.rate >= 18)) t.fail(`${name}: ${one.rate} orders of ${one.orderSize} USD`)
    if (tick > price / 50) t.fail(`${name}: tick ${tick} at ${price}`)
    if (one.ended <= one.listed) t.fail(`${name} ends before it begins`)
  }
})
