import { randomUUID } from 'node:crypto'
import type { PreparedLoad } from '../load.ts'
import { inResults, writeResult } from '../places.ts'
import { commandOf } from './install.ts'
import { peer } from './peer.ts'

/** Mockoon serves a data file: each page is the body of a route, with templating off, which is how it is fastest. */
export function mockoon(prepared: readonly PreparedLoad[]) {
  const { file, version } = commandOf('@mockoon/cli', 'mockoon-cli')
  const routes = prepared.map(route)
  const environment = { uuid: randomUUID(), lastMigration: 33, name: 'pages', hostname: '127.0.0.1', routes }
  const rootChildren = routes.map(({ uuid }) => ({ type: 'route', uuid }))
  const path = writeResult(inResults('peers', 'mockoon.json'), JSON.stringify({ ...environment, rootChildren }))
  const flags = ['--disable-log-to-file', '--repair', '--hostname', '127.0.0.1']
  return peer('mockoon', `Mockoon ${version}`, port => [
    file,
    'start',
    '--data',
    path,
    ...flags,
    '--port',
    String(port),
  ])
}

function route({ load, page }: PreparedLoad) {
  const headers = [{ key: 'Content-Type', value: 'application/json; charset=utf-8' }]
  const response = { uuid: randomUUID(), statusCode: 200, body: page.toString(), headers, disableTemplating: true }
  const responses = [{ ...response, bodyType: 'INLINE', default: true }]
  return { uuid: randomUUID(), type: 'http', method: 'get', endpoint: load.id, responses }
}
