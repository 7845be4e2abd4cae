import { readFileSync } from 'node:fs'

/** Open files of a live server, without connections. */
const enough = 256

/** Undefined if enough connections fit or the limit is unknown. Node has raised the soft limit. */
export function fewOpenFiles(): string | undefined {
  const most = openFilesLimit()
  if (most === undefined || most >= enough) return undefined
  return `at most ${most} files may be open (ulimit -n): the server takes some 40, and each connection one more; set ${enough} or more`
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
