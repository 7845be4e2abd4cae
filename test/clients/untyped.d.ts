/** The parts that the tests use of packages without types. */

declare module 'newman' {
  export function run(options: object, done: (error: Error | null, summary: Summary) => void): void
  export interface Summary {
    run: { executions: { request: { url: object }; response?: { code: number; stream: Buffer } }[] }
  }
}

declare module 'openapi-to-postmanv2' {
  export function convertV2(
    input: { type: 'string'; data: string },
    options: object,
    done: (error: Error | null, made: { result: boolean; reason?: string; output: { data: unknown }[] }) => void,
  ): void
}

declare module '@usebruno/lang' {
  interface Value {
    name: string
    value: string
    type?: 'path' | 'query'
    enabled: boolean
  }
  export function bruToJsonV2(text: string): { http: { url: string; auth: string }; params?: Value[] }
  export function collectionBruToJson(text: string): {
    auth: { apikey: { key: string; value: string } }
    vars: { req: Value[] }
  }
}
