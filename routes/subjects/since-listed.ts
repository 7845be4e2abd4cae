import type { TObject } from '@sinclair/typebox'
import type { Subject } from '../../src/operations/operation.ts'

/**
 * The subject, known from the day on which the first of its instruments was listed. Which contracts a store lists depends on
 * its range, so their first day is asked for. @param where selects instruments @param contracts SQL of that day
 */
export function sinceListed<P extends TObject, E, Q>(
  subject: Subject<P, E, Q>,
  where: string,
  contracts = 'SELECT NULL',
): Subject<P, E, Q> {
  return {
    ...subject,
    prepare(store, start) {
      const find = subject.prepare(store, start)
      const first = store.prepare(
        `SELECT min(day) FROM (SELECT min(listed) AS day FROM instrument
           WHERE (${where}) AND class NOT IN ('future', 'option') UNION ALL ${contracts})`,
      )
      return (path, query, horizon) => {
        const found = find(path, query, horizon)
        const [begins] = first.get(found.bindings)!
        return begins === null ? found : { ...found, begins: Number(begins) }
      }
    },
  }
}
