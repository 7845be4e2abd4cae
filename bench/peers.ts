import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { benchFolder, inResults, writeResult } from './plan.ts'
import type { Failures, MeasuredServer } from './subjects.ts'

/** A stored page for all peers, by load id. */
export interface StoredPage {
  id: string
  body: Buffer
}

/** Writes a peer's configuration files; returns its arguments for a port. */
type Configure = (pages: readonly StoredPage[]) => (port: number) => string[]

const peers = [
  { id: 'prism', title: 'Prism', package: '@stoplight/prism-cli', command: 'prism', configure: prism },
  { id: 'mockoon', title: 'Mockoon', package: '@mockoon/cli', command: 'mockoon-cli', configure: mockoon },
  { id: 'json-server', title: 'json-server', package: 'json-server', command: 'json-server', configure: jsonServer },
] as const

/** A missing peer becomes a failure. */
export function availablePeers(pages: readonly StoredPage[], failures: Failures): MeasuredServer[] {
  return peers.flatMap(({ id, title, package: name, command, configure }) => {
    try {
      const { file, version } = commandOf(name, command)
      const argsOf = configure(pages)
      const launch = (port: number) => ({ args: [file, ...argsOf(port)] })
      return [{ id, title: `${title} ${version}`, peer: true, threads: 1, stored: true, headers: {}, launch }]
    } catch (error) {
      failures.note({ id, title, peer: true }, error)
      return []
    }
  })
}

const patience = 300_000

/** Installs the peers into bench/node_modules unless they are there. A failed installation is a warning. */
export async function installPeers(): Promise<void> {
  if (peersInstalled()) return
  process.stderr.write('bench: installing the peers into bench/node_modules, once\n')
  // No scripts: none is needed, and one would report the installation to a third party.
  const flags = ['ci', '--prefix', benchFolder, '--ignore-scripts', '--no-audit', '--no-fund']
  await promisify(execFile)('npm', flags, { timeout: patience }).catch(error => {
    process.stderr.write(`bench: installing the peers failed: ${String(error.stderr || error.message).trim()}\n`)
  })
}

export function peersInstalled(): boolean {
  const [lockFile, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map(name =>
    join(benchFolder, name),
  )
  return existsSync(installed!) && statSync(installed!).mtimeMs >= statSync(lockFile!).mtimeMs
}

function commandOf(name: string, command: string): { file: string; version: string } {
  const folder = join(benchFolder, 'node_modules', name)
  if (!existsSync(folder)) throw new Error('not installed')
  const { bin, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return { file: join(folder, typeof bin === 'string' ? bin : bin[command]), version }
}

/** Prism mocks an OpenAPI document: each page is the example of a path. */
function prism(pages: readonly StoredPage[]): ReturnType<Configure> {
  const answer = (body: Buffer) => {
    const json = { schema: { type: 'object' }, example: JSON.parse(body.toString()) }
    return { get: { responses: { 200: { description: 'a page', content: { 'application/json': json } } } } }
  }
  const paths = Object.fromEntries(pages.map(({ id, body }) => [`/${id}`, answer(body)]))
  const document = { openapi: '3.0.3', info: { title: 'pages', version: '1' }, paths }
  const file = writeResult(inResults('peers', 'prism.json'), JSON.stringify(document))
  return port => ['mock', file, '--host', '127.0.0.1', '--port', String(port)]
}

/** Mockoon serves a data file: each page is the body of a route. It is fastest with templating off. */
function mockoon(pages: readonly StoredPage[]): ReturnType<Configure> {
  const headers = [{ key: 'Content-Type', value: 'application/json; charset=utf-8' }]
  const routes = pages.map(({ id, body }) => {
    const response = { uuid: randomUUID(), statusCode: 200, body: body.toString(), headers, disableTemplating: true }
    const responses = [{ ...response, bodyType: 'INLINE', default: true }]
    return { uuid: randomUUID(), type: 'http', method: 'get', endpoint: id, responses }
  })
  const environment = { uuid: randomUUID(), lastMigration: 33, name: 'pages', hostname: '127.0.0.1', routes }
  const rootChildren = routes.map(({ uuid }) => ({ type: 'route', uuid }))
  const file = writeResult(inResults('peers', 'mockoon.json'), JSON.stringify({ ...environment, rootChildren }))
  const flags = ['--disable-log-to-file', '--repair', '--hostname', '127.0.0.1']
  return port => ['start', '--data', file, ...flags, '--port', String(port)]
}

/** json-server serves arrays: each is the records of a page. */
function jsonServer(pages: readonly StoredPage[]): ReturnType<Configure> {
  const records = pages.map(({ id, body }) => [id, JSON.parse(body.toString()).data])
  const file = writeResult(inResults('peers', 'json-server.json'), JSON.stringify(Object.fromEntries(records)))
  return port => [file, '--host', '127.0.0.1', '--port', String(port)]
}
