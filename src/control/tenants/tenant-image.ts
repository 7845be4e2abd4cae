import type { SharedWindows } from '../../limits/shared-windows.ts'
import type { Validation } from '../../operations/parameters.ts'
import type { Key } from '../../plans/keys.ts'
import type { Course } from '../clock/tenant-clock.ts'
import type { Tenant } from './tenant.ts'

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
  keepsBodies: boolean
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
  const { name, number, key, validation, expires, isFaulty, keepsBodies, ahead } = tenant
  const isRecorded = tenant.recorder !== undefined
  const place = key && windows.placeOf(key.key)
  const journal = { isRecorded, keepsBodies }
  return { name, number, key, validation, expires, course: tenant.clock.course, isFaulty, ...journal, ahead, place }
}
