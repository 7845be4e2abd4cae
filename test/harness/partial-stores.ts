import { day, hour } from '../../src/market/time.ts'
import { end, sharedStore } from './store.ts'

/** Data from an odd time to the end of the tests' store. */
const from = end - 30 * hour - 777_777
export const later = { path: sharedStore('later', { start: from, end }), start: from }

/** Data from the start of the tests' store to an odd time of its last day. */
const until = end - 9 * hour - 54_321
export const early = { path: sharedStore('early', { end: until }), end: until }

/** The last day of the tests' store. */
export const dayPath = sharedStore('day', { start: end - day, end })
