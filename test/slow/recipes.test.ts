import { readFileSync, writeFileSync } from 'node:fs'
import { command, root, runProgram } from '../harness/command.ts'
import { page } from '../harness/pages.ts'
import { end, storePath } from '../harness/store.ts'
import t from '../harness/tap.ts'

const settings = { SANDBOX_PROFILE: 'tiny', SANDBOX_NOW: new Date(end).toISOString(), SANDBOX_DATA: storePath }

const example = (path: string) => readFileSync(`${root}/docs/examples/${path}`, 'utf8')

t.test('the recipes for node:test pass', async t => {
  const file = `${t.testdir()}/recipes.test.mjs`
  const code = example('javascript/recipes.test.mjs')
    .replace("'market-data-sandbox'", `'${root}/src/index.ts'`)
    .replace("profile: 'tiny',", `profile: 'tiny', data: '${storePath}',`)
  writeFileSync(file, code)
  const { code: exit, stdout } = await runProgram(process.execPath, ['--test', file])
  t.equal(exit, 0, stdout)
  t.match(stdout, /pass 4/)
})

t.test('the recipes for pytest pass', async t => {
  const env = { ...settings, ...(process.env.HOME && { HOME: process.env.HOME }) }
  const { code: missing } = await runProgram('python3', ['-c', 'import pytest'], { env }).catch(() => ({ code: 1 }))
  if (missing !== 0) return void t.pass('skipped: pytest is not installed')
  const folder = t.testdir({ 'test_recipes.py': example('python/test_recipes.py') })
  const args = ['exec', '--', 'python3', '-m', 'pytest', '-q', '-p', 'no:cacheprovider', `${folder}/test_recipes.py`]
  const { code, stdout, stderr } = await command(args, { env })
  t.equal(code, 0, stdout + stderr)
  t.match(stdout, /4 passed/)
})

t.test('the page shows a part of the example for node:test', async t => {
  const [, shown = ''] = /^## Recipes\n[\s\S]*?```js\n[\s\S]*?(test\([\s\S]*?)```/m.exec(page('docs/testing.md')) ?? []
  t.ok(shown !== '' && example('javascript/recipes.test.mjs').includes(shown.trim()), shown)
})
