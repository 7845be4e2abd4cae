import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { TSchema } from '@sinclair/typebox'
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild'
import ts from 'typescript'
import { declarationOf } from './declarations.ts'

// npm run build: bundles the sources into dist/ for the package and the image. Node takes half a millisecond per file at
// every start, so a few files replace some four hundred.
const root = import.meta.dirname
const dist = join(root, 'dist')
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** Libraries of many small files that every start loads. The other libraries are loaded from where they are installed. */
const bundled = ['@sinclair/typebox', 'fastify', 'find-my-way', 'pino']
/** Fastify's compilers of schemas: no route has one, so they are never loaded. */
const unused = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler']

/** What these libraries require at once and use only for other servers, plugins, expressions in paths, and errors. */
const standIns: Record<string, string> = {
  'node:assert': "module.exports = (ok, ...rest) => ok || process.getBuiltinModule('node:assert')(ok, ...rest)",
  'node:dns': 'module.exports = {}',
  'node:http2': 'module.exports = {}',
  'node:https': 'module.exports = {}',
  'node:perf_hooks': 'module.exports = globalThis',
  'safe-regex2': 'module.exports = () => true',
  semver: 'module.exports = {}',
}
const standingIn: Plugin = {
  name: 'stand-ins',
  setup(build) {
    const names = Object.keys(standIns).map(name => name.replace('node:', '(node:)?'))
    build.onResolve({ filter: new RegExp(`^(${names.join('|')})$`) }, ({ path, importer }) =>
      importer.includes('node_modules') ? { path, namespace: 'stand-in' } : undefined,
    )
    build.onLoad({ filter: /./, namespace: 'stand-in' }, ({ path }) => ({
      contents: standIns[path] ?? standIns[`node:${path}`]!,
    }))
  },
}

/** Node reads all exports of a module of its own that is imported, and so loads what few programs use: WebCrypto, diff. */
const builtins: Plugin = {
  name: 'builtins',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => ({ contents: sourceOf(path), loader: 'ts' }))
  },
}

const builtinImport = /^import \{([^}]+)\} from '(node:[^']+)'$/gm

/** A source file that gets modules of Node without an import. */
function sourceOf(path: string): string {
  return readFileSync(path, 'utf8').replace(builtinImport, (_, names: string, module: string) => {
    const values = names.split(',').filter(name => !name.trim().startsWith('type '))
    return `const {${values.join().replaceAll(' as ', ': ')}} = process.getBuiltinModule('${module}')`
  })
}

/** Commands that load less than a server, in groups: each loads what its own group and the groups before it need. */
const lighter = [
  ['run'],
  ['health-command', 'ca-command', 'completion-command'],
  ['seed-command', 'verify-command', 'import-command', 'export-command'],
]

const ownImport = /^import type \{([^}]+)\} from '(\.[^']+)'\n/gm
const ownExport = /^(?:\/\/ .*\n)?export type \{[^}]+\}\n/gm

const pageLibraries = {
  'preact.js': 'htm/preact/standalone.mjs',
  'lightweight-charts.js': 'lightweight-charts/dist/lightweight-charts.standalone.production.mjs',
}

rmSync(dist, { recursive: true, force: true })
mkdirSync(dist)
const options = {
  absWorkingDir: root,
  // One folder: files found beside a source are also beside its bundle.
  entryNames: '[name]',
  outdir: dist,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22.18',
  external: [...Object.keys(dependencies).filter(name => !bundled.includes(name)), ...unused],
  // The bundled CommonJS libraries require modules of Node only.
  banner: { js: 'const require = process.getBuiltinModule' },
  inject: ['src/timers.ts'],
  legalComments: 'none',
  // A quarter of the code is comments and indentation, which each start would read: 4 ms. Names stay, for stack traces.
  minifyWhitespace: true,
  lineLimit: 120,
  plugins: [standingIn, builtins],
  metafile: true,
} satisfies BuildOptions
const entryPoints = ['src/main.js', 'src/index.ts', 'src/http/threads/serving-thread.js']
const served = await build(await grouped({ ...options, entryPoints }))
// Bundled separately, because code shared with the server would become a file that both load.
const beside = await build({
  ...options,
  entryPoints: ['src/store/build/feed-worker.js', 'src/store/build/store-process.js', 'src/store/build/part-worker.js'],
})
copyFileSync(join(root, 'seed/schema.sql'), join(dist, 'schema.sql'))
// The console with its two libraries, so that they need not be installed.
cpSync(join(root, 'src/console'), join(dist, 'console'), { recursive: true })
for (const [name, file] of Object.entries(pageLibraries))
  copyFileSync(join(root, 'node_modules', file), join(dist, 'console', name))
copyFileSync(join(root, 'src/index.cjs'), join(dist, 'index.cjs'))
const types = await publicTypes('src/index.ts')
// A compiler reads `.d.ts` as the types of an ES module, which `require` may not load.
for (const name of ['index.d.ts', 'index.d.cts']) writeFileSync(join(dist, name), types)
writeFileSync(join(dist, 'THIRD-PARTY.txt'), licenses([served.metafile, beside.metafile], Object.values(pageLibraries)))

/**
 * esbuild makes a file of the modules that the same entry points import: fifty for a start. Here every entry point of a
 * group, and of the groups after it, imports all its modules, so that they become one file.
 */
async function grouped(options: BuildOptions & { metafile: true }) {
  const { inputs, outputs } = (await build({ ...options, write: false })).metafile
  const importedBy = (path: string, found = new Set<string>()): Set<string> => {
    if (inputs[path] && !found.has(path))
      for (const { path: next } of inputs[path].imports.filter(({ kind }) => kind === 'import-statement'))
        importedBy(next, found.add(path))
    return found.add(path)
  }
  const entries = Object.values(outputs).flatMap(({ entryPoint = [] }) => entryPoint)
  const commands = lighter.map(names => names.map(name => `src/commands/${name}.ts`))
  const needed = commands.map(paths => new Set(paths.flatMap(path => [...importedBy(path)])))
  const started = importedBy('src/commands/serve.ts')
  const shared = [...importedBy('src/commands/in-process.ts')].filter(path => started.has(path))
  const isIn = (n: number, path: string) => n === [...needed, started].findIndex(group => group.has(path))
  const plugin: Plugin = {
    name: 'groups',
    setup(build) {
      build.onResolve({ filter: /^group \d$/ }, ({ path }) => ({ path, namespace: 'group' }))
      build.onLoad({ filter: /./, namespace: 'group' }, ({ path: group }) => {
        const modules = shared.filter(path => /^(src|routes|seed)\//.test(path) && isIn(Number(group.at(-1)), path))
        return { contents: modules.map(path => `import './${path}'`).join('\n'), resolveDir: root }
      })
      build.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
        const path = relative(root, file)
        if (path === 'src/index.ts' || !entries.includes(path)) return undefined
        const last = [...commands, [path]].findIndex(paths => paths.includes(path))
        const imports = Array.from({ length: last + 1 }, (_, n) => `import 'group ${n}'`)
        return { contents: [sourceOf(file), ...imports].join('\n'), loader: 'ts' }
      })
    },
  }
  return { ...options, plugins: [plugin, ...(options.plugins ?? [])] }
}

/**
 * The declarations of a module, complete in themselves: each type that it imports from another module is written from the
 * TypeBox schema of the same name.
 */
async function publicTypes(path: string): Promise<string> {
  const source = readFileSync(join(root, path), 'utf8')
  const schemas = new Map<string, TSchema>()
  for (const [, names, file] of source.matchAll(ownImport))
    for (const [name, alias = name] of names!.match(/\w+( as \w+)?/g)!.map(part => part.split(' as ')))
      schemas.set(alias!, (await import(join(root, dirname(path), file!)))[name!])
  const names = new Map([...schemas].map(([name, schema]) => [JSON.stringify(schema), name]))
  const declared = [...schemas].map(([name, schema]) => declarationOf(name, schema, names))
  return declarationsOf(path, [source.replace(ownImport, '').replace(ownExport, ''), ...declared].join('\n'))
}

function declarationsOf(path: string, source: string): string {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(source, {
    fileName: path,
    reportDiagnostics: true,
    compilerOptions: { isolatedDeclarations: true, declaration: true, target: ts.ScriptTarget.ES2024 },
  })
  if (diagnostics.length > 0)
    throw new Error(`${path}: ${ts.flattenDiagnosticMessageText(diagnostics[0]!.messageText, ' ')}`)
  return outputText
}

/** The licenses of the packages whose code is in the bundle, which they ask to be kept with it. */
function licenses(made: Metafile[], copied: string[]): string {
  const inputs = [...made.flatMap(({ inputs }) => Object.keys(inputs)), ...copied.map(file => `node_modules/${file}`)]
  const folders = new Set(inputs.flatMap(path => /^(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []))
  return [...folders].sort().map(licenseOf).join('\n')
}

function licenseOf(folder: string): string {
  const name = readdirSync(join(root, folder)).find(name => /^licen[cs]e/i.test(name))
  return `${folder.replace('node_modules/', '')}\n\n${name === undefined ? statedLicense(folder) : readFileSync(join(root, folder, name), 'utf8')}`
}

/** The license of a package that has no file with it. */
function statedLicense(folder: string): string {
  const { license, author } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  if (license === undefined) throw new Error(`${folder} has no license to keep`)
  return `${license}, Copyright ${author?.name ?? author}\n`
}
