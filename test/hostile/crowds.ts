import { fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort, ServerProcess, until } from '../harness/process.ts'
import { fullKey } from '../harness/server.ts'
import { storePath } from '../harness/store.ts'
import { type Crowd, crowdOf, faultyKey } from './crowd-shapes.ts'

/**
 * Bounds: private memory over that of the idle server, and its CPU time until it answers /live. MB and milliseconds. The
 * slowest crowd takes 510 ms on an idle machine; one that shares its caches counts up to 40 % more.
 */
const mostMemory = 250
const longestLive = 1000
/** How long a crowd stays, and the server rests. Milliseconds. */
const stay = 4000
const rest = 500

const limit = 1_000_000_000
const keys = [
  { key: fullKey, name: 'full', limit },
  { key: faultyKey, name: 'bad paging', limit, faults: 'bad-paging' },
]

/** Sends crowds to a server one after another, and measures meanwhile. Linux only. @returns what was wrong */
export async function crowds(
  minutes: number,
  seed: number,
  workers: string,
  print: (line: string) => void,
): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'crowds-'))
  const path = join(folder, 'keys.json')
  writeFileSync(path, JSON.stringify(keys))
  const wrong: string[] = []
  const deadline = performance.now() + minutes * 60_000
  for (let n = seed; n === seed || performance.now() < deadline; n++) {
    const complaints = await meet(n)
    // Whatever other programs on the machine slowed down is right the second time.
    if (complaints.length > 0 && (await meet(n)).length > 0) wrong.push(...complaints)
  }
  rmSync(folder, { recursive: true })
  return wrong

  /** Sends the crowd of a seed to a new server, so that the seed repeats what it found. @returns what was wrong */
  async function meet(n: number): Promise<string[]> {
    const watched = await Watched.start(path, workers)
    const crowd = crowdOf(n)
    const { memory, live } = await watched.meet(crowd)
    const line = `seed ${n}: ${memory} MB, /live ${live} ms: ${crowd.label}`
    print(line)
    const complaints = watched.complaints()
    await watched.stop()
    if (memory <= mostMemory && live <= longestLive && complaints.length === 0) return []
    return [line, ...complaints, `repeat with --requests 0 --kills 0 --minutes 0.01 --workers ${workers} --seed ${n}`]
  }
}

/** A server and a process that asks it for /live. */
class Watched {
  readonly #port: number
  readonly #server: ServerProcess
  readonly #idle: number
  #seen = 0

  static async start(keyPath: string, workers: string): Promise<Watched> {
    const port = await freePort()
    const settings = { SANDBOX_NOW: '2026-01-31T00:00:00Z', SANDBOX_DATA: storePath, SANDBOX_KEYS: keyPath }
    const own = { SANDBOX_PORT: String(port), SANDBOX_LOG_LEVEL: 'error', SANDBOX_WORKERS: workers }
    const server = new ServerProcess({ ...settings, ...own }, [])
    await until(
      () => fetch(`http://127.0.0.1:${port}/ready`).catch(() => null),
      answer => answer?.status === 200,
    )
    await delay(rest)
    return new Watched(port, server)
  }

  private constructor(port: number, server: ServerProcess) {
    this.#port = port
    this.#server = server
    this.#idle = this.#memory()
  }

  get isAlive(): boolean {
    return this.#server.child.exitCode === null && this.#server.child.signalCode === null
  }

  /** Returns the most memory over the idle server and the longest wait for /live; Infinity if there was no response. */
  async meet(crowd: Crowd): Promise<{ memory: number; live: number }> {
    const probe = fork(join(import.meta.dirname, 'live-probe.ts'), [String(this.#port), String(this.#server.child.pid)])
    const waits: number[] = []
    probe.on('message', wait => waits.push(Number(wait)))
    await until(
      () => waits.length,
      count => count > 0 || !this.isAlive,
    )
    let peak = 0
    const polling = setInterval(() => {
      peak = Math.max(peak, this.#memory())
    }, 20)
    const sockets = Array.from({ length: crowd.connections }, (_, n) => this.#join(crowd, n))
    await delay(stay)
    for (const socket of sockets) socket.destroy()
    const asked = waits.length
    await until(
      () => waits.length,
      count => count > asked || !this.isAlive,
    )
    await delay(rest)
    clearInterval(polling)
    probe.kill('SIGKILL')
    const live = this.isAlive ? Math.round(Math.max(...waits)) : Number.POSITIVE_INFINITY
    return { memory: Math.round(peak - this.#idle), live }
  }

  /** What the server said since the last crowd, and whether it ended. */
  complaints(): string[] {
    const { stdout, stderr } = this.#server
    const said = stdout.slice(this.#seen)
    this.#seen = stdout.length
    const lines = said.split('\n').filter(line => /"level":[56]0/.test(line))
    return this.isAlive ? lines : [...lines, `the server ended: ${stderr.slice(-500)}`]
  }

  async stop(): Promise<void> {
    await this.#server.kill('SIGTERM')
  }

  #join({ bytes, reads }: Crowd, n: number): Socket {
    const socket = connect(this.#port, '127.0.0.1', () => socket.write(bytes(n))).on('error', () => {})
    return reads ? socket.resume() : socket.pause()
  }

  /** Private memory in MB. */
  #memory(): number {
    try {
      const status = readFileSync(`/proc/${this.#server.child.pid}/status`, 'utf8')
      return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1]) / 1024
    } catch {
      return 0
    }
  }
}
