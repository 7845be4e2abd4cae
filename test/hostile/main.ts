import { parseArgs } from 'node:util'
import { Document } from '../harness/document.ts'
import { freePort, ServerProcess, until } from '../harness/process.ts'
import { unlimited } from '../harness/server.ts'
import { storePath } from '../harness/store.ts'
import { crowds } from './crowds.ts'
import { fire, type Outcome } from './exchange.ts'
import { kill } from './kills.ts'
import { type Called, type Shot, shots } from './requests.ts'

// npm run test:hostile -- --requests 1e6 --seed 7 --kills 200 --minutes 60: hostile requests to a server on loopback,
// kills of live servers, then crowds of connections. Prints the responses by status, the memory and the delay of /live for
// each crowd, and the seed that repeats them; ends with 1 if anything is wrong.
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '30000' },
    kills: { type: 'string', default: '20' },
    minutes: { type: 'string', default: '3' },
    workers: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1e9) },
  },
})
const [requests, kills, minutes, seed] = [values.requests, values.kills, values.minutes, values.seed].map(Number) as [
  number,
  number,
  number,
  number,
]

/** Requests at once. */
const atOnce = 64
/** Most failures that are shown. */
const mostShown = 20

const print = (line: string) => process.stdout.write(`${line}\n`)
print(`seed ${seed}: ${requests} requests, ${kills} kills, ${minutes} minutes of crowds`)
const killed = kill(kills, seed, done => done % 10 === 0 && print(`${done} kills`))
const failures = (await Promise.all([requests > 0 ? shoot() : [], killed])).flat()
// Alone, because they measure memory and time.
failures.push(...(await crowds(minutes, seed, values.workers, print)))
for (const line of failures.slice(0, mostShown)) print(line)
print(failures.length === 0 ? 'nothing wrong' : `${failures.length} failures; repeat with --seed ${seed}`)
process.exit(failures.length === 0 ? 0 : 1)

async function shoot(): Promise<string[]> {
  const port = await freePort()
  const settings = { SANDBOX_NOW: '2026-01-31T00:00:00Z', SANDBOX_DATA: storePath, ...unlimited }
  const server = new ServerProcess({ ...settings, SANDBOX_PORT: String(port), SANDBOX_LOG_LEVEL: 'error' }, [])
  const ready = () => fetch(`http://127.0.0.1:${port}/ready`).catch(() => null)
  await until(ready, answer => answer?.status === 200)
  const counts = new Map<string, number>()
  const wrong: string[] = []
  const queue = shots(await calledOf(port), seed, requests)
  const note = (shot: Shot, outcome: Outcome) => {
    const label = `${shot.kind} ${outcome}`
    counts.set(label, (counts.get(label) ?? 0) + 1)
    if (isWrong(outcome)) wrong.push(`${label}: ${JSON.stringify(shot.bytes.slice(0, 2000))}`)
  }
  const shooter = async () => {
    for (const shot of queue) note(shot, await fire(port, shot))
  }
  await Promise.all(Array.from({ length: atOnce }, shooter))
  if ((await ready())?.status !== 200)
    wrong.push(`the server does not answer any more: ${server.stderr}${server.stdout}`)
  for (const line of server.stdout.split('\n').filter(line => /"level":[56]0/.test(line))) wrong.push(line)
  await server.kill('SIGTERM')
  for (const [label, count] of [...counts].sort()) print(`${String(count).padStart(8)} ${label}`)
  return wrong
}

/** The documented operations. */
async function calledOf(port: number): Promise<Called[]> {
  const document = new Document(await (await fetch(`http://127.0.0.1:${port}/openapi.json`)).json())
  return document.operations.map(([path, get]) => ({
    path,
    parameters: document.parametersOf(get).map(({ in: place, name, example, examples, schema }) => ({
      in: place,
      name,
      example: example ?? Object.values<{ value: unknown }>(examples ?? {})[0]?.value ?? schema?.default ?? 'x',
    })),
  }))
}

function isWrong(outcome: Outcome): boolean {
  return outcome === 'hangs' || outcome === 'not JSON' || (typeof outcome === 'number' && outcome >= 500)
}
