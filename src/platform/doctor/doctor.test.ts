import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freePort } from '../../../scripts/free-port.ts'
import { makeKeyPair } from '../backup/files/encryption.ts'
import { type Config, readConfig } from '../config/config.ts'
import { checkBackupSettings, rateBackups } from './backups.ts'
import { rateClock, rateQueue, checkRoom } from './database.ts'
import { judgeWebhooks } from './provider.ts'
import { rateCertificate } from './reachability.ts'
import { checkOrigin, checkPayments, checkTimeZones, checkSpace } from './machine.ts'

const live = {
  STRIPE_SECRET_KEY: 'sk_live_abcdefghijklmnop',
  STRIPE_WEBHOOK_SECRET: 'whsec_abcdefghijklmnop',
}
const config = (env: Record<string, string>): Config => readConfig({ PAYMENTS: 'local', ...env })

describe('an examination', () => {
  test.each([
    [0.1, 'fail'],
    [1.9, 'warn'],
    [20, 'ok'],
  ])('of %d GB that are free says %s', (gigabytes, verdict) =>
    expect(checkSpace(gigabytes).verdict).toBe(verdict),
  )

  test.each([
    [120, 'ok'],
    [-4000, 'warn'],
    [90_000, 'fail'],
  ])('of clocks that differ by %d ms says %s', (skewMs, verdict) =>
    expect(rateClock(skewMs).verdict).toBe(verdict),
  )

  test('of webhook endpoints looks at those that are enabled at our address', () => {
    const url = 'https://lounge.example/payments/webhook'
    const all = { url, isEnabled: true, events: ['*'] }
    expect(judgeWebhooks([], url).says).toBe(`Stripe has no endpoint ${url}`)
    expect(judgeWebhooks([{ ...all, isEnabled: false }], url).says).toBe(
      `the endpoint ${url} is disabled at Stripe`,
    )
    const some = { ...all, events: ['checkout.session.completed'] }
    expect(judgeWebhooks([some], url)).toMatchObject({
      verdict: 'fail',
      says: expect.stringMatching(/is not subscribed to checkout\.session\.async_payment_succeeded, /),
    })
    expect(judgeWebhooks([some, all, { ...all, url: 'https://x.example' }], url).verdict).toBe('ok')
  })

  test('of connections says where the processes want more than there are', () => {
    expect(checkRoom(97, 72).verdict).toBe('ok')
    expect(checkRoom(97, 120).verdict).toBe('warn')
  })

  test('of the queue tells late jobs from those that were given up', () => {
    const job = { task: 'send_mail', waiting: 1, givenUp: 0, lagSeconds: 5 }
    const verdicts = (it: Partial<typeof job>) => rateQueue([{ ...job, ...it }]).map(({ verdict }) => verdict)
    expect(rateQueue([]).map(({ verdict }) => verdict)).toEqual(['ok', 'ok'])
    expect(verdicts({})).toEqual(['ok', 'ok'])
    expect(verdicts({ lagSeconds: 61 })).toEqual(['warn', 'ok'])
    expect(verdicts({ lagSeconds: 1000 })).toEqual(['fail', 'ok'])
    expect(rateQueue([{ ...job, givenUp: 2 }])[1]?.says).toBe('given up: 2 × send_mail')
  })

  test('of the address wants TLS in front of guests', () => {
    const verdict = (env: Record<string, string>) => checkOrigin(config(env))[0]?.verdict
    expect(verdict({})).toBe('warn')
    expect(verdict({ ORIGIN: 'http://example.com' })).toBe('fail')
    expect(verdict({ ORIGIN: 'https://example.com' })).toBe('warn')
    expect(verdict({ ORIGIN: 'https://example.com', TRUST_PROXY: 'true' })).toBe('ok')
  })

  test('of payments wants real money on a public address', () => {
    const ORIGIN = 'https://example.com'
    expect(checkPayments(config({})).verdict).toBe('ok')
    expect(checkPayments(config({ ORIGIN })).verdict).toBe('warn')
    expect(checkPayments(readConfig({ ...live, ORIGIN })).verdict).toBe('ok')
    expect(
      checkPayments(readConfig({ ...live, STRIPE_SECRET_KEY: 'sk_test_abcdefghijklmnop', ORIGIN })).verdict,
    ).toBe('warn')
  })

  test('of a certificate says when it ends, and that browsers refuse it', () => {
    expect(rateCertificate(60, null).verdict).toBe('ok')
    expect(rateCertificate(13, null).verdict).toBe('warn')
    expect(rateCertificate(60, 'CERT_HAS_EXPIRED')).toMatchObject({
      verdict: 'fail',
      says: 'browsers refuse it (CERT_HAS_EXPIRED)',
    })
  })

  test('of backups wants them on a public address, and encrypted in a bucket', async () => {
    const ORIGIN = 'https://example.com'
    const verdicts = async (env: Record<string, string>) =>
      (await checkBackupSettings(config(env))).map(({ verdict, says }) => [verdict, says])
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
    const directory = await mkdtemp(join(tmpdir(), 'lounge-examined-'))
    try {
      const place = join(directory, 'backups')
      expect(await checkBackupSettings(config({ BACKUP_TO: place }))).toMatchObject([
        { verdict: 'ok', says: `${place} can be written and cleared; not encrypted` },
      ])
      expect(await readdir(directory)).toEqual([])
      await writeFile(place, 'a file in its way')
      expect(await checkBackupSettings(config({ BACKUP_TO: place }))).toMatchObject([
        { verdict: 'fail', says: `none can be stored at ${place} (${place} is not a directory.)` },
      ])
      expect(await readFile(place, 'utf8')).toBe('a file in its way')
    } finally {
      await rm(directory, { recursive: true })
    }
  })

  test('of the backups that were made says when the last good one was, and why there is none since', () => {
    const now = new Date('2026-11-22T18:00:00Z')
    const good = (at: string) => ({ lastGood: { startedAt: new Date(at), bytes: 12_340_000 }, failure: null })
    expect(rateBackups({ lastGood: null, failure: null }, now).verdict).toBe('warn')
    expect(rateBackups(good('2026-11-22T12:30:00Z'), now)).toMatchObject({
      verdict: 'ok',
      says: 'the last good one is of Sun, Nov 22, 6:30 AM, 12.3 MB',
    })
    expect(rateBackups(good('2026-11-20T18:00:00Z'), now).verdict).toBe('ok')
    expect(rateBackups(good('2026-11-20T17:59:00Z'), now)).toMatchObject({
      verdict: 'fail',
      says: 'the last good one is of Fri, Nov 20, 11:59 AM, more than two days ago',
    })
    const failure = { startedAt: now, problem: 'There is no bucket at s3://nowhere/.' }
    expect(rateBackups({ ...good('2026-11-22T12:30:00Z'), failure }, now)).toMatchObject({
      verdict: 'fail',
      says: 'the last attempt failed (There is no bucket at s3://nowhere/.); the last good one is of Sun, Nov 22, 6:30 AM',
    })
    expect(rateBackups({ lastGood: null, failure }, now).says).toContain('there is no good one yet')
  })

  test('of time zones knows the summer', () => expect(checkTimeZones().verdict).toBe('ok'))
})
