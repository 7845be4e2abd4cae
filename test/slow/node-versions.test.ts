import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { end, storePath } from '../harness/store.ts'
import { digestOf } from '../harness/store-checks.ts'
import t from '../harness/tap.ts'

/** Output of another Node for a store that it builds, or the reason why it is unavailable. */
async function digestBy(node: string, path: string): Promise<string[] | string> {
  const script = [`${import.meta.dirname}/../harness/print-digest.ts`, path, String(end)]
  const { NODE_OPTIONS: _, ...env } = process.env
  try {
    const { stdout } = await promisify(execFile)('npx', ['-y', '-p', `node@${node}`, 'node', ...script], {
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

for (const other of ['22', '26'])
  t.test(`Node ${other} and this Node generate the same market`, async t => {
    const found = await digestBy(other, `${t.testdir()}/other-node.sqlite`)
    if (typeof found === 'string') return t.comment(`SKIPPED, Node ${other} is unavailable: ${found}`)
    const [version, digest] = found
    t.match(version, new RegExp(`^v${other}\\.`))
    t.equal(digest, digestOf(storePath))
  })
