import { accessSync, constants, existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Settings } from '../../settings.ts'
import { makeAheadFolder } from '../build/building-place.ts'
import type { Store } from '../store.ts'
import { StoreFailure } from '../store-failure.ts'
import { identityOf, type WantedStore } from '../store-plan.ts'

const megabyte = 1 << 20

/** The market whose history is kept, and where. */
export interface MemoPlace extends Pick<WantedStore, 'path' | 'seed' | 'profile'> {
  /** Bytes beside the catalogue. */
  limit: number
}

export interface HistoryPlace extends MemoPlace {
  /** A folder to remove at the end. */
  temporary?: string
}

export function historyPath({ data, cached }: Pick<Settings, 'data' | 'cached'>): string {
  const name = basename(data).replace(/\.sqlite$/, '')
  // The name of a frozen store in the cache ends with its time.
  return join(dirname(data), `${cached ? name.replace(/-\d+$/, '') : name}.history.sqlite`)
}

/** Beside the store: one file for all stores of the market in the folder. If it cannot be written, a temporary one. */
export function historyPlace(settings: Settings): HistoryPlace {
  const { data, seed, profile, historyLimit } = settings
  const path = historyPath(settings)
  const market = { seed, profile, limit: historyLimit * megabyte }
  if (isWritable(path)) return { ...market, path }
  const temporary = makeAheadFolder(data)
  return { ...market, path: join(temporary, basename(path)), temporary }
}

function isWritable(path: string): boolean {
  try {
    accessSync(dirname(path), constants.W_OK)
    if (existsSync(path)) accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

export function isOf(store: Store, { seed, profile }: MemoPlace): boolean {
  const identity = identityOf(store)
  return identity.seed === seed && identity.profile === profile
}

export function otherMarket(path: string): StoreFailure {
  return new StoreFailure(
    `${path} has the history of another market by now: start each server with a store of its own (SANDBOX_DATA)`,
  )
}
