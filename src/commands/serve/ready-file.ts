import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { SettingsFailure } from '../../settings.ts'

/** A file of an earlier run must not look like one of this run. */
export function removeOnExit(path: string): void {
  const remove = () => {
    for (const file of [path, unfinished(path)]) rmSync(file, { force: true })
  }
  try {
    remove()
    writeFileSync(unfinished(path), '')
  } catch (error) {
    throw new SettingsFailure(`--ready-file cannot be written: ${(error as Error).message}`)
  }
  process.on('exit', remove)
}

/** Renamed when complete, so a reader never sees a partial file. */
export function writeReady(path: string, url: string): void {
  writeFileSync(unfinished(path), `${JSON.stringify({ url, pid: process.pid })}\n`)
  renameSync(unfinished(path), path)
}

function unfinished(path: string): string {
  return `${path}.part`
}
