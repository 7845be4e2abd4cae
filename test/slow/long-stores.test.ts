import { day, hour, minute } from '../../src/market/time.ts'
import { Extension } from '../../src/store/build/extension.ts'
import { withQuery } from '../harness/operations.ts'
import { volumesOf } from '../harness/pool-volumes.ts'
import { serve, unlimited } from '../harness/server.ts'
import { buildTestStore, end, start, storePath } from '../harness/store.ts'
import { fingerprintsOf } from '../harness/store-checks.ts'
import t, { type Test } from '../harness/tap.ts'

/** Builds and serves a store of several days, longer than that of other tests. */
async function serveDays(t: Test, from: number) {
  const path = `${t.testdir()}/days.sqlite`
  buildTestStore(path, { start: from, end })
  const server = await serve(t, { ...unlimited, SANDBOX_DATA: path, SANDBOX_NOW: 'seeded' })
  return async (url: string) => (await server.json(url)).data
}

t.test('a store extended at irregular times has the rows of one built at once', async t => {
  const steps: Record<string, number[]> = {
    'in the middle of a minute': [end - 90 * minute - 12_345, 1, 20_000, hour],
    'in the middle of a second': [end - 5 * hour - 12_345, 500, 2 * hour],
    'a day and a half before the end': [end - 40 * hour - 12_345, 1, 500, 20_000, 7 * hour],
    'around midnight': [end - day - 700, 500, 700, 701, 1200],
    'around five minutes': [start + 20 * hour + 100_000, 99_999, 100_000, 100_001, hour - 100_000, 3 * hour - 99_999],
  }
  for (const [name, [cut, ...later]] of Object.entries(steps) as [string, [number, ...number[]]][]) {
    const path = `${t.testdir()}/${cut}.sqlite`
    buildTestStore(path, { start, end: cut })
    const extension = new Extension({ path, seed: 'market', profile: 'tiny', days: 3, now: end })
    for (const after of later) extension.extendTo(cut + after)
    extension.extendTo(end)
    extension.close()
    t.same(fingerprintsOf(path), fingerprintsOf(storePath), name)
  }
})

t.test('staking rates and validator counts change slowly', async t => {
  const list = await serveDays(t, end - 12 * day)
  const root = '/v2/data/staking.v1/protocols'
  const near = (a: number, b: number, within: number) => Math.abs(a - b) <= within
  for (const { protocol, methodologies } of await list(root))
    for (const methodology of methodologies) {
      const all: { apr: number; validators: number }[] = await list(
        withQuery(`${root}/${protocol}`, { methodology, sort: 'asc' }),
      )
      t.equal(all.length, 12)
      const jumps = all
        .slice(1)
        .filter(
          ({ apr, validators }, n) =>
            !near(apr, all[n]!.apr, 0.2 * apr) || !near(validators, all[n]!.validators, 0.01 * validators + 1),
        )
      t.same(jumps, [])
      t.ok(new Set(all.map(({ apr }) => apr)).size > 10, 'rates move slowly')
    }
})

t.test('pools of a state price are weighted by their volume over seven days', async t => {
  const path = `${t.testdir()}/wide.sqlite`
  buildTestStore(path, { start: end - 8.5 * day, end, profile: 'standard' })
  const server = await serve(t, {
    ...unlimited,
    SANDBOX_DATA: path,
    SANDBOX_PROFILE: 'standard',
    SANDBOX_NOW: 'seeded',
  })
  const instruments: Record<string, string[]> = {
    weth: ['usp3 weth-usdc', 'usp3 weth-usdt', 'usp2 weth-usdc', 'usp2 weth-usdt', 'cur2 weth-usdt'],
    wbtc: ['usp3 wbtc-weth', 'usp3 wbtc-usdc', 'usp3 wbtc-usdt', 'usp2 wbtc-weth', 'bal2 wbtc-weth'],
  }
  for (const [asset, names] of Object.entries(instruments))
    for (const time of [end - 23 * hour, end - 2 * hour]) {
      const volumes = (await Promise.all(names.map(name => volumesOf(server, name, time)))).flat().sort((a, b) => b - a)
      const end_time = new Date(time + 1000).toISOString()
      const url = withQuery(`/v2/data/state_price.v1/aggregation/${asset}`, { page_size: 1, end_time })
      const [{ pool_data }] = (await server.json(url)).data
      pool_data.forEach(({ last_aggregated_volume: volume }: { last_aggregated_volume: number }, n: number) => {
        if (Math.abs(volume - volumes[n]!) > 1e-3 * volume) t.fail(`${asset}: ${volume}, and ${volumes[n]} was traded`)
      })
      t.ok(pool_data.length > 1, 'the price has several pools')
    }
})
