import { readAccept } from './accept.ts'

/** In order of preference, measured on pages of 100 and 1,000 trades. */
export const encodings = ['zstd', 'br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

export interface Accepted {
  /** Null if bodies are sent as they are. */
  encoding: Encoding | null
  /** Least bytes of a body to compress. */
  threshold: number
}

/** A body that fits into one packet gains nothing. */
const worthwhile = 1024

const plain: Accepted = { encoding: null, threshold: Number.POSITIVE_INFINITY }

/** Null if the header excludes everything (RFC 9110, section 12.5.3). */
export function acceptedEncoding(header: string): Accepted | null {
  const wanted = readAccept(header)
  const qualityOf = (...names: string[]) => wanted.find(({ name }) => names.includes(name))?.quality
  const any = qualityOf('*')
  const identity = qualityOf('identity') ?? any ?? undefined
  const best = encodings
    // `*` gets gzip: a widely used proxy sends it and cannot decode newer encodings.
    .map(name => ({
      name,
      quality: name === 'gzip' ? (qualityOf(name, 'x-gzip') ?? any ?? 0) : (qualityOf(name) ?? 0),
    }))
    .reduce((first, second) => (second.quality > first.quality ? second : first))
  if (best.quality <= 0) return identity === 0 ? null : plain
  if (qualityOf('identity') !== undefined && identity! > best.quality) return plain
  return { encoding: best.name, threshold: identity === 0 ? 0 : worthwhile }
}
