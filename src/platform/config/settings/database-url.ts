import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'

/** Invalid database URL. The message contains neither user nor password. */
export class DatabaseUrlError extends Error {
  override readonly name = 'DatabaseUrlError'
}

export type DatabaseHost = { readonly host: string; readonly port: number }

export type DatabaseAddress = {
  /** In URL order. A host starting with / is the directory of a Unix socket. */
  readonly hosts: readonly DatabaseHost[]
  readonly database: string | undefined
  readonly user: string | undefined
  readonly password: string | undefined
  readonly ssl: ConnectionOptions | false
  /** Time limit for opening a connection; null for the usual one. */
  readonly connectTimeoutMs: number | null
}

const DEFAULT_PORT = 5432
const FORM = 'must look like postgres://user:password@host:5432/name'
const ENCODE = 'user and password must be percent-encoded: @ as %40, / as %2F, # as %23, % as %25'
const PARTS = /^postgres(?:ql)?:\/\/(?:([^@/?#]*)@)?([^@/?#]*)(?:\/([^/?#@]*))?(?:\?([^#]*))?$/

/**
 * Parses `postgres://user:password@host:5432/name`, also with several hosts (`h1:5432,h2:5432`) and with the host or
 * socket directory as a query parameter (`postgres:///name?host=/run/postgresql`). The pg driver supports only one
 * host.
 */
export function readDatabaseUrl(text: string): DatabaseAddress {
  if (!/^postgres(ql)?:\/\//.test(text)) throw new DatabaseUrlError(FORM)
  const parts = PARTS.exec(text)
  if (!parts) throw new DatabaseUrlError(text.includes('@') ? `${FORM}; ${ENCODE}` : FORM)
  const [, login, authority = '', path, query = ''] = parts
  const params = readParams(query)
  const [user, password] = login === undefined ? [] : splitLogin(login)
  const database = params.get('dbname') ?? (path ? decode(path) : undefined)
  return {
    hosts: readHosts(authority, params),
    database,
    user: user || (params.get('user') ?? undefined),
    password: password ?? params.get('password') ?? undefined,
    ssl: readSsl(params),
    connectTimeoutMs: readConnectTimeout(params.get('connect_timeout')),
  }
}

const LONGEST_CONNECT_S = 60

function readConnectTimeout(text: string | null): number | null {
  if (text === null) return null
  const seconds = /^\d{1,2}$/.test(text) ? Number(text) : 0
  if (seconds < 1 || seconds > LONGEST_CONNECT_S)
    throw new DatabaseUrlError(`connect_timeout must be 1 to ${LONGEST_CONNECT_S} seconds`)
  return seconds * 1000
}

function splitLogin(login: string): [string, string | undefined] {
  const colon = login.indexOf(':')
  return colon < 0
    ? [decode(login), undefined]
    : [decode(login.slice(0, colon)), decode(login.slice(colon + 1))]
}

const KNOWN = new Set([
  'host',
  'port',
  'user',
  'password',
  'dbname',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'target_session_attrs',
  'connect_timeout',
  // Accepted for other programs that use the same URL, such as pg_dump. The server sets its own.
  'application_name',
])

function readParams(query: string): URLSearchParams {
  const params = new URLSearchParams(query)
  const unknown = [...new Set(params.keys())].filter((key) => !KNOWN.has(key))
  if (unknown.length > 0)
    throw new DatabaseUrlError(`has unknown options (${unknown.join(', ')}); known: ${[...KNOWN].join(', ')}`)
  const wanted = params.get('target_session_attrs')
  if (wanted !== null && !['read-write', 'primary', 'any'].includes(wanted))
    throw new DatabaseUrlError('target_session_attrs must be read-write: the server writes')
  return params
}

function readHosts(authority: string, params: URLSearchParams): DatabaseHost[] {
  const named = params.get('host')?.split(',') ?? []
  const ports = params.get('port')?.split(',') ?? []
  const written = authority === '' ? [] : authority.split(',').map(readHost)
  const hosts = named.length > 0 ? named.map((host) => ({ host, port: undefined })) : written
  if (hosts.length === 0) return [{ host: 'localhost', port: readPort(ports[0]) }]
  return hosts.map(({ host, port }, index) => {
    if (!host) throw new DatabaseUrlError(`${FORM}; several hosts are separated by one comma`)
    // A port in the URL also applies to a socket given as a parameter.
    return { host, port: readPort(port ?? ports[index] ?? ports[0] ?? written[0]?.port) }
  })
}

function readHost(text: string): { host: string; port: string | undefined } {
  const [, six, plain, port] = /^(?:\[([\da-f:.]+)\]|([^:[\]]*))(?::(.*))?$/i.exec(text) ?? []
  const host = six ?? decode(plain ?? '')
  if (!host || /\s/.test(host)) throw new DatabaseUrlError(FORM)
  return { host, port }
}

function readPort(text: string | undefined): number {
  if (text === undefined || text === '') return DEFAULT_PORT
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (port < 1 || port > 65_535) throw new DatabaseUrlError(`has no port between 1 and 65535; ${ENCODE}`)
  return port
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new DatabaseUrlError(ENCODE)
  }
}

const VERIFIED = ['require', 'verify-ca', 'verify-full']

/**
 * TLS options of the URL. Certificate and host name are always verified unless it says `sslmode=no-verify`, since
 * encryption alone does not prevent a man-in-the-middle attack.
 */
function readSsl(params: URLSearchParams): ConnectionOptions | false {
  const mode = params.get('sslmode') ?? (params.has('sslrootcert') ? 'verify-full' : 'disable')
  if (mode === 'disable') return false
  if (mode !== 'no-verify' && !VERIFIED.includes(mode))
    throw new DatabaseUrlError(`sslmode must be disable, no-verify or verify-full, not ${mode}`)
  return {
    rejectUnauthorized: mode !== 'no-verify',
    ...readPem(params, 'sslrootcert', 'ca'),
    ...readPem(params, 'sslcert', 'cert'),
    ...readPem(params, 'sslkey', 'key'),
  }
}

function readPem(params: URLSearchParams, name: string, as: 'ca' | 'cert' | 'key'): ConnectionOptions {
  const path = params.get(name)
  if (path === null || path === 'system') return {}
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new DatabaseUrlError(
      `${name}=${path} cannot be read (${error instanceof Error ? error.message : ''})`,
    )
  }
  if (!text.includes('-----BEGIN'))
    throw new DatabaseUrlError(`${name}=${path} holds no PEM certificate or key`)
  return { [as]: text }
}

/** Host and port of each server for messages, without user and password. */
export const hostsOf = (text: string): string =>
  readDatabaseUrl(text)
    .hosts.map(({ host, port }) => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`))
    .join(', ')

/** Inserts the password, which may contain any character. A URL without user or with a password is unchanged. */
export function withPassword(text: string, password: string): string {
  const given = readDatabaseUrl(text)
  if (given.password !== undefined || given.user === undefined) return text
  return text.replace(
    /^(\w+:\/\/[^:@/?#]*)@/,
    (_, login: string) => `${login}:${encodeURIComponent(password)}@`,
  )
}

/** The URL for PostgreSQL's programs (libpq), and the password separately for their environment. */
export function libpqUrl(text: string): { address: string; password: string | undefined } {
  const { password } = readDatabaseUrl(text)
  const address = text
    .replace(/^(postgres(?:ql)?:\/\/[^:@/?#]*):[^@/?#]*@/, '$1@')
    .replace(/([?&])password=[^&]*&?/, '$1')
    .replace('sslmode=no-verify', 'sslmode=require')
  return { address, password }
}
