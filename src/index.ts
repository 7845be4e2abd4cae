import type { InjectOptions, LightMyRequestResponse } from 'fastify'

/** The settings of the server in camelCase; an absent setting has its default. */
export interface SandboxOptions {
  /** Port to listen on; default 0: any free port. */
  port?: number
  /** Address to listen on; default `127.0.0.1`. */
  host?: string
  /** Name of the market; the same seed gives the same market. Default `market`. */
  seed?: string
  /** Size of the market: 3 days of some 30 instruments, 120 days of all (default), or 180 days with six times the trades. */
  profile?: 'tiny' | 'standard' | 'large'
  /** Clock: `live` (default), frozen at a time (`2026-01-31T00:00:00Z`), or `seeded` (frozen at the end of the store). */
  now?: string
  /** Path of the store; default: in the user's cache folder, shared by sandboxes with the same seed and clock. */
  data?: string
  /** API keys, or the path of a JSON file with them; default: the built-in keys, such as `sandbox-key`. */
  keys?: string | SandboxKey[]
  /** `strict` also refuses unknown parameters; `lenient` clamps page sizes and returns no data for unknown codes. */
  validation?: 'standard' | 'strict' | 'lenient'
  /** Version of `trades` that `latest` selects; default `v1`. */
  latestTrades?: 'v1' | 'v2'
  /** Answers every operation with 503; default false. */
  maintenance?: boolean
  /** Additional host names: `name=eu,name=us,name=reference`. */
  hosts?: string
  /** Replaces `vendor` in field and parameter names. */
  vendorName?: string
  /** Replaces `vendor` in the path of the FX rates. */
  fxProvider?: string
  /** Secret that seals continuation tokens; default: derived from the seed. */
  tokenSecret?: string
  /** Redis that replicas share request counts in; default: each replica counts by itself. */
  redisUrl?: string
  /** Token that opens `/sandbox` to its bearers; needed only where `host` is not loopback. At least 16 characters. */
  controlToken?: string
  /** Port for `/sandbox` alone; 0, the default, is the port of the data. */
  controlPort?: number
  /** Further host names under which `/sandbox` answers, as `name,name`. */
  controlHosts?: string
  /** Trusts X-Forwarded-Host, -Proto and -For; default false. */
  trustProxy?: boolean
  /** Least severe level that is logged to standard output, as JSON lines; default `silent`. */
  logLevel?: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
}

/** An API key and its plan; an absent field means no restriction. */
export interface SandboxKey {
  key: string
  name: string
  /** Requests per minute; default 6000. */
  limit?: number
  /** Datasets it may read, such as `trades`; `without` lists those it may not. */
  families?: string[]
  without?: string[]
  regions?: ('eu' | 'us')[]
  /** Instruments it may read, as `exchange/class/code`; each part may be `*`. */
  instruments?: string[]
  /** Times are ISO 8601; `last_days` moves with the clock. */
  access_range?: { start?: string; end?: string; last_days?: number }
  data_range?: { start?: string; end?: string; last_days?: number }
  expires?: string
  revoked?: boolean
  /** Faults that its answers have: slow ones, some failures, 503 alone, or awkward pages. */
  faults?: 'slow' | 'flaky' | 'down' | 'bad-paging'
}

/** A server in this process. */
export interface Sandbox {
  /** Its URL: `http://127.0.0.1:49152`. */
  readonly url: string
  /** Sends a request without a socket. Market data needs the header `x-api-key` here too. */
  inject(request: InjectOptions | string): Promise<LightMyRequestResponse>
  /** Switches maintenance on or off: every operation answers with 503. */
  setMaintenance(maintained: boolean): void
  /** Drains in-flight requests, then stops and frees everything. */
  close(): Promise<void>
  /** `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Starts a server in this process and resolves when it answers. The first sandbox for a seed builds its store (about 1 s
 * for `tiny`); later ones reuse it. Reads no environment variables except those that locate the user's cache folder.
 * Rejects with an Error that names a wrong option.
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  // Imported on demand: an import of the package is cheap, and an old Node gets a message rather than a crash.
  if (!isNodeRecent()) throw new Error(`market-data-sandbox needs Node 22.18 or later, and this is ${process.version}`)
  const { openSandbox } = await import('./commands/in-process.ts')
  return openSandbox(options, process.env)
}

function isNodeRecent(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 18)
}
