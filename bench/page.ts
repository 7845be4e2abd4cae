import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from './places.ts'

const path = join(projectFolder, 'docs/performance.md')
const begin = '<!-- bench -->'
const end = '<!-- /bench -->'

/** Throws before the run if the page has no place for its report. */
export function checkPage(): void {
  split()
}

/** Writes the report between the markers of docs/performance.md. */
export function writePage(report: string): void {
  const [before, after] = split()
  writeFileSync(path, `${before}${begin}\n${report}\n${end}${after}`)
}

function split(): [before: string, after: string] {
  const text = read()
  const from = text.indexOf(begin)
  const to = text.indexOf(end, from)
  if (from < 0 || to < 0) throw new Error(`docs/performance.md needs the lines ${begin} and ${end}; --no-page skips it`)
  return [text.slice(0, from), text.slice(to + end.length)]
}

function read(): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`docs/performance.md cannot be read: ${(error as Error).message}; --no-page skips it`)
  }
}
