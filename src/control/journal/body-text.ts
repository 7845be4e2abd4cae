import zlib from 'node:zlib'
import { type Static, Type } from '@sinclair/typebox'
import { mostOfBody } from './bodies.ts'

export const BodyText = Type.Object(
  {
    text: Type.String({ description: 'its first 64 KB, without compression, with keys replaced by `***`' }),
    truncated: Type.Boolean({ description: 'whether the client received more' }),
  },
  { title: 'BodyText', description: 'body of a response as the client received it' },
)
export type BodyText = Static<typeof BodyText>

interface Sent {
  body?: Uint8Array | undefined
  bytes: number
  answered: { 'content-encoding': string | null }
}

/** Null if the journal did not keep the body. @param clean hides keys */
export function bodyTextOf({ body, bytes, answered }: Sent, clean: (text: string) => string): BodyText | null {
  if (body === undefined) return null
  const plain = decompressed(body, answered['content-encoding'])
  // A stream drops the character that the end cuts in two.
  const text = new TextDecoder().decode(plain.subarray(0, mostOfBody), { stream: true })
  return { text: clean(text), truncated: body.length < bytes || plain.length > mostOfBody }
}

/** Also of bodies whose end is missing. */
function decompressed(body: Uint8Array, encoding: string | null): Uint8Array {
  if (encoding === null || body.length === 0) return body
  const c = zlib.constants
  if (encoding === 'gzip') return zlib.gunzipSync(body, { finishFlush: c.Z_SYNC_FLUSH })
  if (encoding === 'br') return zlib.brotliDecompressSync(body, { finishFlush: c.BROTLI_OPERATION_FLUSH })
  return zlib.zstdDecompressSync(body, { finishFlush: c.ZSTD_e_flush })
}
