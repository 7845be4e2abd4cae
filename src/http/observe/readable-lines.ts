/** A response has a method or a status. */
interface LogLine {
  level: number
  time: string
  msg: string
  method?: string
  status?: number
  url?: string
  key?: string
  ms?: number
  why?: string
  err?: { stack?: string }
}

const levels: Record<number, string> = { 40: 'warning: ', 50: 'error: ', 60: 'fatal: ' }

/** In local time: `12:03:04 GET 400 /v1/pools?limit=x sandbox-key 1.2 ms limit must be an integer`. */
export function readableLine(json: string): string {
  const line = JSON.parse(json) as LogLine
  const time = new Date(line.time).toTimeString().slice(0, 8)
  return `${time} ${line.status === undefined ? eventText(line) : answerText(line, line.status)}\n`
}

function answerText({ method, url, key, ms, why, msg }: LogLine, status: number): string {
  const duration = ms === undefined ? undefined : `${ms} ms`
  const outcome = why ?? (msg === 'answered' ? undefined : msg)
  const parts = [method, status, url, key, duration, outcome].filter(part => part !== undefined)
  // Parts of a request must not control the terminal.
  return parts.join(' ').replace(/\p{Cc}/gu, ' ')
}

function eventText({ level, msg, err }: LogLine): string {
  return `${levels[level] ?? ''}${msg}${err?.stack === undefined ? '' : `\n${err.stack}`}`
}
