import type { TProperties } from '@sinclair/typebox'
import { Failure, shown } from '../../base/failure.ts'
import { suggestion } from '../../base/nearest.ts'
import { formatTime } from '../../market/time.ts'
import type { Family, Operation } from '../../operations/operation.ts'
import type { Store } from '../../store/store.ts'
import { identityOf } from '../../store/store-plan.ts'

interface Scenario {
  name: string
  title: string
  /** An instrument as `exchange/class/code`, or the address of a pool. */
  subject: string
  from: number
  until: number
}

export const moments = ['start', 'middle', 'end'] as const
type ScenarioMoment = (typeof moments)[number]

/** Empty if the store has none. */
export function scenariosOf(store: Store): Scenario[] {
  if (!store.get("SELECT 1 FROM sqlite_schema WHERE name = 'scenario'")) return []
  const rows = store.all('SELECT name, title, subject, "from", "until" FROM scenario ORDER BY "from", name')
  return rows.map(([name, title, subject, from, until]) => ({
    name: String(name),
    title: String(title),
    subject: String(subject),
    from: Number(from),
    until: Number(until),
  }))
}

export function scenarioNamed(store: Store, name: string): Scenario {
  const all = scenariosOf(store)
  const found = all.find(one => one.name === name) ?? all.findLast(one => one.name.startsWith(`${name}-20`))
  if (found) return found
  const names = all.map(one => one.name)
  const known = names.length > 0 ? `; known are ${names.join(', ')}` : '; this store has none'
  throw new Failure('notFound', `there is no scenario ${shown(name)}${suggestion(name, names) || known}`)
}

export function timeIn({ from, until }: Scenario, at: ScenarioMoment): number {
  return at === 'start' ? from : at === 'end' ? until : Math.floor((from + until) / 2)
}

/** One URL for each operation that serves the subject. */
export function urlsOf(scenario: Scenario, store: Store, families: readonly Family[], origin: string): string[] {
  const subject = parametersOf(scenario, store)
  const time = { start_time: formatTime(scenario.from), end_time: formatTime(scenario.until) }
  return families
    .flatMap(({ operations }) => operations)
    .filter(operation => Object.keys(subject).every(name => isAbout(operation, name)))
    .filter(operation => 'asset' in subject || knows(operation, subject, scenario.until, store))
    .map(operation => origin + urlOf(operation, { ...subject, ...only(operation.query.properties, time) }))
}

function parametersOf({ subject }: Scenario, store: Store): Record<string, string> {
  const [exchange, instrument_class, instrument] = subject.split('/')
  if (instrument === undefined) return lendingMarketOf(subject, store) ?? { pool_address: subject }
  return { exchange: exchange!, instrument_class: instrument_class!, instrument }
}

/** Lending operations identify a market by its asset, not its pool. */
function lendingMarketOf(address: string, store: Store): Record<string, string> | undefined {
  const row = store.get(
    `SELECT blockchain, protocol, asset FROM lending_market AS market JOIN pool ON pool.id = market.pool
     JOIN pool_token ON pool_token.pool = pool.id WHERE pool.address = :address`,
    { address },
  )
  return row && { blockchain: String(row[0]), protocol: String(row[1]), asset: String(row[2]) }
}

function isAbout({ path, query, also }: Operation, name: string): boolean {
  const inPath = [path, ...also].some(one => one.split('/').includes(`:${name}`))
  const inQuery = query.properties[name]
  // Filters that only some instruments take would need one of these.
  return inPath || (inQuery !== undefined && inQuery.exampleWith === undefined)
}

/** Whether an operation serves the subject; some operations serve only some instrument classes. */
function knows(
  { subject: find, example }: Operation,
  subject: Record<string, string>,
  until: number,
  store: Store,
): boolean {
  try {
    const values = { ...example, ...subject }
    find?.checkPath?.(values)
    find?.prepare(store, identityOf(store).start)(values, values, until)
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
function urlOf({ path, example, query: { required = [] } }: Operation, given: Record<string, string>): string {
  const values: Record<string, string> = { ...example, ...given }
  const template = path.replace(':data_version', 'latest')
  const inPath = template
    .split('/')
    .map(part => (part.startsWith(':') ? encodeURIComponent(values[part.slice(1)]!) : part))
  const inQuery = Object.entries(values).filter(
    ([name]) => !path.split('/').includes(`:${name}`) && (Object.hasOwn(given, name) || required.includes(name)),
  )
  const search = new URLSearchParams(inQuery).toString()
  return inPath.join('/') + (search && `?${search}`)
}
