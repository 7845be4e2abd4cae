import type { TObject } from '@sinclair/typebox'
import { Failure } from '../../base/failure.ts'
import { formatTime, second } from '../../market/time.ts'
import type { Context, View } from '../context.ts'
import { parameterWriter, type WrittenParameters, withoutDefaults } from '../echo.ts'
import { compileParameters, type Parameters } from '../parameters.ts'
import type { AnyQuery, AnySource } from './page.ts'
import { badToken, type WalkPosition } from './token.ts'

export interface Stage {
  version: string
  until: number
  page: number
  parameters: Parameters
  /** Parameters as a client sends them. */
  written: WrittenParameters
  position: WalkPosition | null
}

export function walksOf(context: Context, schema: TObject) {
  const read = compileParameters(schema, 'standard')
  const write = parameterWriter(schema)

  /** Decrypted parameters are validated like those of a first call. */
  function resume(token: string, boundTo: string, { clock, validation }: View): Stage {
    const { position, ...walk } = context.tokens.open(token, boundTo)
    if (validation !== 'lenient') checkAge(walk.issued * second, clock.now())
    const parameters = read(walk.parameters)
    return { ...walk, parameters, written: write(parameters), position: position.length > 0 ? position : null }
  }

  function checkAge(issued: number, now: number): void {
    const { tokenTtl } = context
    if (tokenTtl === 0 || now - issued <= tokenTtl) return
    throw new Failure(
      'badToken',
      `continuation_token expired at ${formatTime(issued + tokenTtl)}; repeat the first call, without a token`,
    )
  }

  /** @param url of the call, without its query */
  function next(
    stage: Stage,
    position: WalkPosition,
    { boundTo, now, url }: { boundTo: string; now: number; url: string },
  ): string {
    const parameters = withoutDefaults(schema, stage.written)
    const { version, until, page } = stage
    const walk = { version, until, issued: Math.floor(now / second), page: page + 1, parameters, position }
    const token = context.tokens.seal(walk, boundTo)
    return `,"continuation_token":"${token}","next_url":${JSON.stringify(`${url}?continuation_token=${token}`)}`
  }

  return { write, resume, next }
}

/** @throws Failure for a position that no page can end with */
export function checkPosition(source: AnySource, query: AnyQuery, position: WalkPosition | null): void {
  if (position !== null && !source.isPosition(position, query)) throw badToken()
}
