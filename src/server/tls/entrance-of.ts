import type { Settings } from '../../settings.ts'
import type { Entrance } from './entrance.ts'
import type { Credentials } from './x509.ts'

/** Loads the code only if HTTPS is enabled. */
export async function entranceOf(
  { hosts }: Settings,
  credentials: Credentials | undefined,
): Promise<Entrance | undefined> {
  if (credentials === undefined) return undefined
  const { Entrance } = await import('./entrance.ts')
  return new Entrance(credentials, Object.keys(hosts))
}
