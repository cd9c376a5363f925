import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '#platform/config/config.ts'
import { DOUBTFUL } from './support/doubtful-settings.ts'
import { REFUSED } from './support/setting-mistakes.ts'

const SECRETS = /hunter2|AbCdEfGhIj|0123456789abcdef/

function messageOf(env: Readonly<Record<string, string>>): string {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return ''
}

describe('a mistake in the settings is answered in one line that names the setting', () => {
  test.each(REFUSED)('$what', ({ env, message }) => {
    const refusal = messageOf(env)
    expect(refusal).toMatch(message)
    expect(refusal).not.toContain('\n')
    expect(refusal).not.toMatch(SECRETS)
  })
})

describe('what is probably a mistake is a warning of one line', () => {
  test.each(DOUBTFUL)('$what', ({ env, message }) => {
    const { warnings } = readConfig(env)
    expect(warnings).toEqual([expect.stringMatching(message)])
    expect(warnings.join('')).not.toMatch(/hunter2|\n/)
  })
})

describe('no mistake is found in', () => {
  test.each([
    [{}],
    [{ PORT: ' 8080\n', ORIGIN: 'http://localhost:8080/' }],
    [{ DATABASE_URL: 'postgresql://me:p%40ss@[::1]:6000,db-2:6001/lounge?sslmode=verify-full' }],
    [{ DATABASE_URL: 'postgres:///lounge?host=/run/postgresql' }],
    [{ SMTP_URL: 'smtps://me%40x:pw@mail', MAIL_FROM: '"Baobab & Olive" <hello@example.com>' }],
    [{ HOSTNAME: 'app-1', HOME: '/root', PATH: '/bin', SHELL: '/bin/sh', LOGNAME: 'x', TERM: 'x', PWD: '/' }],
    [{ DATABASE_SERVICE_HOST: '10.0.0.1', S3_PORT_9000_TCP_ADDR: '10.0.0.2', POSTGRES_PASSWORD: 'x' }],
    [{ TZ: ':America/Chicago', NODE_OPTIONS: '', npm_config_user_agent: 'npm' }],
  ])('%o', (env) => expect(readConfig(env).warnings).toEqual([]))
})

test('several mistakes are several lines', () => {
  const lines = messageOf({ PORT: 'eighty', LOG_LEVEL: 'loud', S3_BUCKET: 'A' }).split('\n')
  expect(lines.map((line) => line.split('=', 1)[0])).toEqual(['PORT', 'LOG_LEVEL', 'S3_BUCKET'])
})

test('each setting of .env.example is known, and each known setting is in it', async () => {
  const { readFile } = await import('node:fs/promises')
  const named = [...(await readFile('.env.example', 'utf8')).matchAll(/^([A-Z][A-Z\d_]+)=/gm)].map(
    ([, name]) => name,
  )
  const env = Object.fromEntries(named.map((name) => [String(name), '']))
  expect(readConfig(env).warnings).toEqual([])
})
