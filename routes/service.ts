import type { FastifyInstance } from 'fastify'
import { describeServer } from '../src/about.ts'

/** Routes about the server itself: whether it lives, whether it is ready, and what it serves. */
export async function service(app: FastifyInstance): Promise<void> {
  const answers: Record<string, () => object> = {
    '/': () => describeServer(app.sandbox),
    '/live': () => ({ result: 'success' }),
    '/ready': () => ({ result: 'success' }),
    '/version': () => describeServer(app.sandbox),
  }
  for (const [url, handler] of Object.entries(answers)) app.route({ method: ['GET', 'HEAD'], url, handler })
}
