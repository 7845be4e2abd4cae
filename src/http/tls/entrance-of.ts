import type { Settings } from '../../settings.ts'
import type { Entrance } from './entrance.ts'

/** Loads the code only if HTTPS is enabled. */
export async function entranceOf({ tls, authority, hosts }: Settings): Promise<Entrance | undefined> {
  if (!tls) return undefined
  const { authorityIn, certificateOf } = await import('./authority.ts')
  const { Entrance } = await import('./entrance.ts')
  const names = Object.keys(hosts)
  return new Entrance(await certificateOf(await authorityIn(authority, names)), names)
}
