import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { measureBars } from './bars.ts'
import type { Bench } from './bench.ts'
import type { Children } from './children.ts'
import { measureDepth } from './depth.ts'
import type { PreparedLoad } from './load.ts'
import { loads } from './loads.ts'
import { thisMachine } from './machine.ts'
import type { Plan } from './options.ts'
import { type Failed, Failures } from './peers/failures.ts'
import { availablePeers } from './peers/index.ts'
import { projectFolder, storePath } from './places.ts'
import { prepareLoad } from './prepare.ts'
import { measureLoads, measureStarts } from './processes.ts'
import type { Results } from './results.ts'
import { measureSeeding, type Seeding } from './seeding.ts'
import { type Subject, startSubject } from './subject.ts'
import { floorServer, ourServer, plainServer } from './subjects.ts'
import { readWorld, type World } from './world.ts'

/** Measures everything, in one run: figures of different runs were taken on different machines, as it were. */
export async function run(plan: Plan, children: Children): Promise<Results> {
  const bench: Bench = { plan, children, failures: new Failures() }
  const machine = thisMachine()
  await build(children)
  const seeding = await seed(bench)
  const { world, prepared } = await prepare(bench)
  const subjects = await subjectsOf(bench, prepared)
  say(`starting ${subjects.length} servers, ${plan.starts} times each`)
  const started = await measureStarts(bench, subjects, prepared)
  say(`${prepared.length} loads, ${plan.rounds} rounds of ${plan.loadSeconds} s for each server`)
  const { loads, ...memory } = await measureLoads(bench, subjects, prepared)
  say('large pages, and what others notice of them')
  const bars = await measureBars(bench, world, prepared[0]!)
  const depth = await measureDepthOf(bench, seeding)
  const processes = { ...started, ...memory }
  const failed = bench.failures.all
  return { machine, plan, subjects: titlesOf(subjects, failed), failed, loads, processes, bars, depth, seeding }
}

function say(what: string): void {
  process.stderr.write(`bench: ${what}\n`)
}

async function build(children: Children): Promise<void> {
  say('building')
  const child = children.start({ args: [join(projectFolder, 'build.ts')] })
  await child.end()
  if (!child.complaint.startsWith('ended (0)')) throw new Error(`npm run build ${child.complaint}`)
}

async function seed({ plan, children }: Bench): Promise<Seeding[]> {
  say('seeding')
  const tiny = await measureSeeding(children, 'tiny', plan.seedings)
  return plan.profile === 'tiny' ? [tiny] : [tiny, await measureSeeding(children, plan.profile, 1)]
}

async function prepare({ plan, children }: Bench): Promise<{ world: World; prepared: PreparedLoad[] }> {
  const ours = await startSubject(children, ourServer(plan.profile), '/ready')
  const world = await readWorld(ours.origin)
  const prepared: PreparedLoad[] = []
  for (const load of loads) prepared.push(await prepareLoad(load, world, ours))
  await ours.child.stop()
  return { world, prepared }
}

async function subjectsOf({ plan, failures }: Bench, prepared: readonly PreparedLoad[]): Promise<Subject[]> {
  const own = [floorServer(prepared), ourServer(plan.profile), plainServer(prepared, plan.profile)]
  return plan.smoke ? own : [...own, ...(await availablePeers(prepared, failures))]
}

/** The large store takes a minute to build: it is kept, and built anew where it has been deleted. */
async function measureDepthOf(bench: Bench, seeding: Seeding[]) {
  const { plan, children } = bench
  if (!plan.large && !plan.smoke) return undefined
  if (plan.large && !existsSync(storePath('large'))) {
    say('seeding large, once')
    seeding.push(await measureSeeding(children, 'large', 1))
  }
  say(`walking to page ${plan.deepPage}`)
  return await measureDepth(bench, plan.large ? 'large' : plan.profile)
}

/** Those that were never there, too: the table has a line for each. */
function titlesOf(subjects: readonly Subject[], failed: readonly Failed[]): Results['subjects'] {
  const absent = failed.filter(({ id }) => !subjects.some(subject => subject.id === id))
  return [...subjects, ...absent].map(({ id, title }) => ({ id, title }))
}
