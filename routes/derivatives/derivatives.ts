import { family } from '../../src/operations/family.ts'
import { contractOperations } from './contracts.ts'
import { metricOperations } from './metrics.ts'
import { priceOperations } from './prices.ts'

export const derivatives = family(
  {
    name: 'derivatives',
    about: 'Terms, prices and metrics of futures, perpetual futures and options.',
    dataset: { commodity: 'derivatives', versions: ['v2'] },
    echo: 'typed',
  },
  [...contractOperations, ...metricOperations, ...priceOperations],
)
