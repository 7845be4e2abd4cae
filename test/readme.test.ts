import t from 'tap'
import { exchanges } from '../seed/catalogue/exchange-list.ts'
import { schemaVersion } from '../src/store/schema-version.ts'
import { currentReadme, readme } from './harness/readme.ts'
import { serve } from './harness/server.ts'

t.test('the README shows what the code says and the server answers; npm run documents writes it anew', async t => {
  const server = await serve(t)
  t.equal(readme(), await currentReadme(server))
})

t.test('whoever fills a store finds the version that is read', async t => {
  t.match(readme(), `user_version = ${schemaVersion}\``)
})

t.test('the exchanges that report the side of takers in a way of their own are told as they do it', async t => {
  const ways: Record<string, string> = {
    with_unknown: 'also says `"unknown"`',
    always_true: 'always says true',
    always_false: 'always says false',
    null: 'says nothing (null)',
    inverted: 'reports it inverted',
  }
  const [sentence = ''] = /\*\*`taker_side_sell`\*\*.*?\n\n/s.exec(readme()) ?? []
  const told = sentence.replaceAll(/\s+/g, ' ')
  for (const { code, takerSide } of exchanges)
    t.equal(told.includes(`\`${code}\` ${ways[takerSide]}`), takerSide !== 'taker', `${code}: ${takerSide}`)
})
