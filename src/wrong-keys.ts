import { shown } from './failure.ts'
import { type Key, KeyFile } from './keys.ts'
import { parseTime } from './market/time.ts'
import { suggestion } from './nearest.ts'
import { type Wrong, wrongPart } from './wrong-part.ts'

/** The datasets that a plan may name, as in paths. */
export const commodities = [
  'trades',
  'order_book_snapshots',
  'liquidation',
  'analytics',
  'liquidity',
  'lending',
  'tvl',
  'state_price',
  'supply',
  'staking',
  'wallet',
]

/** The first fault in a list of keys. No message repeats a key. */
export function wrongKeys(keys: unknown): Wrong | undefined {
  return wrongPart(KeyFile, keys) ?? wrongEntry(keys as Key[])
}

/** Checks that the schema cannot express. */
function wrongEntry(keys: Key[]): Wrong | undefined {
  for (const [n, key] of keys.entries()) {
    const wrong = duplicate(keys, n) ?? wrongCommodity(key) ?? wrongTimes(key)
    if (wrong) return { path: `/${n}${wrong.path}`, message: wrong.message }
  }
  return undefined
}

function duplicate(keys: Key[], n: number): Wrong | undefined {
  const first = keys.findIndex(({ key }) => key === keys[n]!.key)
  return first === n ? undefined : { path: '/key', message: `must differ from the key at /${first}` }
}

function wrongCommodity(key: Key): Wrong | undefined {
  for (const list of ['families', 'without'] as const)
    for (const [n, name] of (key[list] ?? []).entries())
      if (!commodities.includes(name))
        return { path: `/${list}/${n}`, message: `unknown dataset ${shown(name)}${suggestion(name, commodities)}` }
  return undefined
}

function wrongTimes({ expires, access_range, data_range }: Key): Wrong | undefined {
  return (
    noTime('/expires', expires) ?? wrongRange('/access_range', access_range) ?? wrongRange('/data_range', data_range)
  )
}

function wrongRange(path: string, { start, end }: NonNullable<Key['access_range']> = {}): Wrong | undefined {
  const wrong = noTime(`${path}/start`, start) ?? noTime(`${path}/end`, end)
  if (wrong || start === undefined || end === undefined || parseTime(start)! <= parseTime(end)!) return wrong
  return { path, message: `start must not be after end: ${shown(start)} is after ${shown(end)}` }
}

function noTime(path: string, text: string | undefined): Wrong | undefined {
  if (text === undefined || parseTime(text) !== undefined) return undefined
  return { path, message: `must be an ISO 8601 time, not ${shown(text)}` }
}
