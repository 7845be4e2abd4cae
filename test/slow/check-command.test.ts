import { existsSync, readFileSync } from 'node:fs'
import { failureOf, outcomeOf, root } from '../harness/command.ts'
import { end, storePath } from '../harness/store.ts'
import t from '../harness/tap.ts'

const env = { SANDBOX_PROFILE: 'tiny', SANDBOX_NOW: new Date(end).toISOString(), SANDBOX_DATA: storePath }
const clients = `${root}/test/harness/clients`

t.test('check prints the card, writes JUnit XML, and fails on new or fixed findings', async t => {
  const folder = t.testdir({
    expected: '# known\nbacks-off\n',
    mended: 'backs-off\nsends-a-token-alone\n',
    wrong: 'back-off\n',
  })
  const run = (flags: string[], client: string) =>
    outcomeOf(['check', ...flags, '--', process.execPath, `${clients}/${client}.mjs`], env)
  const [expected, mended, none] = await Promise.all([
    run([`--expected-failures=${folder}/expected`], 'no-backoff'),
    run([`--expected-failures=${folder}/mended`, `--junit=${folder}/junit.xml`], 'no-backoff'),
    outcomeOf(['check', '--', process.execPath, '-e', ''], env),
  ])
  t.equal(expected.code, 0, expected.stdout + expected.stderr)
  t.match(expected.stdout, /^failed +backs-off: .* \(expected to fail\)$/m)
  t.equal(mended.code, 1)
  t.match(mended.stdout, /sends-a-token-alone passed, but is listed as an expected failure/)
  t.match(
    readFileSync(`${folder}/junit.xml`, 'utf8'),
    /<testcase classname="client.backs-off" [^>]*><failure message="At least double.* Requests [\d, ]+\.</,
  )
  const wrong = await failureOf(['check', `--expected-failures=${folder}/wrong`, '--', 'true'], env)
  t.match(wrong, { message: /unknown check "back-off" \(did you mean "backs-off"\?\)/ })
  const client = ['--', process.execPath, '-e', `require('node:fs').writeFileSync('${folder}/ran', '')`]
  t.match(await failureOf(['check', `--junit=${folder}/none/junit.xml`, ...client], env), {
    message: /^--junit cannot be written: ENOENT/,
  })
  t.notOk(existsSync(`${folder}/ran`), 'the client did not run')
  t.equal(none.code, 1)
  t.match(none.stdout, /^0 requests; [^\n]*\nthe command sent no request with MARKET_DATA_KEY [^\n]*\n$/)
})
