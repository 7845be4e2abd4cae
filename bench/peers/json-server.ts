import type { PreparedLoad } from '../load.ts'
import { inResults, writeResult } from '../places.ts'
import { commandOf } from './install.ts'
import { peer } from './peer.ts'

/** json-server serves arrays: each is a page's records. */
export function jsonServer(prepared: readonly PreparedLoad[]) {
  const { file, version } = commandOf('json-server', 'json-server')
  const records = prepared.map(({ load, page }) => [load.id, JSON.parse(page.toString()).data])
  const path = writeResult(inResults('peers', 'json-server.json'), JSON.stringify(Object.fromEntries(records)))
  return peer('json-server', `json-server ${version}`, port => [
    ...[file, path, '--host', '127.0.0.1'],
    ...['--port', String(port)],
  ])
}
