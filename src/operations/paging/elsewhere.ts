import { Failure } from '../../base/failure.ts'
import type { Building } from '../../store/build/building.ts'
import { Missing } from '../../store/history/coverage.ts'
import type { Answer } from '../answer.ts'
import type { Context } from '../context.ts'
import { UnlistedCode } from '../named.ts'
import { onceHeld } from './once-held.ts'

/** What is before the store, or otherwise not in it. */
export interface Elsewhere {
  context(): Promise<Context>
  fill(missing: Missing): Promise<void>
}

/** In place of an answer that only the history can give. */
export class UnheldAnswer extends Error {
  readonly later: () => Promise<Answer>

  constructor(later: () => Promise<Answer>) {
    super('the store does not have what was asked for')
    this.later = later
  }
}

/** An answer of the store, which goes on elsewhere when the store lacks rows. @throws UnheldAnswer */
export function answerHereOrElsewhere(here: Context, elsewhere: Elsewhere, ask: (context: Context) => Answer): Answer {
  try {
    const answer = ask(here)
    answer.further = async missing => {
      if (missing.fillable) return elsewhere.fill(missing)
      const { source, query } = await answerElsewhere(elsewhere, ask, missing)
      Object.assign(answer, { source, query })
    }
    return answer
  } catch (error) {
    if (!(error instanceof Missing)) throw error
    throw new UnheldAnswer(() => answerElsewhere(elsewhere, ask, error))
  }
}

/**
 * While the store is being built, the history answers. What it does not have waits for the store, and so do errors about
 * names of instruments, which depend on all that is listed. @param ask asks the history, and later the store @throws UnheldAnswer
 */
export function answerWhileBuilding(building: Building, anyTime: boolean, ask: () => Answer): Answer {
  const later = async () => {
    await building.wait()
    return settled(ask)
  }
  if (!anyTime) throw new UnheldAnswer(later)
  try {
    return ask()
  } catch (error) {
    if (isOfName(error)) throw new UnheldAnswer(later)
    if (!(error instanceof UnheldAnswer)) throw error
    throw new UnheldAnswer(() =>
      error.later().catch(failure => {
        if (isOfName(failure)) return later()
        throw failure
      }),
    )
  }
}

function isOfName(error: unknown): boolean {
  if (!(error instanceof Failure) || error instanceof UnlistedCode) return false
  return error.kind === 'unknownCode' || error.kind === 'noInstrument'
}

/** The answer, even if only the history can give it. */
async function settled(ask: () => Answer): Promise<Answer> {
  try {
    return ask()
  } catch (error) {
    if (error instanceof UnheldAnswer) return error.later()
    throw error
  }
}

async function answerElsewhere(
  elsewhere: Elsewhere,
  ask: (context: Context) => Answer,
  { failure }: Missing,
): Promise<Answer> {
  const further = (missing: Missing) => elsewhere.fill(missing)
  try {
    const context = await elsewhere.context()
    return Object.assign(await onceHeld(() => ask(context), further), { further })
  } catch (error) {
    throw error instanceof Failure && error.kind === 'unknownCode' ? (failure ?? error) : error
  }
}
