import fc from 'fast-check'

/** Any Unicode text. fast-check's own unit for it takes half a second to set up. */
export function anyText(maxLength = 10): fc.Arbitrary<string> {
  const character = fc.nat(0x10ffff).filter(point => point < 0xd800 || point > 0xdfff)
  return fc.array(character, { maxLength }).map(points => String.fromCodePoint(...points))
}
