import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

export const benchFolder = import.meta.dirname
export const projectFolder = dirname(benchFolder)

/** Length and scope of a bench run. Times in seconds. */
export interface Plan {
  /** A short run that only exercises every part of the bench: judges no times and installs no peers. */
  smoke: boolean
  /** Whether to seed the `large` store (once, then kept) and to measure depth in it. */
  large: boolean
  /** Whether to write the report to docs/performance.md. */
  write: boolean
  profile: 'tiny' | 'standard'
  connections: number
  /** Every server takes one turn per round, so other work on the machine affects all of them. */
  rounds: number
  loadSeconds: number
  /** Requests per turn instead of seconds; a smoke run needs responses from slow servers too. */
  requests?: number
  warmUpSeconds: number
  /** Time for started servers to become idle. */
  settleSeconds: number
  starts: number
  /** How often `tiny` is seeded; `standard` and `large` are seeded once. */
  seedings: number
  /** Page of a walk to compare with first pages; lower if the walk is shorter. */
  deepPage: number
  /** Pages per round in that comparison; fewer if the walk is shorter. */
  walkPages: number
  deadline: number
}

const full: Plan = {
  smoke: false,
  large: false,
  write: true,
  profile: 'standard',
  connections: 10,
  rounds: 5,
  loadSeconds: 1.5,
  warmUpSeconds: 1,
  settleSeconds: 1,
  starts: 5,
  seedings: 3,
  deepPage: 10_000,
  walkPages: 200,
  deadline: 1200,
}

const smoke: Plan = {
  ...full,
  smoke: true,
  write: false,
  profile: 'tiny',
  rounds: 1,
  loadSeconds: 0.5,
  requests: 100,
  warmUpSeconds: 0.1,
  settleSeconds: 0.2,
  starts: 1,
  seedings: 1,
  walkPages: 20,
  deadline: 180,
}

export const usage = `npm run bench [-- OPTION…]
  --large              seed the large store once, and measure depth in it
  --smoke              a short run without judgement: does every part of the bench work?
  --profile tiny       measure a smaller store than standard
  --rounds N           rounds (${full.rounds})
  --seconds N          seconds of load for each server and round (${full.loadSeconds})
  --no-docs            leave docs/performance.md alone, as any option but --large does`

const options = {
  smoke: { type: 'boolean' },
  large: { type: 'boolean' },
  profile: { type: 'string' },
  rounds: { type: 'string' },
  seconds: { type: 'string' },
  'no-docs': { type: 'boolean' },
} as const

/** Reads the command line. @throws Error that names the fault */
export function readPlan(args: string[]): Plan {
  const { values } = parseArgs({ args, options })
  const { profile = values.smoke ? 'tiny' : 'standard', rounds, seconds, large = false } = values
  if (profile !== 'tiny' && profile !== 'standard')
    throw new Error(`--profile must be tiny or standard, not ${profile}; --large adds the large store`)
  const base = values.smoke ? smoke : full
  return {
    ...base,
    large,
    profile,
    rounds: positive('rounds', rounds, Math.ceil) ?? base.rounds,
    loadSeconds: positive('seconds', seconds) ?? base.loadSeconds,
    write: Object.keys(values).every(name => name === 'large'),
  }
}

function positive(name: string, text: string | undefined, rounded = (value: number) => value): number | undefined {
  if (text === undefined) return undefined
  const value = rounded(Number(text))
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0, not ${text}`)
  return value
}

/** Path of an output file of the bench; git ignores these files. */
export function inResults(...names: string[]): string {
  return join(benchFolder, 'results', ...names)
}

export function storePath(profile: string): string {
  return inResults('stores', `${profile}.sqlite`)
}

export function writeResult(path: string, content: string | Buffer): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  return path
}
