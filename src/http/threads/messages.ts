import type { Arrival } from '../../control/journal/outbox.ts'
import type { TenantAuthority, TenantImage } from '../../control/replica.ts'
import type { LogLevel, Settings } from '../../settings.ts'
import type { CheckedCall, ControlAnswer } from '../control.ts'
import type { Switches } from '../state.ts'
import type { Counted } from '../traffic.ts'

/** What a thread begins with. */
export interface ThreadData {
  settings: Settings
  port: number
  log: { level: LogLevel; forPeople: boolean }
  /** The request counts of all keys. */
  windows: SharedArrayBuffer
  /** Counts the threads from 1; the first one, which starts the others, is 0. */
  thread: number
}

/** Which tenants ended, began or changed, in this order. */
export interface TenantChanges {
  ended: string[]
  images: TenantImage[]
}

/** What the first thread does for the others. */
export interface FirstThread extends TenantAuthority {
  control(call: CheckedCall): Promise<ControlAnswer>
  metrics(): Promise<{ contentType: string; text: string }>
  stall(): string | undefined | Promise<string | undefined>
  log(lines: string): void
  /** Finished requests wait in a thread. */
  waiting(): void
}

/** What the first thread asks of each other one. */
export interface ServingThread {
  /** Resolves when the thread accepts connections. */
  serve(tenants: TenantImage[], switches: Switches): Promise<void>
  adopt(changes: TenantChanges): void
  apply(switches: Partial<Switches>): void
  takeArrivals(): Arrival[]
  counted(): Counted
  /** Answers what is in flight, then closes everything. */
  drain(): Promise<void>
}
