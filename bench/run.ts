import { existsSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { type HistoryFigures, measureHistory } from './history.ts'
import { loads, type MarketContents, type PreparedLoad, pagesForPeers, prepareLoad, readWorld } from './loads.ts'
import { type LoadFigures, type MemoryFigures, measureLoads } from './measure.ts'
import { measureOperations, type OperationsFigures } from './operations.ts'
import { availablePeers, installPeers, peersInstalled } from './peers.ts'
import { type Plan, storePath } from './plan.ts'
import type { Children } from './process.ts'
import { build, measureSeeding, measureStarts, type Seeding, type StartFigures } from './starts.ts'
import {
  type Bench,
  type Failed,
  Failures,
  floorServer,
  hasWorkers,
  type MeasuredServer,
  ourServer,
  startSubject,
} from './subjects.ts'
import { type Bars, type DepthFigures, measureBars, measureDepth } from './walks.ts'

export interface Results {
  machine: Machine
  plan: Plan
  subjects: Pick<MeasuredServer, 'id' | 'title'>[]
  failed: readonly Failed[]
  /** Skipped measurements with reasons. */
  skipped: string[]
  loads: LoadFigures[]
  memory: MemoryFigures
  starts: StartFigures
  bars: Bars
  depth: DepthFigures
  seeding: Seeding[]
  history: HistoryFigures
  operations: OperationsFigures
}

export interface Machine {
  /** ISO 8601, UTC. */
  date: string
  cpu: string
  cores: number
  /** Memory in GB. */
  memory: number
  system: string
  node: string
}

/** Measures everything in one run: figures of different runs are not comparable, even on the same machine. */
export async function run(plan: Plan, children: Children): Promise<Results> {
  const bench: Bench = { plan, children, failures: new Failures() }
  const machine = thisMachine()
  const skipped: string[] = []
  say('building')
  await build(children)
  const seeding = await seed(bench)
  const { world, prepared } = await prepare(bench)
  const subjects = await chooseSubjects(bench, prepared, skipped)
  say(`starting ${subjects.length} servers, ${plan.starts} times each`)
  const starts = await measureStarts(bench, subjects, prepared[0]!)
  say(`${prepared.length} loads, ${plan.rounds} × ${plan.loadSeconds} s for each server`)
  const figures = await measureLoads(bench, subjects, prepared)
  say('pages of 100,000 bars beside other requests')
  const bars = await measureBars(bench, world, prepared[0]!)
  say('pages deep in a walk')
  const depth = await measureDepth(bench, plan.large ? 'large' : plan.profile)
  say('what is generated when asked for')
  const history = await measureHistory(bench)
  say('other operations')
  const operations = await measureOperations(bench)
  const failed = bench.failures.all
  const titles = [...subjects, ...failed.filter(({ id }) => !subjects.some(subject => subject.id === id))]
  const named = titles.map(({ id, title }) => ({ id, title }))
  return {
    machine,
    plan,
    subjects: named,
    failed,
    skipped,
    ...figures,
    starts,
    bars,
    depth,
    seeding,
    history,
    operations,
  }
}

function say(what: string): void {
  process.stderr.write(`bench: ${what}\n`)
}

/** Reuses an existing large store, which takes long to build. */
async function seed({ plan, children }: Bench): Promise<Seeding[]> {
  say('seeding')
  const seedings = [await measureSeeding(children, 'tiny', plan.seedings)]
  if (plan.profile !== 'tiny') seedings.push(await measureSeeding(children, plan.profile, 1))
  if (plan.large && !existsSync(storePath('large'))) seedings.push(await measureSeeding(children, 'large', 1))
  return seedings
}

async function prepare({ plan, children }: Bench): Promise<{ world: MarketContents; prepared: PreparedLoad[] }> {
  const ours = await startSubject(children, ourServer(plan.profile), '/ready')
  const world = await readWorld(ours.origin)
  const prepared: PreparedLoad[] = []
  for (const load of loads) prepared.push(await prepareLoad(load, world, ours))
  await ours.child.stop()
  return { world, prepared }
}

/** A smoke run uses peers only if they are installed, because installing them takes longer than the rest. */
async function chooseSubjects({ plan, failures }: Bench, prepared: readonly PreparedLoad[], skipped: string[]) {
  const subjects = [floorServer(), ourServer(plan.profile)]
  if (hasWorkers()) subjects.push(ourServer(plan.profile, 'two'))
  else skipped.push('Two serving threads: this server has no `--workers`.')
  if (!plan.smoke) await installPeers()
  if (plan.smoke && !peersInstalled()) skipped.push('Other servers: not installed; `npm run bench` installs them.')
  else subjects.push(...availablePeers(pagesForPeers(prepared), failures))
  for (const line of skipped) say(line)
  return subjects
}

function thisMachine(): Machine {
  return {
    date: new Date().toISOString(),
    cpu: cpus()[0]?.model.trim() || 'unknown CPU',
    cores: availableParallelism(),
    memory: Math.round(totalmem() / 1e9),
    system: `${process.platform} ${process.arch}`,
    node: process.version,
  }
}
