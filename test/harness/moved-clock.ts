import { controlOf } from './control.ts'
import { operations } from './operations.ts'
import { type Served, serve, unlimited } from './server.ts'
import { buildTestStore, start } from './store.ts'
import root, { type Test } from './tap.ts'

const folder = root.testdir()
const lists = ['/v1/instruments?trade_end_timestamp=ongoing&orderBy=trade_count', '/v1/instruments?trade_count_min=50']
/** URLs of all examples, and of lists that depend on counters. */
export const urls = [...operations.flatMap(({ urls }) => urls), ...lists]

/** Complete responses to examples as text. */
export async function answersOf(server: Served, some = urls): Promise<string[]> {
  const answers: string[] = []
  for (const url of some) {
    const { statusCode, body } = await server.get(url)
    answers.push(`${url}\n${statusCode} ${body}`)
  }
  return answers
}

/** A server with its clock frozen at the end of its own store. */
export function serveUntil(t: Test, time: number, environment = {}): Promise<Served> {
  const path = `${folder}/${time}.sqlite`
  buildTestStore(path, { start, end: time })
  return serve(t, { ...unlimited, SANDBOX_DATA: path, SANDBOX_NOW: 'seeded', ...environment })
}

/** Moves a server's clock and compares responses with those of a server started at that time. */
export async function checkMove(t: Test, server: Served, time: number, some = urls): Promise<void> {
  const now = new Date(time).toISOString()
  t.match(await controlOf(server)('PUT', '/tenants/default/clock', { now }), { status: 200 })
  const fresh = await serveUntil(t, time)
  const [moved, expected] = [await answersOf(server, some), await answersOf(fresh, some)]
  const different = moved.filter((answer, n) => answer !== expected[n])
  t.same(
    different.map(answer => answer.slice(0, 200)),
    [],
    now,
  )
  await fresh.close()
}
