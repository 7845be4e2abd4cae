import { family } from '../../src/operations/family.ts'
import { assetOperations } from './asset-metrics.ts'
import { exchangeOperations } from './exchange-metrics.ts'
import { riskOperations } from './expected-shortfall.ts'
import { fxOperations } from './fx-rates.ts'
import { stablecoinOperations } from './stablecoin-metrics.ts'
import { impliedOperations } from './volatility/implied-volatility.ts'
import { realisedVolatility } from './volatility/realised-volatility.ts'

export const analytics = family(
  {
    name: 'analytics',
    about: 'Metrics of exchanges and assets, FX rates and portfolio risk.',
    dataset: { commodity: 'analytics', versions: ['v2'] },
    echo: 'typed',
  },
  [
    ...exchangeOperations,
    ...assetOperations,
    ...stablecoinOperations,
    ...riskOperations,
    ...fxOperations,
    ...impliedOperations,
    realisedVolatility,
  ],
)
