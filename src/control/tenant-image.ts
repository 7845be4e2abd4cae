import type { Key } from '../keys.ts'
import type { Validation } from '../operations/parameters.ts'
import type { SharedWindows } from './shared-windows.ts'
import type { Tenant } from './tenant.ts'
import type { Course } from './tenant-clock.ts'

/** A tenant as plain data, for another thread. */
export interface TenantImage {
  name: string
  number: number
  key: Key | null
  validation: Validation
  expires: number
  course: Course
  /** The first thread decides which rule applies. */
  isFaulty: boolean
  isRecorded: boolean
  /** Null unless the clock needs data beyond the end of the server's own. */
  ahead: AheadImage | null
  /** Index of the tenant's request counts. */
  place: number | null
}

export interface AheadImage {
  path: string
  end: number
}

export function imageOf(tenant: Tenant, windows: SharedWindows): TenantImage {
  const { name, number, key, expires, isFaulty, ahead } = tenant
  const { validation } = tenant.view
  const isRecorded = tenant.recorder !== undefined
  const place = key && windows.placeOf(key.key)
  return { name, number, key, validation, expires, course: tenant.clock.course, isFaulty, isRecorded, ahead, place }
}
