import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { digestOf } from '../digest.ts'
import { Failure, shown } from '../failure.ts'
import { builtInKeys } from '../keys.ts'
import { lazy } from '../lazy.ts'
import { version } from '../package.ts'
import { describeServer } from './about.ts'
import { isKnown, tagOf } from './caching.ts'

/** Beside the bundle, or beside this folder among the sources. */
const folder = lazy(() => ['console/', '../console/'].map(path => new URL(path, import.meta.url)).find(existsSync)!)

/** Libraries of the page: copied beside it into the package, taken from where they are installed in a clone. */
const libraries: Record<string, () => URL> = {
  'preact.js': () => new URL(import.meta.resolve('htm/preact/standalone')),
  'lightweight-charts.js': () =>
    new URL(
      'dist/lightweight-charts.standalone.production.mjs',
      import.meta.resolve('lightweight-charts/package.json'),
    ),
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Nothing but this server's own files and answers; charts set styles by script alone. */
const contentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

interface Asset {
  bytes: Buffer
  type: string
  digest: string
}

/** The console page: its files, each read once, and information about this server. */
export function consolePage(app: FastifyInstance): void {
  const assets = new Map<string, Promise<Asset>>()
  const route = (url: string, handler: (request: FastifyRequest, reply: FastifyReply) => unknown) =>
    app.route({ method: ['GET', 'HEAD'], url, handler })
  const send = async (name: string, request: FastifyRequest, reply: FastifyReply) => {
    if (!assets.has(name)) assets.set(name, readAsset(name))
    const asset = await assets.get(name)!.catch(error => {
      assets.delete(name)
      throw error
    })
    return sendAsset(asset, request, reply)
  }
  // The page's own links are relative, so its address has to end in a slash.
  route('/console', (request, reply) =>
    request.url.split('?', 1)[0]!.endsWith('/') ? send('index.html', request, reply) : reply.redirect('console/'),
  )
  route('/console/about.json', () => aboutConsole(app))
  route('/console/:file', (request, reply) => send((request.params as { file: string }).file, request, reply))
}

function sendAsset({ bytes, type, digest }: Asset, request: FastifyRequest, reply: FastifyReply) {
  const etag = tagOf(request, digest)
  reply.header('cache-control', 'no-cache').header('etag', etag)
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type(type).header('content-security-policy', contentPolicy).send(bytes)
}

async function readAsset(name: string): Promise<Asset> {
  const type = /^[\w-]+\.\w+$/.test(name) ? types[extname(name)] : undefined
  const path = new URL(name, folder())
  const library = libraries[name]
  const found = type !== undefined && existsSync(path)
  if (!found && library === undefined) throw new Failure('notFound', `/console has no file ${shown(name)}`)
  const bytes = await readFile(found ? path : library!())
  return { bytes, type: types[extname(name)]!, digest: digestOf(bytes.toString('latin1')) }
}

/** Information about this server, with the built-in keys it accepts. Keys from a file are not shown. */
function aboutConsole({ state }: FastifyInstance) {
  const { profile, clock, time, start, end } = describeServer(state) as Record<string, unknown>
  const keys = builtInKeys.filter(key => state.keys.has(key)).map(({ key }) => key)
  return { result: 'success', version, profile, clock, time, start, end, keys, steered: state.steered }
}
