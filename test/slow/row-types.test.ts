import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import ts from 'typescript'
import { openingTable, totalTable } from '../../src/store/history/held-days.ts'
import { type Row, type Statement, Store } from '../../src/store/store.ts'
import { operations } from '../harness/operations.ts'
import { serve } from '../harness/server.ts'
import { sources } from '../harness/sources.ts'
import { storePath } from '../harness/store.ts'
import t from '../harness/tap.ts'

type Kind = 'number' | 'string' | 'bytes' | 'null' | 'other'

interface StatedRow {
  columns: Kind[][]
  /** Whether columns of any kind follow. */
  isOpen: boolean
  /** If it is written without substitutions. */
  sql: string | undefined
}

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What a column of a type of the schema may hold. */
const kindsOfColumns: Record<string, Kind> = { INTEGER: 'number', REAL: 'number', TEXT: 'string', BLOB: 'bytes' }

function kindOf(value: unknown): Kind {
  if (value === null) return 'null'
  if (value instanceof Uint8Array) return 'bytes'
  return typeof value === 'number' || typeof value === 'string' ? (typeof value as Kind) : 'other'
}

function kindsIn(type: ts.Type): Kind[] {
  if (type.isUnion()) return type.types.flatMap(kindsIn)
  if (type.flags & ts.TypeFlags.NumberLike) return ['number']
  if (type.flags & ts.TypeFlags.StringLike) return ['string']
  if (type.flags & ts.TypeFlags.Null) return ['null']
  return [/^(Buffer|Uint8Array)$/.test(type.symbol?.name ?? '') ? 'bytes' : 'other']
}

/** The columns that the code states for the rows of each statement, by the place of the call. */
function statedRows(): Map<string, StatedRow> {
  const files = sources('src', 'routes').map(({ path }) => root + path)
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile)
  const program = ts.createProgram(files, ts.parseJsonConfigFileContent(config, ts.sys, root).options)
  const checker = program.getTypeChecker()
  const found = new Map<string, StatedRow>()
  const visit = (node: ts.Node, file: ts.SourceFile): void => {
    ts.forEachChild(node, child => visit(child, file))
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return
    const { name } = node.expression
    const [stated] = node.typeArguments ?? []
    const made = checker.getTypeAtLocation(node) as ts.TypeReference
    const row = stated ? checker.getTypeFromTypeNode(stated) : checker.getTypeArguments(made)[0]
    const isStatement = name.text === 'prepare' ? made.symbol?.name === 'Statement' : stated && name.text === 'all'
    if (!isStatement || !row || !checker.isTupleType(row)) return
    const { line, character } = file.getLineAndCharacterOfPosition(name.getStart(file))
    const { target } = row as ts.TupleTypeReference
    const columns = checker
      .getTypeArguments(row as ts.TypeReference)
      .slice(0, target.fixedLength)
      .map(kindsIn)
    const [sql] = node.arguments
    found.set(`${relative(root, file.fileName)}:${line + 1}:${character + 1}`, {
      columns,
      isOpen: target.hasRestElement,
      sql: sql && ts.isStringLiteralLike(sql) ? sql.text : undefined,
    })
  }
  for (const file of program.getSourceFiles()) if (files.includes(file.fileName)) visit(file, file)
  return found
}

/** @param prepared called with the place of each call of `prepare`, and its statement */
function watchStatements(prepared: (place: string, sql: string, statement: Statement) => void): () => void {
  const { prepare } = Store.prototype
  Store.prototype.prepare = function (sql) {
    const statement = prepare.call(this, sql)
    const [, , frame = ''] = new Error().stack!.split('\n')
    const [, url, place] = /(file:.*?):(\d+:\d+)\)?$/.exec(frame)!
    prepared(`${relative(root, fileURLToPath(url!))}:${place}`, sql, statement)
    return statement as never
  }
  return () => Object.assign(Store.prototype, { prepare })
}

t.test('rows of statements have the columns that the code states for them', async t => {
  const stated = statedRows()
  const [checked, wrong] = [new Set<string>(), new Set<string>()]
  const schema = new Database(storePath, { readonly: true })
  t.teardown(() => schema.close())
  // Only a history has them.
  for (const table of [openingTable, totalTable]) schema.exec(table.replace('TABLE', 'TEMP TABLE'))
  const checkColumns = (place: string, sql: string) => {
    const { columns, isOpen } = stated.get(place)!
    const names = schema
      .prepare(sql)
      .columns()
      .slice(0, isOpen ? columns.length : undefined)
    checked.add(place)
    if (names.length !== columns.length) wrong.add(`${place}: ${names.length} columns, stated are ${columns.length}`)
    names.forEach(({ name, type }, n) => {
      const kind = kindsOfColumns[type ?? '']
      if (kind && !columns[n]?.includes(kind)) wrong.add(`${place}: ${name} is ${type}, stated as ${columns[n]}`)
    })
  }
  for (const [place, { sql }] of stated) if (sql !== undefined) checkColumns(place, sql)
  const unwatch = watchStatements((place, sql, statement) => {
    if (!stated.has(place)) return
    checkColumns(place, sql)
    const { columns, isOpen } = stated.get(place)!
    const checkRow = <R extends Row | undefined>(row: R) => {
      row?.forEach((value, n) => {
        if (!(isOpen && n >= columns.length) && !columns[n]?.includes(kindOf(value)))
          wrong.add(`${place}: column ${n} is ${value}, stated as ${columns[n]}`)
      })
      return row
    }
    const [all, get] = [statement.all.bind(statement), statement.get.bind(statement)]
    statement.all = bindings => all(bindings).map(checkRow)
    statement.get = bindings => checkRow(get(bindings))
  })
  t.teardown(unwatch)
  const { get } = await serve(t)
  for (const { urls } of operations) await get(urls[0]!)
  t.same([...wrong], [], 'columns and values are as stated')
  t.same(
    [...stated.keys()].filter(place => !checked.has(place)),
    [],
    'all statements are checked',
  )
})
