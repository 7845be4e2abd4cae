import type { Environment } from '../../settings.ts'
import { settingsOf } from '../read-settings.ts'
import { readFlags } from '../usage/flags.ts'
import { clientDefaults, clientEnvironment, runClient, splitCommand, startForClient } from './client-run.ts'

export async function exec(argv: string[], environment: Environment): Promise<number> {
  const { own, command } = splitCommand(argv, 'market-data-sandbox exec [settings] -- <command>')
  const settings = settingsOf({ ...clientDefaults, ...readFlags(own).settings }, environment)
  const server = await startForClient(settings)
  try {
    return await runClient(command, { ...environment, ...clientEnvironment(settings, server.url) })
  } finally {
    await server.close()
  }
}
