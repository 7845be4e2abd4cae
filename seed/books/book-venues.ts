interface BookVenue {
  levels: number
  /** Distance of the last level, as a fraction of the best price. */
  reach: number
  /** Depth relative to an exchange with the same turnover. */
  depth: number
  spread: number
  /** Standard deviation of the logarithms of level sizes. */
  unevenness: number
  /** Whether books have the exchange's own timestamp. */
  timed: boolean
}

const usual: BookVenue = { levels: 110, reach: 0.1, depth: 1, spread: 1, unevenness: 0.9, timed: true }

const venues: Record<string, BookVenue> = {
  cbse: { ...usual, levels: 160 },
  bnce: { ...usual, levels: 165, reach: 0.04, depth: 1.2, spread: 0.7, unevenness: 0.8, timed: false },
  krkn: { ...usual, levels: 130, depth: 1.3, unevenness: 1.05, timed: false },
  bfnx: { ...usual, levels: 120, depth: 1.5, spread: 2, unevenness: 1.3 },
  stmp: { ...usual, depth: 0.9 },
  gmni: { ...usual, levels: 80, depth: 0.7, spread: 1.6, unevenness: 1.1 },
  okex: { ...usual, levels: 150, reach: 0.06, spread: 0.8, unevenness: 0.75 },
  huob: { ...usual, levels: 130, reach: 0.08, depth: 0.6, spread: 1.5, unevenness: 1.15 },
  kcon: { ...usual, depth: 0.7, spread: 1.2 },
  gate: { ...usual, depth: 0.6, spread: 1.4, unevenness: 1 },
  crco: { ...usual, levels: 60, reach: 0.05, depth: 0.7, unevenness: 0.6 },
  upbt: { ...usual, levels: 26, reach: 0.015, unevenness: 0.95 },
  bthb: { ...usual, levels: 26, reach: 0.015, depth: 0.8, spread: 1.8, unevenness: 1.1 },
  bfly: { ...usual, levels: 90, reach: 0.08, spread: 3, unevenness: 1.2 },
  itbi: { ...usual, levels: 40, depth: 0.9, spread: 2.5, unevenness: 0.5 },
  lmax: { ...usual, levels: 20, reach: 0.01, depth: 1.4, spread: 1.3, unevenness: 0.35 },
  bbit: { ...usual, levels: 150, reach: 0.02, spread: 0.8, unevenness: 0.8 },
  binc: { ...usual, levels: 170, reach: 0.04, depth: 1.1, spread: 0.6, unevenness: 0.7, timed: false },
  drbt: { ...usual, levels: 120, depth: 1.1, unevenness: 0.95 },
  btmx: { ...usual, levels: 140, depth: 0.8, spread: 1.4, unevenness: 1.2 },
}

export function bookVenue(exchange: string): BookVenue {
  return venues[exchange] ?? usual
}
