import type { Coverage, FeedKind, FeedSubject } from '../../store/history/coverage.ts'
import { emptySlice, type PageQuery, type Slice } from './page.ts'
import type { WalkPosition } from './token.ts'

/** A feed that the slices of a page read. */
export interface ReadFeed {
  coverage: Coverage
  kind: FeedKind
  subjects: readonly FeedSubject[]
}

/** Reads the part of a range that is held in one piece from where the walk comes; a slice that needs more is refused. */
export function withinHeld<Q extends Pick<PageQuery, 'from' | 'until' | 'sort'>>(
  { coverage, kind, subjects }: ReadFeed,
  query: Q,
  read: (within: Q) => Slice,
): Slice {
  if (query.from >= query.until) return emptySlice
  const { sort } = query
  const held = coverage.heldPart(kind, subjects, query, sort)
  const slice = read({ ...query, ...held })
  if (slice.next === null) coverage.needBeyond(kind, subjects, held, query, sort)
  return slice
}

/** The rest of a walk's range. @param position begins with a time */
export function restFrom<Q extends Pick<PageQuery, 'from' | 'until' | 'sort'>>(
  query: Q,
  position: WalkPosition | null,
): Q {
  if (!position) return query
  const time = Number(position[0])
  return query.sort === 'asc'
    ? { ...query, from: Math.max(query.from, time) }
    : { ...query, until: Math.min(query.until, time + 1) }
}
