import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Failure, shown } from '../failure.ts'
import type { HostNames } from '../settings.ts'

/** Who may use the control plane. */
export interface ControlAccess {
  /** Empty where there is none. */
  token: string
  /** Whether it is open without a token: the server is reached from this machine only. */
  open: boolean
  /** Host names under which it answers beside those of loopback, in lower case. */
  hosts: ReadonlySet<string>
}

/** @param settings the names that the server is known by, and whether it stands behind a proxy. */
export function controlAccess(settings: {
  host: string
  hosts: HostNames
  controlHosts: string
  controlToken: string
  trustProxy: boolean
}): ControlAccess {
  const names = [settings.host, ...settings.controlHosts.split(','), ...Object.keys(settings.hosts)]
  return {
    token: settings.controlToken,
    open: settings.controlToken === '' && isLoopback(settings.host) && !settings.trustProxy,
    hosts: new Set(names.map(name => name.trim().toLowerCase()).filter(name => name !== '')),
  }
}

/** Whether anyone may use it at all. */
export function isControlled({ token, open }: ControlAccess): boolean {
  return open || token !== ''
}

/** Refuses whoever may not steer the server, before a byte of the body is read. */
export function checkControl(request: FastifyRequest, access: ControlAccess): void {
  if (!isControlled(access)) throw new Failure('forbidden', off)
  checkName(request, access)
  checkSite(request)
  if (access.open) checkNear(request)
  else checkToken(request, access.token)
}

const off =
  '/sandbox is off, since this server can be reached from other machines: set SANDBOX_CONTROL_TOKEN to at least 16 characters and send it as "Authorization: Bearer …"'

/** A web page that has its own name point to this machine sends that name. */
function checkName({ headers }: FastifyRequest, { hosts }: ControlAccess): void {
  const name = nameIn(headers.host ?? '')
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

function isLoopback(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)
}

function checkSite({ headers, protocol }: FastifyRequest): void {
  const { origin, host } = headers
  if (origin !== undefined && origin.toLowerCase() !== `${protocol}://${host}`.toLowerCase())
    throw new Failure('forbidden', `/sandbox takes no requests from pages of another origin, such as ${shown(origin)}`)
  if (headers['sec-fetch-site'] === 'cross-site')
    throw new Failure('forbidden', '/sandbox takes no requests from pages of another site')
}

const ofProxies = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/** What a proxy on this machine passes on may come from anywhere. */
function checkNear({ headers, socket }: FastifyRequest): void {
  const proxied = ofProxies.find(name => headers[name] !== undefined)
  const address = socket.remoteAddress?.replace(/^::ffff:/, '')
  if (proxied === undefined && (address === undefined || isLoopback(address))) return
  throw new Failure(
    'forbidden',
    '/sandbox is open without a token to this machine alone, and not through a proxy: set SANDBOX_CONTROL_TOKEN',
  )
}

function checkToken({ headers }: FastifyRequest, token: string): void {
  const [, given] = /^Bearer +(\S.*)$/i.exec(headers.authorization ?? '') ?? []
  if (given === undefined)
    throw new Failure('noControlToken', 'send the token of SANDBOX_CONTROL_TOKEN as "Authorization: Bearer …"')
  // Hashes have one length, so that the comparison takes the same time for every text.
  const digest = (text: string) => hash('sha256', text, 'buffer')
  if (!timingSafeEqual(digest(given.trim()), digest(token)))
    throw new Failure('noControlToken', 'the token in the header Authorization is not that of SANDBOX_CONTROL_TOKEN')
}
