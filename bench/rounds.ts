import type { Bench } from './bench.ts'
import { fire, type Shot } from './fire.ts'
import type { PreparedLoad } from './load.ts'
import type { Running, SubjectId } from './subject.ts'

/** What one load did to the subjects that can answer it: a shot for each round. */
export interface LoadFigures {
  id: string
  shots: Partial<Record<SubjectId, Shot[]>>
}

/** Puts every subject under one load, by turns: a round is over in seconds, so the machine was the same for all in it. */
export async function measureLoad(
  { plan, failures }: Bench,
  prepared: PreparedLoad,
  all: readonly Running[],
): Promise<LoadFigures> {
  const able = all.filter(({ subject }) => subject.paths(prepared).length > 0)
  const shots: LoadFigures['shots'] = {}
  const shoot = async (running: Running, seconds: number): Promise<Shot[]> => {
    const { subject } = running
    if (failures.has(subject.id)) return []
    try {
      return [await fire(running, subject.paths(prepared), { connections: plan.connections, seconds })]
    } catch (error) {
      failures.note(subject, error)
      return []
    }
  }
  for (const running of able) await shoot(running, plan.warmUpSeconds)
  for (let round = 0; round < plan.rounds; round++)
    for (const running of inTurn(able, round)) {
      const { id } = running.subject
      shots[id] = [...(shots[id] ?? []), ...(await shoot(running, plan.loadSeconds))]
    }
  return { id: prepared.load.id, shots }
}

/** Every other round goes backwards, so that a machine that grows slower or faster favours nobody. */
export function inTurn<T>(items: readonly T[], round: number): readonly T[] {
  return round % 2 === 0 ? items : items.toReversed()
}
