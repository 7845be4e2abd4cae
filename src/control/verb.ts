import type { Static, TObject, TSchema } from '@sinclair/typebox'
import { Failure, shown } from '../failure.ts'
import type { Parameters } from '../operations/parameters.ts'
import { wrongPart } from '../wrong-part.ts'
import type { Powers } from './powers.ts'
import type { Tenant } from './tenant.ts'

/** What a verb of the control plane was asked for. */
export interface VerbCall<Body = unknown> {
  powers: Powers
  /** The tenant in the path; the default one where the path names none. */
  tenant: Tenant
  params: Record<string, string>
  /** As the verb's schema of the query reads it. */
  query: Parameters
  body: Body
  /** The last event that a reader of a stream has seen, as its header Last-Event-ID says. */
  lastEventId: number | undefined
  /** What leads to the data of this server: scheme, host and port. */
  origin: string
}

/** One verb of the control plane: the schemas check what arrives and document it. */
export interface Verb {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  summary: string
  description?: string
  /** Parameters of the query, all of them texts. */
  query?: TObject
  body?: TSchema
  /** An example of the body, which the document shows. */
  example?: unknown
  /** What it answers; absent: nothing, with the status 204. */
  reply?: TSchema
  status?: number
  /** The content type of an answer that is no JSON: `run` gives its text or its stream. */
  type?: string
  /** Another content type that its query can ask for; `run` returns a TypedText then. */
  also?: string
  run(asked: VerbCall): unknown
}

type Declared<Body extends TSchema> = Omit<Verb, 'body' | 'run'> & {
  body?: Body
  run(asked: VerbCall<Static<Body>>): unknown
}

/** An answer of another type than the verb declares, as its query asks for. */
export class TypedText {
  readonly type: string
  readonly text: string

  constructor(type: string, text: string) {
    this.type = type
    this.text = text
  }
}

export function verb<Body extends TSchema>(declared: Declared<Body>): Verb {
  return declared as Verb
}

/**
 * Refuses a body that its schema does not allow.
 * @throws Failure which names the part, its value, and what would be right
 */
export function checkBody(schema: TSchema, body: unknown): void {
  const wrong = wrongPart(schema, body)
  if (wrong === undefined) return
  const path = wrong.path.split('/').slice(1)
  const value = path.reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], body)
  // Of a field that nobody knows the name is at fault, whatever its value.
  const given = value === undefined || !wrong.message.startsWith('must be') ? '' : `, not ${shownValue(value)}`
  throw new Failure('badParameter', `${path.join('.') || 'the body'} ${wrong.message}${given}`)
}

function shownValue(value: unknown): string {
  if (typeof value === 'string') return shown(value)
  const json = JSON.stringify(value)
  return json.length > 60 ? `${json.slice(0, 60)}…` : json
}
