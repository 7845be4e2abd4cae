import type { Settings } from '../../settings.ts'
import type { Entrance } from './entrance.ts'

/** The entrance for HTTPS and proxy clients, if enabled; its code is loaded only then. */
export async function entranceOf({ tls, authority, hosts }: Settings): Promise<Entrance | undefined> {
  if (!tls) return undefined
  const { authorityIn, certificateOf } = await import('./authority.ts')
  const { Entrance } = await import('./entrance.ts')
  const names = Object.keys(hosts)
  return new Entrance(await certificateOf(await authorityIn(authority, names)), names)
}
