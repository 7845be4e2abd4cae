import { write, writeSync } from 'node:fs'

/** Characters that trigger a write. */
const batch = 32_768
/** Longest delay of a line, and retry interval of a full pipe. */
const longestWait = 100
/** Characters; further lines are dropped. */
const mostWaiting = 4 << 20
/** Time that the reader has at exit. */
const lastWait = 1000

/** Never delays responses or the exit: an unread pipe, a closed reader or a full disk loses lines only. */
export function logOutput(file = 1) {
  let lines = ''
  let isSending = false
  let timer: NodeJS.Timeout | undefined
  let finished: (() => void) | undefined

  function sendSoon(): void {
    if (lines.length >= batch || finished) send()
    else if (lines !== '') timer ??= setTimeout(send, longestWait).unref()
  }

  function send(): void {
    clearTimeout(timer)
    timer = undefined
    if (isSending) return
    const bytes = Buffer.from(lines)
    lines = ''
    if (bytes.length > 0) sendBytes(bytes)
    else finished?.()
  }

  function sendBytes(bytes: Buffer): void {
    isSending = true
    write(file, bytes, (error, written) => {
      if (error?.code === 'EAGAIN') return void setTimeout(() => sendBytes(bytes), longestWait).unref()
      if (error === null && written < bytes.length) return sendBytes(bytes.subarray(written))
      isSending = false
      sendSoon()
    })
  }

  // Writes as far as there is room; a pending write completes anyway.
  process.on('exit', () => {
    try {
      if (lines !== '') writeSync(file, lines)
    } catch {}
  })
  return {
    write(line: string): void {
      if (lines.length < mostWaiting) lines += line
      sendSoon()
    },
    /** Calls back when all lines are written or given up. */
    flush(done: () => void): void {
      const patience = setTimeout(done, lastWait)
      finished = () => {
        clearTimeout(patience)
        done()
      }
      send()
    },
  }
}
