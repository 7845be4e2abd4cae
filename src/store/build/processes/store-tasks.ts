import { existsSync, renameSync, rmSync } from 'node:fs'
import { Store } from '../../store.ts'
import { FullDisk } from '../../store-failure.ts'
import type { StorePlan, WantedStore } from '../../store-plan.ts'
import { buildFailure } from '../build-failure.ts'
import type { Progress } from '../build-part.ts'
import { buildStoreTogether } from '../build-store.ts'
import { Extension } from '../extension.ts'

export interface StoreTask {
  wanted: WantedStore
  plan: StorePlan
  /** A store to copy first, if none is to be extended. */
  copyOf?: string
}

export type StoreMessage = { progress: number } | { done: true } | { failure: string; full: boolean }

const parent = process.ppid
// A terminal signals the whole process group; only the server reacts.
for (const signal of ['SIGHUP', 'SIGINT'] as const) process.on(signal, () => {})

/** The store is built in its own process, which returns its memory on exit. */
process.once('message', async ({ wanted, plan, copyOf }: StoreTask) => {
  try {
    if (copyOf !== undefined && !existsSync(wanted.path)) copyStore(copyOf, wanted.path)
    const buildOrExtend = plan.task === 'build' ? buildStoreTogether : extendStore
    await buildOrExtend(wanted, plan, reportProgress)
    say({ done: true })
  } catch (error) {
    const failure = buildFailure(wanted, error as Error)
    say({ failure: failure.message, full: failure instanceof FullDisk })
  }
  if (process.connected) process.disconnect()
})

/** Renamed when complete: a full disk leaves a part of a copy. */
function copyStore(from: string, to: string): void {
  const part = `${to}.part`
  rmSync(part, { force: true })
  const store = Store.open(from, { readonly: true })
  store.copyTo(part)
  store.close()
  renameSync(part, to)
}

function extendStore(wanted: WantedStore, { end }: StorePlan, progress: Progress): void {
  const extension = new Extension(wanted, { bulk: true })
  extension.extendTo(end, progress)
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
