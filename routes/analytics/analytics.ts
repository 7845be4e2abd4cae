import { family } from '../../src/operations/family.ts'
import { assetOperations } from './asset-metrics.ts'
import { exchangeOperations } from './exchange-metrics.ts'
import { shortfallOperations } from './expected-shortfall.ts'
import { fxOperations } from './fx-rates.ts'
import { stablecoinOperations } from './stablecoin-metrics.ts'

export const analytics = family(
  {
    name: 'analytics',
    about: 'Metrics of exchanges and assets, FX rates and portfolio risk.',
    dataset: { commodity: 'analytics', versions: ['v2'] },
    echo: 'typed',
  },
  [...exchangeOperations, ...assetOperations, ...stablecoinOperations, ...shortfallOperations, ...fxOperations],
)
