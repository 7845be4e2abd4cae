import type { FastifyInstance } from 'fastify'
import { describeServer } from '../src/about.ts'

/** Routes about the server itself: whether it lives, whether it is ready, and what it serves. */
export async function service(app: FastifyInstance): Promise<void> {
  app.get('/', () => describeServer(app.sandbox))
  app.get('/live', () => ({ result: 'success' }))
  app.get('/ready', () => ({ result: 'success' }))
  app.get('/version', () => describeServer(app.sandbox))
}
