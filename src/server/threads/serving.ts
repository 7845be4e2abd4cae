import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { parentPort, workerData } from 'node:worker_threads'
import type { BirpcReturn } from 'birpc'
import type { FastifyInstance } from 'fastify'
import { outboxFor } from '../../control/journal/outbox.ts'
import { Replicas } from '../../control/tenants/replicas.ts'
import type { TenantImage } from '../../control/tenants/tenant-image.ts'
import type { AheadSource } from '../../control/tenants/tenant-replica.ts'
import { createApp } from '../../http/app.ts'
import { controlAccess } from '../../http/control/control-access.ts'
import type { ControlOptions } from '../../http/control/control-routes.ts'
import { loggerTo } from '../../http/observe/log.ts'
import { clientOrigin } from '../../http/request-record.ts'
import { applySwitches, readBuilt, type ServerState, type Switches, stateOf } from '../../http/state.ts'
import { SharedWindows } from '../../limits/shared-windows.ts'
import { second } from '../../market/time.ts'
import type { Context } from '../../operations/context.ts'
import { builtInKeys } from '../../plans/keys.ts'
import type { Settings } from '../../settings.ts'
import { Store } from '../../store/store.ts'
import type { StorePlan } from '../../store/store-plan.ts'
import { contextOf } from '../context-of.ts'
import { Listener } from '../listener.ts'
import { damageOf, openReading, openUnbuilt, type Reading } from '../reading.ts'
import { entranceOf } from '../tls/if-enabled.ts'
import { openChannel } from './channel.ts'
import { forwarding } from './log-forwarder.ts'
import type { FirstThread, ServingThread, ThreadData } from './messages.ts'

const data = workerData as ThreadData
const { settings } = data
// Before the channel opens; calls wait until then.
const entrance = await entranceOf(settings, data.credentials)
const first: BirpcReturn<FirstThread, ServingThread> = openChannel<FirstThread, ServingThread>(parentPort!, {
  serve,
  adopt({ ended, images }) {
    for (const tenant of ended.flatMap(name => replicas.find(name) ?? [])) replicas.end(tenant)
    for (const image of images) replicas.adopt(image)
  },
  apply: switches => applySwitches(state, switches),
  build(done) {
    if (state.building) state.building.done = done
  },
  readBuilt: () => readBuilt(state, reading),
  takeArrivals: () => outbox.take(),
  counted: () => app.counted(),
  drain,
})
const log = forwarding(lines => void first.log.asEvent(lines))
const logger = loggerTo(log, data.log.level, data.log.forPeople)
const listener = new Listener(logger, settings.unreadTimeout * second, entrance)
const outbox = outboxFor(() => void first.waiting.asEvent())
let reading: Reading
let state: ServerState
let replicas: Replicas
let app: FastifyInstance
let close: () => Promise<void>

async function serve(tenants: TenantImage[], switches: Switches, planned?: StorePlan): Promise<void> {
  reading = planned ? await openUnbuilt(settings, planned) : openReading(settings)
  const ahead = aheadReader(settings)
  const windows = new SharedWindows(data.windows)
  for (const { key } of settings.keyList ?? builtInKeys) windows.assign(key)
  const countsFirst = settings.redisUrl !== ''
  const ground = { authority: first, reading, ahead, outbox, windows, countsFirst }
  replicas = new Replicas(tenants, ground)
  state = stateOf(settings, reading, { tenants: replicas, stall: () => damageOf(reading.store) ?? first.stall() })
  applySwitches(state, switches)
  app = await createApp({
    state,
    logger,
    trustProxy: settings.trustProxy,
    counts: windows,
    control: controlOf(),
    metrics: () => first.metrics(),
    thread: data.thread,
    server: listener.attach,
  })
  close = async () => {
    await app.close()
    ahead.close()
    await reading.close()
  }
  listener.open()
  await listener.listen(data.port, settings.host, true)
}

async function drain(): Promise<void> {
  reading.building?.stop()
  await listener.drain()
  await close()
  log.flush()
}

function aheadReader(settings: Settings): AheadSource & { close(): void } {
  let context: Context | undefined
  let reached = Number.NEGATIVE_INFINITY
  return {
    end: () => reached,
    reach({ path, end }) {
      context ??= contextOf(settings, Store.open(path, { readonly: true }))
      if (end > reached) context.store.renewSnapshot()
      reached = Math.max(reached, end)
      return context
    },
    close: () => context?.store.close(),
  }
}

function controlOf(): ControlOptions | undefined {
  if (settings.controlPort !== 0) return undefined
  return {
    tenants: replicas,
    access: controlAccess(settings),
    dataOrigin: clientOrigin,
    async run(call) {
      const { content, ...answer } = await first.control(call)
      return { ...answer, content: typeof content === 'object' ? Readable.fromWeb(content as ReadableStream) : content }
    },
  }
}
