import type { FastifyServerOptions } from 'fastify'

const noCompiler = () => {
  throw new Error('operations check their own parameters: a route cannot have a schema')
}

/** No route has a schema for Fastify, so the package contains neither Ajv nor fast-json-stringify, a seventh of the start. */
export const noCompilers = {
  schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
} satisfies FastifyServerOptions
