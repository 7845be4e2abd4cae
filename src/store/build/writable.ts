import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreFailure } from '../store-failure.ts'

/** SQLite also writes beside the file, so the folder must be writable. */
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
