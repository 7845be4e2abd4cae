import { day } from '../../src/market/time.ts'
import { end, sharedStore } from './store.ts'

/** Store of one day with every instrument. */
export const cataloguePath = sharedStore('catalogue', { start: end - day, end, profile: 'standard' })
