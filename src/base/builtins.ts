/** Read through process.getBuiltinModule: importing node:http makes Node load its fetch client, 20 ms of each start. */
export const { createServer, get, STATUS_CODES } = process.getBuiltinModule('node:http')

/** Node 22 lacks BoundSocket, despite its types. */
export const { BoundSocket, isIPv4 } = process.getBuiltinModule('node:net') as Omit<Net, 'BoundSocket'> &
  Partial<Pick<Net, 'BoundSocket'>>
type Net = typeof import('node:net')
