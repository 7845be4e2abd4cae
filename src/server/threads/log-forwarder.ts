import type { DestinationStream } from 'pino'

/** Characters, and milliseconds, before lines are sent. */
const batch = 4096
const longestWait = 100

export function forwarding(send: (lines: string) => void): DestinationStream & { flush(): void } {
  let lines = ''
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (lines !== '') send(lines)
    lines = ''
  }
  const write = (line: string) => {
    lines += line
    if (lines.length >= batch) flush()
    else timer ??= setTimeout(flush, longestWait).unref()
  }
  return { write, flush }
}
