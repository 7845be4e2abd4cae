import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreFailure } from '../store-failure.ts'

/**
 * Says at once what would help where a store has to be written and cannot be, as in a container whose root file system is
 * read-only. SQLite writes beside the file too, so its folder counts as well.
 */
export function checkWritable(path: string): void {
  for (const place of [dirname(path), path]) {
    try {
      if (existsSync(place)) accessSync(place, constants.W_OK)
    } catch (error) {
      throw new StoreFailure(
        `the store ${path} cannot be written (${(error as NodeJS.ErrnoException).code} at ${place}): mount a ` +
          `writable volume at ${dirname(path)}, set SANDBOX_DATA to another path, or set SANDBOX_NOW=seeded to serve an ` +
          'existing store as it is',
      )
    }
  }
}
