import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freePort } from '../../../scripts/free-port.ts'
import { makeKeyPair } from '../backup/files/encryption.ts'
import { type Config, readConfig } from '../config/config.ts'
import { checkBackupSettings, checkBackupState } from './backups.ts'
import { checkClock, checkQueue, checkRoom } from './database.ts'
import { compareWebhooks } from './provider.ts'
import { checkExpiry } from './reachability.ts'
import { checkOrigin, checkPayments, checkTimeZones, checkSpace } from './machine.ts'

const live = {
  STRIPE_SECRET_KEY: 'sk_live_abcdefghijklmnop',
  STRIPE_WEBHOOK_SECRET: 'whsec_abcdefghijklmnop',
}
const config = (env: Record<string, string>): Config => readConfig({ PAYMENT_PROVIDER: 'local', ...env })

describe('the doctor', () => {
  test.each([
    [0.1, 'fail'],
    [1.9, 'warn'],
    [20, 'ok'],
  ])('of %d GB that are free says %s', (gigabytes, status) =>
    expect(checkSpace(gigabytes).status).toBe(status),
  )

  test.each([
    [120, 'ok'],
    [-4000, 'warn'],
    [90_000, 'fail'],
  ])('of clocks that differ by %d ms says %s', (skewMs, status) =>
    expect(checkClock(skewMs).status).toBe(status),
  )

  test('of webhook endpoints looks at those that are enabled at our address', () => {
    const url = 'https://lounge.example/payments/webhook'
    const all = { url, isEnabled: true, events: ['*'] }
    expect(compareWebhooks([], url).message).toBe(`Stripe has no endpoint ${url}`)
    expect(compareWebhooks([{ ...all, isEnabled: false }], url).message).toBe(
      `the endpoint ${url} is disabled at Stripe`,
    )
    const some = { ...all, events: ['checkout.session.completed'] }
    expect(compareWebhooks([some], url)).toMatchObject({
      status: 'fail',
      message: expect.stringMatching(/is not subscribed to checkout\.session\.async_payment_succeeded, /),
    })
    expect(compareWebhooks([some, all, { ...all, url: 'https://x.example' }], url).status).toBe('ok')
  })

  test('of connections says where the processes want more than there are', () => {
    expect(checkRoom(97, 72).status).toBe('ok')
    expect(checkRoom(97, 120).status).toBe('warn')
  })

  test('of the queue tells late jobs from those that were given up', () => {
    const job = { task: 'send_mail', waiting: 1, failed: 0, lagSeconds: 5 }
    const verdicts = (it: Partial<typeof job>) => checkQueue([{ ...job, ...it }]).map(({ status }) => status)
    expect(checkQueue([]).map(({ status }) => status)).toEqual(['ok', 'ok'])
    expect(verdicts({})).toEqual(['ok', 'ok'])
    expect(verdicts({ lagSeconds: 61 })).toEqual(['warn', 'ok'])
    expect(verdicts({ lagSeconds: 1000 })).toEqual(['fail', 'ok'])
    expect(checkQueue([{ ...job, failed: 2 }])[1]?.message).toBe('failed for good: 2 × send_mail')
  })

  test('of the address wants TLS in front of guests', () => {
    const status = (env: Record<string, string>) => checkOrigin(config(env))[0]?.status
    expect(status({})).toBe('warn')
    expect(status({ ORIGIN: 'http://example.com' })).toBe('fail')
    expect(status({ ORIGIN: 'https://example.com' })).toBe('warn')
    expect(status({ ORIGIN: 'https://example.com', TRUST_PROXY: 'true' })).toBe('ok')
  })

  test('of payments wants real money on a public address', () => {
    const ORIGIN = 'https://example.com'
    expect(checkPayments(config({})).status).toBe('ok')
    expect(checkPayments(config({ ORIGIN })).status).toBe('warn')
    expect(checkPayments(readConfig({ ...live, ORIGIN })).status).toBe('ok')
    expect(
      checkPayments(readConfig({ ...live, STRIPE_SECRET_KEY: 'sk_test_abcdefghijklmnop', ORIGIN })).status,
    ).toBe('warn')
  })

  test('of a certificate says when it ends, and that browsers refuse it', () => {
    expect(checkExpiry(60, null).status).toBe('ok')
    expect(checkExpiry(13, null).status).toBe('warn')
    expect(checkExpiry(60, 'CERT_HAS_EXPIRED')).toMatchObject({
      status: 'fail',
      message: 'browsers refuse it (CERT_HAS_EXPIRED)',
    })
  })

  test('of backups wants them on a public address, and encrypted in a bucket', async () => {
    const ORIGIN = 'https://example.com'
    const verdicts = async (env: Record<string, string>) =>
      (await checkBackupSettings(config(env))).map(({ status, message }) => [status, message])
    expect(await verdicts({})).toEqual([['ok', expect.stringContaining('BACKUP_TO is not set')]])
    expect(await verdicts({ ORIGIN })).toEqual([['warn', expect.stringContaining('a lost disk')]])
    const port = await freePort()
    const unreachable = {
      BACKUP_TO: 's3://backups/lounge',
      BACKUP_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      BACKUP_S3_ACCESS_KEY_ID: 'a',
      BACKUP_S3_SECRET_ACCESS_KEY: 'b',
    }
    const stored = ['fail', expect.stringMatching(/none can be stored at s3:.*does not answer.*ECONNREFUSED/)]
    expect(await verdicts(unreachable)).toEqual([stored, ['warn', expect.stringContaining('not encrypted')]])
    expect(await verdicts({ ...unreachable, BACKUP_PUBLIC_KEY: (await makeKeyPair()).publicKey })).toEqual([
      stored,
    ])
  })

  test('of the place of backups stores a file and leaves nothing', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'lounge-doctor-'))
    try {
      const place = join(directory, 'backups')
      expect(await checkBackupSettings(config({ BACKUP_TO: place }))).toMatchObject([
        { status: 'ok', message: `${place} can be written and cleared; not encrypted` },
      ])
      expect(await readdir(directory)).toEqual([])
      await writeFile(place, 'a file in its way')
      expect(await checkBackupSettings(config({ BACKUP_TO: place }))).toMatchObject([
        { status: 'fail', message: `none can be stored at ${place} (${place} is not a directory.)` },
      ])
      expect(await readFile(place, 'utf8')).toBe('a file in its way')
    } finally {
      await rm(directory, { recursive: true })
    }
  })

  test('of the backups that were made says when the last good one was, and why there is none since', () => {
    const now = new Date('2026-11-22T18:00:00Z')
    const good = (at: string) => ({ lastGood: { startedAt: new Date(at), bytes: 12_340_000 }, failure: null })
    expect(checkBackupState({ lastGood: null, failure: null }, now).status).toBe('warn')
    expect(checkBackupState(good('2026-11-22T12:30:00Z'), now)).toMatchObject({
      status: 'ok',
      message: 'the last good one is of Sun, Nov 22, 6:30 AM, 12.3 MB',
    })
    expect(checkBackupState(good('2026-11-20T18:00:00Z'), now).status).toBe('ok')
    expect(checkBackupState(good('2026-11-20T17:59:00Z'), now)).toMatchObject({
      status: 'fail',
      message: 'the last good one is of Fri, Nov 20, 11:59 AM, more than two days ago',
    })
    const failure = { startedAt: now, problem: 'There is no bucket at s3://nowhere/.' }
    expect(checkBackupState({ ...good('2026-11-22T12:30:00Z'), failure }, now)).toMatchObject({
      status: 'fail',
      message:
        'the last attempt failed (There is no bucket at s3://nowhere/.); the last good one is of Sun, Nov 22, 6:30 AM',
    })
    expect(checkBackupState({ lastGood: null, failure }, now).message).toContain('there is no good one yet')
  })

  test('of time zones knows the summer', () => expect(checkTimeZones().status).toBe('ok'))
})
