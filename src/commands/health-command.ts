import { get } from '../base/builtins.ts'
import type { Environment } from '../settings.ts'
import { readSettings } from './read-settings.ts'

/** Longest wait for the response. */
const patience = 2000

/** Prints `ready` or the reason. */
export async function health(argv: string[], environment: Environment): Promise<number> {
  const { host, port } = await readSettings(argv, environment)
  const { status, body } = await ask(reachable(host), port)
  if (status === 200) {
    process.stdout.write('ready\n')
    return 0
  }
  process.stderr.write(`market-data-sandbox: not ready at ${host}:${port}: ${body}\n`)
  return 1
}

/** A server that listens on all addresses is reached on loopback. */
function reachable(host: string): string {
  return host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
}

function ask(host: string, port: number): Promise<{ status: number; body: string }> {
  return new Promise(resolve => {
    const failed = (error: Error) => resolve({ status: 0, body: error.message })
    const request = get({ host, port, path: '/ready', timeout: patience, agent: false }, async answer => {
      const chunks = await answer.toArray().catch(failed)
      if (chunks) resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() })
    })
    request.once('error', failed).once('timeout', () => request.destroy(new Error(`no response within ${patience} ms`)))
  })
}
