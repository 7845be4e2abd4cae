import ts from 'typescript'
import { circles, source, sources, specifiers } from './harness/sources.ts'
import t from './harness/tap.ts'
import { allWrongWords, wrongWords } from './harness/words.ts'

/** Folders of code from the bottom up: each imports only from lower ones. */
const rooms = [
  'src/market',
  'src/base',
  'src/plans',
  'src',
  'seed',
  'src/store',
  'src/operations',
  'routes',
  'src/limits',
  'src/control',
  'src/documents',
  'src/http',
  'src/server',
  'src/checks',
  'src/commands',
]

/** Program entries and published types, which may import from any room. */
const entries = ['src/index.ts', 'src/main.js', 'src/published.ts']

/** The console page is served as it is and imports only its own files. */
const page = 'src/console/'
const all = sources('src', 'routes', 'seed')
const code = all.filter(({ path }) => !path.startsWith(page))

t.test('the console page imports only its own files', async t => {
  const files = all.filter(({ path }) => path.startsWith(page))
  t.ok(files.length > 5, 'many files are read')
  const names = new Set([...files.map(({ path }) => path), `${page}preact.js`, `${page}lightweight-charts.js`])
  t.same(
    files.flatMap(({ imports }) => imports.filter(name => !names.has(name))),
    [],
  )
})

/** Name of a file's room; files directly in `src` are a room of their own. */
function roomOf(path: string): string {
  const room = rooms.find(room => room !== 'src' && path.startsWith(`${room}/`))
  return room ?? (/^src\/[^/]+$/.test(path) ? 'src' : path)
}

function importsByRoom(from: string, to: string): boolean {
  if (from === to || to === 'src/market') return true
  if (from === 'seed') return false
  if (to === 'seed') return from === 'src/store'
  return rooms.includes(to) && rooms.indexOf(to) <= rooms.indexOf(from)
}

t.test('each room imports only from rooms below it, and only the store imports the seed', async t => {
  t.same(
    code.filter(({ path }) => roomOf(path) === path).map(({ path }) => path),
    [],
    'every file is in a room',
  )
  const upward = code
    .filter(({ path }) => !entries.includes(path))
    .flatMap(({ path, imports }) =>
      imports.filter(other => !importsByRoom(roomOf(path), roomOf(other))).map(other => `${path} imports ${other}`),
    )
  t.same(upward, [])
})

t.test('no import cycles exist', async t => {
  t.same(circles([...all, ...sources('bench')]), [])
})

t.test('the layout tests recognise every kind of import', async t => {
  const text = `import { a } from '../http/app.ts'
    import type { B } from '../../seed/b.ts'
    export { c } from './c.ts'
    import './d.ts'
    const { e } = await import('./e.ts')
    type F = import('./f.ts').F`
  const expected = ['src/http/app.ts', 'seed/b.ts', 'src/x/c.ts', 'src/x/d.ts', 'src/x/e.ts', 'src/x/f.ts']
  t.same(source('src/x/a.ts', text).imports, expected)
  const ring = [
    source('a.ts', "import './b.ts'"),
    source('b.ts', "import type { C } from './c.ts'"),
    source('c.ts', "import('./a.ts')"),
    source('d.ts', "import './a.ts'"),
    source('e.ts', "import './e.ts'"),
  ]
  t.same(circles(ring), [['a.ts', 'b.ts', 'c.ts'], ['e.ts']])
  t.notOk(
    importsByRoom('src/operations', 'src/http') || importsByRoom('routes', 'seed'),
    'operations do not import http, nor routes the seed',
  )
  t.ok(
    importsByRoom('src/store', 'seed') && importsByRoom('src/http', 'routes'),
    'the store imports the seed, and http the routes',
  )
})

t.test('each type is declared once', async t => {
  const declared = [...code, ...sources('bench')].flatMap(({ path, text }) =>
    [...text.matchAll(/^(?:export )?(?:type|interface|class) (\w+)/gm)].map(([, name]) => ({ name: name!, path })),
  )
  const places = Map.groupBy(declared, ({ name }) => name)
  t.same(
    [...places]
      .filter(([, found]) => found.length > 1)
      .map(([name, found]) => [name, ...found.map(({ path }) => path)]),
    [],
  )
})

t.test('routes import no library except TypeBox', async t => {
  const libraries = sources('routes').flatMap(({ text }) => specifiers(text).filter(name => !name.startsWith('.')))
  t.same(new Set(libraries), new Set(['@sinclair/typebox']))
})

t.test('one file uses the database library, one the environment, one listens', async t => {
  const filesWith = (matches: (text: string) => boolean) =>
    code.filter(({ text }) => matches(text)).map(({ path }) => path)
  t.same(
    filesWith(text => specifiers(text).includes('better-sqlite3')),
    ['src/store/database/database.ts'],
  )
  t.same(
    filesWith(text => text.includes('process.env')),
    ['src/index.ts', 'src/main.js'],
  )
  t.same(
    filesWith(text => /\.listen\(\w*[pP]ort/.test(text) && text.includes('createServer')),
    ['src/server/listener.ts'],
  )
})

t.test('no server loads compilers of schemas, which the package does not contain', t => {
  const makers = all.filter(({ text }) => /[^.\w]fastify\(/.test(text))
  t.ok(makers.length > 2, 'several makers are found')
  for (const { path, text } of makers)
    t.notMatch(text, /[^.\w]fastify\((?!\{\s+\.\.\.appDefaults,)/, `${path} uses appDefaults`)
  t.end()
})

/** Project files loaded with a file through static imports. */
function loadedWith(path: string, seen = new Set<string>()): Set<string> {
  const found = code.find(one => one.path === path)
  if (seen.has(path) || !found) return seen
  seen.add(path)
  const loaded = found.text.match(/^(?:import|export)\b(?! type\b)[^'"(]*?'\.[^'"]+'/gm) ?? []
  for (const other of source(path, loaded.join('\n')).imports) loadedWith(other, seen)
  return seen
}

t.test('a start loads no code of the OpenAPI document', async t => {
  // The command loads the server when it has begun the history.
  const loaded = [...loadedWith('src/commands/serve/serve.ts'), ...loadedWith('src/server/server.ts')]
  t.ok(loaded.includes('src/http/app.ts') && loaded.includes('routes/index.ts'), 'the program loads app and routes')
  t.same(
    loaded.filter(path => /openapi/.test(path)),
    [],
  )
})

t.test('the market and the world use no arithmetic that differs between engines', async t => {
  const differing =
    /Math\.(?!(?:imul|clz32|floor|ceil|trunc|round|abs|min|max|sqrt|sign|LN2|LOG2E|SQRT2|SQRT1_2)\b)\w+|(?<!n )\*\*/
  const found = sources('src/market', 'seed').flatMap(({ path, text }) => {
    const [wrong] = differing.exec(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')) ?? []
    return wrong ? [`${path}: ${wrong}`] : []
  })
  t.same(found, [])
})

t.test('folders of code are small enough to see at once, and a file name is used once', t => {
  const product = all.filter(({ path }) => !path.startsWith('routes/'))
  const folders = Object.groupBy(product, ({ path }) => path.slice(0, path.lastIndexOf('/')))
  const crowded = Object.entries(folders).filter(([, files]) => files!.length > 15)
  t.same(
    crowded.map(([folder]) => folder),
    [],
  )
  const names = Map.groupBy(product, ({ path }) => path.slice(path.lastIndexOf('/') + 1))
  t.same(
    [...names].filter(([name, files]) => files.length > 1 && name !== 'index.ts').map(([name]) => name),
    [],
  )
  t.end()
})

t.test('texts use the words of the list', async t => {
  t.same(allWrongWords(), [])
  const page = 'The answer\nhas some 40 fields, `some 40` of them: 3 MB a day\n```\nthe answer\n```'
  t.same(wrongWords('a.md', page), [
    'a.md:2: "some 40", not about',
    'a.md:1: "The answer", not response, or page',
    'a.md:2: "MB a day", not per',
  ])
  const lines = ['const answer = ask("of answers") // its behavior', "const behavior = `the answers`, text = 'toward'"]
  t.same(wrongWords('a.ts', lines.join('\n')), [
    'a.ts:1: "of answers", not response, or page',
    'a.ts:1: "behavior", not British spelling',
    'a.ts:2: "the answers", not response, or page',
    'a.ts:2: "toward", not British spelling',
  ])
})

t.test('assertions of truth say what holds', async t => {
  const bare = sources('test').flatMap(({ path, text }) => {
    const found: string[] = []
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && /^t\.(ok|notOk)$/.test(node.expression.getText()) && node.arguments.length < 2)
        found.push(`${path}: ${node.getText()}`)
      ts.forEachChild(node, visit)
    }
    visit(file)
    return found
  })
  t.same(bare, [])
})
