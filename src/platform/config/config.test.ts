import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

describe('settings', () => {
  test('have working defaults', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      port: 3000,
      origin: 'http://localhost:3000',
      databaseUrl: null,
      trustProxy: { kind: 'none' },
    })
    expect(config.dataDir.endsWith('/data')).toBe(true)
  })

  test('that are empty count as unset', () => expect(readConfig({ PORT: '', ORIGIN: '' }).port).toBe(3000))

  test('lose a trailing slash of the origin', () =>
    expect(readConfig({ ORIGIN: 'https://example.com/', PAYMENT_PROVIDER: 'local' }).origin).toBe(
      'https://example.com',
    ))

  test('name every mistake and the value that made it', () => {
    const read = () =>
      readConfig({ PORT: 'eighty', ORIGIN: 'example', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud' })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(/PORT=eighty: must be a whole number/)
    expect(read).toThrow(/ORIGIN=example: must be an address/)
    expect(read).toThrow(/DATABASE_URL=mysql:\/\/x: must look like/)
    expect(read).toThrow(/LOG_LEVEL=loud/)
  })

  test('run one process and serve no metrics by default', () => {
    expect(readConfig({})).toMatchObject({ processes: 1, metrics: null })
    expect(readConfig({ WEB_CONCURRENCY: '4', METRICS_PORT: '9464' })).toMatchObject({
      processes: 4,
      metrics: { port: 9464, host: '127.0.0.1' },
    })
    expect(readConfig({ WEB_CONCURRENCY: 'auto' }).processes).toBeGreaterThan(0)
    expect(() => readConfig({ WEB_CONCURRENCY: 'many' })).toThrow(
      /WEB_CONCURRENCY=many: must be auto or a number/,
    )
    expect(() => readConfig({ WEB_CONCURRENCY: '0' })).toThrow(/WEB_CONCURRENCY=0/)
  })

  test('say where the test provider of several servers listens, and which of them asks it there', () => {
    const payments = (env: Record<string, string>) => readConfig(env).payments
    expect(payments({ TEST_PAYMENTS_LISTEN: '0.0.0.0:4242' })).toMatchObject({
      listen: { host: '0.0.0.0', port: 4242 },
    })
    expect(payments({ TEST_PAYMENTS_URL: 'http://app-1:4242' })).toMatchObject({
      providerUrl: 'http://app-1:4242',
    })
    expect(() => payments({ TEST_PAYMENTS_LISTEN: '4242' })).toThrow(/an address and a port, such as/)
    expect(() => payments({ TEST_PAYMENTS_LISTEN: '0.0.0.0:99999' })).toThrow(/TEST_PAYMENTS_LISTEN/)
  })

  test('never print a secret that is wrong', () => {
    const read = () => readConfig({ STRIPE_SECRET_KEY: 'hunter2', SMTP_URL: 'http://me:hunter2@mail' })
    expect(read).toThrow(/STRIPE_SECRET_KEY=… \(7 characters\): must be a secret/)
    expect(read).not.toThrow(/hunter2/)
  })

  test('take test payments on this machine without being asked, and on a public address only on purpose', () => {
    const local = { kind: 'local', providerUrl: null, listen: null }
    expect(readConfig({}).payments).toEqual(local)
    const open = { NODE_ENV: 'production', ORIGIN: 'https://lounge.example' }
    expect(() => readConfig(open)).toThrow(/no payment provider is set: set STRIPE_SECRET_KEY/)
    expect(readConfig({ ...open, PAYMENT_PROVIDER: 'local' }).payments).toEqual(local)
    expect(() => readConfig({ ...open, STRIPE_SECRET_KEY: 'sk_live_abcdefghijklmnop' })).toThrow(
      /STRIPE_WEBHOOK_SECRET: must be set beside STRIPE_SECRET_KEY/,
    )
    expect(
      readConfig({
        ...open,
        STRIPE_SECRET_KEY: 'sk_live_abcdefghijklmnop',
        STRIPE_WEBHOOK_SECRET: 'whsec_abcdefghijklmnop',
      }).payments,
    ).toEqual({
      kind: 'stripe',
      secretKey: 'sk_live_abcdefghijklmnop',
      webhookSecret: 'whsec_abcdefghijklmnop',
    })
  })
})

describe('a renamed setting', () => {
  const RENAMED = [
    { old: 'CLUSTER', name: 'WEB_CONCURRENCY', value: '3', expected: { processes: 3 } },
    {
      old: 'PICTURES_AHEAD',
      name: 'PREGENERATE_IMAGES',
      value: 'false',
      expected: { pregenerateImages: false },
    },
    { old: 'DATABASE_POOL', name: 'DATABASE_POOL_SIZE', value: '7', expected: { databasePoolSize: 7 } },
    { old: 'PAYMENTS', name: 'PAYMENT_PROVIDER', value: 'local', expected: { payments: { kind: 'local' } } },
  ]

  test.each(RENAMED)('$old still works, and a warning names $name', ({ old, name, value, expected }) => {
    for (const env of [{ [old]: value }, { [old]: value, [name]: value }]) {
      const config = readConfig(env)
      expect(config).toMatchObject(expected)
      expect(config.renamed).toEqual([{ setting: old, renamedTo: name }])
      expect(config.warnings).toEqual([expect.stringMatching(`^${old} is now called ${name}: `)])
    }
    const config = readConfig({ [name]: value })
    expect(config).toMatchObject(expected)
    expect([config.renamed, config.warnings]).toEqual([[], []])
  })

  test('with another value under its new name is a mistake', () => {
    expect(() => readConfig({ CLUSTER: '2', WEB_CONCURRENCY: '3' })).toThrow(
      /^CLUSTER=2: is the old name of WEB_CONCURRENCY, which is set to 3; remove CLUSTER$/,
    )
  })

  test('is named in a mistake as it was given', () => {
    expect(() => readConfig({ CLUSTER: 'many' })).toThrow(/^CLUSTER=many: must be auto or a number/)
  })

  test('can be given by a file, and its misspelled old name leads to the new one', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'lounge-config-')), 'pool')
    writeFileSync(file, '4\n')
    expect(readConfig({ DATABASE_POOL_FILE: file }).databasePoolSize).toBe(4)
    expect(readConfig({ DATABASE_POOL_FILE: file }).renamed).toHaveLength(1)
    expect(readConfig({ PICTURE_AHEAD: 'true' }).warnings).toEqual([
      expect.stringContaining('is PREGENERATE_IMAGES meant?'),
    ])
  })
})
