import type { Provision, Wanted } from '../provision.ts'
import { Extension } from './extension.ts'
import type { Progress } from './filling.ts'
import { buildStoreTogether } from './seeding.ts'

/** What the process is asked to do. */
export interface StoreTask {
  wanted: Wanted
  provision: Provision
}

/** What it says: how far it is, that it is done, or what stopped it. */
export type StoreMessage = { progress: number } | { done: true } | { failure: string }

const parent = process.ppid
// A terminal tells the whole group of what only the server acts on.
process.on('SIGHUP', () => {})

/** Builds or extends a store in a process of its own, whose memory is given back when it ends. */
process.once('message', async ({ wanted, provision }: StoreTask) => {
  try {
    const prepare = provision.task === 'build' ? buildStoreTogether : extendStore
    await prepare(wanted, provision, reportProgress)
    say({ done: true })
  } catch (error) {
    say({ failure: (error as Error).message })
  }
  if (process.connected) process.disconnect()
})

function extendStore(wanted: Wanted, { end }: Provision, progress: Progress): void {
  const extension = new Extension(wanted, { bulk: true })
  extension.reach(end, progress)
  extension.close()
}

function reportProgress(fraction: number): void {
  // Nobody waits for the store any more: what is half-built is thrown away.
  if (process.ppid !== parent) throw new Error('the server that wanted the store is gone')
  say({ progress: fraction })
}

function say(message: StoreMessage): void {
  // Where nobody listens any more there is nobody to tell.
  process.send?.(message, () => {})
}
