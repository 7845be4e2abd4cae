import { readFileSync } from 'node:fs'
import { type Environment, SettingsFailure } from '../settings.ts'
import { importRecords, parseInstrument, type SourceFile } from '../store/own/import.ts'
import { changeOwnStore, rebuildFromTrades } from '../store/own/own-store.ts'
import { ownFlags } from './command-help.ts'
import { readFlags } from './flags.ts'
import { settingsOf } from './read-settings.ts'

export async function importOwn(argv: string[], environment: Environment): Promise<number> {
  const { settings, own } = readFlags(argv, { flags: ownFlags('import') })
  if (own.instrument === undefined) throw new SettingsFailure('missing flag --instrument exchange/class/base-quote')
  if (own.trades === undefined && own.books === undefined)
    throw new SettingsFailure('missing flag --trades FILE or --books FILE')
  const path = dataPath(settings, environment)
  const files = { trades: fileOf('trades', own.trades), books: fileOf('books', own.books) }
  const { trades, books } = importRecords(path, parseInstrument(own.instrument), files)
  process.stdout.write(
    `${path}: ${trades} trades and ${books} order books of ${own.instrument.toLowerCase()} imported\n`,
  )
  return 0
}

export async function rebuild(argv: string[], environment: Environment): Promise<number> {
  const { settings } = readFlags(argv)
  const path = dataPath(settings, environment)
  changeOwnStore(path, rebuildFromTrades)
  process.stdout.write(`${path}: rebuilt\n`)
  return 0
}

/** The default store is a cache of generated data, so own data need a path. */
function dataPath(settings: Record<string, string>, environment: Environment): string {
  if (settings.data === undefined && environment.SANDBOX_DATA === undefined)
    throw new SettingsFailure('missing flag --data FILE')
  return settingsOf(settings, environment).data
}

function fileOf(flag: string, name: string | undefined): SourceFile | undefined {
  if (name === undefined) return undefined
  try {
    return { name, text: readFileSync(name, 'utf8') }
  } catch (error) {
    throw new SettingsFailure(`--${flag}: ${(error as Error).message}`)
  }
}
