/** Characters of a part, at least. */
export const partSize = 1 << 16

export function* inParts(texts: Iterable<string>): Generator<string> {
  let part = ''
  for (const text of texts) {
    part += text
    if (part.length < partSize) continue
    yield part
    part = ''
  }
  yield part
}
