import { availableParallelism, cpus, totalmem } from 'node:os'

/** The plain facts without which a figure says nothing. */
export interface Machine {
  /** ISO 8601, UTC. */
  date: string
  cpu: string
  cores: number
  /** GB. */
  memory: number
  system: string
  node: string
}

export function thisMachine(): Machine {
  return {
    date: new Date().toISOString(),
    cpu: cpus()[0]?.model.trim() || 'unknown CPU',
    cores: availableParallelism(),
    memory: Math.round(totalmem() / 1e9),
    system: `${process.platform} ${process.arch}`,
    node: process.version,
  }
}
