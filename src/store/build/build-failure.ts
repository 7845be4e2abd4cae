import type { ProfileName } from '../../../seed/profiles.ts'
import { asStoreFailure, StoreFailure } from '../store-failure.ts'
import type { WantedStore } from '../store-plan.ts'

/** Memory for the server and a build, measured with two processors. MB. */
const enoughMemory: Record<ProfileName, number> = { tiny: 128, standard: 768, large: 1024 }

export function outOfMemory({ profile }: Pick<WantedStore, 'profile'>): StoreFailure {
  const enough = enoughMemory[profile]
  return new StoreFailure(
    `out of memory: the process that builds the store ended; give it ${enough} MB for the profile ${profile}`,
  )
}

/** Why a store could not be built or extended, for the operator. */
export function buildFailure(wanted: Pick<WantedStore, 'path' | 'profile'>, error: Error): StoreFailure {
  // A thread that fills a part; the process itself would have ended.
  const isOutOfMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isOutOfMemory ? outOfMemory(wanted) : asStoreFailure(wanted.path, error)
}
