import type { Try } from './tries.ts'

export type Verdict = 'passed' | 'failed' | 'warned' | 'unexercised'

/** What a check finds in the requests of a client. */
export interface ClientFinding {
  /** The requests that it is about; without any, the check is unexercised. */
  exercised: readonly Try[]
  /** Those that are wrong. */
  wrong: readonly Try[]
}

/** One habit of a good client. */
export interface ClientCheck {
  id: string
  /** What a good client does. */
  title: string
  /** What to change in a client that does not. */
  advice: string
  /** A habit that is only advisable is warned of. */
  advisable?: true
  find(tries: readonly Try[]): ClientFinding
}

/** A check of single requests. */
export function each(exercised: (one: Try) => boolean, wrong: (one: Try) => boolean): ClientCheck['find'] {
  return tries => {
    const about = tries.filter(exercised)
    return { exercised: about, wrong: about.filter(wrong) }
  }
}
