import type { TObject } from '@sinclair/typebox'
import type { Subject } from '../../src/operations/operation.ts'

/** The subject, whose beginning counts at clocks before the store only: within the store, windows count what it has. */
export function beforeStore<P extends TObject, E, Q>(subject: Subject<P, E, Q>): Subject<P, E, Q> {
  return {
    ...subject,
    prepare(store, start) {
      const find = subject.prepare(store, start)
      return (path, query, horizon) => {
        const { begins, ...found } = find(path, query, horizon)
        return horizon > start || begins === undefined ? found : { ...found, begins }
      }
    },
  }
}
