import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../../base/failure.ts'
import type { Settings } from '../../settings.ts'
import { Store } from '../store.ts'
import { StoreFailure } from '../store-failure.ts'
import { identityOf } from '../store-plan.ts'
import { makeAheadFolder } from './building-place.ts'
import { wantedWorld } from './plan-and-build.ts'
import { runStoreTask } from './processes/feed.ts'

/**
 * A copy of a store that can be extended; other servers of the store are unaffected. Another process writes the copy.
 * Closing deletes it.
 */
export function aheadStore(settings: Settings) {
  let folder: string | undefined
  let store: Store | undefined
  let isClosed = false

  /** Calls must not overlap. */
  async function extendTo(to: number): Promise<Store> {
    if (isClosed) throw new Failure('unavailable', 'the server is closed: set clocks before')
    try {
      return await extend(to)
    } catch (error) {
      // A failure of the place, not of the request or the program.
      if (!(error instanceof StoreFailure)) throw error
      throw new Failure('unavailable', `the data cannot be extended: ${error.message}`)
    }
  }

  async function extend(to: number): Promise<Store> {
    folder ??= makeAheadFolder(settings.data)
    const wanted = { ...wantedWorld(settings), path: join(folder, 'ahead.sqlite') }
    const plan = { task: 'extend', start: 0, end: to, gap: 0, source: 'seed' } as const
    await runStoreTask({ wanted, plan, copyOf: settings.data }, () => {})
    store ??= Store.open(wanted.path, { readonly: true })
    store.renewSnapshot()
    return store
  }

  function end(): number {
    return store === undefined ? Number.NEGATIVE_INFINITY : identityOf(store).end
  }

  function close(): void {
    isClosed = true
    store?.close()
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  }

  return { extendTo, end, close }
}
