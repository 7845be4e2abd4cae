import { shown } from '../base/failure.ts'
import { suggestion } from '../base/nearest.ts'
import { type Wrong, wrongPart } from '../base/wrong-part.ts'
import { parseTime } from '../market/time.ts'
import { type Key, KeyFile } from './keys.ts'

/** The first fault in a list of keys. No message repeats a key. @param datasets that a plan may name, as in paths */
export function wrongKeys(keys: unknown, datasets: readonly string[]): Wrong | undefined {
  return wrongPart(KeyFile, keys) ?? wrongEntry(keys as Key[], datasets)
}

/** Checks that the schema cannot express. */
function wrongEntry(keys: Key[], datasets: readonly string[]): Wrong | undefined {
  for (const [n, key] of keys.entries()) {
    const wrong = duplicate(keys, n) ?? wrongDataset(key, datasets) ?? wrongTimes(key)
    if (wrong) return { path: `/${n}${wrong.path}`, message: wrong.message }
  }
  return undefined
}

function duplicate(keys: Key[], n: number): Wrong | undefined {
  const first = keys.findIndex(({ key }) => key === keys[n]!.key)
  return first === n ? undefined : { path: '/key', message: `must differ from the key at /${first}` }
}

function wrongDataset(key: Key, datasets: readonly string[]): Wrong | undefined {
  for (const list of ['families', 'without'] as const)
    for (const [n, name] of (key[list] ?? []).entries())
      if (!datasets.includes(name))
        return { path: `/${list}/${n}`, message: `unknown dataset ${shown(name)}${suggestion(name, datasets)}` }
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
