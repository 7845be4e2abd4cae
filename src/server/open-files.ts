import { readFileSync } from 'node:fs'
import { SettingsFailure } from '../settings.ts'

/** Leaves room for connections. */
const enough = 256
/** Files of a live server without connections, and of each thread that serves. */
const [own, perThread] = [30, 10]

/**
 * A warning if few connections fit; undefined if enough do or the limit is unknown. Node has raised the soft limit.
 * @throws SettingsFailure if the server could not answer anybody
 */
export function fewOpenFiles(threads: number): string | undefined {
  const most = openFilesLimit()
  if (most === undefined || most >= enough) return undefined
  const taken = own + perThread * threads
  const text = `at most ${most} files may be open (ulimit -n): the server takes some ${taken}, and each connection one more; set ${enough} or more`
  if (most < taken) throw new SettingsFailure(text)
  return text
}

function openFilesLimit(): number | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    const [, most] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? []
    return most === undefined ? undefined : Number(most)
  } catch {
    return undefined
  }
}
