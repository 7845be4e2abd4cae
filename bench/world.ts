import { families } from '../routes/index.ts'
import type { Operation } from '../src/operations/operation.ts'
import { getJson } from './request.ts'

/** What the bench has to know of a store; the server tells. */
export interface World {
  instruments: readonly Instrument[]
  /** Where its data end. Milliseconds since 1970 UTC. */
  end: number
}

/** As the reference data have it. */
export interface Instrument {
  exchange_code: string
  class: string
  code: string
  trade_count: number
  trade_start_timestamp: number | null
  /** Null while it trades. */
  trade_end_timestamp: number | null
}

/** Instruments in order of their trades, most first. */
export async function readWorld(origin: string): Promise<World> {
  const { data } = await getJson(`${origin}/v1/instruments?orderBy=trade_count&order=-1`)
  const { end } = await getJson(`${origin}/version`)
  return { instruments: data, end: Date.parse(end) }
}

export function operationOf(id: string): Operation {
  const all = families.flatMap(({ operations }) => operations)
  const found = all.find(operation => operation.id === id)
  if (!found) throw new Error(`no family declares the operation ${id}`)
  return found
}

/** The URL path and query of a call: what the path doesn't name goes into the query. */
export function urlOf(operation: Operation, call: Record<string, string>): string {
  const query = new URLSearchParams(call)
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => {
    query.delete(name)
    return encodeURIComponent(call[name] ?? '')
  })
  return query.size > 0 ? `${path}?${query}` : path
}
