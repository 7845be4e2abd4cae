import { percentDecoded } from '../../base/percent.ts'
import { anyOf } from '../../plans/keys.ts'

/** Parameter names that clients use for keys. A continuation token is useless without its key. */
const secretNames = /^(?!continuation_token$).*(?:key|token|secret|auth|password)/i

/** A URL with its keys replaced by `***`, and the hidden values. @param isKey whether a decoded part is a key */
export function hideKeys(url: string, isKey: (text: string) => boolean): { url: string; hidden: string[] } {
  const hidden = new Set<string>()
  const hide = (text: string) => {
    hidden.add(text).add(decoded(text))
    return '***'
  }
  const parts = url.split(/([/?&=#;:@])/)
  const shown = parts.map((part, n) => {
    if (part === '') return part
    const named = parts[n - 1] === '=' && secretNames.test(decoded(parts[n - 2] ?? ''))
    return named || isKey(decoded(part)) ? hide(part) : part
  })
  return { url: shown.join(''), hidden: [...hidden] }
}

/** Replaces secrets in one pass: one by one, each further `*` among them would triple the stars of the earlier ones. */
export function cleanerOf(secrets: readonly string[]): (text: string) => string {
  if (secrets.length === 0) return text => text
  const any = new RegExp(anyOf(secrets), 'g')
  return text => text.replace(any, '***')
}

function decoded(text: string): string {
  return /[%+]/.test(text) ? (percentDecoded(text.replaceAll('+', ' ')) ?? text) : text
}
