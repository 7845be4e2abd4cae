import type { ServerResponse } from 'node:http'
import { Failure } from '../../base/failure.ts'

/** Most bytes of responses that are held whole, or in large parts, until their clients have read them. */
const most = 64 << 20
let held = 0

/**
 * Counts bytes until their response is sent or abandoned.
 * @throws Failure if clients leave too much unread
 */
export function hold(response: ServerResponse, bytes: number): void {
  if (response.closed || response.destroyed) return
  if (held + bytes > most) throw new Failure('unavailable', tooMuch, { 'retry-after': '1' })
  held += bytes
  response.once('close', () => {
    held -= bytes
  })
}

const tooMuch = `responses that their clients have not read yet may hold ${most >> 20} MiB of memory together, and they do: read them, or retry later`
