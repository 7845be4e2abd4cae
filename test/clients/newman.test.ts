import { promisify } from 'node:util'
import newman from 'newman'
import converter from 'openapi-to-postmanv2'
import { serve } from '../harness/server.ts'
import t from '../harness/tap.ts'

const server = await serve(t)
const data = JSON.stringify(await server.json('/openapi.json', { host: new URL(server.url).host }))

/** The collection that Postman generates from the document. */
async function converted(enableOptionalParameters: boolean): Promise<unknown> {
  const convert = promisify(converter.convertV2)
  const options = { enableOptionalParameters, parametersResolution: 'Example', requestParametersResolution: 'Example' }
  const { result, reason, output } = await convert({ type: 'string', data }, options)
  if (!result) throw new Error(reason)
  return output[0]!.data
}

const paths = Object.keys(JSON.parse(data).paths).length

/**
 * Of some parameters of these operations a request has exactly one; others are for decentralised exchanges alone. A document
 * cannot say so, and a converter sends all or none.
 */
const exclusive = /\/implied_volatility_(smile|surface)\?|\/trades\/recent\?.*pool_address=/

/** Sends every request of a collection; returns the failed ones. @param own whether Postman made the collection */
async function failuresOf(collection: unknown, own: boolean): Promise<{ sent: number; failures: string[] }> {
  const { executions } = (
    await promisify(newman.run)({ collection, envVar: [{ key: 'apiKey', value: 'sandbox-key' }] })
  ).run
  const failures = executions
    .filter(({ request, response }) => response?.code !== 200 && !(own && exclusive.test(String(request.url))))
    .map(({ request, response }) => `${request.url}: ${response?.code} ${response?.stream}`)
  return { sent: executions.length, failures }
}

for (const optional of [false, true])
  t.test(`Postman's own collection works ${optional ? 'with all' : 'without'} optional parameters`, async t => {
    const { sent, failures } = await failuresOf(await converted(optional), true)
    t.equal(sent, paths)
    t.same(failures, [])
  })

t.test('the collection offered by the server works unchanged', async t => {
  const collection = await (await fetch(`${server.url}/postman.json`)).json()
  const { sent, failures } = await failuresOf(collection, false)
  t.equal(sent, paths)
  t.same(failures, [])
})
