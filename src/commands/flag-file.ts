import { readFileSync } from 'node:fs'
import { SettingsFailure } from '../settings.ts'

/** Lines of the file that a flag names, without empty ones. @throws SettingsFailure that names the flag */
export function linesOfFlag(flag: string, path: string): string[] {
  const lines = readFlagged(flag, path).split('\n')
  return lines.map(line => line.trim()).filter(line => line !== '')
}

function readFlagged(flag: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new SettingsFailure(`--${flag}: ${path} cannot be read: ${(error as Error).message}`)
  }
}
