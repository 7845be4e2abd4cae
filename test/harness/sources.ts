import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

const root = new URL('../../', import.meta.url)

/** A source file: its path from the project's root, text, and imported project files, including type imports. */
export interface Source {
  path: string
  text: string
  imports: string[]
}

/** Source files of folders by path, without installed packages. */
export function sources(...folders: string[]): Source[] {
  return folders.flatMap(folder =>
    readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.[jt]s$/.test(name) && !name.includes('node_modules'))
      .sort()
      .map(name => source(`${folder}/${name}`, readFileSync(new URL(`${folder}/${name}`, root), 'utf8'))),
  )
}

export function source(path: string, text: string): Source {
  return { path, text, imports: specifiers(text).flatMap(name => resolved(path, name)) }
}

/** What a file imports, as written: statically, dynamically and as types. */
export function specifiers(text: string): string[] {
  const found = text.matchAll(/\b(?:from|import\(|import) ?'([^'\s]+)'/g)
  return [...new Set([...found].map(([, name]) => name!))]
}

function resolved(path: string, name: string): string[] {
  return name.startsWith('.') ? [posix.join(posix.dirname(path), name)] : []
}

/** Import cycles: groups of files that all import each other, directly or indirectly. */
export function circles(files: readonly Source[]): string[][] {
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports]))
  const reach = (path: string) => {
    const found = new Set<string>()
    const open = [...(importsOf.get(path) ?? [])]
    for (let next = open.pop(); next !== undefined; next = open.pop())
      if (!found.has(next)) {
        found.add(next)
        open.push(...(importsOf.get(next) ?? []))
      }
    return found
  }
  const reached = new Map(files.map(({ path }) => [path, reach(path)]))
  const circleOf = (path: string) => [...reached.get(path)!].filter(other => reached.get(other)?.has(path)).sort()
  const found = new Map(files.map(({ path }) => circleOf(path)).map(circle => [circle.join(' '), circle]))
  return [...found.values()].filter(circle => circle.length > 0)
}
