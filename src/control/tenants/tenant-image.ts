import type { SharedWindows } from '../../limits/shared-windows.ts'
import type { Course } from '../clock/tenant-clock.ts'
import type { Tenant } from './tenant.ts'

type Copied = 'name' | 'number' | 'key' | 'validation' | 'expires' | 'isFaulty' | 'keepsBodies' | 'ahead'

/** A tenant as plain data, for another thread. The first thread decides which fault applies. */
export interface TenantImage extends Pick<Tenant, Copied> {
  course: Course
  isRecorded: boolean
  /** Index of the tenant's request counts. */
  place: number | null
}

export function imageOf(tenant: Tenant, windows: SharedWindows): TenantImage {
  const { name, number, key, validation, expires, isFaulty, keepsBodies, ahead, clock, recorder } = tenant
  const own = { name, number, key, validation, expires, isFaulty, keepsBodies, ahead }
  return { ...own, course: clock.course, isRecorded: recorder !== undefined, place: key && windows.placeOf(key.key) }
}
