import { compareRows, type Loaded, type LoadedRun, type Row } from './bulk-load.ts'
import { LongerFile } from './longer-file.ts'
import { PageCells, pageSize } from './pages.ts'
import { cellLength } from './record.ts'

/** A page of a b-tree, and the cell of the row that follows all of its rows. */
interface Child {
  page: number
  separator: Uint8Array
}

/** A run, and how many of the added pages come before those that its places are counted among. */
interface PlacedRun extends LoadedRun {
  start: number
}

/**
 * Puts the pages of bulk loads behind those of a store that nobody has open, and builds the b-trees of their tables, which
 * are empty there. No run of a table has keys between those of another.
 * @param roots the first page of each table. @returns the rows that are still to be inserted, by table.
 */
export function graft(path: string, roots: ReadonlyMap<string, number>, loads: readonly Loaded[]): Map<string, Row[]> {
  const store = new LongerFile(path)
  const runs = loads.flatMap(({ path, runs }) => {
    const start = store.take(path)
    return runs.map((run): PlacedRun => ({ ...run, start }))
  })
  const byTable = Map.groupBy(runs, ({ table }) => table)
  const rest = new Map([...byTable].map(([table, runs]) => [table, plant(runs, roots.get(table)!, store)]))
  store.close()
  return rest
}

function plant(runs: PlacedRun[], root: number, store: LongerFile): Row[] {
  const rest = runs.flatMap(run => run.rest)
  const paged = runs.filter(({ leaves }) => leaves.length > 0).sort((a, b) => compareRows(a.first, b.first))
  const last = paged.at(-1)
  if (!last) return rest
  store.write(
    root,
    rootOver(
      paged.flatMap(run => childrenOf(run, store)),
      store,
    ),
  )
  // The row after the very last leaf separates it from nothing, so that it has no place among the pages.
  return [...rest, last.last]
}

function childrenOf({ leaves, separators, start }: PlacedRun, store: LongerFile): Child[] {
  let end = 0
  return leaves.map(place => {
    const from = end
    end += cellLength(separators, from)
    return { page: store.pageAt(start + place), separator: separators.subarray(from, end) }
  })
}

/** Builds level upon level, until one page leads to all. */
function rootOver(leaves: Child[], store: LongerFile): Uint8Array {
  if (leaves.length < 2) throw new Error('one leaf is no b-tree')
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
