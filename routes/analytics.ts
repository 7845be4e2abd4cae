import { family } from '../src/family.ts'
import { exchangeOperations } from './exchange-metrics.ts'

export const analytics = family(
  { name: 'analytics', dataset: { commodity: 'analytics', versions: ['v2'] }, echo: 'typed' },
  [...exchangeOperations],
)
