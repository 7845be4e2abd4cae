import { checkBars, intervals } from '../harness/bar-checks.ts'
import { instrumentUrl, withQuery } from '../harness/operations.ts'
import { serve, unlimited } from '../harness/server.ts'
import t from '../harness/tap.ts'

const server = await serve(t, unlimited)

t.test('every bar of every instrument is the exact fold of its trades, in every interval and version', async t => {
  for (const one of (await server.json('/v1/instruments')).data)
    for (const version of ['v1', 'v2']) {
      const url = withQuery(instrumentUrl(one, 'trades', version), { sort: 'asc', page_size: 100_000 })
      const trades = (await server.json(url)).data
      if (trades.length === 0) continue
      for (const interval of intervals) await checkBars(t, server, { one, version, trades, ...interval })
    }
})
