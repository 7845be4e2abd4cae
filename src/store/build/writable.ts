import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreFailure } from '../store-failure.ts'
import { planStore, type StorePlan, type WantedStore } from '../store-plan.ts'

/** SQLite also writes beside the file, so the folder must be writable. */
export function checkWritable(wanted: WantedStore, { reason }: StorePlan): void {
  const { path } = wanted
  for (const place of [dirname(path), path]) {
    try {
      if (existsSync(place)) accessSync(place, constants.W_OK)
    } catch (error) {
      const why = reason ? ` to rebuild it: ${reason}` : ''
      const canServe = planStore({ ...wanted, now: 'seeded' }, Date.now()).task === 'none'
      const asItIs = canServe ? ', or set now (SANDBOX_NOW) to seeded to serve the store as it is' : ''
      throw new StoreFailure(
        `the store ${path} cannot be written (${(error as NodeJS.ErrnoException).code} at ${place})${why}; mount a ` +
          `writable volume at ${dirname(path)} or set data (SANDBOX_DATA) to another path${asItIs}`,
      )
    }
  }
}
