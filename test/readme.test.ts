import t from 'tap'
import { schemaVersion } from '../src/store/store.ts'
import { currentReadme, readme } from './harness/readme.ts'
import { serve } from './harness/server.ts'

t.test('the README shows what the code says and the server answers; npm run documents writes it anew', async t => {
  const server = await serve(t)
  t.equal(readme(), await currentReadme(server))
})

t.test('whoever fills a store finds the version that is read', async t => {
  t.match(readme(), `user_version = ${schemaVersion}\``)
})
