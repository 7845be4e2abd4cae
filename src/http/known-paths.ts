import type { FastifyInstance, FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'
import { Failure, shown } from '../failure.ts'
import { nearest } from '../nearest.ts'
import { isControlPath } from './control-routes.ts'

export const allowedMethods = 'GET, HEAD, OPTIONS'

/** Distinguishes unknown paths from wrong methods. */
export class KnownPaths {
  readonly #urls = new Set<string>()
  #router: ReturnType<typeof findMyWay> | undefined

  constructor(app: FastifyInstance) {
    app.addHook('onRoute', route => {
      this.#urls.add(route.url)
    })
  }

  /** Runs before a body is read; no operation accepts one. */
  checkMethod(request: FastifyRequest): void {
    const { method, url } = request
    if (method === 'GET' || method === 'HEAD') return
    if (!this.#knows(url)) throw this.failureFor(request)
    if (method === 'OPTIONS') return
    throw new Failure('methodNotAllowed', `${method} is not allowed here; use GET or HEAD`, {
      allow: allowedMethods,
    })
  }

  failureFor({ url }: FastifyRequest): Failure {
    const path = url.split('?', 1)[0]!
    const near = nearest(
      path,
      [...this.#urls].filter(known => !/[:*]/.test(known) && !isControlPath(known)),
    )
    const hint = near ? `; did you mean ${near}?` : ''
    return new Failure('notFound', `unknown path ${shown(path)}${hint}`)
  }

  /** Built by the first wrong request. */
  #knows(url: string): boolean {
    this.#router ??= this.#build()
    return this.#router.find('GET', url.split('?', 1)[0]!) !== null
  }

  #build() {
    const router = findMyWay({ ignoreTrailingSlash: true })
    for (const url of this.#urls) router.on('GET', url, () => {})
    return router
  }
}
