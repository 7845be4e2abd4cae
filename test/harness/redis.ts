import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { text } from 'node:stream/consumers'
import type { Test } from 'tap'

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
