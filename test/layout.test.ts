import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'

const root = new URL('../', import.meta.url)

/** The files of a folder, by path from the project's root, with their text. */
function sources(folder: string): [path: string, text: string][] {
  const names = readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.[jt]s$/.test(name))
    .sort()
  return names.map(name => [`${folder}/${name}`, readFileSync(new URL(`${folder}/${name}`, root), 'utf8')])
}

/** What a file imports, by the words of its import statements and dynamic imports. */
function imports(text: string): string[] {
  return [...text.matchAll(/(?:from|import\(|import) ?['"]([^'"]+)['"]/g)].map(([, name]) => name!)
}

function filesThat(matches: (text: string) => boolean): string[] {
  return ['src', 'routes', 'seed'].flatMap(sources).flatMap(([path, text]) => (matches(text) ? [path] : []))
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
}

t.test('routes import the shared code only, and the world imports neither', async t => {
  for (const [path, text] of sources('routes'))
    for (const name of imports(text))
      t.match(name, /^(\.\.\/src\/|\.\/|@sinclair\/typebox$|fastify$)/, `${path} imports ${name}`)
  for (const [path, text] of sources('seed'))
    for (const name of imports(text)) t.notMatch(name, /^\.\.\//, `${path} imports ${name}`)
})

/** What a program or another program begins with. */
const entries = ['src/index.ts', 'src/main.js']

/** Which folders of src each may import, beside itself and what lies in src itself, which imports none of them. */
const layers: Record<string, string[]> = {
  store: [],
  operations: ['store', 'http'],
  families: ['store', 'operations'],
  checks: ['store', 'families'],
  http: ['store', 'operations'],
  documents: ['store', 'operations', 'http'],
  commands: ['store', 'operations', 'checks', 'http'],
}

t.test('folders of shared code build on each other in one direction', async t => {
  const folders = readdirSync(new URL('src/', root), { withFileTypes: true }).filter(entry => entry.isDirectory())
  t.same(folders.map(({ name }) => name).sort(), Object.keys(layers).sort())
  for (const [path, text] of sources('src').filter(([path]) => path.split('/').length === 2 && !entries.includes(path)))
    for (const name of imports(text)) t.notMatch(name, /^\.\/\w+\/|^\.\.\//, `${path} imports ${name}`)
  for (const [folder, allowed] of Object.entries(layers))
    for (const [path, text] of sources(`src/${folder}`))
      for (const name of imports(text)) {
        const other = /^\.\.\/(\w+)\//.exec(name)?.[1]
        if (other && !allowed.includes(other)) t.fail(`${path} imports ${name}`)
      }
  t.match(imports("import { a } from '../http/app.ts'"), ['../http/app.ts'])
})

t.test('only those who start a server know the routes', async t => {
  const importers = sources('src').filter(([, text]) => imports(text).some(name => name.includes('/routes/')))
  t.same(
    importers.map(([path]) => path),
    ['src/commands/in-process.ts', 'src/commands/serve.ts'],
  )
})

t.test('one file knows the database, one the environment, one listens', async t => {
  t.same(
    filesThat(text => imports(text).includes('better-sqlite3')),
    ['src/store/store.ts'],
  )
  t.same(
    filesThat(text => text.includes('process.env')),
    ['src/index.ts', 'src/main.js'],
  )
  t.same(
    filesThat(text => /\.listen\(\w*[pP]ort/.test(text) && text.includes('createServer')),
    ['src/http/listener.ts'],
  )
})

/** The project's files that are loaded with one of them: what it imports statically, and what those do. */
function loadedWith(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen
  seen.add(path)
  const text = readFileSync(new URL(path, root), 'utf8')
  for (const [, name] of text.matchAll(/^(?:import|export)\b(?! type\b)[^'"]*?['"](\.[^'"]+)['"]/gm))
    loadedWith(new URL(name!, new URL(path, root)).pathname.slice(root.pathname.length), seen)
  return seen
}

t.test('the start loads nothing of the documents, which few ask for', async t => {
  const loaded = [...loadedWith('src/commands/serve.ts')]
  t.ok(loaded.includes('src/http/app.ts') && loaded.includes('routes/documents.ts'))
  t.same(
    loaded.filter(path => /openapi|docs-page/.test(path)),
    [],
  )
})

t.test('the world uses no arithmetic that could differ between versions of Node', async t => {
  for (const [path, text] of sources('seed'))
    t.notMatch(
      withoutComments(text),
      /Math\.(?!(imul|floor|ceil|trunc|round|abs|min|max|sqrt|sign|LN2|LOG2E|SQRT2|SQRT1_2)\b)\w+|(?<!n )\*\*/,
      path,
    )
})
