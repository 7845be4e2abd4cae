import { readFileSync, writeFileSync } from 'node:fs'

/** Resident memory in MB (10⁶ bytes). */
export interface Memory {
  now: number
  /** What of it is pages of files, the executable's and a mapped store's: the system takes them back when it needs to. */
  files: number
  /** Since the process began, or since `forgetPeak`. */
  peak: number
}

/** Undefined where there is no /proc: memory and CPU time are measured on Linux only. */
export function memoryOf(pid: number): Memory | undefined {
  const status = read(pid, 'status')
  const megabytes = (name: string) => (Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status!)?.[1]) * 1024) / 1e6
  return status === undefined
    ? undefined
    : { now: megabytes('VmRSS'), files: megabytes('RssFile'), peak: megabytes('VmHWM') }
}

export function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
  } catch {
    // The peak then counts from the start of the process, which is no less.
  }
}

/** /proc counts in hundredths of a second. */
const tick = 10

/** CPU time that a process has taken so far, all its threads together. Milliseconds. */
export function cpuTimeOf(pid: number): number | undefined {
  const stat = read(pid, 'stat')
  if (stat === undefined) return undefined
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(afterName[11]) + Number(afterName[12])) * tick
}

function read(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return undefined
  }
}
