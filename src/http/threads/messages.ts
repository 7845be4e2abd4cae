import type { Arrival } from '../../control/journal/outbox.ts'
import type { TenantAuthority, TenantImage } from '../../control/replica.ts'
import type { LogLevel, Settings } from '../../settings.ts'
import type { CheckedCall, ControlAnswer } from '../control.ts'
import type { Switches } from '../state.ts'
import type { Counted } from '../traffic.ts'

/** Start data of a thread. */
export interface ThreadData {
  settings: Settings
  port: number
  log: { level: LogLevel; forPeople: boolean }
  /** The request counts of all keys. */
  windows: SharedArrayBuffer
  /** Thread number, from 1; the first thread is 0. */
  thread: number
}

/** Tenants that ended, began or changed, in this order. */
export interface TenantChanges {
  ended: string[]
  images: TenantImage[]
}

/** Functions of the first thread for the others. */
export interface FirstThread extends TenantAuthority {
  control(call: CheckedCall): Promise<ControlAnswer>
  metrics(): Promise<{ contentType: string; text: string }>
  stall(): string | undefined | Promise<string | undefined>
  log(lines: string): void
  /** Signals that finished requests wait in a thread. */
  waiting(): void
}

/** Functions of the other threads for the first one. */
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
