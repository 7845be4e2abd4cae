import { family } from '../../src/operations/family.ts'
import { contractList } from './contracts.ts'
import { contractMetrics } from './metrics.ts'
import { contractPrices } from './prices.ts'

export const derivatives = family(
  {
    name: 'derivatives',
    about: 'Terms, prices and metrics of futures, perpetual futures and options.',
    dataset: { commodity: 'derivatives', versions: ['v2'] },
    echo: 'typed',
  },
  [contractList, contractMetrics, contractPrices],
)
