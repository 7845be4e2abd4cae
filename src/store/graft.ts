import type { Loaded, LoadedTable, Row } from './bulk-load.ts'
import { LongerFile } from './longer-file.ts'
import { PageCells, pageSize } from './pages.ts'
import { cellLength } from './record.ts'

/** A page of a b-tree, and the cell of the row that follows all of its rows. */
interface Child {
  page: number
  separator: Uint8Array
}

/**
 * Puts the pages of bulk loads behind those of a store that nobody has open, and builds the b-trees of their tables, which
 * are empty there. Where several loads have rows of a table, those of each follow those of the one before.
 * @param roots the first page of each table. @returns the rows that are still to be inserted, by table.
 */
export function graft(path: string, roots: ReadonlyMap<string, number>, loads: readonly Loaded[]): Map<string, Row[]> {
  const store = new LongerFile(path)
  const starts = loads.map(load => store.take(load.path))
  const rest = new Map<string, Row[]>()
  for (const [table, root] of roots) {
    const parts = loads.map(({ tables }) => tables.find(one => one.table === table)!)
    const children = parts.flatMap((part, n) => childrenOf(part, place => store.pageAt(starts[n]! + place)))
    if (children.length > 0) store.write(root, rootOver(children, store))
    rest.set(table, [...parts.flatMap(part => part.rest), ...afterAll(parts)])
  }
  store.close()
  return rest
}

function childrenOf({ leaves, separators }: LoadedTable, pageOf: (place: number) => number): Child[] {
  let end = 0
  return leaves.map(place => {
    const start = end
    end += cellLength(separators, start)
    return { page: pageOf(place), separator: separators.subarray(start, end) }
  })
}

/** The row after the very last leaf separates it from nothing, so that it has no place among the pages. */
function afterAll(parts: readonly LoadedTable[]): Row[] {
  const last = parts.findLast(({ leaves }) => leaves.length > 0)
  return last ? [last.last] : []
}

/** Builds level upon level, until one page leads to all. */
function rootOver(leaves: Child[], store: LongerFile): Uint8Array {
  for (let children = leaves; ; ) {
    const pages = pagesOver(children)
    if (pages.length === 1) return pages[0]!.bytes
    children = pages.map(({ bytes, separator }) => ({ page: store.add(bytes), separator }))
  }
}

/** The pages of the level above some children, each with two of them at least. */
function pagesOver(children: Child[]): { bytes: Uint8Array; separator: Uint8Array }[] {
  const cells = new PageCells('inner')
  const pages: { bytes: Uint8Array; separator: Uint8Array }[] = []
  for (const [n, child] of children.entries()) {
    const end = writeInnerCell(child, cells)
    if (isKept(children.slice(n + 1, n + 3), cells, end)) {
      cells.keep(end)
      continue
    }
    const bytes = new Uint8Array(pageSize)
    cells.moveTo(bytes, child.page)
    pages.push({ bytes, separator: child.separator })
  }
  return pages
}

/** Looks one ahead, lest the last page is left with one child. What a page leads to after its cells is no cell of it. */
function isKept([next, afterNext]: Child[], cells: PageCells, end: number): boolean {
  if (!next) return false
  return !afterNext || cells.fits(end + lengthOf(next) + 2)
}

const pointer = 4

function lengthOf({ separator }: Child): number {
  return pointer + separator.length
}

function writeInnerCell(child: Child, { bytes, end }: PageCells): number {
  new DataView(bytes.buffer).setUint32(end, child.page)
  bytes.set(child.separator, end + pointer)
  return end + lengthOf(child)
}
