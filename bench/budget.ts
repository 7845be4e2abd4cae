import { plain } from './format.ts'

/** One budget beside what was measured. */
export interface Verdict {
  text: string
  /** Undefined where nothing was measured. */
  holds: boolean | undefined
}

export function atLeast(bound: number, unit: string, measured: number | undefined): Verdict {
  return verdict(`≥ ${plain(bound)} ${unit}`, measured, value => value >= bound)
}

export function atMost(bound: number, unit: string, measured: number | undefined): Verdict {
  return verdict(`≤ ${plain(bound)} ${unit}`, measured, value => value <= bound)
}

function verdict(rule: string, measured: number | undefined, keeps: (value: number) => boolean): Verdict {
  if (measured === undefined || Number.isNaN(measured)) return { text: `${rule}: not measured`, holds: undefined }
  const holds = keeps(measured)
  return { text: `${rule}: ${plain(measured)} ${holds ? '✓' : '✗'}`, holds }
}
