import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, readFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { text } from 'node:stream/consumers'
import { logOutput } from '../../src/http/observe/log-output.ts'
import { start } from '../harness/process.ts'
import { storePath } from '../harness/store.ts'
import t from '../harness/tap.ts'

const flushed = (output: ReturnType<typeof logOutput>) => new Promise<void>(resolve => output.flush(resolve))

t.test('lines are written whole and in order', async t => {
  const path = t.testdir({ log: '' })
  const output = logOutput(openSync(`${path}/log`, 'a'))
  const lines = Array.from({ length: 5000 }, (_, n) => `${n} Žluťoučký 円\n`)
  for (const [n, line] of lines.entries()) {
    output.write(line)
    if (n % 1000 === 0) await flushed(output)
  }
  await flushed(output)
  t.equal(readFileSync(`${path}/log`, 'utf8'), lines.join(''))
})

t.test('a full disk loses log lines and nothing else', { skip: !existsSync('/dev/full') }, async t => {
  const output = logOutput(openSync('/dev/full', 'w'))
  for (let n = 0; n < 1000; n++) output.write(`${n} ${'x'.repeat(100)}\n`)
  await flushed(output)
  t.pass('and the process continues')
  const code = `import('./src/http/observe/log-output.ts').then(({ logOutput }) => logOutput().write('last'))`
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'] })
  const [[exitCode], stderr] = await Promise.all([once(child, 'exit'), text(child.stderr!)])
  t.same([exitCode, stderr], [0, ''], 'and can end')
})

const requests = 2000

/** Sends requests until their log lines exceed the size of a pipe. */
async function answersOf(url: string): Promise<number> {
  const socket = createConnection(Number(new URL(url).port), '127.0.0.1')
  socket.write('GET /live HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(requests - 1))
  socket.write('GET /live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  return (await text(socket)).split('HTTP/1.1 200 ').length - 1
}

t.test('an unread log delays neither a response nor the end of the process', async t => {
  const server = start(t, { SANDBOX_NOW: '2026-01-31T00:00:00Z', SANDBOX_DATA: storePath })
  const url = await server.ready()
  server.child.stdout!.pause()
  t.equal(await answersOf(url), requests)
  t.equal(await answersOf(url), requests)
  const ended = once(server.child, 'exit')
  server.child.kill('SIGTERM')
  t.same(await ended, [0, null])
})

t.test('a log reader that exits has no effect on the server', async t => {
  const server = start(t, { SANDBOX_NOW: '2026-01-31T00:00:00Z', SANDBOX_DATA: storePath })
  const url = await server.ready()
  server.child.stdout!.destroy()
  t.equal(await answersOf(url), requests)
  t.same(await server.kill('SIGTERM'), { code: 0, signal: null })
  t.equal(server.stderr, '')
})
