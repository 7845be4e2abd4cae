import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { text } from 'node:stream/consumers'
import type { Test } from './tap.ts'

/** Whether a `redis-server` is installed. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0

/** A separate Redis that a test can start, suspend and stop; it keeps nothing on disk. */
export class RedisServer {
  readonly url: string
  readonly #port: number
  #child: ChildProcess | undefined

  constructor(t: Test, port: number) {
    this.#port = port
    this.url = `redis://127.0.0.1:${port}`
    t.teardown(() => this.stop())
    process.once('exit', () => this.#child?.kill('SIGKILL'))
  }

  async start(): Promise<void> {
    const options = ['--port', String(this.#port), '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()]
    this.#child = spawn('redis-server', options, { stdio: 'ignore' })
    while (!(await this.#answers())) await new Promise(resolve => setTimeout(resolve, 10))
  }

  async stop(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  /** SIGSTOP suspends it with open connections; SIGCONT resumes it. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child!.kill(signal)
  }

  /** The raw reply to a command. */
  async send(command: string): Promise<string> {
    const socket = connect(this.#port, '127.0.0.1')
    socket.end(`${command}\r\nQUIT\r\n`)
    return text(socket)
  }

  async #answers(): Promise<boolean> {
    const socket = connect(this.#port, '127.0.0.1')
    const open = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    return open
  }
}

/** A connection to a port on which every packet is late by up to some time, in order. Gives the URL. Milliseconds. */
export async function jittery(t: Test, port: number, latest: number): Promise<string> {
  const pass = (from: Socket, to: Socket) => {
    let before = Promise.resolve()
    from.on('data', bytes => {
      const late = new Promise(resolve => setTimeout(resolve, Math.random() * latest))
      before = Promise.all([before, late]).then(() => void to.write(bytes))
    })
    from.on('error', () => {}).on('close', () => to.destroy())
  }
  const proxy = createServer(client => {
    const server = connect(port, '127.0.0.1')
    pass(client, server)
    pass(server, client)
    t.teardown(() => client.destroy())
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  t.teardown(() => proxy.close())
  return `redis://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}
