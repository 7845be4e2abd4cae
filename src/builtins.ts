/** Taken so, and not by an import, since an import of node:http makes Node load its whole fetch client: 20 ms of every start. */
export const { createServer, get, STATUS_CODES } = process.getBuiltinModule('node:http')

/** Node 22 has no BoundSocket, whatever its types say. */
export const { BoundSocket, isIPv4 } = process.getBuiltinModule('node:net') as Omit<Net, 'BoundSocket'> &
  Partial<Pick<Net, 'BoundSocket'>>
type Net = typeof import('node:net')
