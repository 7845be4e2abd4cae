import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type {
  ClockState,
  Fault,
  FaultRule,
  FaultSchedule,
  JournalEntry,
  JournalQuery,
  Limit,
  Report,
  SandboxOptions,
  SandboxState,
  Scenario,
  TenantOptions,
  Verification,
  VerifyRequest,
} from './published.ts'

export type * from './published.ts'

/** ISO 8601, such as `PT1H` or `PT0.2S`, or a number and a unit: `250ms`, `90s`, `1h`, `7d`. */
export type Duration = string

/** A clock that a test moves. Beyond the end of the data, methods wait until the data exist. */
export interface SandboxClock {
  /**
   * A time (ISO 8601 or a Date), or `seeded`: the end of the data. `rate` is clock seconds per real second, default 0.
   */
  set(now: string | Date, options?: { rate?: number }): Promise<ClockState>
  advance(by: Duration): Promise<ClockState>
  back(by: Duration): Promise<ClockState>
  /** Follows real time. */
  live(): Promise<ClockState>
  state(): ClockState
}

export interface SandboxFaults {
  list(): Fault[]
  /** Replaces all rules and resets their counts. */
  replace(rules: FaultRule[]): Fault[]
  change(id: string, change: Partial<Omit<FaultRule, 'id'>>): Fault
  remove(id: string): void
  clear(): void
  /** Which of the next `count` (default 50) matching requests each rule makes fail. */
  schedule(count?: number): FaultSchedule[]
}

/** Controls the responses of a sandbox to its own keys, or of a tenant. */
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

/** An isolated user of the same data: an API key with its own clock, limits and faults. */
export interface SandboxTenant extends Steering {
  readonly name: string
  readonly key: string
  /** Base URL of requests to the tenant; market data needs the key there too. */
  readonly url: string
  /** Ends the tenant; its key becomes unknown. */
  end(): void
}

/** A server in the current process. */
export interface Sandbox extends Steering {
  /** Its URL: `http://127.0.0.1:49152`. */
  readonly url: string
  /**
   * Sends a request without a socket. Market data needs the header `x-api-key` here too. Rejects after `close`, and if a
   * fault resets or cuts the response.
   */
  inject(request: InjectOptions | string): Promise<LightMyRequestResponse>
  /** Creates a tenant for one test; tests with their own tenants can run in parallel. Rejects after `close`. */
  tenant(options?: TenantOptions): Promise<SandboxTenant>
  /** Scenarios of the market, each with URLs that show it. */
  scenarios(): Scenario[]
  /** Switches maintenance on or off: every operation answers with 503. */
  setMaintenance(maintained: boolean): void
  /** Lets the process end while the sandbox is open; requests that wait for responses still keep it running. */
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
