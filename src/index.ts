import type { InjectOptions, LightMyRequestResponse } from 'fastify'

/** How a sandbox is to be: the settings of the server, by the same names. What is absent has its default. */
export interface SandboxOptions {
  /** Port to listen on; 0, the default, is any free one. */
  port?: number
  /** Address to listen on; default `127.0.0.1`. */
  host?: string
  /** What the world is made from: the same seed is the same market. Default `market`. */
  seed?: string
  /** How much of it: 3 days of some 30 instruments, 120 days of all (the default), or 180 days at six times the pace. */
  profile?: 'tiny' | 'standard' | 'large'
  /** The clock: `live` (the default), a time to freeze it at (`2026-01-31T00:00:00Z`), or `seeded`, the end of the store. */
  now?: string
  /** Path of the store; default one in the user's cache folder, which later sandboxes of the same world find there. */
  data?: string
  /** API keys, or the path of a JSON file of them; default the built-in ones, `sandbox-key` among them. */
  keys?: string | SandboxKey[]
  /** `strict` refuses unknown parameters too; `lenient` clamps page sizes and answers unknown codes with no data. */
  validation?: 'standard' | 'strict' | 'lenient'
  /** The version of `trades` that `latest` means; default `v1`. */
  latestTrades?: 'v1' | 'v2'
  /** Answer every operation with 503; default false. */
  maintenance?: boolean
  /** Further host names, as `name=eu,name=us,name=reference`. */
  hosts?: string
  /** What `vendor` is called in field and parameter names. */
  vendorName?: string
  /** What `vendor` is called in the path of the FX rates. */
  fxProvider?: string
  /** What continuation tokens are sealed with; default made from the seed. */
  tokenSecret?: string
  /** Redis that keeps the limits of several replicas; default each counts for itself. */
  redisUrl?: string
  /** Token that opens `/sandbox` to its bearers; needed only where `host` is not loopback. At least 16 characters. */
  controlToken?: string
  /** Port for `/sandbox` alone; 0, the default, is the port of the data. */
  controlPort?: number
  /** Further host names under which `/sandbox` answers, as `name,name`. */
  controlHosts?: string
  /** Believe X-Forwarded-Host, -Proto and -For; default false. */
  trustProxy?: boolean
  /** What is written to standard output, as JSON lines; default `silent`. */
  logLevel?: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
}

/** An API key and its plan; what is absent is not limited. */
export interface SandboxKey {
  key: string
  name: string
  /** Requests a minute; default 6000. */
  limit?: number
  /** The commodities it may read, as `trades`, and those it may not. */
  families?: string[]
  without?: string[]
  regions?: ('eu' | 'us')[]
  /** As `exchange/class/code`, each of which may be `*`. */
  instruments?: string[]
  /** Times are ISO 8601; `last_days` moves with the clock. */
  access_range?: { start?: string; end?: string; last_days?: number }
  data_range?: { start?: string; end?: string; last_days?: number }
  expires?: string
  revoked?: boolean
  /** Faults that its answers have: slow ones, some failures, 503 alone, or awkward pages. */
  faults?: 'slow' | 'flaky' | 'down' | 'bad-paging'
}

/** A server within this process. */
export interface Sandbox {
  /** Where it listens: `http://127.0.0.1:49152`. */
  readonly url: string
  /** Asks without a socket. Market data need the header `x-api-key` here too. */
  inject(request: InjectOptions | string): Promise<LightMyRequestResponse>
  /** Answers every operation with 503 from now on, as production does while it is maintained, or no more. */
  setMaintenance(maintained: boolean): void
  /** Finishes the answers under way, then stops. Nothing of it is left in the process. */
  close(): Promise<void>
  /** The same, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Starts a server within this process; resolves when it answers. The first sandbox of a world builds its store, which
 * takes seconds; later ones find it. Reads no environment but where the user's cache is. A wrong option is an Error
 * that names it.
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  // Loaded only now, so that an import costs nothing and a Node that is too old gets a message and not a crash.
  if (!isNodeRecent()) throw new Error(`market-data-sandbox needs Node 22.18 or later, and this is ${process.version}`)
  const { openSandbox } = await import('./commands/in-process.ts')
  return openSandbox(options, process.env)
}

function isNodeRecent(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 18)
}
