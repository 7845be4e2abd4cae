import type { Served } from './server.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Asks the control plane of a server; gives the status and what it says. */
export function controlOf(server: Served) {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  return async (method: Method, path: string, body?: object): Promise<any> => {
    const answer = await server.inject({ method, url: `/sandbox${path}`, ...(body && { payload: body }) })
    return { status: answer.statusCode, ...(answer.body && answer.json()) }
  }
}
