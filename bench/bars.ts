import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Bench } from './bench.ts'
import { pathOf } from './calls.ts'
import type { Child } from './children.ts'
import type { PreparedLoad } from './load.ts'
import type { Plan } from './options.ts'
import { benchFolder } from './places.ts'
import { getOk } from './request.ts'
import { startForLoads } from './starts.ts'
import { percentile } from './statistics.ts'
import { steadyLatencies } from './steady.ts'
import type { Running } from './subject.ts'
import { apiKey, ourServer } from './subjects.ts'
import { forgetPeak, memoryOf } from './usage.ts'
import { operationOf, urlOf, type World } from './world.ts'

/** What one page of bars, as large as pages get, costs its reader and all others. Milliseconds and MB. */
export interface Bars {
  records: number
  firstByte: number[]
  lastByte: number[]
  memoryAboveIdle: number | undefined
  /** What of that was pages of files, in the end. */
  filesAboveIdle: number | undefined
  /** Latency that 99 % of the others' small pages keep to: without large pages, and during them. */
  p99Without: number[]
  p99During: number[]
}

const operation = 'listCountOhlcvVwap'
const pageSize = 100_000

export async function measureBars(bench: Bench, world: World, smallPages: PreparedLoad): Promise<Bars> {
  const { plan, children } = bench
  const ours = await startForLoads(children, ourServer(plan.profile), [smallPages])
  const call = { ...operationOf(operation).example, ...pathOf(world.instruments[0]!) }
  const path = urlOf(operationOf(operation), { ...call, interval: '1m', page_size: String(pageSize) })
  await delay(plan.settleSeconds * 1000)
  const figures = {
    ...(await downloadAlone(ours, path, plan)),
    ...(await measureOthers(bench, ours, path, smallPages)),
  }
  await ours.child.stop()
  return figures
}

async function downloadAlone({ origin, child, subject }: Running, path: string, { rounds }: Plan) {
  const idle = memoryOf(child.pid)
  forgetPeak(child.pid)
  const firstByte: number[] = []
  const lastByte: number[] = []
  let records = 0
  for (let n = 0; n < rounds; n++) {
    const answer = await getOk(origin + path, { headers: subject.headers })
    firstByte.push(answer.firstByte)
    lastByte.push(answer.lastByte)
    records = JSON.parse(answer.body.toString()).data.length
  }
  const after = memoryOf(child.pid)
  const memoryAboveIdle = after && idle && after.peak - idle.now
  return { records, firstByte, lastByte, memoryAboveIdle, filesAboveIdle: after && idle && after.files - idle.files }
}

async function measureOthers({ plan, children }: Bench, ours: Running, path: string, smallPages: PreparedLoad) {
  const { rounds, loadSeconds, warmUpSeconds, settleSeconds } = plan
  const p99 = async (seconds: number) => percentile(await steadyLatencies(ours, smallPages.paths, seconds), 0.99)
  const figures = { p99Without: [] as number[], p99During: [] as number[] }
  await p99(warmUpSeconds)
  for (let round = 0; round < rounds; round++) {
    figures.p99Without.push(await p99(loadSeconds))
    const downloads = children.start({
      args: [join(benchFolder, 'servers/downloads.ts'), ours.origin + path, apiKey],
    })
    await delay(settleSeconds * 1000)
    figures.p99During.push(await p99(loadSeconds))
    await stillRunning(downloads).stop()
  }
  return figures
}

function stillRunning(downloads: Child): Child {
  if (downloads.ended) throw new Error(`the downloads ${downloads.complaint}`)
  return downloads
}
