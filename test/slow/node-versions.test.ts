import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'
import { end, storePath } from '../harness/store.ts'
import { digestOf } from '../harness/store-checks.ts'

/** Output of Node 22 for a store that it builds, or the reason why Node 22 is unavailable. */
async function digestByNode22(path: string): Promise<string[] | string> {
  const script = [`${import.meta.dirname}/../harness/print-digest.ts`, path, String(end)]
  const { NODE_OPTIONS: _, ...env } = process.env
  try {
    const { stdout } = await promisify(execFile)('npx', ['-y', '-p', 'node@22', 'node', ...script], {
      env,
      timeout: 60_000,
    })
    return stdout.trim().split(' ')
  } catch (error) {
    const { killed, message } = error as Error & { killed?: boolean }
    if (killed) return 'the registry is unreachable'
    const unreachable = /npm error .*(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|E40\d).*/.exec(message)
    if (!unreachable) throw error
    return unreachable[0]
  }
}

t.test('Node 22 and Node 24 generate the same market', async t => {
  const found = await digestByNode22(`${t.testdir()}/other-node.sqlite`)
  if (typeof found === 'string') return t.comment(`SKIPPED, Node 22 is unavailable: ${found}`)
  const [version, digest] = found
  t.match(version, /^v22\./)
  t.match(process.version, /^v2[4-9]\./)
  t.equal(digest, digestOf(storePath))
})
