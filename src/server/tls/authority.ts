import { X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { day } from '../../market/time.ts'
import type { Credentials } from './x509.ts'

interface Authority {
  certificate: string
  key: string
  names: readonly string[]
}

export function certificateIn(folder: string): string {
  return join(folder, 'ca.pem')
}

/** Lifetimes in days. No client accepts server certificates of more than 398 days. */
const authorityLasts = 3650
const certificateLasts = 365

/** Created if there is none, or if its certificate expires within a year. */
export async function authorityIn(folder: string, hosts: readonly string[]): Promise<Authority> {
  const names = ['localhost', ...hosts]
  const authority = { certificate: certificateIn(folder), key: join(folder, 'ca-key.pem'), names }
  if (!(await isCurrent(authority.certificate))) await createIn(folder, names)
  return authority
}

export async function certificateOf({ certificate, key, names }: Authority): Promise<Credentials> {
  const { issueCertificate } = await import('./x509.ts')
  const authority = { cert: readFileSync(certificate, 'utf8'), key: readFileSync(key, 'utf8') }
  return issueCertificate(authority, names, certificateLasts)
}

async function isCurrent(path: string): Promise<boolean> {
  if (!existsSync(path)) return false
  const { validTo } = new X509Certificate(readFileSync(path))
  return Date.parse(validTo) - Date.now() > certificateLasts * day
}

/** Several servers may start at once, so the files appear together. */
async function createIn(folder: string, names: readonly string[]): Promise<void> {
  const { createAuthority } = await import('./x509.ts')
  const { cert, key } = await createAuthority(names, authorityLasts)
  mkdirSync(dirname(folder), { recursive: true })
  const made = mkdtempSync(`${folder}-`)
  writeFileSync(certificateIn(made), cert)
  writeFileSync(join(made, 'ca-key.pem'), key, { mode: 0o600 })
  if (!(await isCurrent(certificateIn(folder)))) rmSync(folder, { recursive: true, force: true })
  try {
    renameSync(made, folder)
  } catch (error) {
    rmSync(made, { recursive: true, force: true })
    // Another process was faster.
    if (!existsSync(certificateIn(folder))) throw error
  }
}
