import type { TProperties } from '@sinclair/typebox'
import { Failure, shown } from '../../base/failure.ts'
import { suggestion } from '../../base/nearest.ts'
import { remembered } from '../../market/made-once.ts'
import { formatTime, type Period } from '../../market/time.ts'
import type { Context } from '../../operations/context.ts'
import { urlOf } from '../../operations/family.ts'
import type { AnySubject, Family, Operation } from '../../operations/operation.ts'
import type { Store } from '../../store/store.ts'

interface Scenario extends Period {
  name: string
  title: string
  /** An instrument as `exchange/class/code`, or the address of a pool. */
  subject: string
}

export const moments = ['start', 'middle', 'end'] as const
type ScenarioMoment = (typeof moments)[number]

/** Those of the store's range, also if its history stands for it; empty if the store has none. @throws Missing */
export function scenariosOf({ store, start, identity }: Context): Scenario[] {
  if (!store.get("SELECT 1 FROM sqlite_schema WHERE name = 'scenario'")) return []
  const isHistory = store.coverage.fillable
  const first = isHistory ? start : Number.MIN_SAFE_INTEGER
  const end = isHistory ? identity().end : Number.MAX_SAFE_INTEGER
  if (isHistory) {
    store.coverage.need('scenarios', 0, first, end)
    // Their subjects, at once: each of them would begin the list again.
    store.coverage.need('listings', 0, first, end)
  }
  store.coverage.refuse()
  const rows = store.all<[name: string, title: string, subject: string, from: number, until: number]>(
    'SELECT name, title, subject, "from", "until" FROM scenario WHERE "from" >= ? AND "until" <= ? ORDER BY "from", name',
    first,
    end,
  )
  return rows.map(([name, title, subject, from, until]) => ({ name, title, subject, from, until }))
}

export function scenarioNamed(context: Context, name: string): Scenario {
  const all = scenariosOf(context)
  const found = all.find(one => one.name === name) ?? all.findLast(one => one.name.startsWith(`${name}-20`))
  if (found) return found
  const names = all.map(one => one.name)
  const known = names.length > 0 ? `; known are ${names.join(', ')}` : '; this store has none'
  throw new Failure('notFound', `there is no scenario ${shown(name)}${suggestion(name, names) || known}`)
}

export function timeIn({ from, until }: Scenario, at: ScenarioMoment): number {
  return at === 'start' ? from : at === 'end' ? until : Math.floor((from + until) / 2)
}

/** Finds one URL for each operation that serves the subject of a scenario. */
export function urlFinder(context: Context, families: readonly Family[], origin: string) {
  const { store, start } = context
  const operations = families.flatMap(family => family.operations)
  const finderOf = remembered(({ subject }: Operation) => subject?.prepare(store, start))
  return (scenario: Scenario): string[] => {
    const subject = parametersOf(scenario, store)
    const time = { start_time: formatTime(scenario.from), end_time: formatTime(scenario.until) }
    return operations
      .filter(operation => Object.keys(subject).every(name => isAbout(operation, name)))
      .filter(one => 'asset' in subject || knows(one, subject, scenario.until, { store, find: finderOf(one) }))
      .map(operation => origin + urlAbout(operation, { ...subject, ...only(operation.query.properties, time) }))
  }
}

function parametersOf({ subject }: Scenario, store: Store): Record<string, string> {
  const [exchange, instrument_class, instrument] = subject.split('/')
  if (instrument === undefined) return lendingMarketOf(subject, store) ?? { pool_address: subject }
  return { exchange: exchange!, instrument_class: instrument_class!, instrument }
}

/** Lending operations identify a market by its asset, not its pool. */
function lendingMarketOf(address: string, store: Store): Record<string, string> | undefined {
  const row = store.get<[blockchain: string, protocol: string, asset: string]>(
    `SELECT blockchain, protocol, asset FROM lending_market AS market JOIN pool ON pool.id = market.pool
     JOIN pool_token ON pool_token.pool = pool.id WHERE pool.address = :address`,
    { address },
  )
  return row && { blockchain: row[0], protocol: row[1], asset: row[2] }
}

function isAbout({ path, query, also }: Operation, name: string): boolean {
  const inPath = [path, ...also].some(one => one.split('/').includes(`:${name}`))
  const inQuery = query.properties[name]
  // Filters that only some instruments take would need one of these.
  return inPath || (inQuery !== undefined && inQuery.exampleWith === undefined)
}

/** Whether an operation serves the subject; some operations serve only some instrument classes. */
function knows(
  { subject: asked, example }: Operation,
  subject: Record<string, string>,
  until: number,
  { store, find }: { store: Store; find: ReturnType<AnySubject['prepare']> | undefined },
): boolean {
  try {
    const values = { ...example, ...subject }
    asked?.checkPath?.(values)
    // What it lacks is generated together with what the others lack.
    store.coverage.apart(() => find?.(values, values, until))
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

function only(properties: TProperties, values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(properties, name)))
}

/** Parameters other than subject and times come from the operation's example. */
function urlAbout({ path, example, query: { required = [] } }: Operation, given: Record<string, string>): string {
  const values = Object.entries({ ...example, ...given })
  const needed = ([name]: [string, string]) =>
    path.split('/').includes(`:${name}`) || Object.hasOwn(given, name) || required.includes(name)
  return urlOf(path, Object.fromEntries(values.filter(needed)))
}
