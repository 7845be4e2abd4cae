import type { Static, TObject, TSchema } from '@sinclair/typebox'
import { Failure, shown } from '../base/failure.ts'
import { wrongPart } from '../base/wrong-part.ts'
import type { Parameters } from '../operations/parameters.ts'
import type { Powers } from './powers.ts'
import type { Tenant } from './tenants/tenant.ts'

export interface VerbCall<Body = unknown> {
  powers: Powers
  /** The tenant in the path; otherwise the default tenant. */
  tenant: Tenant
  params: Record<string, string>
  /** The query as parsed by the verb's schema. */
  query: Parameters
  body: Body
  /** Value of the header Last-Event-ID, sent by a reader of a stream. */
  lastEventId: number | undefined
  origin: string
}

/** Bytes of a body without lists. */
export const largestBody = 16 << 10

/** Its schemas validate requests and document them. */
export interface Verb {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  summary: string
  description?: string
  /** Query parameters, all of them strings. */
  query?: TObject
  body?: TSchema
  /** Most bytes of the body; by default `largestBody`. */
  largest?: number
  example?: unknown
  /** Without it, the status is 204. */
  reply?: TSchema
  status?: number
  /** What 409 means. */
  conflict?: string
  /** Whether the reply may take megabytes: it is sent in parts, and iterables in it as lists. */
  isLong?: true
  /** For replies other than JSON; `run` returns the text or stream. */
  type?: string
  /** The query can select it; `run` then returns a TypedText. */
  also?: string
  run(asked: VerbCall): unknown
}

type VerbDeclaration<Body extends TSchema> = Omit<Verb, 'body' | 'run'> & {
  body?: Body
  run(asked: VerbCall<Static<Body>>): unknown
}

export class TypedText {
  readonly type: string
  readonly text: string

  constructor(type: string, text: string) {
    this.type = type
    this.text = text
  }
}

export function verb<Body extends TSchema>(declared: VerbDeclaration<Body>): Verb {
  return declared as Verb
}

/** @throws Failure that names the part, its value, and what would be right */
export function checkBody(schema: TSchema, body: unknown): void {
  const wrong = wrongPart(schema, body)
  if (wrong === undefined) return
  const path = wrong.path.split('/').slice(1)
  const value = path.reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], body)
  // For an unknown field the name is wrong, so the message omits its value.
  const given = value === undefined || !wrong.message.startsWith('must be') ? '' : `, not ${shownValue(value)}`
  throw new Failure('badParameter', `${path.join('.') || 'the body'} ${wrong.message}${given}`)
}

function shownValue(value: unknown): string {
  if (typeof value === 'string') return shown(value)
  // Rendering deeply nested values overflows the stack.
  const json = JSON.stringify(value, (name, part) => (name !== '' && typeof part === 'object' && part ? '…' : part))
  return json.length > 60 ? `${json.slice(0, 60)}…` : json
}
