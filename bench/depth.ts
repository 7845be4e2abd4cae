import { Agent } from 'node:http'
import type { Bench } from './bench.ts'
import { pathOf } from './calls.ts'
import { fire } from './fire.ts'
import { getJson } from './request.ts'
import { inTurn } from './rounds.ts'
import { type Running, startSubject } from './subject.ts'
import { ourServer } from './subjects.ts'
import { type Instrument, operationOf, readWorld, urlOf } from './world.ts'

/** Requests a second, round by round: what must not depend on where a page stands, or among how many rows. */
export interface Depth {
  instrument: string
  deepPage: number
  /** Trades in the store that the walk went through, and in the small one. */
  rows: number
  smallRows: number
  rounds: { first: number; deep: number; small: number }[]
}

const pageSize = 100

/** Compares a walk's first page with one far into it, and with the first page of the same instrument in a small store. */
export async function measureDepth({ plan, children }: Bench, profile: string): Promise<Depth> {
  const large = await startSubject(children, ourServer(profile), '/ready')
  const small = await startSubject(children, ourServer('tiny'), '/ready')
  const instrument = await busiestOfBoth(large, small)
  const firstPath = firstPageOf(instrument)
  const deepPath = await walk(large, firstPath, plan.deepPage)
  const places = [
    { name: 'first', running: large, path: firstPath },
    { name: 'small', running: small, path: firstPath },
    { name: 'deep', running: large, path: deepPath },
  ] as const
  const round = async (n: number, seconds: number) => {
    const perSecond = { first: 0, small: 0, deep: 0 }
    for (const { name, running, path } of inTurn(places, n))
      perSecond[name] = (await fire(running, [path], { connections: plan.connections, seconds })).perSecond
    return perSecond
  }
  await round(0, plan.warmUpSeconds)
  const rounds: Awaited<ReturnType<typeof round>>[] = []
  while (rounds.length < plan.rounds) rounds.push(await round(rounds.length, plan.loadSeconds / 2))
  const [rows, smallRows] = await Promise.all([tradesIn(large), tradesIn(small)])
  await Promise.all([large.child.stop(), small.child.stop()])
  return { instrument: nameOf(instrument), deepPage: plan.deepPage, rows, smallRows, rounds }
}

async function busiestOfBoth(large: Running, small: Running): Promise<Instrument> {
  const known = new Set((await readWorld(small.origin)).instruments.map(nameOf))
  const { instruments } = await readWorld(large.origin)
  return instruments.find(instrument => known.has(nameOf(instrument)))!
}

function nameOf(instrument: Instrument): string {
  return Object.values(pathOf(instrument)).join('/')
}

function firstPageOf(instrument: Instrument): string {
  const operation = operationOf('listTrades')
  return urlOf(operation, { ...operation.example, ...pathOf(instrument), page_size: String(pageSize) })
}

/** The path of the walk's `deepPage`th page, reached as a client would: page by page. */
async function walk({ origin, subject }: Running, firstPath: string, deepPage: number): Promise<string> {
  const agent = new Agent({ keepAlive: true })
  let path = firstPath
  for (let page = 1; page < deepPage; page++) {
    const { next_url } = await getJson(origin + path, { headers: subject.headers, agent })
    if (!next_url) throw new Error(`the walk ends at page ${page}, before page ${deepPage}`)
    path = next_url.slice(origin.length)
  }
  agent.destroy()
  return path
}

async function tradesIn({ origin }: Running): Promise<number> {
  return (await getJson(`${origin}/version`)).rows.trade
}
