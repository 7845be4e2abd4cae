import { cpSync, existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { createSandbox } from '../../src/index.ts'
import { cacheOf } from '../harness/cache.ts'
import { command, root } from '../harness/command.ts'
import { end } from '../harness/store.ts'
import t, { type Test } from '../harness/tap.ts'

const now = new Date(end).toISOString()
const tiny = { profile: 'tiny', now } as const
const built = `${t.testdir()}/built`

/** A cache with a store of `tiny`, which is built once. */
async function filledCache(t: Test): Promise<string> {
  const cache = cacheOf(t)
  if (existsSync(built)) cpSync(built, cache, { recursive: true })
  await (await createSandbox(tiny)).close()
  if (!existsSync(built)) cpSync(cache, built, { recursive: true })
  return cache
}

t.test('the cache keeps the most recently used frozen stores', async t => {
  const cache = await filledCache(t)
  const [first] = readdirSync(cache) as [string]
  const named = (n: number) => first.replace(/\d+\.sqlite$/, `${n}.sqlite`)
  const others = ['notes.txt', first.replace('tiny', 'standard'), first.replace(/-\d+\.sqlite$/, '.sqlite')]
  for (const name of others) writeFileSync(`${cache}/${name}`, '')
  for (let n = 1; n <= 12; n++) {
    writeFileSync(`${cache}/${named(n)}`, '')
    utimesSync(`${cache}/${named(n)}`, n, n)
  }
  utimesSync(`${cache}/${first}`, 0, 0)
  await (await createSandbox(tiny)).close()
  t.same(readdirSync(cache).sort(), [first, ...others, ...[6, 7, 8, 9, 10, 11, 12].map(named)].sort())
})

t.test('unused stores of earlier versions are removed after a month', async t => {
  const cache = await filledCache(t)
  const [own] = readdirSync(cache) as [string]
  const [recent, old, live] = [own.replace(/v\d+/, 'v1'), own.replace(/v\d+/, 'v2'), 'standard-v3-00000000.sqlite']
  const later = own.replace(/v\d+/, 'v999')
  for (const name of [recent, old, live, `${live}-wal`, later]) writeFileSync(`${cache}/${name}`, '')
  for (const name of [old, live, later]) utimesSync(`${cache}/${name}`, 1, 1)
  await (await createSandbox(tiny)).close()
  t.same(readdirSync(cache).sort(), [own, recent, later].sort())
})

t.test('undeletable files stay in the cache', async t => {
  const cache = await filledCache(t)
  const [own] = readdirSync(cache) as [string]
  const others = Array.from({ length: 9 }, (_, n) => own.replace(/\d+\.sqlite$/, `${n}.sqlite`))
  for (const [n, name] of others.entries()) {
    // A folder is not a store, whatever its name.
    if (n < 2) mkdirSync(`${cache}/${name}`)
    else writeFileSync(`${cache}/${name}`, '')
    utimesSync(`${cache}/${name}`, n, n)
  }
  await (await createSandbox(tiny)).close()
  t.same(readdirSync(cache).sort(), [own, ...others].sort())
})

t.test(
  'stores of other users in the cache are served and left unchanged',
  process.getuid?.() === 0 ? {} : { skip: 'only root can act as another user' },
  async t => {
    const someone = { uid: 65534 }
    if ((await command(['--version'], someone)).code !== 0)
      return void t.pass('are served', { skip: 'others may not read this folder' })
    const cache = await filledCache(t)
    const [own] = readdirSync(cache) as [string]
    // One older than the kept ones, and one of an earlier version.
    utimesSync(`${cache}/${own}`, 1, 1)
    const others = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(n => own.replace(/\d+\.sqlite$/, `${n}.sqlite`))
    for (const name of [...others, own.replace(/v\d+/, 'v1')]) {
      writeFileSync(`${cache}/${name}`, '')
      utimesSync(`${cache}/${name}`, 2, 2)
    }
    const before = readdirSync(cache)
    const program = `
      import { createSandbox } from '${root}/src/index.ts'
      await using sandbox = await createSandbox({ profile: 'tiny', now: '${now}' })
      console.log((await sandbox.inject('/ready')).statusCode)`
    const env = { XDG_CACHE_HOME: process.env.XDG_CACHE_HOME! }
    const nodeArgs = ['--input-type=module', '-e', program]
    const served = await command([], { env, nodeArgs, ...someone })
    t.same(served, { code: 0, stdout: '200\n', stderr: '' })
    t.same(readdirSync(cache), before)
  },
)

t.test('a closed sandbox leaves nothing in the process, which ends by itself without output', async t => {
  const program = `
    import { createSandbox } from '${root}/src/index.ts'
    const left = () => JSON.stringify([
      process.eventNames().map(name => [String(name), process.listenerCount(name)]),
      process.getActiveResourcesInfo().filter(name => name !== 'Immediate' && name !== 'PipeWrap'),
    ])
    const settled = async () => {
      // Processes that built a store may take a moment to exit.
      for (let n = 0; n < 100 && (n === 0 || left().includes('ProcessWrap')); n++)
        await new Promise(resolve => setTimeout(resolve, 100))
    }
    const frozen = { profile: 'tiny', now: '${now}' }
    // Modules loaded by the first sandbox stay in memory.
    await (await createSandbox(frozen)).close()
    await settled()
    const before = left()
    const live = await createSandbox({ profile: 'tiny' })
    const other = await createSandbox(frozen)
    const answer = await other.inject('/ready')
    const during = left()
    await Promise.all([live.close(), live.close(), other.close()])
    {
      await using third = await createSandbox({ ...frozen, seed: 'third' })
    }
    await settled()
    console.log(answer.statusCode, during === before, left() === before || left() + before)`
  await filledCache(t)
  const env = { XDG_CACHE_HOME: process.env.XDG_CACHE_HOME! }
  const { code, stdout, stderr } = await command([], { env, nodeArgs: ['--input-type=module', '-e', program] })
  t.same({ code, stdout, stderr }, { code: 0, stdout: '200 false true\n', stderr: '' })
})
