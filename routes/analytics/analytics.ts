import { family } from '../../src/operations/family.ts'
import { listAssetMetrics } from './asset-metrics.ts'
import { listExchangeMetrics } from './exchange-metrics.ts'
import { riskOperations } from './expected-shortfall.ts'
import { fxRates } from './fx-rates.ts'
import { stablecoinMetrics } from './stablecoin-metrics.ts'
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
    listExchangeMetrics,
    listAssetMetrics,
    stablecoinMetrics,
    ...riskOperations,
    fxRates,
    ...impliedOperations,
    realisedVolatility,
  ],
)
