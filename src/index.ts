import type { InjectOptions, LightMyRequestResponse } from 'fastify'

/** The settings of the server in camelCase; an absent setting has its default. */
export interface SandboxOptions {
  /** Port to listen on; default 0: any free port. */
  port?: number
  /** Address to listen on; default `127.0.0.1`. */
  host?: string
  /** Name of the market; the same seed gives the same market. Default `market`. */
  seed?: string
  /**
   * Size of the market: 3 days of some 40 instruments, 120 days of all (default), or 180 days with five times the
   * trades.
   */
  profile?: 'tiny' | 'standard' | 'large'
  /**
   * Clock: `live` (default), frozen at a time (`2026-01-31T00:00:00Z` or a Date), or `seeded` (frozen at the end of the
   * store).
   */
  now?: string | Date
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
  /** Seconds until a continuation token expires; 0: never. Default 86400. */
  tokenTtl?: number
  /** Seconds before a connection is closed if its client does not read its answer; 0: never. Default 60. */
  unreadTimeout?: number
  /** URL of a Redis in which replicas share counts of requests and faults; default: each replica counts separately. */
  redisUrl?: string
  /** Bearer token for `/sandbox`, at least 16 characters; required unless `host` is loopback. */
  controlToken?: string
  /** Separate port for `/sandbox`; default 0: the port of the data. */
  controlPort?: number
  /** Most days that a live store catches up while it is served; default 0: the length of the profile. */
  catchUp?: number
  /** Days beyond the end of the data to which a clock may be set; default 31. The data are generated on demand. */
  clockAhead?: number
  /** Additional host names for `/sandbox`: `name,name`. */
  controlHosts?: string
  /** Megabytes of cached pages under a frozen clock; 0: no cache. Default 32. */
  pageCache?: number
  /** Also serves HTTPS on the same port, and is an HTTP proxy for the names of `hosts`. Default false. */
  tls?: boolean
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
  /**
   * Instruments whose trades, bars, order books and liquidations it may read, as `exchange/class/code`; a part may be
   * `*`.
   */
  instruments?: string[]
  /** Times are ISO 8601; `last_days` moves with the clock. */
  access_range?: { start?: string; end?: string; last_days?: number }
  data_range?: { start?: string; end?: string; last_days?: number }
  expires?: string
  revoked?: boolean
  /** Faults in its answers: delays, failures, 503 only, or faulty pages. */
  faults?: 'slow' | 'flaky' | 'down' | 'bad-paging'
}

/** ISO 8601, such as `PT1H` or `PT0.2S`, or a number and a unit: `250ms`, `90s`, `1h`, `7d`. */
export type Duration = string

/** A clock that a test moves. Beyond the end of the data, methods wait until the data exist. */
export interface SandboxClock {
  /**
   * A time (ISO 8601 or a Date) or `seeded`, the end of the data; `rate` is clock seconds per real second, default 0.
   */
  set(now: string | Date, options?: { rate?: number }): Promise<ClockState>
  advance(by: Duration): Promise<ClockState>
  back(by: Duration): Promise<ClockState>
  /** Follows real time. */
  live(): Promise<ClockState>
  state(): ClockState
}

export interface ClockState {
  now: string
  rate: number
  /** `server`: as at the start of the server; `live`: real time; `set`: set by a test. */
  mode: 'server' | 'live' | 'set'
}

/** A rule for failing requests. The first rule that matches a request and is due applies. */
export interface FaultRule {
  id?: string
  /** Conditions; a request must meet all of them. */
  when?: { operation?: string; region?: 'eu' | 'us'; path?: string; key?: string; page?: number }
  /** Which matching requests fail; default: all. At most one of these. */
  on?: { first?: number; nth?: number; every?: number; share?: number }
  do: FaultEffect
  until?: { count?: number; for?: Duration }
}

/** Effects on an answer, one or several. */
export interface FaultEffect {
  status?: number
  retry_after?: number
  /** A duration, a range of durations, or a distribution; at most `PT60S`. */
  delay?: Duration | { uniform: Duration[] } | { lognormal: { median: Duration; sigma: number; max: Duration } }
  /** Bytes per second. */
  bandwidth?: number
  stall?: { at: number; for: Duration }
  cut?: { bytes?: number; records?: number; clean?: boolean }
  reset?: 'before' | { bytes: number }
  malformed?: 'not_json' | 'content_type' | 'bom'
  page?: 'empty_with_next' | 'repeat_token' | 'duplicate_record' | 'short_pages' | 'expired_token'
  drop_field?: string | string[]
  null_field?: string | string[]
  add_field?: string | string[]
}

/** An active rule and the number of matching requests so far. */
export type Fault = FaultRule & { id: string; seen: number }

export interface SandboxFaults {
  list(): Fault[]
  /** Replaces all rules and resets their counts. */
  replace(rules: FaultRule[]): Fault[]
  change(id: string, change: Partial<Omit<FaultRule, 'id'>>): Fault
  remove(id: string): void
  clear(): void
  /** Which of the next `count` (default 50) matching requests each rule makes fail. */
  schedule(count?: number): { id: string; from: number; to: number; faults: { ordinal: number; delay?: Duration }[] }[]
}

/** All state that answers depend on, except the market. */
export interface SandboxState {
  clock: ClockState
  scenario: string | null
  faults: (Fault & { began?: string })[]
  window: { requests: number; began: string } | null
}

/** Rate limit of a key, with the requests counted in its open window. */
export interface Limit {
  /** Name of the key, never the key itself. */
  key: string
  /** Requests per minute. */
  limit: number
  used: number
  /** Seconds to the end of the window; 0 if none is open. */
  resets_in: number
}

/** One request in the journal, without keys and bodies. Times are ISO 8601. */
export interface JournalEntry {
  /** Position of the answer among all answers, by end time, from 1. */
  ordinal: number
  /** Arrival of the request and end of its answer, in real time. */
  began: string
  ended: string
  /** Time of the sandbox or tenant at the end of the answer. */
  time: string
  /** Null if no operation matched the request. */
  operation: string | null
  method: string
  /** Path and query, with keys replaced by `***`. */
  url: string
  key_in_url: boolean
  region: 'eu' | 'us'
  /** The name of the key. */
  key: string | null
  request_headers: Record<string, string>
  status: number
  response_headers: Record<string, string>
  /** Bytes of the body as sent, after compression. */
  bytes: number
  records: number
  /** Whether the whole answer was sent. */
  complete: boolean
  /** The applied fault, as `<id>#<ordinal>`. */
  fault: string | null
  /** Effects of the fault, such as `status` or `page=repeat_token`. */
  effects: string[]
  /** Pages of one walk share an id and count from 1; `last` is null if no records were sent. */
  walk: { id: string; page: number; last: boolean | null } | null
  /** The parameter or rule that refused the request. */
  why: string | null
}

export interface JournalQuery {
  operation?: string
  /** A status such as `503`, or a class such as `5xx`. */
  status?: string
  /** Only entries with a greater ordinal. */
  after?: number
  /** Most entries; default and maximum 1,000. */
  limit?: number
}

/** The report card of a client, computed from its journal. */
export interface Report {
  requests: number
  counts: { passed: number; failed: number; warned: number; unexercised: number }
  checks: {
    id: string
    /** What a well-behaved client does. */
    title: string
    /** `unexercised`: no request in the journal shows it. */
    verdict: 'passed' | 'failed' | 'warned' | 'unexercised'
    /** What to change; null unless failed or warned. */
    advice: string | null
    /** Ordinals of entries. */
    evidence: number[]
  }[]
}

/** An expected request; omitted parts match anything. */
export interface Expectation {
  operation?: string
  method?: string
  /** `*` matches any text within a segment, `**` any number of segments. */
  path?: string
  /** Parameters that the URL has, or lacks if null. */
  query?: Record<string, string | number | boolean | null>
  status?: number
  /** Page of the walk, counted from 1. */
  page?: number
  /** How often; default at least once. */
  times?: number | { at_least?: number; at_most?: number }
}

export interface VerifyRequest {
  expect: Expectation[]
  /** The requests must arrive in the order of `expect`. */
  order?: boolean
  /** No other requests may arrive. */
  only?: boolean
  /** How long to wait for missing requests; at most `PT60S`. */
  within?: Duration
  /** Only entries with a greater ordinal count. */
  after?: number
}

export interface Verification {
  ok: boolean
  /** For each expectation, the number of matching requests and their ordinals. */
  expected: { ok: boolean; matched: number; entries: number[] }[]
  in_order: boolean
  /** With `only`: ordinals of unexpected requests. */
  unexpected: number[]
  /** Entries that almost match an unmet expectation. */
  near_misses: {
    expectation: number
    entry: number
    differs: { part: string; expected: unknown; actual: unknown }[]
  }[]
}

/** Controls the answers of a sandbox to its own keys, or of a tenant. */
export interface Steering {
  readonly clock: SandboxClock
  readonly faults: SandboxFaults
  /** Appends a rule. */
  fail(rule: FaultRule): Fault
  /** Moves the clock to a scenario. */
  scenario(name: string, at?: 'start' | 'middle' | 'end'): Promise<ClockState>
  /** The latest requests, at most 1,000. */
  journal(query?: JournalQuery): JournalEntry[]
  clearJournal(): void
  /** Compares the journal with expectations. */
  verify(request: VerifyRequest): Promise<Verification>
  /** Rate limits of the tenant's keys, and the requests counted against them. */
  limits(): Limit[]
  /** Judges the client by its requests. */
  report(): Report
  /** Restores the initial clock, faults, journal, limits and scenario. */
  reset(): void
  state(): SandboxState
  /** Restores a saved state. */
  restore(state: SandboxState): Promise<void>
}

export interface TenantOptions {
  name?: string
  now?: string | Date
  rate?: number
  /** Requests per minute. */
  limit?: number
  validation?: 'standard' | 'strict' | 'lenient'
  /** Lifetime in real time; default one hour. */
  ttl?: Duration
  /** Key of the sandbox whose plan it copies; default: full access. */
  like?: string
}

/** An isolated user of the same data: an API key with its own clock, limits and faults. */
export interface SandboxTenant extends Steering {
  readonly name: string
  readonly key: string
  /** Base URL that selects the tenant for requests without a key. */
  readonly url: string
  /** Ends the tenant; its key becomes unknown. */
  end(): void
}

/** A server in the current process. */
export interface Sandbox extends Steering {
  /** Its URL: `http://127.0.0.1:49152`. */
  readonly url: string
  /** Sends a request without a socket. Market data needs the header `x-api-key` here too. Rejects after `close`. */
  inject(request: InjectOptions | string): Promise<LightMyRequestResponse>
  /** Creates a tenant for one test; tests with their own tenants can run in parallel. */
  tenant(options?: TenantOptions): Promise<SandboxTenant>
  /** Scenarios of the market, each with URLs that show it. */
  scenarios(): { name: string; title: string; subject: string; start: string; end: string; urls: string[] }[]
  /** Switches maintenance on or off: every operation answers with 503. */
  setMaintenance(maintained: boolean): void
  /** Lets the process end while the sandbox is open; requests that wait for answers still keep it running. */
  unref(): void
  /** Drains in-flight requests, then stops and frees everything. */
  close(): Promise<void>
  /** `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Starts a server in this process and resolves when it answers. The first sandbox for a seed builds its store (about 1
 * s for `tiny`); later ones reuse it. Reads no environment variables except those that locate the user's cache folder.
 * Rejects with an Error that names a wrong option.
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  // Imported on demand, so importing the package is cheap and an old Node gets a message rather than a crash.
  if (!isNodeRecent()) throw new Error(`market-data-sandbox needs Node 22.18 or later, and this is ${process.version}`)
  const { openSandbox } = await import('./commands/in-process.ts')
  return openSandbox(options, process.env)
}

function isNodeRecent(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 18)
}
