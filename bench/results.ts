import type { Bars } from './bars.ts'
import type { Depth } from './depth.ts'
import type { Machine } from './machine.ts'
import type { Plan } from './options.ts'
import type { Failed } from './peers/failures.ts'
import type { ProcessFigures } from './processes.ts'
import type { LoadFigures } from './rounds.ts'
import type { Seeding } from './seeding.ts'
import type { SubjectId } from './subject.ts'

/** All that one run measured, raw. */
export interface Results {
  machine: Machine
  plan: Plan
  subjects: { id: SubjectId; title: string }[]
  failed: readonly Failed[]
  loads: LoadFigures[]
  processes: ProcessFigures
  bars: Bars
  depth: Depth | undefined
  seeding: Seeding[]
}
