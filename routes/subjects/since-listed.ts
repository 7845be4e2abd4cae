import type { TObject } from '@sinclair/typebox'
import type { Subject } from '../../src/operations/operation.ts'

/** The subject, known from the day on which the first of its instruments was listed. @param where selects them */
export function sinceListed<P extends TObject, E, Q>(subject: Subject<P, E, Q>, where: string): Subject<P, E, Q> {
  return {
    ...subject,
    prepare(store, start) {
      const find = subject.prepare(store, start)
      const first = store.prepare(`SELECT min(listed) FROM instrument WHERE ${where}`)
      return (path, query, horizon) => {
        const found = find(path, query, horizon)
        const [begins] = first.get(found.bindings)!
        return begins === null ? found : { ...found, begins: Number(begins) }
      }
    },
  }
}
