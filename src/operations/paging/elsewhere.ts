import { Failure } from '../../base/failure.ts'
import type { Building } from '../../store/build/building.ts'
import { Missing } from '../../store/history/coverage.ts'
import type { Answer } from '../answer.ts'
import type { Context } from '../context.ts'
import { type Further, onceHeld, type Patience } from './once-held.ts'

/** What is before the store, or otherwise not in it. */
export interface Elsewhere {
  context(): Promise<Context>
  readonly fill: Further
}

/** In place of a page that only the history can give. */
export class UnheldAnswer extends Error {
  readonly later: (patience: Patience) => Promise<Answer>

  constructor(later: (patience: Patience) => Promise<Answer>) {
    super('the store does not have what was asked for')
    this.later = later
  }
}

/** A page of the store, which goes on elsewhere when the store lacks rows. @throws UnheldAnswer */
export function answerHereOrElsewhere(here: Context, elsewhere: Elsewhere, ask: (context: Context) => Answer): Answer {
  try {
    const answer = ask(here)
    answer.further = async (missing, patience) => {
      if (missing.fillable) return elsewhere.fill(missing, patience)
      const { source, query } = await answerOf(await elsewhere.context(), elsewhere, ask, patience)
      Object.assign(answer, { source, query })
    }
    return answer
  } catch (error) {
    if (!(error instanceof Missing)) throw error
    throw new UnheldAnswer(patience => answerOnceHeld(here, elsewhere, ask, error, patience))
  }
}

/**
 * While the store is being built, the history answers, except what it cannot count.
 * @param ask asks the history, and later the store @throws UnheldAnswer
 */
export function answerWhileBuilding(building: Building, needsWhole: boolean, ask: () => Answer): Answer {
  if (!needsWhole) return ask()
  refuseAtOnce(ask)
  throw new UnheldAnswer(async patience => {
    await building.wait()
    return settled(ask, patience)
  })
}

/** Nobody waits for the store to hear that a parameter is wrong. */
function refuseAtOnce(ask: () => Answer): void {
  try {
    ask()
  } catch (error) {
    if (error instanceof Failure && error.statusCode < 500) throw error
  }
}

/** The page, even if only the history can give it. */
export async function settled(ask: () => Answer, patience: Patience): Promise<Answer> {
  try {
    return ask()
  } catch (error) {
    if (error instanceof UnheldAnswer) return error.later(patience)
    throw error
  }
}

async function answerOnceHeld(
  here: Context,
  elsewhere: Elsewhere,
  ask: (context: Context) => Answer,
  { fillable, failure }: Missing,
  patience: Patience,
): Promise<Answer> {
  try {
    return await answerOf(fillable ? here : await elsewhere.context(), elsewhere, ask, patience)
  } catch (error) {
    if (fillable && error instanceof Missing) return answerOnceHeld(here, elsewhere, ask, error, patience)
    throw error instanceof Failure && error.kind === 'unknownCode' ? (failure ?? error) : error
  }
}

/** @throws Missing what cannot be filled there */
async function answerOf(
  context: Context,
  elsewhere: Elsewhere,
  ask: (context: Context) => Answer,
  patience: Patience,
): Promise<Answer> {
  const further: Further = async (missing, patience) => {
    if (!missing.fillable) throw missing
    await elsewhere.fill(missing, patience)
  }
  return Object.assign(await onceHeld(() => ask(context), further, patience), { further, patience })
}
