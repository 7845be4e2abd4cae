import { setTimeout as delay } from 'node:timers/promises'
import type { Bench } from './bench.ts'
import type { PreparedLoad } from './load.ts'
import { type LoadFigures, measureLoad } from './rounds.ts'
import { measureImports, startForLoads } from './starts.ts'
import type { Running, Subject, SubjectId } from './subject.ts'
import { forgetPeak, type Memory, memoryOf } from './usage.ts'

/** What is known of subjects' processes. Milliseconds and MB; memory is undefined where there is no /proc. */
export interface ProcessFigures {
  startFloor: number[]
  starts: Partial<Record<SubjectId, number[]>>
  idle: Partial<Record<SubjectId, number | undefined>>
  loaded: Partial<Record<SubjectId, number | undefined>>
  /** What of that was pages of files, in the end. */
  files: Partial<Record<SubjectId, number | undefined>>
}

/** Starts and stops every subject by turns. */
export async function measureStarts(
  bench: Bench,
  subjects: readonly Subject[],
  prepared: readonly PreparedLoad[],
): Promise<Pick<ProcessFigures, 'startFloor' | 'starts'>> {
  const startFloor: number[] = []
  const starts: ProcessFigures['starts'] = {}
  for (let round = 0; round < bench.plan.starts; round++) {
    startFloor.push(await measureImports(bench.children))
    for await (const { subject, child, startedIn } of startEach(bench, subjects, prepared)) {
      starts[subject.id] = [...(starts[subject.id] ?? []), startedIn]
      await child.stop()
    }
  }
  return { startFloor, starts }
}

/** Puts all subjects under all loads, and watches their memory meanwhile. */
export async function measureLoads(
  bench: Bench,
  subjects: readonly Subject[],
  prepared: readonly PreparedLoad[],
): Promise<Pick<ProcessFigures, 'idle' | 'loaded' | 'files'> & { loads: LoadFigures[] }> {
  const all: Running[] = []
  for await (const running of startEach(bench, subjects, prepared)) all.push(running)
  await delay(bench.plan.settleSeconds * 1000)
  const idle = memories(all, 'now')
  for (const { child } of all) forgetPeak(child.pid)
  const loads: LoadFigures[] = []
  for (const load of prepared) loads.push(await measureLoad(bench, load, all))
  const [loaded, files] = [memories(all, 'peak'), memories(all, 'files')]
  await Promise.all(all.map(({ child }) => child.stop()))
  return { idle, loaded, files, loads }
}

/** Starts one subject after the other, each when it is asked for; leaves out those that fail. */
async function* startEach(
  { children, failures }: Bench,
  subjects: readonly Subject[],
  prepared: readonly PreparedLoad[],
): AsyncGenerator<Running> {
  for (const subject of subjects.filter(({ id }) => !failures.has(id)))
    try {
      yield await startForLoads(children, subject, prepared)
    } catch (error) {
      failures.note(subject, error)
    }
}

function memories(all: readonly Running[], which: keyof Memory): Partial<Record<SubjectId, number | undefined>> {
  return Object.fromEntries(all.map(({ subject, child }) => [subject.id, memoryOf(child.pid)?.[which]]))
}
