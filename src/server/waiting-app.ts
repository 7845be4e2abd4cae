import type { RequestListener } from 'node:http'
import fastify from 'fastify'
import { families } from '../../routes/index.ts'
import { consolePage, operationsOf } from '../http/about/console.ts'
import { documents } from '../http/about/served-documents.ts'
import { compress } from '../http/answer/compression.ts'
import { failureWriter } from '../http/answer/refusal.ts'
import { appDefaults } from '../http/app-defaults.ts'
import { checkHost, checkUrl, placed } from '../http/checks.ts'
import { corsHeaders, safetyHeaders } from '../http/common-headers.ts'
import { controlAccess, isControlled } from '../http/control/control-access.ts'
import { beginRecord } from '../http/request-record.ts'
import { wireNames, wirePaths } from '../operations/render.ts'
import { version } from '../package.ts'
import { builtInKeys, Keys } from '../plans/keys.ts'
import type { Settings } from '../settings.ts'

/** Serves the API reference and the OpenAPI document, without examples, while the store is being built. */
export async function createWaitingApp(settings: Settings): Promise<RequestListener> {
  const { hosts, trustProxy, vendorName, fxProvider } = settings
  const names = { wireName: wireNames(vendorName), wirePath: wirePaths(fxProvider) }
  const keys = new Keys(settings.keyList ?? builtInKeys)
  const app = fastify({
    ...appDefaults,
    trustProxy,
    rewriteUrl: raw => beginRecord(raw, trustProxy),
    routerOptions: { ignoreTrailingSlash: true },
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ ...corsHeaders, ...safetyHeaders, vary: 'Accept-Encoding, Origin' })
    checkUrl(request)
    checkHost(request)
    done()
  })
  app.addHook('onRequest', placed(hosts))
  app.addHook('onSend', compress)
  app.setErrorHandler(failureWriter(keys, () => ({})))
  documents(app, hosts, async () => {
    const { openApiFor } = await import('../documents/openapi.ts')
    return openApiFor(names, families, keys.has(builtInKeys[0]!), async () => undefined)
  })
  consolePage(app, () => ({
    result: 'success',
    version,
    profile: settings.profile,
    clock: settings.now === 'live' ? 'live' : 'frozen',
    keys: builtInKeys.filter(key => keys.has(key)).map(({ key }) => key),
    steered: isControlled(controlAccess(settings)),
    operations: operationsOf(names.wirePath),
  }))
  await app.ready()
  return (request, response) => app.routing(request, response)
}
