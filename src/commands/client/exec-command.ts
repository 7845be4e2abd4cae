import type { Environment } from '../../settings.ts'
import { settingsOf } from '../read-settings.ts'
import { readFlags } from '../usage/flags.ts'
import { besideServer, clientDefaults, clientEnvironment, runClient, splitCommand } from './client-run.ts'

export async function exec(argv: string[], environment: Environment): Promise<number> {
  const { own, command } = splitCommand(argv, 'market-data-sandbox exec [settings] -- <command>')
  const settings = await settingsOf({ ...clientDefaults, ...readFlags(own).settings }, environment)
  return besideServer(settings, ({ url }) =>
    runClient(command, { ...environment, ...clientEnvironment(settings, url) }),
  )
}
