import type { WriteStream } from 'node:tty'
import type { LabelledProgress } from '../store/build/plan-and-build.ts'

const width = 30

/** A bar on a terminal. @param inLog receives the progress elsewhere */
export function progressReporter(
  stream: Pick<WriteStream, 'isTTY' | 'write'>,
  inLog: LabelledProgress = () => {},
): LabelledProgress {
  if (!stream.isTTY) return inLog
  return (label, fraction) => {
    const filled = Math.round(fraction * width)
    const bar = '█'.repeat(filled) + '░'.repeat(width - filled)
    stream.write(`\r${label} ${bar} ${Math.floor(fraction * 100)} %${fraction >= 1 ? '\n' : ''}`)
  }
}
