import { readFileSync } from 'node:fs'
import { type Environment, SettingsFailure } from '../settings.ts'
import { type Imported, importRecords, parseInstrument, type SourceFile } from '../store/own/import.ts'
import { rebuildOwnStore } from '../store/own/own-store.ts'
import { ownFlags } from './command-help.ts'
import { readFlags } from './flags.ts'
import { settingsOf } from './read-settings.ts'

export async function importOwn(argv: string[], environment: Environment): Promise<number> {
  const { settings, own } = readFlags(argv, { flags: ownFlags('import') })
  const { reference, trades, books, instrument } = own
  if (reference === undefined && trades === undefined && books === undefined)
    throw new SettingsFailure('missing flag --reference FILE, --trades FILE or --books FILE')
  if (instrument === undefined && (trades !== undefined || books !== undefined))
    throw new SettingsFailure('missing flag --instrument exchange/class/base-quote')
  const path = dataPath(settings, environment)
  const files = Object.entries({ reference, trades, books }).map(([flag, file]) => [flag, fileOf(flag, file)])
  const name = instrument === undefined ? null : parseInstrument(instrument)
  process.stdout.write(
    `${path}: imported ${counted(importRecords(path, name, Object.fromEntries(files)), instrument)}\n`,
  )
  return 0
}

function counted({ reference, trades, books }: Imported, instrument = ''): string {
  const records = `${reference} reference records`
  const rows = `${trades} trades and ${books} order books of ${instrument.toLowerCase()}`
  return instrument === '' ? records : reference === 0 ? rows : `${records}, ${rows}`
}

export async function rebuild(argv: string[], environment: Environment): Promise<number> {
  const { settings } = readFlags(argv)
  const path = dataPath(settings, environment)
  rebuildOwnStore(path)
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
