/**
 * Interest by utilisation: linear up to `kink`, steeper above (the "jump rate" model of Compound and Aave). Rates are
 * fractions per year.
 */
interface InterestCurve {
  /** Rate at zero utilisation. */
  base: number
  kink: number
  /** Increase of the rate up to the kink, and from there to full utilisation. */
  slope: number
  steepSlope: number
  /** Null without stable rates. */
  stablePremium: number | null
  /** Share of the interest that the protocol keeps. */
  reserveFactor: number
}

const curves: Record<string, InterestCurve> = {
  aav1: { base: 0, kink: 0.8, slope: 0.06, steepSlope: 0.75, stablePremium: 0.02, reserveFactor: 0.1 },
  aav2: { base: 0, kink: 0.8, slope: 0.05, steepSlope: 0.6, stablePremium: 0.015, reserveFactor: 0.1 },
  aav3: { base: 0, kink: 0.9, slope: 0.055, steepSlope: 0.4, stablePremium: null, reserveFactor: 0.15 },
  cmpd: { base: 0.01, kink: 0.8, slope: 0.05, steepSlope: 1.09, stablePremium: null, reserveFactor: 0.1 },
  crem: { base: 0.02, kink: 0.8, slope: 0.07, steepSlope: 1.4, stablePremium: null, reserveFactor: 0.2 },
  sprk: { base: 0.02, kink: 0.9, slope: 0.05, steepSlope: 0.5, stablePremium: null, reserveFactor: 0.1 },
  mrpb: { base: 0.01, kink: 0.9, slope: 0.05, steepSlope: 0.15, stablePremium: null, reserveFactor: 0 },
  cmp3: { base: 0.015, kink: 0.85, slope: 0.045, steepSlope: 0.6, stablePremium: null, reserveFactor: 0.15 },
  flud: { base: 0.01, kink: 0.85, slope: 0.055, steepSlope: 0.5, stablePremium: null, reserveFactor: 0.1 },
}

interface InterestRates {
  supply: number
  stable: number | null
  variable: number
}

/** @param stableShare share of loans at stable rates */
export function interestRates(protocol: string, utilisation: number, stableShare: number): InterestRates {
  const curve = curves[protocol]!
  const variable = borrowRate(curve, utilisation)
  const stable = curve.stablePremium === null ? null : variable + curve.stablePremium
  const mean = variable + stableShare * (curve.stablePremium ?? 0)
  return { supply: utilisation * mean * (1 - curve.reserveFactor), stable, variable }
}

function borrowRate({ base, kink, slope, steepSlope }: InterestCurve, utilisation: number): number {
  if (utilisation <= kink) return base + (slope * utilisation) / kink
  return base + slope + (steepSlope * (utilisation - kink)) / (1 - kink)
}
