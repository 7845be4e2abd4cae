import { isDeepStrictEqual } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import type { RunningServer } from '../../server/server.ts'
import { type SettingName, type Settings, settingNames } from '../../settings.ts'

const changeable: readonly SettingName[] = ['latestTrades', 'maintenance']

/** Settings that differ and need a restart; `keys` also if only its file has changed. */
function changedSettings(began: Settings, now: Settings): string[] {
  const differs = (name: keyof Settings) => !isDeepStrictEqual(began[name], now[name])
  return settingNames.filter(
    name => !changeable.includes(name) && (differs(name) || (name === 'keys' && differs('keyList'))),
  )
}

/** Applies the settings that may change at run time; wrong settings change nothing. */
export async function reload(
  server: RunningServer,
  logger: FastifyBaseLogger,
  began: Settings,
  read: () => Promise<Settings>,
): Promise<void> {
  try {
    const settings = await read()
    const { latestTrades, maintenance } = settings
    for (const name of changedSettings(began, settings))
      logger.warn(`the setting ${name} has changed; restart the server to apply it`)
    server.change({ latest: { trades: latestTrades }, maintenance })
    logger.info(`settings reloaded: trades.latest is ${latestTrades}, maintenance is ${maintenance ? 'on' : 'off'}`)
  } catch (error) {
    logger.error(`settings not reloaded: ${(error as Error).message}`)
  }
}
