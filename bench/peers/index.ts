import type { PreparedLoad } from '../load.ts'
import type { Subject } from '../subject.ts'
import type { Failures } from './failures.ts'
import { installPeers } from './install.ts'
import { jsonServer } from './json-server.ts'
import { mockoon } from './mockoon.ts'
import { prism } from './prism.ts'

/** Whom this server is compared with. */
const peers = [
  { id: 'prism', title: 'Prism', create: prism },
  { id: 'mockoon', title: 'Mockoon', create: mockoon },
  { id: 'json-server', title: 'json-server', create: jsonServer },
] as const

export async function availablePeers(prepared: readonly PreparedLoad[], failures: Failures): Promise<Subject[]> {
  await installPeers()
  return peers.flatMap(({ id, title, create }) => {
    try {
      return [create(prepared)]
    } catch (error) {
      failures.note({ id, title, peer: true }, error)
      return []
    }
  })
}
