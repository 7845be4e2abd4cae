import { promisify } from 'node:util'
import newman from 'newman'
import converter from 'openapi-to-postmanv2'
import t from 'tap'
import { serve } from '../harness/server.ts'

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

/** Sends every request of a collection; returns the failed ones. */
async function failuresOf(collection: unknown): Promise<{ sent: number; failures: string[] }> {
  const { executions } = (
    await promisify(newman.run)({ collection, envVar: [{ key: 'apiKey', value: 'sandbox-key' }] })
  ).run
  const failures = executions
    .filter(({ response }) => response?.code !== 200)
    .map(({ request, response }) => `${request.url}: ${response?.code} ${response?.stream}`)
  return { sent: executions.length, failures }
}

for (const optional of [false, true])
  t.test(`Postman's own collection works ${optional ? 'with all' : 'without'} optional parameters`, async t => {
    const { sent, failures } = await failuresOf(await converted(optional))
    t.equal(sent, paths)
    t.same(failures, [])
  })

t.test('the collection offered by the server works unchanged', async t => {
  const collection = await (await fetch(`${server.url}/postman.json`)).json()
  const { sent, failures } = await failuresOf(collection)
  t.equal(sent, paths)
  t.same(failures, [])
})
