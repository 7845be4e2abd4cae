import type { Arrival } from '../../control/journal/outbox.ts'
import type { TenantImage } from '../../control/tenants/tenant-image.ts'
import type { TenantAuthority } from '../../control/tenants/tenant-replica.ts'
import type { CheckedCall, ControlAnswer } from '../../http/control/control.ts'
import type { Counted } from '../../http/observe/traffic.ts'
import type { Switches } from '../../http/state.ts'
import type { LogLevel, Settings } from '../../settings.ts'
import type { StorePlan } from '../../store/store-plan.ts'
import type { Credentials } from '../tls/x509.ts'

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
interface TenantChanges {
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
  /** @param planned a store that is being built */
  serve(tenants: TenantImage[], switches: Switches, planned?: StorePlan): Promise<void>
  /** Share of that store. */
  build(done: number): void
  readBuilt(): void
  adopt(changes: TenantChanges): void
  apply(switches: Partial<Switches>): void
  takeArrivals(): Arrival[]
  counted(): Counted
  drain(): Promise<void>
}
