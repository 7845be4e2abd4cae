import fc from 'fast-check'

// `npm run test:nightly` sets both; a failed property prints the seed, and the path to the smallest failing case.
const { TEST_RUNS, TEST_SEED } = process.env
const asked = Number(TEST_RUNS ?? 0)

fc.configureGlobal({ numRuns: Math.max(100, asked), ...(TEST_SEED && { seed: Number(TEST_SEED) }) })

/** Tries a slow property `usual` times, or as often as the environment asks. */
export function runs(usual: number): { numRuns: number } {
  return { numRuns: Math.max(usual, asked) }
}

/** Seeds of the markets whose statistics are measured. */
export const seeds = (process.env.TEST_SEEDS ?? 'market,alpha,beta').split(',')

export { fc }
