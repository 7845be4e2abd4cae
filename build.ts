import { copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TSchema } from '@sinclair/typebox'
import { type BuildOptions, build, type OutputOptions } from 'rolldown'
import license from 'rollup-plugin-license'
import ts from 'typescript'
import { declarationOf } from './declarations.ts'

// npm run build: bundles the sources into dist/ for the package and the image. Node takes half a millisecond per file at
// every start, so a few files replace four hundred.
const root = import.meta.dirname
const dist = join(root, 'dist')
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** Libraries of many small files that every start loads. The other libraries are loaded from where they are installed. */
const bundled = ['@sinclair/typebox', 'fastify', 'pino']
/** Fastify's compilers of schemas: no route has one, so they are never loaded. */
const unused = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler']

/** Libraries of the console, bundled so that they need not be installed. */
const pageLibraries = { preact: 'htm/preact/standalone', 'lightweight-charts': 'lightweight-charts' }
const timers = ['clearInterval', 'clearTimeout', 'Date', 'performance', 'setImmediate', 'setInterval', 'setTimeout']
/** Its types declare an ES module, which it is not. */
const licensePlugin = license as unknown as typeof license.default
const licensesIn = (folder: string) => licensePlugin({ thirdParty: { output: join(folder, 'THIRD-PARTY.txt') } })

rmSync(dist, { recursive: true, force: true })
// One folder: files found beside a source are also beside its bundle.
const options = {
  cwd: root,
  platform: 'node',
  external: [
    ...Object.keys(dependencies).filter(name => !bundled.includes(name)),
    ...unused,
    ...Object.values(pageLibraries),
  ].map(name => new RegExp(`^${name}(/|$)`)),
  transform: {
    target: 'node22.18',
    inject: Object.fromEntries(timers.map(name => [name, [join(root, 'src/base/timers.ts'), name]])),
  },
} satisfies BuildOptions
const output = {
  dir: dist,
  // A quarter of the code is comments and indentation, which each start would read: 4 ms. Names stay, for stack traces.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
} satisfies OutputOptions
// Without a group, the bundle has 119 files rather than 61, and the first createSandbox takes 222 ms rather than 78.
const group = { name: 'server', test: /\/src\/(commands\/(run|serve\/serve|in-process)|index|base\/\w+)\.ts$/ }
await build({
  ...options,
  input: ['src/main.js', 'src/index.ts', 'src/server/threads/serving-thread.js'],
  plugins: [licensesIn(dist)],
  output: { ...output, codeSplitting: { groups: [group] } },
})
const workers = [
  'build/processes/feed-worker',
  'build/processes/store-process',
  'build/processes/part-worker',
  'history/filler-worker',
]
// Bundled separately, because code shared with the server would be in a file that both load.
await build({ ...options, input: workers.map(name => `src/store/${name}.js`), output })
copyFileSync(join(root, 'seed/schema.sql'), join(dist, 'schema.sql'))
cpSync(join(root, 'src/console'), join(dist, 'console'), { recursive: true })
await build({
  cwd: root,
  input: pageLibraries,
  platform: 'browser',
  plugins: [licensesIn(join(dist, 'console'))],
  output: { dir: join(dist, 'console'), minify: true },
})
const types = await publicTypes('src/index.ts', './published.ts')
// A compiler reads `.d.ts` as the types of an ES module, which `require` may not load.
for (const name of ['index.d.ts', 'index.d.cts']) writeFileSync(join(dist, name), types)

/** The declarations of a module, complete in themselves: the types that it takes `from` schemas are written out. */
async function publicTypes(path: string, from: string): Promise<string> {
  const schemas = Object.entries<TSchema>(await import(join(root, dirname(path), from)))
  const names = new Map(schemas.map(([name, schema]) => [JSON.stringify(schema), name]))
  const file = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.ES2024)
  const own = file.statements.filter(part => !part.getText(file).endsWith(`from '${from}'`))
  const declared = schemas.map(([name, schema]) => declarationOf(name, schema, names))
  return declarationsOf(path, [...own.map(part => part.getFullText(file)), ...declared].join('\n'))
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
