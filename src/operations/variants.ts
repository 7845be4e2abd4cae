import { type TObject, Type } from '@sinclair/typebox'
import type { Store } from '../store/store.ts'
import type { Operation } from './operation.ts'
import { type AnyPage, emptySlice, type PageQuery } from './paging/page.ts'
import type { Parameters } from './parameters.ts'
import { PageSize, Sort } from './schemas.ts'

/** The same operation under the older prefix `/v1/data`: ascending, with pages that are at least as large. */
export function underV1(operation: Operation): Operation {
  return inPagesUnderV1(operation, Math.max(10_000, operation.query.properties['page_size']?.maximum ?? 0))
}

/** The same with pages of up to `most` records. */
export function inPagesUnderV1(operation: Operation, most: number): Operation {
  const { properties } = operation.query
  const paged = { ...('sort' in properties && { sort: Sort('asc') }), page_size: PageSize(100, most) }
  return {
    ...operation,
    id: `${operation.id}V1`,
    path: operation.path.replace(/^\/v\d/, '/v1'),
    also: [],
    aliases: [],
    older: true,
    query: 'page_size' in properties ? Type.Object({ ...properties, ...paged }) : operation.query,
    description: `${operation.description} The prefix \`/v1\` is the older one; new clients use ${operation.path.slice(0, 3)}.`,
  }
}

/** Finds the time of the newest fact of a query; null if there is none. */
export type NewestOf<E = unknown, P = Parameters> = (store: Store) => (query: PageQuery<E, P>) => number | null

const Limit = Type.Integer({
  default: 100,
  minimum: 1,
  maximum: 10_000,
  description: 'maximum number of records',
})

/** The newest records of an operation in one page, without bounds. */
export function recentOf<E, P>(operation: Operation, newest: NewestOf<E, P>): Operation {
  const { start_time, end_time, sort, page_size, ...own } = operation.query.properties
  return {
    ...operation,
    id: operation.id.replace('list', 'listRecent'),
    summary: `Recent: ${lowered(operation.summary)}`,
    description: `The newest records of \`${operation.id}\`, newest first, in one page of at most \`limit\`. The first interval has trades; later ones may have none. Example: the last ten with \`limit=10\`.`,
    path: `${operation.path.replace(/^\/v\d/, '/v2')}/recent`,
    also: [],
    aliases: [],
    query: Type.Object({ ...own, limit: Limit }) as TObject,
    page: newestFirst(operation.page, newest as NewestOf),
  }
}

/** Keeps an abbreviation, such as OHLCV. */
function lowered(summary: string): string {
  return summary.replace(/^[A-Z](?![A-Z])/, first => first.toLowerCase())
}

function newestFirst(page: AnyPage, newest: NewestOf): AnyPage {
  return {
    prepare(store, row, wireName) {
      const source = page.prepare(store, row, wireName)
      const newestIn = newest(store)
      return {
        isPosition: () => false,
        slice(query, position, size) {
          const descending = { ...query, sort: 'desc' } as const
          if (position !== null) return source.slice(descending, position, size)
          const last = newestIn(query)
          if (last === null) return emptySlice
          return source.slice({ ...descending, until: Math.min(query.until, last + 1) }, null, size)
        },
      }
    },
  }
}
