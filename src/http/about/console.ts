import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { families } from '../../../routes/index.ts'
import { digestOf } from '../../base/digest.ts'
import { Failure, shown } from '../../base/failure.ts'
import { unlessFailed } from '../../base/unless-failed.ts'
import { lazy } from '../../market/made-once.ts'
import { formatTime } from '../../market/time.ts'
import type { WireName } from '../../operations/render.ts'
import { version } from '../../package.ts'
import { builtInKeys } from '../../plans/keys.ts'
import { historyClocks } from '../../store/history/coverage.ts'
import { prefersHtml } from '../answer/accept.ts'
import { isKnown, tagOf } from '../answer/caching.ts'
import { type EncodedBytes, encodeShared } from '../answer/compression.ts'
import { sendShared } from '../answer/send-shared.ts'
import { isControlled } from '../control/control-access.ts'
import { clientOrigin } from '../request-record.ts'
import type { ServerState } from '../state.ts'
import { describeServer } from './about.ts'
import { addressed, guideFile, guidePage, lostPage } from './guide.ts'

/** Beside the bundle, or beside this folder among the sources. */
const folder = lazy(() => ['console/', '../../console/'].map(path => new URL(path, import.meta.url)).find(existsSync)!)

/** Swagger UI is the copy in Fastify's plugin: its own package runs a telemetry script. */
const libraries: Record<string, () => URL> = {
  'preact.js': () => new URL(import.meta.resolve('htm/preact/standalone')),
  'lightweight-charts.js': () =>
    new URL(
      'dist/lightweight-charts.standalone.production.mjs',
      import.meta.resolve('lightweight-charts/package.json'),
    ),
  'swagger-ui.js': () => new URL(import.meta.resolve('@fastify/swagger-ui/static/swagger-ui-bundle.js')),
  'swagger-ui.css': () => new URL(import.meta.resolve('@fastify/swagger-ui/static/swagger-ui.css')),
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
}

/** Allows only files and responses of this server. */
const contentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Swagger UI has style attributes and calls the hosts that the document lists. */
const referencePolicy = contentPolicy
  .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
  .replace("connect-src 'self'", 'connect-src http: https:')

const pages: Record<string, { '': string; [path: string]: string }> = {
  console: { '': 'index.html' },
  docs: { '': 'reference.html', 'control.html': 'reference.html' },
}

interface PageFile extends EncodedBytes {
  type: string
  digest: string
  policy: string
  /** Whether it is a page of the documentation: its examples call the address at which it is read. */
  isGuide: boolean
}

export function consolePage(app: FastifyInstance, about: () => object): void {
  const asset = unlessFailed(readAsset)
  const route = (url: string, handler: (request: FastifyRequest, reply: FastifyReply) => unknown) =>
    app.route({ method: ['GET', 'HEAD'], url, handler })
  const send = async (name: string, request: FastifyRequest, reply: FastifyReply) =>
    sendAsset(await asset(name), request, reply)
  const sendOr404 = (name: string, request: FastifyRequest, reply: FastifyReply) =>
    send(name, request, reply).catch(error => {
      const isLost = error instanceof Failure && error.kind === 'notFound'
      if (!isLost || !prefersHtml(request.headers.accept)) throw error
      return reply
        .code(404)
        .type(types['.html']!)
        .header('content-security-policy', contentPolicy)
        .send(lostPage(error.message))
    })
  for (const [folder, named] of Object.entries(pages)) {
    // Links are relative, so the address of a folder has to end in a slash.
    route(`/${folder}`, (request, reply) => {
      const [path, search] = request.url.split(/(?=\?)/, 2)
      return path!.endsWith('/') ? send(named[''], request, reply) : reply.redirect(`${folder}/${search ?? ''}`)
    })
    route(`/${folder}/:file`, (request, reply) => {
      const { file } = request.params as { file: string }
      return sendOr404(Object.hasOwn(named, file) ? named[file]! : file, request, reply)
    })
    route(`/${folder}/:part/:file`, (request, reply) => {
      const { part, file } = request.params as { part: string; file: string }
      return sendOr404(`${part}/${file}`, request, reply)
    })
  }
  route('/docs/pictures/:file', (request, reply) =>
    sendOr404((request.params as { file: string }).file, request, reply),
  )
  route('/console/about.json', about)
}

async function sendAsset(file: PageFile, request: FastifyRequest, reply: FastifyReply) {
  const { type, digest, policy, isGuide } = file
  const origin = clientOrigin(request)
  const etag = tagOf(request, isGuide ? `${digest} ${origin}` : digest)
  reply.header('cache-control', 'no-cache').header('etag', etag)
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  reply.type(type).header('content-security-policy', policy)
  if (isGuide) return reply.send(addressed(file.bytes.toString(), origin))
  return sendShared(reply, await encodeShared(reply, file, true))
}

async function readAsset(name: string): Promise<PageFile> {
  const type = /^([a-z]+\/)?[\w-]+\.\w+$/.test(name) ? types[extname(name)] : undefined
  const path = new URL(name, folder())
  const library = Object.hasOwn(libraries, name) ? libraries[name] : undefined
  const found = type === undefined ? undefined : existsSync(path) ? path : (library?.() ?? guideFile(name))
  if (found === undefined) throw new Failure('notFound', `there is no page or file ${shown(name)} here`)
  const isGuide = found.pathname.endsWith('.md')
  const bytes = isGuide ? await guidePage(found, name) : await readFile(found)
  const policy = name === 'reference.html' ? referencePolicy : contentPolicy
  return { bytes, type: type!, digest: digestOf(bytes.toString('latin1')), encoded: new Map(), policy, isGuide }
}

/** Shows the built-in keys, but no keys from a file. */
export function aboutConsole(state: ServerState) {
  const { profile, clock, time, start, end } = describeServer(state) as Record<string, unknown>
  const keys = builtInKeys.filter(key => state.keys.has(key))
  const { store } = state.context
  const aliases = store.all('SELECT entity, code, name FROM alias')
  return {
    result: 'success',
    version,
    profile,
    clock,
    time,
    start,
    end,
    /** Data before the start are generated when a request needs them. */
    ...(store.coverage.endless && { endless_from: formatTime(historyClocks.from) }),
    keys: keys.map(({ key }) => key),
    /** Keys by the names that journals and limits show. */
    names: Object.fromEntries(keys.map(({ key, name }) => [name, key])),
    ...(state.building && { built: state.building.done }),
    rate: state.tenants.default.clock.rate,
    steered: isControlled(state.access),
    operations: operationsOf(state.context.wirePath),
    /** Other names that people use, which the search understands. */
    aliases: aliases.map(([entity, code, name]) => ({ entity, code, name })),
  }
}

export function operationsOf(wirePath: WireName) {
  return families.flatMap(({ name, operations }) =>
    operations.map(({ id, path }) => ({ path: wirePath(path), reference: `#/${name}/${id}` })),
  )
}
