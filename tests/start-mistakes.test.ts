import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openResources } from '../src/server/bootstrap.ts'
import { type Disposers, disposeAll } from '../src/server/serving/disposers.ts'
import { freePort } from '../scripts/free-port.ts'
import { readConfig } from '#platform/config/config.ts'
import { findServerMistake, type ServerFacts } from '#platform/db/connections/database-check.ts'
import { explainStart } from '#platform/config/explain-start-error.ts'
import { createLog } from '#platform/observability/log.ts'
import { EXTENSIONS } from '#platform/db/migrate.ts'
import { StartError } from '#platform/config/start-error.ts'
import { cloneDatabase, createEmptyDatabase } from './support/database.ts'
import { exitOf, spawnApp } from './support/server.ts'
import { closeTakenPorts, DATABASES, MACHINES, takenPort } from './support/machine-mistakes.ts'
import { TODAY_TEMPLATE } from './support/templates.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lounge-mistakes-'))
})
afterAll(async () => {
  closeTakenPorts()
  await rm(directory, { recursive: true, force: true })
})

/** The error output of a start with these settings; empty where it succeeds. */
async function startWith(env: Readonly<Record<string, string>>): Promise<string> {
  const disposers: Disposers = []
  try {
    await openResources(
      { config: readConfig({ DATA_DIR: directory, ...env }), log: createLog('silent') },
      disposers,
    )
    return ''
  } catch (error) {
    const explained = explainStart(error)
    if (!(explained instanceof StartError)) throw error
    return explained.message
  } finally {
    await disposeAll(disposers)
  }
}

describe('what a setting leads to is answered in one line that names the setting', () => {
  test.each([...DATABASES, ...MACHINES])('$what', async ({ env, message }) => {
    const refusal = await startWith(await env(directory))
    expect(refusal).toMatch(message)
    expect(refusal).not.toMatch(/hunter2|\n/)
  })

  test('a bucket that does not answer, where a new venue is filled', async () => {
    const env = {
      DATABASE_URL: await createEmptyDatabase(),
      S3_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
      S3_BUCKET: 'lounge',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'hunter2',
    }
    const message = await startWith(env)
    expect(message).toMatch(
      /^S3_ENDPOINT=http:\/\/127.0.0.1:\d+: bucket lounge cannot be used \(the bucket does not answer/,
    )
    expect(message).not.toMatch(/hunter2|\n/)
  })
})

const facts: ServerFacts = {
  version: '15.4',
  major: 15,
  encoding: 'UTF8',
  isReadOnly: false,
  role: 'lounge',
  database: 'lounge',
  schema: 'public',
  mayCreateInDatabase: true,
  mayCreateInSchema: true,
  missingExtensions: [],
  unavailableExtensions: [],
  hasJobs: false,
  identity: '1',
}

describe('a server that cannot be had here is judged by what it says of itself', () => {
  test.each([
    ['that is too old', { version: '14.9', major: 14 }, /^is PostgreSQL 14.9; must be 15 or newer/],
    [
      'that lacks an extension',
      { missingExtensions: EXTENSIONS, unavailableExtensions: ['btree_gist'] },
      /^the server lacks the extensions btree_gist: install them/,
    ],
    ['without a schema', { schema: null }, /^there is no schema for role lounge in lounge: create schema/],
  ])('%s', (_, change, message) => expect(findServerMistake({ ...facts, ...change })).toMatch(message))

  test('and is well without a right that it no longer needs', () => {
    expect(findServerMistake(facts)).toBeNull()
    expect(findServerMistake({ ...facts, mayCreateInDatabase: false, hasJobs: true })).toBeNull()
  })

  test('by the extensions that the first migration creates', async () => {
    const first = await readFile('db/migrations/0001_ground.sql', 'utf8')
    const created = [...first.matchAll(/create extension if not exists (\w+)/g)].map(([, name]) => name)
    expect(created).toEqual(EXTENSIONS)
  })
})

test.each(['src/cli/backup.ts', 'src/cli/restore.ts', 'src/cli/staff.ts'])(
  '%s ends with one line too',
  (script) => {
    const env = { PATH: process.env['PATH'] ?? '', PORT: 'eighty', DATA_DIR: directory }
    const args = [script, ...(script === 'src/cli/staff.ts' ? ['add', 'me@example.com'] : ['none'])]
    const { status, stderr } = spawnSync('node_modules/node/bin/node', args, { env, encoding: 'utf8' })
    expect(stderr.trim()).toMatch(/^PORT=eighty: must be a whole number[^\n]*$/)
    expect(status).toBe(1)
  },
)

describe('the command itself ends with 1 and one line', () => {
  const failing = async (env: Readonly<Record<string, string>>): Promise<string> => {
    const { url } = await cloneDatabase(TODAY_TEMPLATE)
    const { child, output } = spawnApp({ DATABASE_URL: url, ...env })
    expect(await exitOf(child)).toBe(1)
    return output().trim()
  }

  test.each([
    [
      'a port that is taken',
      async () => ({ PORT: String(await takenPort()) }),
      /^PORT=\d+: is already in use/,
    ],
    [
      'a port of the metrics that is taken',
      async () => ({ PORT: String(await freePort()), METRICS_PORT: String(await takenPort('127.0.0.1')) }),
      /^METRICS_PORT=\d+: is already in use/,
    ],
    [
      'a port of the test payments that is taken',
      async () => ({ TEST_PAYMENTS_LISTEN: `127.0.0.1:${await takenPort('127.0.0.1')}` }),
      /^TEST_PAYMENTS_LISTEN=\d+: is already in use/,
    ],
    [
      'an address of another machine',
      async () => ({ PORT: String(await freePort()), HOST: '203.0.113.7' }),
      /^HOST=203.0.113.7: is no address of this machine/,
    ],
  ])('%s', async (_, env, message) => {
    const output = await failing(await env())
    expect(output).toMatch(message)
    expect(output).not.toContain('\n')
  })
})
