import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from './places.ts'

const path = join(projectFolder, 'README.md')
const begin = '<!-- bench -->'
const end = '<!-- /bench -->'

/** Called before minutes are spent on figures that have no place to go. */
export function checkReadme(): void {
  split()
}

/** Puts the report where the README has its place for it. */
export function writeReadme(report: string): void {
  const [before, after] = split()
  writeFileSync(path, `${before}${begin}\n${report}\n${end}${after}`)
}

function split(): [before: string, after: string] {
  const text = read()
  const from = text.indexOf(begin)
  const to = text.indexOf(end, from)
  if (from < 0 || to < 0)
    throw new Error(`README.md has no place for the report: it needs the lines ${begin} and ${end}, or --no-readme`)
  return [text.slice(0, from), text.slice(to + end.length)]
}

function read(): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`README.md cannot be read: ${(error as Error).message}; --no-readme leaves it alone`)
  }
}
