import { type TSchema, Type } from '@sinclair/typebox'
import type { Page, PageQuery, Source } from './page.ts'

interface Kind<E, P> {
  row: TSchema
  page: Page<E, P>
}

export function choice<E, P>(
  holds: (query: PageQuery<E, P>) => boolean,
  where: Kind<E, P>,
  otherwise: Kind<E, P>,
): Kind<E, P> {
  return {
    row: Type.Union([where.row, otherwise.row]),
    page: {
      prepare(store, _row, wireName): Source<E, P> {
        const [first, second] = [where, otherwise].map(({ row, page }) => page.prepare(store, row, wireName))
        const chosen = (query: PageQuery<E, P>) => (holds(query) ? first! : second!)
        return {
          slice: (query, position, size) => chosen(query).slice(query, position, size),
          isPosition: (position, query) => chosen(query).isPosition(position, query),
        }
      },
    },
  }
}
