import type { WriteStream } from 'node:tty'

const width = 30

export function progressReporter(stream: Pick<WriteStream, 'isTTY' | 'write'>) {
  return (label: string, fraction: number): void => {
    if (!stream.isTTY) return
    const filled = Math.round(fraction * width)
    const bar = '█'.repeat(filled) + '░'.repeat(width - filled)
    stream.write(`\r${label} ${bar} ${Math.floor(fraction * 100)} %${fraction >= 1 ? '\n' : ''}`)
  }
}
