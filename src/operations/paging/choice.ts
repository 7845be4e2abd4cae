import { type TSchema, Type } from '@sinclair/typebox'
import type { Page, PageQuery, Source } from './page.ts'

interface Kind {
  row: TSchema
  page: Page
}

export function choice(holds: (query: PageQuery) => boolean, where: Kind, otherwise: Kind): Kind {
  return {
    row: Type.Union([where.row, otherwise.row]),
    page: {
      prepare(store, _row, wireName): Source {
        const [first, second] = [where, otherwise].map(({ row, page }) => page.prepare(store, row, wireName))
        const chosen = (query: PageQuery) => (holds(query) ? first! : second!)
        return {
          slice: (query, position, size) => chosen(query).slice(query, position, size),
          isPosition: (position, query) => chosen(query).isPosition(position, query),
        }
      },
    },
  }
}
