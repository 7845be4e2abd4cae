import { existsSync } from 'node:fs'
import type { Provision, WantedStore } from '../provision.ts'
import { Store } from '../store.ts'
import { FullDisk } from '../store-failure.ts'
import { buildFailure } from './build-failure.ts'
import { Extension } from './extension.ts'
import type { Progress } from './filling.ts'
import { buildStoreTogether } from './seeding.ts'

export interface StoreTask {
  wanted: WantedStore
  provision: Provision
  /** A store to copy first, if none is to be extended. */
  copyOf?: string
}

export type StoreMessage = { progress: number } | { done: true } | { failure: string; full: boolean }

const parent = process.ppid
// A terminal signals the whole process group; only the server reacts.
process.on('SIGHUP', () => {})

/** The store is built in its own process, which returns its memory on exit. */
process.once('message', async ({ wanted, provision, copyOf }: StoreTask) => {
  try {
    if (copyOf !== undefined && !existsSync(wanted.path)) copyStore(copyOf, wanted.path)
    const prepare = provision.task === 'build' ? buildStoreTogether : extendStore
    await prepare(wanted, provision, reportProgress)
    say({ done: true })
  } catch (error) {
    const failure = buildFailure(wanted, error as Error)
    say({ failure: failure.message, full: failure instanceof FullDisk })
  }
  if (process.connected) process.disconnect()
})

function copyStore(from: string, to: string): void {
  const store = Store.open(from, { readonly: true })
  store.copyTo(to)
  store.close()
}

function extendStore(wanted: WantedStore, { end }: Provision, progress: Progress): void {
  const extension = new Extension(wanted, { bulk: true })
  extension.reach(end, progress)
  extension.close()
}

function reportProgress(fraction: number): void {
  // The parent exited: discard the unfinished store.
  if (process.ppid !== parent) throw new Error('the server that requested the store has exited')
  say({ progress: fraction })
}

function say(message: StoreMessage): void {
  process.send?.(message, () => {})
}
