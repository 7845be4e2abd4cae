import type { Settings } from '../../settings.ts'
import type { Entrance } from './entrance.ts'
import type { Credentials } from './x509.ts'

/** The certificate and key of the server, if HTTPS is enabled; loads the code only then. */
export async function credentialsOf({ tls, authority, hosts }: Settings): Promise<Credentials | undefined> {
  if (!tls) return undefined
  const { authorityIn, certificateOf } = await import('./authority.ts')
  return certificateOf(await authorityIn(authority, Object.keys(hosts)))
}

/** Loads the code only if HTTPS is enabled. */
export async function entranceOf(
  { hosts }: Settings,
  credentials: Credentials | undefined,
): Promise<Entrance | undefined> {
  if (credentials === undefined) return undefined
  const { Entrance } = await import('./entrance.ts')
  return new Entrance(credentials, Object.keys(hosts))
}
