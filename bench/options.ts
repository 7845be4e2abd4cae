import { parseArgs } from 'node:util'

/** How long and how often everything is measured. Times in seconds. */
export interface Plan {
  /** A short run that shows that the bench works: no peers, no verdicts, no page written. */
  smoke: boolean
  /** Whether the store of 20 million trades is built (once, then kept) and the depth of a walk measured in it. */
  large: boolean
  /** Whether the report goes to docs/performance.md. */
  page: boolean
  profile: 'tiny' | 'standard'
  connections: number
  /** Each subject is loaded once in each round, so that what else the machine does hits all alike. */
  rounds: number
  loadSeconds: number
  warmUpSeconds: number
  /** Long enough for servers that have just started to have come to rest. */
  settleSeconds: number
  starts: number
  seedings: number
  /** Which page of a walk is compared with its first. */
  deepPage: number
  /** How long the whole bench may take. */
  deadline: number
}

const full = {
  smoke: false,
  profile: 'standard',
  connections: 10,
  rounds: 5,
  loadSeconds: 3,
  warmUpSeconds: 3,
  settleSeconds: 1,
  starts: 5,
  seedings: 3,
  deepPage: 10_000,
  deadline: 1800,
} as const

const smoke = {
  smoke: true,
  profile: 'tiny',
  connections: 10,
  rounds: 1,
  loadSeconds: 1,
  warmUpSeconds: 0.2,
  settleSeconds: 0.2,
  starts: 1,
  seedings: 1,
  deepPage: 10,
  deadline: 60,
} as const

export function readPlan(argv: string[]): Plan {
  const options = {
    smoke: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
    'no-page': { type: 'boolean', default: false },
  } as const
  const { values } = parseArgs({ args: argv, options })
  return { ...(values.smoke ? smoke : full), large: values.large, page: !values.smoke && !values['no-page'] }
}
