import { describe, expect, test } from 'vitest'
import { type Config, readConfig } from '../config.ts'
import { judgeClock, judgeQueue, judgeRoom } from './database.ts'
import { judgeCertificate } from './reach.ts'
import { examineOrigin, examinePayments, examineTimeZones, judgeSpace } from './machine.ts'

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
    expect(judgeSpace(gigabytes).verdict).toBe(verdict),
  )

  test.each([
    [120, 'ok'],
    [-4000, 'warn'],
    [90_000, 'fail'],
  ])('of clocks that differ by %d ms says %s', (skewMs, verdict) =>
    expect(judgeClock(skewMs).verdict).toBe(verdict),
  )

  test('of connections says where the processes want more than there are', () => {
    expect(judgeRoom(97, 72).verdict).toBe('ok')
    expect(judgeRoom(97, 120).verdict).toBe('warn')
  })

  test('of the queue tells late jobs from those that were given up', () => {
    const job = { task: 'send_mail', waiting: 1, givenUp: 0, lagSeconds: 5 }
    const verdicts = (it: Partial<typeof job>) =>
      judgeQueue([{ ...job, ...it }]).map(({ verdict }) => verdict)
    expect(judgeQueue([]).map(({ verdict }) => verdict)).toEqual(['ok', 'ok'])
    expect(verdicts({})).toEqual(['ok', 'ok'])
    expect(verdicts({ lagSeconds: 61 })).toEqual(['warn', 'ok'])
    expect(verdicts({ lagSeconds: 1000 })).toEqual(['fail', 'ok'])
    expect(judgeQueue([{ ...job, givenUp: 2 }])[1]?.says).toBe('given up: 2 × send_mail')
  })

  test('of the address wants TLS in front of guests', () => {
    const verdict = (env: Record<string, string>) => examineOrigin(config(env))[0]?.verdict
    expect(verdict({})).toBe('warn')
    expect(verdict({ ORIGIN: 'http://example.com' })).toBe('fail')
    expect(verdict({ ORIGIN: 'https://example.com' })).toBe('warn')
    expect(verdict({ ORIGIN: 'https://example.com', TRUST_PROXY: 'true' })).toBe('ok')
  })

  test('of payments wants real money on a public address', () => {
    const ORIGIN = 'https://example.com'
    expect(examinePayments(config({})).verdict).toBe('ok')
    expect(examinePayments(config({ ORIGIN })).verdict).toBe('warn')
    expect(examinePayments(readConfig({ ...live, ORIGIN })).verdict).toBe('ok')
    expect(
      examinePayments(readConfig({ ...live, STRIPE_SECRET_KEY: 'sk_test_abcdefghijklmnop', ORIGIN })).verdict,
    ).toBe('warn')
  })

  test('of a certificate says when it ends, and that browsers refuse it', () => {
    expect(judgeCertificate(60, null).verdict).toBe('ok')
    expect(judgeCertificate(13, null).verdict).toBe('warn')
    expect(judgeCertificate(60, 'CERT_HAS_EXPIRED')).toMatchObject({
      verdict: 'fail',
      says: 'browsers refuse it (CERT_HAS_EXPIRED)',
    })
  })

  test('of time zones knows the summer', () => expect(examineTimeZones().verdict).toBe('ok'))
})
