import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { day, hour } from '../../src/market/time.ts'
import { command, root } from '../harness/command.ts'
import { start } from '../harness/process.ts'
import { buildTestStore, end, storePath } from '../harness/store.ts'
import { digestOf } from '../harness/store-checks.ts'
import t from '../harness/tap.ts'

const now = new Date(end).toISOString()
const tests = { SANDBOX_PROFILE: 'tiny', SANDBOX_NOW: now, SANDBOX_DATA: storePath }

t.test(
  'seed builds a store, keeps a matching one, rebuilds one of another frozen time, and extends a live one',
  async t => {
    const data = `${t.testdir()}/new/tiny.sqlite`
    const env = { ...tests, SANDBOX_DATA: data }
    const built = await command(['seed'], { env })
    t.equal(built.code, 0)
    t.match(built.stdout, `store   ${data}, built\nmarket  tiny of the seed "market"\n`)
    t.match(built.stdout, `to ${now}\n`)
    t.match(built.stdout, `digest  ${digestOf(storePath)}\n`)
    t.match(built.stderr, /seeding tiny/)

    const again = await command(['seed'], { env })
    t.equal(again.stdout, built.stdout.replace(', built', ', up to date'))
    t.equal(again.stderr, '')

    const later = await command(['seed', '--now', '2026-01-31T00:10:00Z'], { env })
    t.match(later.stdout, /, built\n[\s\S]*to 2026-01-31T00:10:00\.000Z\n/)
    t.match(later.stderr, /rebuilding the store \S+: it covers \S+ to 2026-01-31T00:00\S+, not \S+ to 2026-01-31T00:10/)

    const today = Math.floor(Date.now() / day) * day
    buildTestStore(data, { start: today - 3 * day, end: today - hour })
    const live = await command(['seed', '--now', 'live'], { env })
    t.match(live.stdout, `store   ${data}, extended\n`)
    t.equal((await command(['verify'], { env })).code, 0)
  },
)

t.test('an unwritable store is refused with advice, and served if frozen', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'read-only-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const data = `${folder}/tiny.sqlite`
  copyFileSync(storePath, data)
  chmodSync(data, 0o444)
  chmodSync(folder, 0o555)
  // Root can write to read-only files.
  const someone = process.getuid?.() === 0 ? { uid: 65534 } : {}
  const env = { ...tests, SANDBOX_DATA: data, SANDBOX_PORT: '0' }
  if ((await command(['--version'], someone)).code !== 0) return t.comment('others may not read this folder')
  t.equal((await command(['seed', '--now', 'seeded'], { env, ...someone })).code, 0)
  const refused = async (path: string, args: string[], asItIs: string) => {
    const outcome = await command(args, { env: { ...env, SANDBOX_DATA: path }, ...someone })
    const what = `the store \\S+ cannot be written \\(EACCES at \\S+\\)( to rebuild it: it.*)?`
    const advice = 'mount a writable volume at \\S+ or set data \\(SANDBOX_DATA\\) to another path'
    t.match(outcome, { code: 1, stderr: new RegExp(`^market-data-sandbox: ${what}; ${advice}${asItIs}\n$`) })
    t.notMatch(outcome.stdout, 'seeding')
  }
  const asItIs = ', or set now \\(SANDBOX_NOW\\) to seeded to serve the store as it is'
  await refused(data, ['seed', '--now', '2026-01-31T01:00Z'], asItIs)
  await refused(data, ['serve', '--now', 'live'], asItIs)
  for (const now of ['live', 'seeded']) await refused(data, ['seed', '--profile=standard', `--now=${now}`], '')
  for (const command of ['seed', 'serve']) await refused(`${folder}/new.sqlite`, [command], '')
})

t.test('commands end cleanly when their reader closes the pipe', async t => {
  for (const args of [['export', 'order_book_block'], ['verify'], ['help']]) {
    const child = spawn(process.execPath, [`${root}/src/main.js`, ...args], { env: tests })
    let complaint = ''
    child.stderr.setEncoding('utf8').on('data', text => {
      complaint += text
    })
    // The help is written at once.
    if (args[0] !== 'help') await once(child.stdout, 'data')
    child.stdout.destroy()
    t.same(await once(child, 'close'), [0, null], args.join(' '))
    t.equal(complaint, '')
  }
})

t.test('health exits with 0 if a server is ready, and otherwise with 1 and the reason', async t => {
  const server = start(t, tests)
  const { port } = new URL(await server.ready())
  for (const env of [{ SANDBOX_PORT: port }, { PORT: port }, { SANDBOX_PORT: port, SANDBOX_HOST: '0.0.0.0' }])
    t.same(await command(['health'], { env }), { code: 0, stdout: 'ready\n', stderr: '' })
  await server.kill('SIGTERM')
  const { code, stderr } = await command(['health', '--port', port])
  t.equal(code, 1)
  t.match(stderr, /^market-data-sandbox: not ready at 127\.0\.0\.1:\d+: .*ECONNREFUSED[^\n]*\n$/)

  const seeding = start(t, {
    ...tests,
    SANDBOX_HISTORY_LIMIT: '0',
    SANDBOX_DATA: `${t.testdir()}/new.sqlite`,
    SANDBOX_PORT: port,
  })
  await seeding.logged(/^seeding/)
  const waiting = await command(['health'], { env: { SANDBOX_PORT: port } })
  t.equal(waiting.code, 1)
  t.match(waiting.stderr, /not ready: seeding tiny/)
})
