import t from 'tap'
import { currentReadme, readme } from './harness/readme.ts'
import { serve } from './harness/server.ts'

t.test('the README shows what the code says and the server answers; npm run documents writes it anew', async t => {
  const server = await serve(t)
  t.equal(readme(), await currentReadme(server))
})
