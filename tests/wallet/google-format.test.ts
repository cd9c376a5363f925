import { beforeEach, describe, expect, test } from 'vitest'
import {
  UPDATE_GOOGLE_PASS,
  updateGooglePass,
} from '#features/reservation-management/wallet-passes/google/service.ts'
import type { PassContent } from '#lib/pass-content.ts'
import { ConfigError, readConfig } from '#platform/config/config.ts'
import { checkGoogleWallet } from '#platform/doctor/google-wallet.ts'
import { createLog } from '#platform/observability/log.ts'
import { createSignedTokens } from '#platform/security/signed-tokens.ts'
import { openWallet } from '#platform/wallet/open.ts'
import type { GooglePasses } from '#platform/wallet/types.ts'
import { loadVenue } from '#features/venue/service.ts'
import { booked } from '../dining/dining-fixtures.ts'
import { cloneDatabase } from '../support/database.ts'
import { ISSUER, readSaveLink, startGoogle } from './google-service.ts'

/* Passes at Google without a server of ours: their form, and what is done when Google refuses. */

const https = 'https://lounge.example'
const HOUR_MS = 3_600_000
const google = await startGoogle()
beforeEach(() => Object.assign(google.faults, { api: [], token: null, before: null }))

const lines: string[] = []
const log = createLog('error', { write: (line: string) => void lines.push(line) })
const configured = (env: Readonly<Record<string, string>> = {}) =>
  readConfig({ ...google.env, ...env }).wallet
const walletOf = (env?: Readonly<Record<string, string>>) =>
  openWallet({ wallet: configured(env), origin: https, log })

function openPasses(): GooglePasses {
  const passes = walletOf().google()
  if (!passes) throw new Error('the key cannot be used')
  return passes
}

let count = 0
const contentOf = (change: Partial<PassContent> = {}): PassContent => ({
  serial: `0190a0b0-0000-7000-8000-${String((count += 1)).padStart(12, '0')}`,
  authenticationToken: 'a'.repeat(43),
  organization: 'Baobab & Olive',
  holder: 'Zoë 🎉 Ọbị',
  description: 'Table for Lone Star Highlife',
  title: 'Lone Star Highlife',
  header: { key: 'date', label: 'Date', value: 'Fri, Nov 27' },
  main: [{ key: 'time', label: 'Starts', value: '9:00 PM' }],
  further: [{ key: 'host', label: 'With', value: "Amara's party", isPersonal: true }],
  back: [],
  barcode: { message: `${https}/my-reservation/abc`, code: 'ABCD2345' },
  startsAt: new Date('2046-11-28T03:00:00Z'),
  endsAt: new Date('2046-11-28T08:00:00Z'),
  place: { latitude: 32.9, longitude: -96.7, address: '101 W Main St, Dallas, TX 75201' },
  isVoided: false,
  ...change,
})

describe('a pass for Google Wallet', () => {
  test('has the form of Google, and its link names the pass but no guest', async () => {
    const passes = openPasses()
    const content = contentOf()
    await passes.save(content)
    const link = passes.saveLink(content.serial)
    expect(readSaveLink(link)).toEqual({
      id: `${ISSUER}.${content.serial}`,
      classId: `${ISSUER}.class-${content.serial}`,
    })
    expect(google.objectOf(content.serial)).toMatchObject({
      state: 'ACTIVE',
      ticketHolderName: 'Zoë 🎉 Ọbị',
      barcode: { value: content.barcode.message, alternateText: 'ABCD2345' },
      textModulesData: [
        { id: 'date', header: 'Date', body: 'Fri, Nov 27' },
        { id: 'time', header: 'Starts', body: '9:00 PM' },
      ],
    })
    expect(google.classOf(content.serial)).toMatchObject({
      eventName: { defaultValue: { value: 'Lone Star Highlife' } },
      dateTime: { start: '2046-11-27T21:00:00-06:00', end: '2046-11-28T02:00:00-06:00' },
      logo: { sourceUri: { uri: `${https}/icon-512.png` } },
    })
  })

  test.each([
    ['spring', '2046-03-10T21:00:00-06:00', '2046-03-11T05:00:00-05:00'],
    ['autumn', '2046-11-03T21:00:00-05:00', '2046-11-04T05:00:00-06:00'],
  ])('says 9 PM to 5 AM on the night of %s on which the clocks change', async (_when, start, end) => {
    const content = contentOf({ startsAt: new Date(start), endsAt: new Date(end) })
    await openPasses().save(content)
    expect(google.classOf(content.serial)?.dateTime).toEqual({ start, end })
    expect(google.objectOf(content.serial)?.validTimeInterval.end.date).toBe(end)
  })

  test.each([
    ['cancelled', { isVoided: true }, 'INACTIVE'],
    ['over', { endsAt: new Date('2026-01-02T08:00:00Z') }, 'EXPIRED'],
  ])('that is %s is not active', async (_what, change, state) => {
    const content = contentOf(change)
    await openPasses().save(content)
    expect(google.objectOf(content.serial)?.state).toBe(state)
  })

  test('is brought up to date where it is made again, and withdrawn without its name', async () => {
    const passes = openPasses()
    const content = contentOf()
    await passes.save(content)
    await passes.save({ ...content, title: 'Another night', holder: 'Ama Mensah' })
    expect(google.classOf(content.serial)?.eventName.defaultValue.value).toBe('Another night')
    expect(google.objectOf(content.serial)?.ticketHolderName).toBe('Ama Mensah')
    expect(await passes.withdraw(content.serial)).toBe(true)
    expect(google.objectOf(content.serial)).toMatchObject({ state: 'INACTIVE', ticketHolderName: 'Guest' })
  })

  test('that Google never had is not made by a change', async () => {
    const content = contentOf()
    expect(await openPasses().update(content)).toBe(false)
    expect(await openPasses().withdraw(content.serial)).toBe(false)
    expect([google.classOf(content.serial), google.objectOf(content.serial)]).toEqual([undefined, undefined])
  })
})

describe('the API of Google', () => {
  const grants = () => google.requests.filter((it) => it === 'POST /token').length

  test('gets one token for many requests, and another when it refuses that', async () => {
    const passes = openPasses()
    const before = grants()
    await Promise.all([passes.save(contentOf()), passes.save(contentOf())])
    expect(grants() - before).toBe(1)
    google.endTokens()
    await passes.save(contentOf())
    expect(grants() - before).toBe(2)
  })

  test.each([
    ['refuses', [[403, { error: { code: 403, status: 'PERMISSION_DENIED' } }]], '(403, PERMISSION_DENIED)'],
    ['fails', [[503]], '(503, no reason given)'],
    ['refuses a new token, too', [[401], [401]], '(401, no reason given)'],
    ['ends the connection', [[0]], 'cannot be reached'],
  ] as const)(
    'that %s is an error without a name or a token, and the next request works',
    async (_what, answers, text) => {
      const passes = openPasses()
      const content = contentOf()
      google.faults.api.push(...answers)
      const failed = await passes.save(content).catch((error: unknown) => String(error))
      expect(failed).toContain(text)
      expect(failed).not.toMatch(/Zoë|Bearer|my-reservation/)
      await passes.save(content)
      expect(google.objectOf(content.serial)?.state).toBe('ACTIVE')
    },
  )

  test('that knows the key no more gives no token, and is asked again for the next pass', async () => {
    const passes = openPasses()
    google.faults.token = [400, { error: 'invalid_grant' }]
    await expect(passes.save(contentOf())).rejects.toThrow('no token (400, invalid_grant)')
    google.faults.token = null
    await passes.save(contentOf())
  })
})

test('a key that cannot be read offers no pass, which is logged once, and changes wait for another', async () => {
  const key = JSON.stringify({
    ...JSON.parse(google.env.GOOGLE_WALLET_KEY),
    private_key: '-----BEGIN nonsense',
  })
  const wallet = walletOf({ GOOGLE_WALLET_KEY: key })
  expect([wallet.google(), wallet.google(), wallet.hasGoogle]).toEqual([null, null, true])
  expect(lines.filter((line) => line.includes('"event":"wallet.key_unusable"'))).toHaveLength(1)
  const { db, pool } = await cloneDatabase()
  const serial = await booked(db)
  const deps = {
    db,
    tokens: createSignedTokens(Buffer.alloc(32)),
    origin: https,
    loadVenue: () => loadVenue({ db }),
  }
  const now = new Date('2026-11-27T03:00:00Z')
  expect(await updateGooglePass({ ...deps, wallet, now }, serial)).toBe(false)
  const { rows } = await pool.query('select run_at from graphile_worker.jobs where key = $1', [
    `${UPDATE_GOOGLE_PASS}:${serial}`,
  ])
  expect(rows).toEqual([{ run_at: new Date(now.getTime() + HOUR_MS) }])
})

test.each([
  [{ GOOGLE_WALLET_ISSUER_ID: ISSUER }, /^GOOGLE_WALLET_KEY: must be set too/],
  [
    { GOOGLE_WALLET_KEY: '{"private_key":"hunter2"}' },
    /^GOOGLE_WALLET_KEY=… \(25 characters\): must be the JSON key/,
  ],
])('settings that are incomplete or no key are refused without showing it: %j', (env, message) => {
  expect(() => readConfig(env)).toThrow(ConfigError)
  expect(() => readConfig(env)).toThrow(message)
})

test('the doctor asks Google whether the account may make passes', async () => {
  const checked = async (env: Readonly<Record<string, string>> = {}) => {
    const { status, message } = await checkGoogleWallet({ wallet: configured(env), origin: https })
    return `${status}: ${message}`
  }
  expect(await checkGoogleWallet({ wallet: { apple: null, google: null }, origin: https })).toMatchObject({
    status: 'ok',
  })
  expect(await checked()).toMatch(/^ok: Google lets passes@/)
  expect(await checked({ GOOGLE_WALLET_ISSUER_ID: '9999999999' })).toMatch(/^fail: .*403, PERMISSION_DENIED/)
  expect(await checked({ GOOGLE_WALLET_URL: 'http://127.0.0.1:1' })).toMatch(/^fail: .*cannot be reached/)
  const key = JSON.stringify({
    ...JSON.parse(google.env.GOOGLE_WALLET_KEY),
    private_key: '-----BEGIN nonsense',
  })
  expect(await checked({ GOOGLE_WALLET_KEY: key })).toMatch(/^fail: the private key in GOOGLE_WALLET_KEY/)
  google.faults.token = [400, { error: 'invalid_grant' }]
  expect(await checked()).toMatch(/^fail: .*no token \(400, invalid_grant\)/)
})
