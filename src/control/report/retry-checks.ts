import { type ClientCheck, each } from './report-check.ts'
import { isBroken, isPassing, retryAfter, type Try, waitOf } from './tries.ts'

/** Allowed clock difference between client and server within a wait. Milliseconds. */
const tolerance = 50
/** Shortest pause that counts as a wait. */
const shortestWait = 100
/** Most consecutive failures of a bounded retry. */
const mostTries = 8

/**
 * Whether a request arrives before the time given in Retry-After, whatever its URL. The time counts from the beginning of
 * the refused request: a busy server notes the end of a response later than the client does.
 */
function comesTooSoon(one: Try, tries: readonly Try[]): boolean {
  const until = one.began + retryAfter(one)! * 1000 - tolerance
  return tries.some(other => other !== one && other.began >= one.ended && other.began < until)
}

function honours(status: number): ClientCheck['find'] {
  return tries => {
    const asked = tries.filter(one => one.entry.status === status && retryAfter(one) !== undefined)
    return { exercised: asked, wrong: asked.filter(one => comesTooSoon(one, tries)) }
  }
}

function isFreeRetry(one: Try): boolean {
  return isPassing(one) && one.again !== undefined && retryAfter(one) === undefined
}

/** Runs of consecutive failures of one URL, each followed by a retry. */
function runsOf(tries: readonly Try[], isPart: (one: Try) => boolean): Try[][] {
  const parts = tries.filter(isPart)
  const later = new Set(parts.map(({ again }) => again))
  return parts
    .filter(one => !later.has(one))
    .map(first => {
      const run = [first]
      for (let next = first.again; next !== undefined && isPart(next); next = next.again) run.push(next)
      return run
    })
}

function noRetryAfter(status: number, advice: string): ClientCheck {
  return {
    id: `no-retry-on-${status}`,
    title: `does not repeat a request that got ${status}`,
    advice,
    find: each(
      ({ entry }) => entry.status === status,
      ({ again }) => again !== undefined,
    ),
  }
}

/** Whether all waits are similar. Their order is irrelevant, because full jitter may shorten a later wait. */
function isSteady(run: readonly Try[]): boolean {
  const waits = run.map(waitOf)
  return Math.max(...waits) < 1.5 * Math.min(...waits)
}

/** Whether waits are too equal to be random. */
function isFixed(tries: readonly Try[]): boolean {
  const waits = tries.map(waitOf)
  return tries.length >= 3 && Math.max(...waits) - Math.min(...waits) <= 0.01 * Math.max(...waits)
}

const isLeft = ({ again }: Try) => again === undefined

export const retryChecks: ClientCheck[] = [
  {
    id: 'honours-retry-after-on-429',
    title: 'waits as long as the Retry-After of a 429',
    advice: 'Send nothing with the same key before the seconds in Retry-After have passed.',
    find: honours(429),
  },
  {
    id: 'honours-retry-after-on-503',
    title: 'waits as long as the Retry-After of a 503',
    advice: 'Send nothing before the seconds in Retry-After have passed.',
    find: honours(503),
  },
  {
    id: 'retries-503',
    title: 'retries after a 503',
    advice: 'A 503 is temporary: wait and request the same URL again.',
    find: each(({ entry }) => entry.status === 503, isLeft),
  },
  {
    id: 'retries-after-a-reset',
    title: 'retries after a connection reset',
    advice: 'A reset can hit any request. All requests are GET, so retry them.',
    find: each(({ entry }) => isBroken(entry) && entry.effects.includes('reset'), isLeft),
  },
  {
    id: 'resumes-after-a-cut',
    title: 'retries a page whose body was cut',
    advice: 'Discard a body that is shorter than announced or not complete JSON, and request the same page again.',
    find: each(({ entry }) => isBroken(entry) && entry.effects.includes('cut'), isLeft),
  },
  {
    id: 'bounds-its-retries',
    title: 'gives up after several consecutive failures',
    advice: `Stop after about ${mostTries} tries and report the failure.`,
    find: tries => {
      const runs = runsOf(tries, isPassing)
      return { exercised: runs.flat(), wrong: runs.filter(run => run.length > mostTries).flat() }
    },
  },
  {
    id: 'waits-before-a-retry',
    title: 'waits before it retries',
    advice: `Wait at least ${shortestWait} ms after a failure.`,
    find: each(isFreeRetry, one => waitOf(one) < shortestWait),
  },
  {
    id: 'backs-off',
    title: 'waits longer after consecutive failures',
    advice: 'At least double the wait after each failure.',
    find: tries => {
      const runs = runsOf(tries, isFreeRetry).filter(run => run.length > 1)
      return { exercised: runs.flat(), wrong: runs.every(isSteady) ? runs.flat() : [] }
    },
  },
  {
    id: 'adds-jitter',
    title: 'varies its waits',
    advice: 'Add a random part to each wait, so that clients do not retry at the same time.',
    advisable: true,
    find: tries => {
      const firsts = runsOf(tries, isFreeRetry).map(run => run[0]!)
      // A client without jitter may wait longer after a 503 than after a cut.
      const byStatus = Map.groupBy(firsts, ({ entry }) => entry.status)
      const wrong = isFixed(firsts) ? firsts : [...byStatus.values()].filter(isFixed).flat()
      return { exercised: firsts.length < 3 ? [] : firsts, wrong }
    },
  },
  noRetryAfter(400, 'The request is invalid and stays so: report its message.'),
  noRetryAfter(401, 'The key is missing or invalid: report it instead of retrying.'),
  noRetryAfter(403, 'The plan of the key does not include the data: report it instead of retrying.'),
  noRetryAfter(404, 'The path or code does not exist: report it instead of retrying.'),
]
