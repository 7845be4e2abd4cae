import type { Settings } from '../../settings.ts'
import { authorityIn, certificateOf } from './authority.ts'
import type { Entrance } from './entrance.ts'
import type { Credentials } from './x509.ts'

/** The certificate and key of the server, if HTTPS is enabled. */
export async function credentialsOf({ tls, authority, hosts }: Settings): Promise<Credentials | undefined> {
  if (!tls) return undefined
  return certificateOf(await authorityIn(authority, Object.keys(hosts)))
}

/** Loads the code only if HTTPS is enabled. */
export async function entranceOf(
  { hosts }: Settings,
  credentials: Credentials | undefined,
): Promise<Entrance | undefined> {
  if (credentials === undefined) return undefined
  const { entranceFor } = await import('./entrance.ts')
  return entranceFor(credentials, Object.keys(hosts))
}
