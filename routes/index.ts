import type { FamilyPlugin } from '../src/family.ts'
import { analytics } from './analytics.ts'
import { reference } from './reference.ts'
import { trades } from './trades.ts'

/** The table of contents: every family that the server answers. */
export const families: readonly FamilyPlugin[] = [trades, analytics, reference]
