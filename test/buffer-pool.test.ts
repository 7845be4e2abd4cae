import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { BufferPool, mostKept } from '../src/http/answer/buffer-pool.ts'
import { fullKey, serve, unlimited } from './harness/server.ts'
import t from './harness/tap.ts'

const response = () => Object.assign(new EventEmitter(), { writableFinished: false }) as ServerResponse

/** Ends a response: sent, or abandoned by its client. */
function close(response: ServerResponse, { writableFinished = true } = {}): void {
  Object.assign(response, { writableFinished }).emit('close')
}

/** A pool that has grown to this number of free buffers. */
function poolOf(buffers: number): BufferPool {
  const pool = new BufferPool()
  const answers = Array.from({ length: buffers }, response)
  for (const answer of answers) pool.write(answer, '')
  for (const answer of answers) close(answer)
  return pool
}

t.test('texts are joined to bytes, whatever their characters', async t => {
  const pool = poolOf(2)
  const texts = ['{"name":"', 'Žluťoučký 🐎 円', '', '"}']
  t.same(pool.write(response(), ...texts), Buffer.from(texts.join('')))
  const widest = '円'.repeat(349_000)
  t.same(pool.write(response(), widest), Buffer.from(widest), 'up to the size of a buffer')
  t.equal(pool.write(response(), ...texts), texts.join(''), 'a string without a free buffer')
  t.equal(poolOf(1).write(response(), widest, widest), widest + widest, 'or with too small a buffer')
})

t.test('a buffer is reused after its response is sent, not before', async t => {
  const pool = poolOf(2)
  const [slow, quick] = [response(), response()]
  const held = pool.write(slow, 'held') as Buffer
  const first = pool.write(quick, 'first') as Buffer
  close(quick)
  const second = pool.write(response(), 'other') as Buffer
  t.equal(second.buffer, first.buffer)
  t.not(second.buffer, held.buffer)
  t.equal(held.toString(), 'held')
})

t.test('a buffer is dropped and replaced if its client left', async t => {
  const pool = poolOf(mostKept)
  const gone = response()
  const lost = pool.write(gone, 'lost') as Buffer
  close(gone, { writableFinished: false })
  const taken = () => Array.from({ length: mostKept }, () => pool.write(response(), '')).filter(Buffer.isBuffer)
  const others = Array.from({ length: mostKept - 1 }, response)
  for (const other of others) t.not((pool.write(other, '') as Buffer).buffer, lost.buffer)
  const next = response()
  t.equal(pool.write(next, ''), '')
  for (const other of [...others, next]) close(other)
  t.equal(taken().length, mostKept)
})

t.test('pending responses share a few buffers', async t => {
  const taken = (pool: BufferPool) =>
    Array.from({ length: 100 }, () => pool.write(response(), '')).filter(Buffer.isBuffer)
  t.equal(taken(poolOf(3)).length, 3)
  t.equal(taken(poolOf(100)).length, mostKept)
})

t.test('unread pages keep their content while others are answered', async t => {
  const { url, get } = await serve(t, unlimited)
  const { port } = new URL(url)
  const path = '/v3/data/trades.v1/exchanges/cbse/spot/btc-usd/trades?page_size=1000'
  const recordsOf = (body: string) => body.slice(body.indexOf('"data":'), body.indexOf('"result":'))
  const records = recordsOf((await get(path)).body)
  const slow = await Promise.all(Array.from({ length: 5 }, () => askWithoutReading(Number(port), path, pipelined)))
  for (let n = 0; n < 50; n++) await get(`${path}&sort=asc`)
  for (const socket of slow) {
    const bodies = await readAnswers(socket, pipelined)
    t.equal(bodies.length, pipelined)
    t.ok(
      bodies.every(body => recordsOf(body) === records),
      'each response has its own records',
    )
    socket.destroy()
  }
})

/** Together these exceed the system's send buffers for a client that reads nothing. */
const pipelined = 100

/** Sends the same request many times at once without reading. */
async function askWithoutReading(port: number, path: string, times: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').pause()
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Api-Key: ${fullKey}\r\n\r\n`.repeat(times))
  await delay(5)
  return socket
}

async function readAnswers(socket: Socket, times: number): Promise<string[]> {
  let text = ''
  const bodies: string[] = []
  for await (const chunk of socket) {
    text += chunk
    for (let body = firstBody(text); body !== undefined; body = firstBody(text)) {
      bodies.push(body.text)
      text = text.slice(body.end)
    }
    if (bodies.length === times) return bodies
  }
  return bodies
}

function firstBody(text: string): { text: string; end: number } | undefined {
  const start = text.indexOf('\r\n\r\n') + 4
  const end = start + Number(/content-length: (\d+)/i.exec(text)?.[1])
  return start < 4 || !(end <= text.length) ? undefined : { text: text.slice(start, end), end }
}
