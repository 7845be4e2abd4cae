import type { TObject } from '@sinclair/typebox'
import type { FastifyPluginAsync, FastifySchemaCompiler, RouteOptions } from 'fastify'
import { checkPlan } from '../keys.ts'
import { lazy } from '../lazy.ts'
import { nameInPaths } from './dataset.ts'
import { checkEscapes } from './escapes.ts'
import { MarketOperation, marketParameters } from './market.ts'
import type { Family, MarketFamily, Operation, ReferenceFamily } from './operation.ts'
import { compileParameters, type Wire } from './parameters.ts'
import { ReferenceOperation, referenceParameters } from './reference.ts'
import type { Sandbox } from './sandbox.ts'

/** A family of operations, as the Fastify plugin that serves it. */
export type FamilyPlugin<F extends Family = Family> = FastifyPluginAsync & { family: F }

/** Operations of one dataset, on the regional hosts and behind the key check. */
export function family(options: Omit<MarketFamily, 'host' | 'operations'>, operations: readonly Operation[]) {
  const declared: MarketFamily = { host: 'market', ...options, operations }
  return asPlugin(declared, (sandbox, operation) => {
    const { path, query } = marketParameters(operation)
    const served = prepared(sandbox, () => new MarketOperation(sandbox, declared, operation))
    const commodity = nameInPaths(declared.dataset)
    return {
      schema: { params: path, querystring: query },
      preValidation: (request, _reply, done) => {
        checkPlan(request.key!, commodity, request.place.region)
        checkEscapes(request.url)
        done()
      },
      handler: (request, reply) => served().handle(request, reply),
    }
  })
}

/** Lists of reference data, on the reference host and open to everyone. */
export function referenceFamily(
  options: Omit<ReferenceFamily, 'host' | 'operations'>,
  operations: readonly Operation[],
) {
  const declared: ReferenceFamily = { host: 'reference', ...options, operations }
  return asPlugin(declared, (sandbox, operation) => {
    const served = prepared(sandbox, () => new ReferenceOperation(sandbox, operation))
    return {
      schema: { querystring: referenceParameters(operation) },
      preValidation: (request, _reply, done) => {
        checkEscapes(request.url)
        done()
      },
      handler: (request, reply) => served().handle(request, reply),
    }
  })
}

/**
 * An operation is prepared by its first call, half a millisecond, which all together would be a tenth of every start. What
 * a statement reads may be missing only where the store is not ours to the letter: then all are prepared at once.
 */
function prepared<T>(sandbox: Sandbox, prepare: () => T): () => T {
  const once = lazy(prepare)
  if (!sandbox.proven) once()
  return once
}

type Serving = Pick<RouteOptions, 'schema' | 'preValidation' | 'handler'>

function asPlugin<F extends Family>(
  declared: F,
  serve: (sandbox: Sandbox, operation: Operation) => Serving,
): FamilyPlugin<F> {
  const plugin: FastifyPluginAsync = async app => {
    for (const operation of declared.operations) {
      const serving = serve(app.sandbox, operation)
      const config = { operation: operation.id }
      for (const path of [operation.path, ...operation.also])
        app.route({ method: ['GET', 'HEAD'], url: app.sandbox.wirePath(path), config, ...serving })
    }
  }
  return Object.assign(plugin, { family: declared })
}

/** Reads parameters by their schemas, in place of a JSON validator: they arrive as text, and messages must name them. */
export function parameterCompiler({ validation, wireName }: Sandbox): FastifySchemaCompiler<TObject> {
  return ({ schema, httpPart }) => {
    const strictness = httpPart === 'querystring' ? validation : 'standard'
    const read = lazy(() => compileParameters(schema, strictness, wireName, wireName))
    return (data: Wire) => {
      try {
        return { value: read()(data) }
      } catch (error) {
        return { error: error as Error }
      }
    }
  }
}
