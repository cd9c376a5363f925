import type pg from 'pg'
import { openClient } from './connections.ts'
import { fromDatabase, isDatabaseUnavailable } from '../db-errors.ts'
import { isReadOnly, REFUSES_WRITES } from '#platform/network/host-finder.ts'
import { JOBS_SCHEMA } from '#platform/jobs/jobs.ts'
import { EXTENSIONS } from '../migrate.ts'
import { findPooling } from './pooler.ts'
import { showValue } from '#platform/config/settings/values.ts'
import { StartError } from '#platform/config/start-error.ts'

const OLDEST_MAJOR = 15

export type ServerFacts = {
  readonly version: string
  readonly major: number
  readonly encoding: string
  readonly isReadOnly: boolean
  readonly role: string
  readonly database: string
  /** Null where no schema of the search path is there. */
  readonly schema: string | null
  readonly mayCreateInDatabase: boolean
  readonly mayCreateInSchema: boolean
  readonly missingExtensions: readonly string[]
  readonly unavailableExtensions: readonly string[]
  readonly hasJobs: boolean
  /** Differs between two databases. */
  readonly identity: string
}

const READ_FACTS = `
  select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
    current_setting('server_encoding') as encoding, ${REFUSES_WRITES} as "isReadOnly",
    current_user as role, current_database() as database, current_schema() as schema,
    has_database_privilege(current_database(), 'create') as "mayCreateInDatabase",
    coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreateInSchema",
    array(select name from unnest($1::text[]) name where name not in (select extname from pg_extension))
      as "missingExtensions",
    array(select name from unnest($1::text[]) name where name not in (select name from pg_available_extensions))
      as "unavailableExtensions",
    to_regclass($2) is not null as "hasJobs",
    concat(pg_postmaster_start_time(), ' ', (select oid from pg_database where datname = current_database()))
      as identity`

/** Finds the first reason why a server cannot hold the schema, as text after "DATABASE_URL=…: "; null without one. */
export function findServerMistake(it: ServerFacts): string | null {
  const { role, database } = it
  if (it.major < OLDEST_MAJOR) return `is PostgreSQL ${it.version}; must be ${OLDEST_MAJOR} or newer`
  if (it.encoding !== 'UTF8')
    return `the database ${database} is in ${it.encoding}; must be in UTF8: create database ${database} encoding 'UTF8' template template0`
  if (it.isReadOnly)
    return `the database is read-only; must be the primary, and accept writes (see default_transaction_read_only)`
  if (it.schema === null)
    return `there is no schema for role ${role} in ${database}: create schema ${role} authorization ${role}`
  if (!it.mayCreateInSchema)
    return `role ${role} may not create tables in schema ${it.schema}: grant create on schema ${it.schema} to ${role}`
  const absent = it.missingExtensions.filter((name) => it.unavailableExtensions.includes(name))
  if (absent.length > 0)
    return `the server lacks the extensions ${absent.join(', ')}: install them (on Debian: apt-get install postgresql-contrib)`
  if (it.mayCreateInDatabase || (it.hasJobs && it.missingExtensions.length === 0)) return null
  return `role ${role} may not create extensions and the schema ${JOBS_SCHEMA}: grant create on database ${database} to ${role}`
}

type Named = { readonly name: string; readonly url: string }

const inLine = ({ name, url }: Named, message: string): string =>
  `${name}=${showValue(name, url)}: ${message}`

type Addresses = { readonly databaseUrl: string; readonly databaseDirectUrl: string | null }

/** Checks the configured database before migrations run. Throws a `StartError` that names the setting. */
export async function checkDatabase({ databaseUrl, databaseDirectUrl }: Addresses): Promise<ServerFacts> {
  const pooled = { name: 'DATABASE_URL', url: databaseUrl }
  if (databaseDirectUrl === null || databaseDirectUrl === databaseUrl) return checkServer(pooled, true)
  const direct = { name: 'DATABASE_DIRECT_URL', url: databaseDirectUrl }
  const facts = await checkServer(direct, true)
  const { identity } = await checkServer(pooled, false)
  if (identity !== facts.identity)
    throw new StartError(inLine(direct, 'leads to another database than DATABASE_URL; must lead to the same'))
  return facts
}

async function checkServer(named: Named, needsSessions: boolean): Promise<ServerFacts> {
  const client = openClient(named.url, { isPooled: true })
  client.on('error', () => undefined)
  try {
    await fromDatabase(client.connect())
    const facts = await readFacts(client)
    const mistake = findServerMistake(facts) ?? (needsSessions ? await findPooling(client, named.url) : null)
    if (mistake) throw new StartError(inLine(named, mistake))
    return facts
  } catch (error) {
    const message = explainDatabase(error)
    throw message === null ? error : new StartError(inLine(named, message))
  } finally {
    client.end().catch(() => undefined)
  }
}

async function readFacts(client: pg.Client): Promise<ServerFacts> {
  const { rows } = await fromDatabase(
    client.query<ServerFacts>(READ_FACTS, [EXTENSIONS, `${JOBS_SCHEMA}.migrations`]),
  )
  if (!rows[0]) throw new Error('the server answered nothing')
  return rows[0]
}

/** Explains a connection error, as text after "DATABASE_URL=…: "; null if no setting mends it. */
export function explainDatabase(error: unknown): string | null {
  if (!(error instanceof Error) || error instanceof StartError) return null
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const said = messageOf(error)
  if (code === '28P01' || code === '28000') return `the server refuses this user or password (${said})`
  if (code === '3D000') return 'the database does not exist: create it, or correct the name'
  if (code === '42501')
    return `the role lacks a right (${said}): grant it, or make the role the owner of the database`
  if (isReadOnly(error)) return `the database is read-only; must be the primary (${said})`
  if (isCertificateError(code))
    return `the certificate of the server is not trusted (${said}): add sslrootcert=FILE with the certificate of your CA`
  if (said.includes('does not support SSL'))
    return 'the server does not speak TLS: switch it on there, or say sslmode=disable'
  return isDatabaseUnavailable(error)
    ? `the database cannot be reached (${said}): check the address and that it runs`
    : null
}

const isCertificateError = (code: string): boolean =>
  /^(SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_(VERIFY|GET_ISSUER)|CERT_|ERR_TLS_CERT|ERR_SSL|INVALID_CA|HOSTNAME_MISMATCH)/.test(
    code,
  )

// A name with several addresses fails once for each of them, and the collection itself has no words.
const messageOf = (error: Error): string => {
  if (error instanceof AggregateError) return error.errors.map(String).join(', ').replaceAll('Error: ', '')
  return (error.message || ('code' in error ? String(error.code) : error.name)).replaceAll(/\s+/g, ' ')
}
