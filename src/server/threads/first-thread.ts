import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { BirpcReturn } from 'birpc'
import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, symbols } from 'pino'
import { elapsed } from '../../base/clock.ts'
import { gatheringFor } from '../../control/journal/gathering.ts'
import { outboxFor } from '../../control/journal/outbox.ts'
import type { Powers } from '../../control/powers.ts'
import type { Tenant } from '../../control/tenants/tenant.ts'
import { imageOf, type TenantImage } from '../../control/tenants/tenant-image.ts'
import { mostTenants, type TenantWatcher } from '../../control/tenants/tenants.ts'
import { type CheckedCall, type ControlAnswer, runVerb } from '../../http/control/control.ts'
import { isForPeople } from '../../http/observe/log.ts'
import type { Counted } from '../../http/observe/traffic.ts'
import type { Switches } from '../../http/state.ts'
import { SharedWindows } from '../../limits/shared-windows.ts'
import { builtInKeys } from '../../plans/keys.ts'
import type { LogLevel } from '../../settings.ts'
import type { StorePlan } from '../../store/store-plan.ts'
import { openChannel } from './channel.ts'
import type { FirstThread, Serving, ServingThread, ThreadData } from './messages.ts'

interface Lead extends Pick<FirstThread, 'metrics' | 'stall'> {
  powers: Powers
  switches: Switches
}

interface Thread {
  worker: Worker
  calls: BirpcReturn<ServingThread, FirstThread>
  ended: Promise<never>
}

/** The first thread decides: it runs the control plane, applies faults, and keeps tenants and journals. */
export class ServingThreads implements TenantWatcher {
  readonly windows: SharedWindows
  readonly outbox = outboxFor(() => this.#gathering?.gatherSoon())
  readonly #logger: FastifyBaseLogger
  readonly #threads: Thread[]
  #lead: Lead | undefined
  #gathering: ReturnType<typeof gatheringFor> | undefined
  #ended = new Set<string>()
  #changed = new Set<string>()
  /** Images that the other threads have, as JSON by tenant. */
  readonly #sent = new Map<string, string>()
  #publishing: Promise<unknown> = Promise.resolve()
  readonly #opened = Promise.withResolvers<void>()
  #isOpen = false
  #isClosing = false

  /** Threads load their code in the meantime. */
  constructor(serving: Serving, logger: FastifyBaseLogger) {
    const { settings } = serving
    const keys = settings.keyList ?? builtInKeys
    this.windows = new SharedWindows(keys.length + 2 * mostTenants)
    for (const { key } of keys) this.windows.assign(key)
    this.#logger = logger
    const log = { level: logger.level as LogLevel, forPeople: isForPeople(logger) }
    const data = { ...serving, log, windows: this.windows.memory }
    this.#threads = Array.from({ length: settings.workers - 1 }, (_, n) => this.#start({ ...data, thread: n + 1 }))
  }

  /** Resolves when all threads accept connections. */
  async serve(lead: Lead, planned?: StorePlan): Promise<void> {
    this.#lead = lead
    const { tenants } = lead.powers
    tenants.watcher = this
    const collect = async () => {
      const others = await Promise.all(this.#threads.map(({ calls }) => calls.takeArrivals()))
      return [this.outbox.take(), ...others]
    }
    const stopUnread = () => {
      if (tenants.default.journal.isOpen) return
      this.#changed.add(tenants.default.name)
      void this.#publish()
    }
    this.#gathering = gatheringFor(tenants, collect, elapsed, stopUnread)
    const images = tenants.list().map(tenant => imageOf(tenant, this.windows))
    await Promise.all(
      this.#threads.map(({ calls, ended }) => Promise.race([calls.serve(images, lead.switches, planned), ended])),
    )
    this.#isOpen = true
    this.#opened.resolve()
  }

  /** Runs a verb after all earlier requests are in the journals; resolves when all threads have applied it. */
  readonly run = async (call: CheckedCall): Promise<ControlAnswer> => {
    await this.#opened.promise
    await this.#gathering!.gather()
    try {
      return await runVerb(this.#lead!.powers, call)
    } finally {
      this.#changed.add(call.tenant)
      await this.#publish()
    }
  }

  apply(switches: Partial<Switches>): void {
    for (const { calls } of this.#threads) void calls.apply.asEvent(switches)
  }

  build(done: number): void {
    for (const { calls } of this.#threads) void calls.build.asEvent(done)
  }

  /** Resolves when all threads read the store that has been built. */
  async readBuilt(): Promise<void> {
    await Promise.all(this.#threads.map(({ calls }) => calls.readBuilt()))
  }

  readonly counted = (): Promise<Counted[]> => Promise.all(this.#threads.map(({ calls }) => calls.counted()))

  begins({ name, key }: Tenant): void {
    this.windows.assign(key!.key)
    this.#changed.add(name)
  }

  ends({ name, key }: Tenant): void {
    this.windows.release(key!.key)
    this.#sent.delete(name)
    this.#ended.add(name)
  }

  unref(): void {
    for (const { worker } of this.#threads) worker.unref()
  }

  async close(): Promise<void> {
    if (this.#isOpen) await Promise.all(this.#threads.map(({ calls }) => calls.drain()))
    this.#isClosing = true
    const threads = this.#threads.splice(0)
    await Promise.all(threads.map(({ worker }) => worker.terminate()))
  }

  #start(data: ThreadData): Thread {
    const worker = new Worker(new URL('./serving-thread.js', import.meta.url), { workerData: data })
    const calls = openChannel<ServingThread, FirstThread>(worker, this.#functions())
    const ended = new Promise<never>((_, reject) => {
      worker.once('error', reject)
      worker.once('exit', code => reject(new Error(`it exited with ${code}`)))
    })
    ended.catch(cause => this.#lose(data.thread, cause))
    return { worker, calls, ended }
  }

  #functions(): FirstThread {
    const tenant = (name: string) => this.#lead!.powers.tenants.named(name)
    const log: DestinationStream = (this.#logger as unknown as Record<symbol, DestinationStream>)[symbols.streamSym]!
    return {
      control: async call => handedOver(await this.run(call)),
      hit: async (name, preset, facts) =>
        (preset === null ? tenant(name).faults : tenant(name).faultsOf(preset)).hit(facts),
      askedFault: async (name, effect) => tenant(name).faults.asked(effect),
      count: (name, key, window) =>
        new Promise((resolve, reject) =>
          (tenant(name).counts ?? this.#lead!.powers.counts).count(key, window, resolve, reject),
        ),
      catchUp: async name => {
        await tenant(name).catchUp()
        this.#changed.add(name)
        await this.#publish()
      },
      metrics: () => this.#lead!.metrics(),
      stall: () => this.#lead!.stall(),
      log: lines => {
        for (const line of isForPeople(this.#logger) ? lines.split(/(?<=\n)/) : [lines]) log.write(line)
      },
      waiting: () => this.#gathering!.gatherSoon(),
    }
  }

  /** Resolves when all threads have applied all changes. */
  #publish(): Promise<unknown> {
    const ended = [...this.#ended]
    const images = [...this.#changed].flatMap(name => this.#changedImage(name))
    this.#ended.clear()
    this.#changed.clear()
    if (ended.length + images.length === 0) return this.#publishing
    const adopted = this.#threads.map(({ calls }) => calls.adopt({ ended, images }))
    this.#publishing = Promise.all([this.#publishing, ...adopted])
    return this.#publishing
  }

  #changedImage(name: string): TenantImage[] {
    const tenant = this.#lead!.powers.tenants.find(name)
    if (tenant === undefined) return []
    const image = imageOf(tenant, this.windows)
    const text = JSON.stringify(image)
    if (this.#sent.get(name) === text) return []
    this.#sent.set(name, text)
    return [image]
  }

  /** As with a single thread, an uncaught error ends the server; the thread's connections are lost anyway. */
  #lose(thread: number, cause: Error): void {
    if (this.#isClosing || !this.#isOpen) return
    this.#logger.fatal({ err: cause }, `serving thread ${thread} failed, so the server ends`)
    setImmediate(() => {
      throw cause
    })
  }
}

function handedOver(answer: ControlAnswer): ControlAnswer {
  if (!(answer.content instanceof Readable)) return answer
  return { ...answer, content: Readable.toWeb(answer.content) }
}
