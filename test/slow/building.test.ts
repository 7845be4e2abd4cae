import { createWorld, onePart, partsOf } from '../../seed/index.ts'
import { hour, minute } from '../../src/market/time.ts'
import { buildPart, mergeParts } from '../../src/store/build/build-part.ts'
import { Extension } from '../../src/store/build/extension.ts'
import { partThread } from '../../src/store/build/processes/parts.ts'
import { answersOf } from '../harness/moved-clock.ts'
import { serve, unlimited } from '../harness/server.ts'
import { buildTestStore, end, start, storePath } from '../harness/store.ts'
import { fingerprintsOf } from '../harness/store-checks.ts'
import t from '../harness/tap.ts'

const folder = t.testdir()
const at = (name: string) => `${folder}/${name}.sqlite`
const whole = await serve(t, unlimited)
const answers = await answersOf(whole)

t.test('a store that two processes extend in turn equals a store built at once', async t => {
  const first = start + 5 * hour - 12_345
  buildTestStore(at('extended'), { start, end: first })
  const wanted = { path: at('extended'), seed: 'market', profile: 'tiny', days: 3, now: 'live' } as const
  const extensions = [new Extension(wanted), new Extension(wanted)]
  extensions[0]!.extendTo(first + 1)
  // Steps begin and end within scenarios, and each hour has several.
  for (let to = start + 5 * hour; to < end; to += 7.3 * hour)
    for (const n of [0, 1, 2]) extensions[n % 2]!.extendTo(to + n * minute)
  extensions[0]!.extendTo(end)
  for (const extension of extensions) extension.close()
  const server = await serve(t, { ...unlimited, SANDBOX_DATA: at('extended') })
  t.strictSame(await server.json('/version'), await whole.json('/version'))
  t.same(await answersOf(server), answers)
})

t.test('a store filled by several threads equals one filled by a single thread', async t => {
  const wanted = { path: at('parts'), seed: 'market', profile: 'tiny', days: 3, now: end } as const
  const plan = { task: 'build', start, end, gap: 0, source: 'seed' } as const
  const ids = createWorld({ seed: 'market', profile: 'tiny' })
    .instruments({ from: start, to: end })
    .map(({ id }) => id)
  const [own, ...others] = [0, ids[7]!, ids[15]!].map((from, n, edges) => ({ from, below: edges[n + 1] ?? Infinity }))
  const threads = others.map((part, n) => partThread(`${wanted.path}-${n}`, { wanted, plan, part }))
  const fractions: number[] = []
  buildPart(wanted.path, { wanted, plan, part: own! }, fraction => fractions.push(fraction))
  t.same(
    fractions,
    [...new Set(fractions)].sort((a, b) => a - b),
    'progress is reported',
  )
  t.ok(
    fractions.length > 8 && fractions[0]! > 0 && Math.abs(fractions.at(-1)! - 1) < 1e-9,
    'progress rises from the start to 1',
  )
  for (const thread of threads) {
    await thread.whole
    t.ok(Math.abs(thread.fraction() - 1) < 1e-9, 'the part is whole at its end')
    t.ok(
      fingerprintsOf(thread.path).recorded.find(({ table }) => table === 'trade_block')!.rows > 5,
      'each thread fills a part of it',
    )
  }
  mergeParts([wanted.path, ...threads.map(({ path }) => path)], { wanted, plan })
  const server = await serve(t, { ...unlimited, SANDBOX_DATA: wanted.path })
  t.strictSame(await server.json('/version'), await whole.json('/version'))
  t.same(fingerprintsOf(wanted.path), fingerprintsOf(storePath))
})

t.test('the parts of a world add up to the whole without overlap', async t => {
  const range = { from: start, to: end }
  for (const profile of ['tiny', 'standard'] as const) {
    const instruments = createWorld({ seed: 'market', profile }).instruments(range)
    for (const count of [1, 2, 3, 4, 8]) {
      const parts = partsOf(createWorld({ seed: 'market', profile }), range, count)
      t.equal(parts.length, count)
      const found = parts.map(part => createWorld({ seed: 'market', profile, part }).instruments(range))
      t.same(
        found.flat().map(({ id }) => id),
        instruments.map(({ id }) => id),
      )
      t.ok(
        found.slice(1).every(one => one.length > 0),
        'every later part has rows',
      )
    }
  }
})

t.test('a thread that cannot build its part reports the error', async t => {
  const wanted = { path: at('none'), seed: 'market', profile: 'tiny', days: 3, now: end } as const
  const plan = { task: 'build', start, end, gap: 0, source: 'seed' } as const
  const thread = partThread(`${folder}/missing/part`, { wanted, plan, part: onePart })
  await t.rejects(thread.whole, { message: /missing/ })
})
