export const addressPattern = /^(0[xX][0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/
export const addressForm = '0x and 40 hexadecimal digits, or 32 to 44 characters of base 58'

/** Lowers hexadecimal digits; base 58 is case-sensitive. */
export function canonical(onChain: string): string {
  return /^0x/i.test(onChain) ? onChain.toLowerCase() : onChain
}
