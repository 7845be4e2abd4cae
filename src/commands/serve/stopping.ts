import { readFileSync } from 'node:fs'
import type { Environment } from '../../settings.ts'

/** Signals within this time count as one: after Ctrl+C both the terminal and npm send SIGINT. */
const sameSignal = 1000

/** Calls `stop` once; a later signal exits at once. */
export function onSignal(stop: () => void): void {
  let first: number | undefined
  const handle = () => {
    if (first !== undefined && performance.now() - first > sameSignal) process.exit(1)
    if (first === undefined) stop()
    first ??= performance.now()
  }
  // In place of the handlers of main.js, but only once this one listens: without any, Node drops a signal that has arrived.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const earlier = process.listeners(signal)
    process.on(signal, handle)
    for (const one of earlier) process.off(signal, one)
  }
}

/** How often npm is looked for. */
const watchInterval = 500

/** Calls `stop` when npm, which runs this process as its own script, is gone. Killed, it passes no signal on. */
export function onEndOfNpm(environment: Environment, stop: () => void): void {
  const { npm_lifecycle_event: script = '', npm_config_user_agent: agent = '' } = environment
  if (!agent.startsWith('npm/') || !['start', 'npx'].includes(script)) return
  const depth = npmDepth()
  if (depth === 0) return
  const before = ancestors(depth)
  const timer = setInterval(() => {
    if (ancestors(depth) === before) return
    clearInterval(timer)
    stop()
  }, watchInterval).unref()
}

/** Generations up to npm: some shells run a single command in their own place. 0 if npm is neither parent nor grandparent. */
function npmDepth(): number {
  const [name, parent] = procStat(process.ppid)
  if (name === undefined || parent === undefined) return 1
  return name.startsWith('npm') ? 1 : (procStat(parent)[0] ?? '').startsWith('npm') ? 2 : 0
}

function ancestors(depth: number): string {
  const parent = process.ppid
  return `${parent} ${depth === 2 ? procStat(parent)[1] : ''}`
}

/** Name and parent of a process; nothing on systems without /proc. */
function procStat(pid: number): [name?: string, parent?: number] {
  try {
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return name === undefined ? [] : [name, Number(parent)]
  } catch {
    return []
  }
}
