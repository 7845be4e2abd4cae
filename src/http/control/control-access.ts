import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Failure, shown } from '../../base/failure.ts'
import type { Settings } from '../../settings.ts'

export interface ControlAccess {
  /** Empty if there is none. */
  token: string
  /** Whether no token is needed, because the server listens on loopback only. */
  open: boolean
  /** Accepted names besides loopback, in lower case. */
  hosts: ReadonlySet<string>
}

type AccessSettings = Pick<Settings, 'host' | 'hosts' | 'controlHosts' | 'controlToken' | 'trustProxy'>

export function controlAccess(settings: AccessSettings): ControlAccess {
  const names = [settings.host, ...settings.controlHosts.split(','), ...Object.keys(settings.hosts)]
  return {
    token: settings.controlToken,
    open: settings.controlToken === '' && isLoopback(settings.host) && !settings.trustProxy,
    hosts: new Set(names.map(name => name.trim().toLowerCase()).filter(name => name !== '')),
  }
}

export function isControlled({ token, open }: ControlAccess): boolean {
  return open || token !== ''
}

export function checkControl(request: FastifyRequest, access: ControlAccess): void {
  if (!isControlled(access)) throw new Failure('forbidden', off)
  checkName(request, access)
  checkSite(request)
  if (access.open) checkLocal(request)
  else checkToken(request, access.token)
}

/**
 * Whether a request is one of the console, which is not a client: it meets no faults, counts towards no limit, and
 * enters no journal. The header alone lets nobody around them: whoever sends it may control this server anyway.
 */
export function isOfConsole(request: FastifyRequest, access: ControlAccess): boolean {
  if (request.headers['x-sandbox-console'] === undefined) return false
  try {
    checkControl(request, access)
    return true
  } catch {
    return false
  }
}

const off =
  '/sandbox is off, because other machines can reach this server: set SANDBOX_CONTROL_TOKEN to at least 16 characters and send it as "Authorization: Bearer …"'

/** DNS rebinding: a web page whose name resolves to this machine sends that name. */
function checkName({ headers, raw }: FastifyRequest, { hosts }: ControlAccess): void {
  const name = nameIn(headers.host ?? '')
  if (name === '' || raw.record.hostless)
    throw new Failure('badRequest', '/sandbox needs a Host header, such as localhost:4780')
  if (isLoopback(name) || hosts.has(name)) return
  throw new Failure(
    'forbidden',
    `/sandbox answers under localhost, 127.0.0.1 and [::1] only, not under the host ${shown(name)}: add it to SANDBOX_CONTROL_HOSTS`,
  )
}

function nameIn(host: string): string {
  const name = /^\[(.*)\](?::\d*)?$/.exec(host)?.[1] ?? host.replace(/:\d*$/, '')
  return name.toLowerCase().replace(/\.$/, '')
}

export function isLoopback(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)
}

function checkSite({ headers, protocol }: FastifyRequest): void {
  const { origin, host } = headers
  if (origin !== undefined && origin.toLowerCase() !== `${protocol}://${host}`.toLowerCase())
    throw new Failure(
      'forbidden',
      `/sandbox does not accept requests from pages of another origin, such as ${shown(origin)}`,
    )
  if (headers['sec-fetch-site'] === 'cross-site')
    throw new Failure('forbidden', '/sandbox does not accept requests from pages of another site')
}

const ofProxies = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/** A local proxy may forward requests from anywhere. */
function checkLocal({ headers, socket }: FastifyRequest): void {
  const proxied = ofProxies.find(name => headers[name] !== undefined)
  const address = socket.remoteAddress?.replace(/^::ffff:/, '')
  if (proxied === undefined && (address === undefined || isLoopback(address))) return
  throw new Failure(
    'forbidden',
    'without a token /sandbox answers only direct requests from this machine, not through a proxy: set SANDBOX_CONTROL_TOKEN',
  )
}

function checkToken({ headers }: FastifyRequest, token: string): void {
  const [, given] = /^Bearer +(\S.*)$/i.exec(headers.authorization ?? '') ?? []
  if (given === undefined)
    throw new Failure('noControlToken', 'send the token of SANDBOX_CONTROL_TOKEN as "Authorization: Bearer …"')
  // Hashes have equal lengths, so the comparison takes constant time.
  const digest = (text: string) => hash('sha256', text, 'buffer')
  if (!timingSafeEqual(digest(given.trim()), digest(token)))
    throw new Failure(
      'noControlToken',
      'the token in the header Authorization is wrong: send the value of SANDBOX_CONTROL_TOKEN',
    )
}
