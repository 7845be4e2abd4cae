import { type Environment, SettingsFailure } from '../settings.ts'
import type { Imported } from '../store/own/import.ts'
import { rebuildOwnStore } from '../store/own/own-store.ts'
import { textOf } from './client/client-run.ts'
import { settingsOf } from './read-settings.ts'
import { ownFlags } from './usage/command-help.ts'
import { readFlags } from './usage/flags.ts'

export async function importOwn(argv: string[], environment: Environment): Promise<number> {
  const { settings, own } = readFlags(argv, { flags: ownFlags('import') })
  const { reference, trades, books, instrument } = own
  if (reference === undefined && trades === undefined && books === undefined)
    throw new SettingsFailure('missing flag --reference FILE, --trades FILE or --books FILE')
  if (instrument === undefined && (trades !== undefined || books !== undefined))
    throw new SettingsFailure('missing flag --instrument exchange/class/base-quote')
  const path = await dataPath(settings, environment)
  // Loaded here, because other commands need no parser of CSV.
  const { importRecords, parseInstrument } = await import('../store/own/import.ts')
  const files = Object.entries({ reference, trades, books }).map(([flag, name]) => {
    return [flag, name === undefined ? undefined : { name, text: textOf(name, flag) }]
  })
  const name = instrument === undefined ? null : parseInstrument(instrument)
  const imported = importRecords(path, name, Object.fromEntries(files))
  process.stdout.write(`${path}: imported ${counted(imported, instrument)}\nserve it: ${servingOf(path)}\n`)
  return 0
}

function counted({ reference, trades, books }: Imported, instrument = ''): string {
  const records = `${reference} reference records`
  const rows = `${trades} trades and ${books} order book${books === 1 ? '' : 's'} of ${instrument.toLowerCase()}`
  return instrument === '' ? records : reference === 0 ? rows : `${records}, ${rows}`
}

/** The command that serves a store, with its path as a shell reads it. */
function servingOf(path: string): string {
  const word = /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
  return `npx market-data-sandbox serve --data ${word} --now seeded`
}

export async function rebuild(argv: string[], environment: Environment): Promise<number> {
  const { settings } = readFlags(argv)
  const path = await dataPath(settings, environment)
  rebuildOwnStore(path)
  process.stdout.write(`${path}: rebuilt\n`)
  return 0
}

/** The default store is a cache of generated data, so own data need a path. */
async function dataPath(settings: Record<string, string>, environment: Environment): Promise<string> {
  if (settings.data === undefined && environment.SANDBOX_DATA === undefined)
    throw new SettingsFailure('missing flag --data FILE')
  return (await settingsOf(settings, environment)).data
}
