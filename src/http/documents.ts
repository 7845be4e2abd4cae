import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { families } from '../../routes/index.ts'
import type { Collection } from '../documents/collection.ts'
import type { DocumentText, OpenApi } from '../documents/openapi.ts'
import { builtInKeys } from '../keys.ts'
import type { HostNames } from '../settings.ts'
import { isKnown, tagOf } from './caching.ts'
import { clientOrigin } from './client-url.ts'
import { type Reached, serversOf } from './document-servers.ts'
import type { ServerState } from './state.ts'

interface Form {
  type: string
  /** Name under which browsers save it. */
  file?: string
  render(text: DocumentText): Promise<Uint8Array> | Uint8Array
}

const json = 'application/json; charset=utf-8'

const forms: Record<string, Form> = {
  '/openapi.json': { type: json, render: ({ bytes }) => bytes },
  '/postman.json': {
    type: json,
    file: 'market-data.postman_collection.json',
    async render(text) {
      const { postmanCollection } = await import('../documents/postman.ts')
      return Buffer.from(JSON.stringify(postmanCollection(await collectionIn(text))))
    },
  },
  '/bruno.zip': {
    type: 'application/zip',
    file: 'market-data.bruno.zip',
    async render(text) {
      const { brunoZip } = await import('../documents/bruno.ts')
      return brunoZip(await collectionIn(text))
    },
  },
}

async function collectionIn({ bytes, apiKey }: DocumentText): Promise<Collection> {
  const { collectionOf } = await import('../documents/collection.ts')
  return collectionOf(JSON.parse(bytes.toString()), apiKey)
}

/** Created on first use, to keep the start fast. */
export function documents(app: FastifyInstance, hosts: HostNames, openApi: () => Promise<OpenApi>): void {
  for (const [url, form] of Object.entries(forms))
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => {
        const { raw, place } = request
        const reached: Reached = { origin: clientOrigin(request), basePath: raw.basePath ?? '', place }
        return sendForm(request, reply, form, (await openApi()).textFor(serversOf(reached, hosts)))
      },
    })
}

async function sendForm(request: FastifyRequest, reply: FastifyReply, form: Form, text: DocumentText) {
  const { type, file, render } = form
  const etag = tagOf(request, `${text.digest} ${file}`)
  reply.header('cache-control', 'no-cache').header('etag', etag)
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (file !== undefined) reply.header('content-disposition', `attachment; filename="${file}"`)
  return reply.type(type).send(Buffer.from(await render(text)))
}

/** Created on first use, with its examples, and again before the tokens among them expire. */
export function openApiOf(state: ServerState): () => Promise<OpenApi> {
  const { context, view } = state
  let made: { at: number; document: Promise<OpenApi> } | undefined
  const lasts = context.tokenTtl === 0 ? Number.POSITIVE_INFINITY : context.tokenTtl / 2
  return () => {
    const now = view.clock.now()
    if (made !== undefined && Math.abs(now - made.at) < lasts) return made.document
    const document = createOpenApi(state).catch(error => {
      made = undefined
      throw error
    })
    made = { at: now, document }
    return document
  }
}

async function createOpenApi({ context, view, keys }: ServerState): Promise<OpenApi> {
  const { OpenApi, exampleAnswers } = await import('../documents/openapi.ts')
  return OpenApi.create(context, families, keys.has(builtInKeys[0]!), exampleAnswers(context, view))
}
