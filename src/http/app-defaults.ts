import type { FastifyServerOptions } from 'fastify'

const noCompiler = () => {
  throw new Error('operations check their own parameters: a route cannot have a schema')
}

/** No route has a schema for Fastify, so the package contains neither Ajv nor fast-json-stringify, a seventh of the start. */
export const appDefaults = {
  schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
  // One route for GET and HEAD: Fastify's HEAD routes send content-length 0 for unread pages.
  exposeHeadRoutes: false,
  return503OnClosing: false,
  // Synchronous, so no timeout is needed.
  pluginTimeout: 0,
} satisfies FastifyServerOptions
