import type { Arrival } from '../../control/journal/outbox.ts'
import type { TenantImage } from '../../control/tenant-image.ts'
import type { TenantAuthority } from '../../control/tenant-replica.ts'
import type { LogLevel, Settings } from '../../settings.ts'
import type { CheckedCall, ControlAnswer } from '../control.ts'
import type { Switches } from '../state.ts'
import type { Credentials } from '../tls/x509.ts'
import type { Counted } from '../traffic.ts'

/** What all threads serve. */
export interface Serving {
  settings: Settings
  port: number
  /** Of HTTPS, if it is enabled. */
  credentials: Credentials | undefined
}

export interface ThreadData extends Serving {
  log: { level: LogLevel; forPeople: boolean }
  windows: SharedArrayBuffer
  /** Thread number, from 1; the first thread is 0. */
  thread: number
}

/** Changes to apply in this order. */
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
  waiting(): void
}

/** Functions of the other threads for the first one. */
export interface ServingThread {
  serve(tenants: TenantImage[], switches: Switches): Promise<void>
  adopt(changes: TenantChanges): void
  apply(switches: Partial<Switches>): void
  takeArrivals(): Arrival[]
  counted(): Counted
  drain(): Promise<void>
}
