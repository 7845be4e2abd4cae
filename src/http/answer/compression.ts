import { pipeline, Readable, type Transform } from 'node:stream'
import { promisify } from 'node:util'
import zlib, { type CompressCallback } from 'node:zlib'
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import type { Encoding } from './encoding.ts'

export type Body = Buffer | string | Readable

interface Codec {
  whole(body: Buffer | string, done: CompressCallback): void
  /** Compresses the beginning of a body so that it can be decoded alone. */
  prefix(body: string, done: CompressCallback): void
  /** A slow level, because the result is kept. */
  file(body: Buffer, done: CompressCallback): void
  /** Compresses a stream and flushes each chunk. @param isWhole or else the stream ends without an end mark */
  stream(isWhole?: boolean): Transform
}

const c = zlib.constants
/**
 * The fastest levels reduce a page to a sixth or eighth: 100 trades in 0.06 ms; 1,000 in 0.13 (zstd), 0.24 (br) and
 * 0.31 (gzip). Small windows compress as well in a fifth of the memory, which halves the setup time.
 */
const gzip = { level: 1, windowBits: 13, memLevel: 6 }
const br = { params: { [c.BROTLI_PARAM_QUALITY]: 1, [c.BROTLI_PARAM_LGWIN]: 16 } }
const zstd = { params: { [c.ZSTD_c_compressionLevel]: 1, [c.ZSTD_c_windowLog]: 14 } }
const [slowBr, slowZstd] = [{ [c.BROTLI_PARAM_QUALITY]: 9 }, { [c.ZSTD_c_compressionLevel]: 12 }]

const codecs: Record<Encoding, Codec> = {
  gzip: codecOf(zlib.gzip, zlib.createGzip, c.Z_SYNC_FLUSH, gzip, { level: 9 }),
  br: codecOf(zlib.brotliCompress, zlib.createBrotliCompress, c.BROTLI_OPERATION_FLUSH, br, { params: slowBr }),
  zstd: codecOf(zlib.zstdCompress, zlib.createZstdCompress, c.ZSTD_e_flush, zstd, { params: slowZstd }),
}

/** Of the encoding that the client prefers, which the headers then name. */
function codecFor(reply: FastifyReply): Codec {
  const encoding = reply.request.raw.record.accepted!.encoding!
  reply.header('content-encoding', encoding)
  return codecs[encoding]
}

/**
 * Takes a part when the one before is done. One that waits when the stream ends is flushed together with its end, so
 * the bytes of a page, which has a strong tag, would depend on the time.
 */
const oneByOne = { writableHighWaterMark: 1 }

function codecOf<Options extends object>(
  compress: (body: Buffer | string, options: Options, done: CompressCallback) => void,
  create: (options: Options) => Transform,
  flush: number,
  fast: Options,
  slow: Options,
): Codec {
  const cut = { ...fast, finishFlush: flush }
  return {
    whole: (body, done) => compress(body, fast, done),
    prefix: (body, done) => compress(body, cut, done),
    // A slow level of zstd clears tables for megabytes, which takes 0.2 s, unless it knows that a file is small.
    file: (body, done) => compress(body, { ...slow, pledgedSrcSize: body.length }, done),
    stream: (isWhole = true) => create({ ...(isWhole ? fast : cut), ...oneByOne, flush }),
  }
}

/** Streams that are compressed at the same time: each encoder takes up to half a megabyte. */
const mostEncoders = 100
let encoders = 0

/** A stream beyond them is sent as it is, unless the client refuses that. */
function paysAsStream(reply: FastifyReply): boolean {
  const { accepted } = reply.request.raw.record
  if (accepted === null || accepted.encoding === null) return false
  if (encoders < mostEncoders || accepted.threshold === 0) return true
  // The tag names the encoding.
  reply.removeHeader('etag')
  return false
}

function counting<T extends Transform>(encoder: T): T {
  encoders++
  return encoder.once('close', () => encoders--)
}

/** Free without Accept-Encoding. @param sent receives the body as it is to be sent, and its encoding */
export function sendBody(
  reply: FastifyReply,
  body: Body,
  sent: (body: Body, encoding: Encoding | null) => void = () => {},
): FastifyReply {
  if (!(isStream(body) ? paysAsStream(reply) : pays(reply.request, body))) {
    sent(body, null)
    return reply.send(counted(reply.request, body))
  }
  encode(reply, body, (error, encoded) => {
    if (encoded !== undefined) sent(encoded, reply.request.raw.record.accepted!.encoding)
    reply.send(error ?? counted(reply.request, encoded!))
  })
  return reply
}

/** A stream has no content-length, so its bytes are counted as they are sent. The following pipe sets the pace. */
function counted(request: FastifyRequest, body: Body): Body {
  if (!isStream(body)) return body
  const { record } = request.raw
  record.bytes = 0
  return body.on('data', chunk => {
    record.bytes! += Buffer.byteLength(chunk)
  })
}

/** Compresses other responses, such as documents. */
export const compress: onSendHookHandler<unknown> = (request, reply, payload, done) => {
  const type = String(reply.getHeader('content-type'))
  const own = payload && reply.statusCode !== 206 && reply.getHeader('content-encoding') === undefined
  if (!own || !/json|text|javascript|xml/.test(type) || !pays(request, payload as Body)) return done(null, payload)
  encode(reply.removeHeader('content-length'), payload as Body, done)
}

/** Compressed if the client accepts it and it pays; sets the headers. */
export async function encodeWhole(reply: FastifyReply, text: string): Promise<Buffer> {
  return pays(reply.request, text) ? promisify(codecFor(reply).whole)(text) : Buffer.from(text)
}

/** Bytes that many responses share, with their encodings, each made when first asked for. */
export interface EncodedBytes {
  bytes: Buffer
  encoded: Map<Encoding, Promise<Buffer>>
}

/** @param isLasting whether a slow level pays, because the result is kept as long as the server runs */
export function encodeShared(
  reply: FastifyReply,
  { bytes, encoded }: EncodedBytes,
  isLasting = false,
): Promise<Buffer> | Buffer {
  if (!pays(reply.request, bytes)) return bytes
  const encoding = reply.request.raw.record.accepted!.encoding!
  const { file, whole } = codecFor(reply)
  const known = encoded.get(encoding)
  if (known !== undefined) return known
  const made = promisify(isLasting ? file : whole)(bytes)
  encoded.set(encoding, made)
  return made
}

/** A body in parts. @param isWhole or else the rest does not follow, and the parts can be decoded alone */
export function encodeParts(
  reply: FastifyReply,
  parts: AsyncIterable<string>,
  isWhole: boolean,
): AsyncIterable<Buffer> {
  if (!paysAsStream(reply)) return Readable.from(parts, { objectMode: false })
  return encodedParts(codecFor(reply), parts, isWhole)
}

/** The stream begins with the first part that is taken, and ends with the loop that takes them. */
async function* encodedParts(codec: Codec, parts: AsyncIterable<string>, isWhole: boolean): AsyncGenerator<Buffer> {
  yield* pipeline(Readable.from(parts), counting(codec.stream(isWhole)), () => {})
}

export async function encodePrefix(reply: FastifyReply, text: string): Promise<Buffer> {
  if (reply.getHeader('content-encoding') === undefined) return Buffer.from(text)
  return promisify(codecFor(reply).prefix)(text)
}

function pays({ raw }: FastifyRequest, body: Body): boolean {
  const { accepted } = raw.record
  if (accepted === null || accepted.encoding === null) return false
  return isStream(body) || body.length >= accepted.threshold
}

function encode(reply: FastifyReply, body: Body, done: (error: Error | null, encoded?: Body) => void): void {
  const codec = codecFor(reply)
  // A pipe does not pass on errors of its source.
  if (isStream(body))
    done(
      null,
      pipeline(body, counting(codec.stream()), () => {}),
    )
  else codec.whole(body, done)
}

export function isStream(body: Body): body is Readable {
  return typeof body !== 'string' && !Buffer.isBuffer(body)
}
