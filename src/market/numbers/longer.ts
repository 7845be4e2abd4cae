/** A copy of twice the length. */
export function longer<A extends Float64Array | Uint8Array>(array: A): A {
  const made = new (array.constructor as new (length: number) => A)(2 * array.length)
  made.set(array)
  return made
}
