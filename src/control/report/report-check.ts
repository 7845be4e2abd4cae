import type { Try } from './tries.ts'

interface ClientFinding {
  /** Requests that exercise the check; without any, its verdict is `unexercised`. */
  exercised: readonly Try[]
  /** Requests that violate the check. */
  wrong: readonly Try[]
}

export interface ClientCheck {
  id: string
  title: string
  /** What to change in a client that fails the check. */
  advice: string
  /** If true, a violation is a warning. */
  advisable?: true
  find(tries: readonly Try[]): ClientFinding
}

/** A check that looks at each request on its own. */
export function each(exercised: (one: Try) => boolean, wrong: (one: Try) => boolean): ClientCheck['find'] {
  return tries => {
    const about = tries.filter(exercised)
    return { exercised: about, wrong: about.filter(wrong) }
  }
}
