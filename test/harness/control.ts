import type { Served } from './server.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Calls the control plane of a server; returns status and body. */
export function controlOf(server: Served) {
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses without declaring their types
  return async (method: Method, path: string, body?: object): Promise<any> => {
    const answer = await server.inject({ method, url: `/sandbox${path}`, ...(body && { payload: body }) })
    return { status: answer.statusCode, ...(answer.body && answer.json()) }
  }
}
