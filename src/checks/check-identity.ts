import { day, formatTime, hour } from '../market/time.ts'
import type { Store } from '../store/store.ts'
import { isProfile, profileNames } from '../store/store-plan.ts'
import { tablesOf, timeColumnOf } from '../store/store-tables.ts'
import type { Check } from './check.ts'

const names = ['seed', 'profile', 'source', 'start', 'end']

export const checkIdentity: Check = {
  name: 'the table "store" names the market and its range',
  find: identityFaults,
}

export function* identityFaults(store: Store): Generator<string> {
  const values = new Map(store.all('SELECT name, value FROM store') as [string, unknown][])
  const needed = store.generated ? names : ['start', 'end']
  for (const name of needed) if (!values.get(name)) yield `${name} is missing`
  if (!store.generated) return
  for (const name of values.keys()) if (!names.includes(name)) yield `${name} is unknown`
  const profile = String(values.get('profile'))
  if (!isProfile(profile)) yield `profile is ${profile} but must be one of ${profileNames.join(', ')}`
  yield* wrongRange(store, Number(values.get('start')), Number(values.get('end')))
}

function* wrongRange(store: Store, start: number, end: number): Generator<string> {
  if (start % day !== 0) yield `start is ${start} but must be a midnight`
  const [first] = store.all('SELECT min(start) FROM bar_block')[0] as [number | null]
  if (first === null || first < start || first >= start + day)
    yield `start is ${formatTime(start)}, but the first bar is at ${first === null ? 'no time' : formatTime(first)}`
  const last = lastTime(store)
  if (end > last + hour) yield `end is ${formatTime(end)}, but the last row is at ${formatTime(last)}`
}

/** Time of the last row of any table; every hour has some. Milliseconds since 1970 UTC. */
function lastTime(store: Store): number {
  const times = tablesOf(store).map(table => {
    const time = timeColumnOf(store, table)
    return time === undefined ? 0 : Number(store.all(`SELECT max("${time}") FROM "${table}"`)[0]![0])
  })
  return Math.max(...times)
}
