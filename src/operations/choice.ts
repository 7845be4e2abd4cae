import { type TSchema, Type } from '@sinclair/typebox'
import type { Page, PageQuery, Source } from './page.ts'

interface Kind {
  row: TSchema
  page: Page
}

/** Records of one kind where a condition holds, of another where it does not: the schema of a row, and its pages. */
export function choice(holds: (query: PageQuery) => boolean, where: Kind, otherwise: Kind): Kind {
  return {
    row: Type.Union([where.row, otherwise.row]),
    page: {
      prepare(store, _row, wireName): Source {
        const [first, second] = [where, otherwise].map(({ row, page }) => page.prepare(store, row, wireName))
        return {
          slice: (query, position, count) => (holds(query) ? first! : second!).slice(query, position, count),
        }
      },
    },
  }
}
