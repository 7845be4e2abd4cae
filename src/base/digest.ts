import { hash } from 'node:crypto'

/** 132 bits of SHA-256 as base64url; 0.6 µs for a line. */
export function digestOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22)
}
