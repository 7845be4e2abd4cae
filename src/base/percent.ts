/** Undefined if the percent-encoding is invalid. A bundler drops a decoding whose result is not used, error and all. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
