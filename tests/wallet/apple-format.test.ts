import { createSecureServer } from 'node:http2'
import { describe, expect, onTestFinished, test } from 'vitest'
import { unzipSync, zipSync } from 'fflate'
import type { PassContent } from '#lib/pass-content.ts'
import { ConfigError, readConfig } from '#platform/config/config.ts'
import { checkWallet } from '#platform/doctor/wallet.ts'
import { createLog } from '#platform/observability/log.ts'
import { createPassMaker } from '#platform/wallet/apple-pass.ts'
import { createPusher } from '#platform/wallet/apple-push.ts'
import { openWallet } from '#platform/wallet/open.ts'
import { eventually } from '../support/eventually.ts'
import { makeWallet, PASS_TYPE, TEAM, type TestWallet } from './apple-certificates.ts'
import { readPass } from './read-pass.ts'

const DAY_MS = 86_400_000
const wallet = makeWallet()
const https = 'https://lounge.example'

const CONTENT: PassContent = {
  serial: '0190a0b0-0000-7000-8000-000000000000',
  authenticationToken: 'a'.repeat(43),
  organization: 'Baobab & Olive',
  holder: 'Zoë 🎉 Ọbị',
  description: 'Table for Lone Star Highlife',
  title: 'Lone Star Highlife',
  header: { key: 'date', label: 'Date', value: 'Fri, Nov 27' },
  main: [{ key: 'time', label: 'Starts', value: '9:00 PM', changeText: 'It starts at %@' }],
  further: [{ key: 'guest', label: 'Guest', value: 'Zoë 🎉 Ọbị' }],
  back: [],
  barcode: { message: `${https}/my-reservation/abc`, code: 'ABCD2345' },
  // 9 PM in Dallas, in winter time.
  startsAt: new Date('2026-11-28T03:00:00Z'),
  endsAt: new Date('2026-11-28T08:00:00.500Z'),
  place: { latitude: 32.9, longitude: -96.7, address: '101 W Main St, Dallas, TX 75201' },
  isVoided: false,
}

const pemsOf = (it: TestWallet['settings']) => ({
  certificate: it.certificate.replaceAll('\r', ''),
  issuerCertificate: it.issuerCertificate.replaceAll('\r', ''),
})

const make = (origin = https, it: TestWallet = wallet) =>
  createPassMaker({ settings: it.settings, origin })(CONTENT)

describe('a pass for Apple Wallet', () => {
  test('has the form of Apple, signed by the certificate of the settings', async () => {
    const pass = readPass(await make(), wallet.ca)
    expect(pass).toMatchObject({
      passTypeIdentifier: PASS_TYPE,
      teamIdentifier: TEAM,
      serialNumber: CONTENT.serial,
      webServiceURL: `${https}/passes`,
      authenticationToken: CONTENT.authenticationToken,
      voided: false,
      barcodes: [{ message: CONTENT.barcode.message, altText: 'ABCD2345' }],
    })
    expect([pass.relevantDate, pass.expirationDate].map((it) => new Date(it).toISOString())).toEqual([
      '2026-11-28T03:00:00.000Z',
      '2026-11-28T08:00:00.000Z',
    ])
    expect(pass.eventTicket.auxiliaryFields).toEqual([{ key: 'guest', label: 'Guest', value: 'Zoë 🎉 Ọbị' }])
  })

  test('is made once as long as it says the same', async () => {
    const maker = createPassMaker({ settings: wallet.settings, origin: https })
    const title = 'Another night'
    const [first, again, other] = await Promise.all([
      maker(CONTENT),
      maker({ ...CONTENT }),
      maker({ ...CONTENT, title }),
    ])
    expect(again).toBe(first)
    expect(JSON.stringify(readPass(other, wallet.ca).eventTicket)).toContain(title)
  })

  test('names no web service where the site has no HTTPS', async () => {
    const pass = readPass(await make('http://localhost:3000'), wallet.ca)
    expect([pass.webServiceURL, pass.authenticationToken]).toEqual([undefined, undefined])
  })

  test('control: an altered file, another manifest and another authority are found', async () => {
    const file = await make()
    expect(() => readPass(file, makeWallet().ca)).toThrow('not of the authority')
    const files = unzipSync(file)
    const json = Buffer.from(
      Buffer.from(files['pass.json'] ?? [])
        .toString()
        .replace('9:00 PM', '8:00 PM'),
    )
    expect(() => readPass(zipSync({ ...files, 'pass.json': json }), wallet.ca)).toThrow('pass.json is not')
    const manifest = Buffer.concat([Buffer.from(files['manifest.json'] ?? []), Buffer.from(' ')])
    expect(() => readPass(zipSync({ ...files, 'manifest.json': manifest }), wallet.ca)).toThrow(
      'another manifest',
    )
  })
})

describe('the settings of passes', () => {
  const mistakeOf = (env: Readonly<Record<string, string>>): string => {
    try {
      readConfig(env)
    } catch (error) {
      if (error instanceof ConfigError) return error.message
      throw error
    }
    return ''
  }

  test('are read together, with line breaks written as such or as \\n', () => {
    const apple = { ...wallet.settings, pushUrl: 'https://127.0.0.1:1' }
    expect(readConfig({ ...wallet.env }).wallet).toEqual({
      google: null,
      apple: { ...apple, key: `${apple.key.replaceAll('\r', '').trim()}\n`, ...pemsOf(apple) },
    })
    const APPLE_PASS_CERTIFICATE = apple.certificate.replaceAll(/\r?\n/g, String.raw`\n`)
    expect(readConfig({ ...wallet.env, APPLE_PASS_CERTIFICATE }).wallet.apple?.certificate).toBe(
      pemsOf(apple).certificate,
    )
    expect(readConfig({}).wallet).toEqual({ apple: null, google: null })
    expect(readConfig({ APPLE_WWDR_INTERMEDIATE: 'x' }).warnings.join()).toContain('APPLE_WWDR_INTERMEDIATE')
  })

  test('that miss a part or hold no key are refused without showing it', () => {
    expect(mistakeOf({ APPLE_PASS_TYPE_ID: PASS_TYPE, APPLE_TEAM_ID: TEAM })).toMatch(
      /^APPLE_PASS_CERTIFICATE, APPLE_PASS_KEY, APPLE_WWDR_CERTIFICATE: must be set too/,
    )
    expect(mistakeOf({ APPLE_PASS_KEY: 'hunter2' })).toMatch(
      /^APPLE_PASS_KEY=… \(7 characters\): must be a private key in PEM form/,
    )
  })
})

describe('certificates', () => {
  const now = new Date()
  const within = (days: number) => makeWallet({ until: new Date(now.getTime() + days * DAY_MS) })
  const checked = ({ settings: apple }: TestWallet, origin = https) =>
    checkWallet({ wallet: { apple }, origin }, now)

  test('that cannot be used offer no passes, which is logged once', () => {
    const lines: string[] = []
    const log = createLog('error', { write: (line: string) => void lines.push(line) })
    const opened = openWallet({ wallet: { apple: within(-1).settings }, origin: https, log })
    expect([opened.apple(now), opened.apple(now), opened.applePassTypeId]).toEqual([null, null, PASS_TYPE])
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('"event":"wallet.certificate_unusable"')
    expect(openWallet({ wallet: { apple: wallet.settings }, origin: https, log }).apple(now)).not.toBeNull()
  })

  test('are checked by the doctor: expired, expiring, unreadable, or not belonging together', () => {
    expect(checkWallet({ wallet: { apple: null }, origin: https }, now)).toMatchObject({ status: 'ok' })
    expect(checked(wallet)).toMatchObject({ status: 'ok' })
    expect(checked(wallet, 'http://localhost:3000')).toMatchObject({ status: 'warn' })
    expect(checked(within(29.5))).toMatchObject({
      status: 'warn',
      message: expect.stringContaining('in 29 days'),
    })
    expect(checked(within(-1))).toMatchObject({
      status: 'fail',
      message: expect.stringContaining('expired on'),
      advice: expect.stringContaining('Make the certificate anew'),
    })
    const other = makeWallet().settings
    const broken = (change: Partial<TestWallet['settings']>) =>
      checked({ ...wallet, settings: { ...wallet.settings, ...change } }).message
    expect(checked({ ...wallet, settings: { ...wallet.settings, key: other.key } }).advice).toContain(
      'its own key',
    )
    expect(broken({ certificate: 'nonsense' })).toBe('APPLE_PASS_CERTIFICATE cannot be read')
    expect(broken({ issuerCertificate: 'nonsense' })).toBe('APPLE_WWDR_CERTIFICATE cannot be read')
    expect(broken({ keyPassphrase: 'wrong' })).toContain('APPLE_PASS_KEY cannot be read')
    expect(broken({ key: other.key })).toContain('is not the key of')
    expect(broken({ passTypeId: 'pass.com.example.other' })).toContain('is not for the pass type')
    expect(broken({ teamId: 'ZZZZZ99999' })).toContain('is not of the team')
    expect(broken({ issuerCertificate: other.issuerCertificate })).toContain('did not issue')
  })
})

describe('the push service of Apple', () => {
  /** A server that demands the certificate of the pass, as Apple's does. */
  async function startPushService(answer: (token: string) => readonly [status: number, body: string]) {
    const taken: Record<string, unknown>[] = []
    let connections = 0
    const { ca, server: own } = wallet
    const server = createSecureServer({ ...own, ca, requestCert: true, rejectUnauthorized: true })
    server.on('session', () => (connections += 1))
    server.on('stream', (stream, headers) => {
      const names = ['apns-topic', 'apns-push-type', 'apns-priority']
      taken.push({ path: headers[':path'], apns: names.map((name) => headers[name]) })
      const [status, body] = answer(String(headers[':path']).split('/').at(-1) ?? '')
      stream.respond({ ':status': status })
      stream.end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    return {
      taken,
      connections: () => connections,
      pusher: (idleMs?: number) =>
        createPusher({
          settings: { ...wallet.settings, pushUrl: `https://localhost:${port}` },
          ca,
          ...(idleMs === undefined ? {} : { idleMs }),
        }),
    }
  }

  test('is told by the certificate of the pass, and says which devices have the pass no more', async () => {
    const { taken, pusher } = await startPushService((token) =>
      token === 'gone' ? [410, '{"reason":"Unregistered"}'] : [200, ''],
    )
    expect(await pusher()(['a1', 'gone'])).toEqual([{ kind: 'sent' }, { kind: 'gone' }])
    expect(taken).toEqual([
      { path: '/3/device/a1', apns: [PASS_TYPE, 'background', '5'] },
      { path: '/3/device/gone', apns: [PASS_TYPE, 'background', '5'] },
    ])
  })

  test('that refuses one device still tells the others, and names none; one that cannot be reached throws', async () => {
    const { pusher } = await startPushService((token) =>
      token === 'refused' ? [429, '{"reason":"TooManyRequests"}'] : [200, ''],
    )
    expect(await pusher()(['refused', 'a1'])).toEqual([
      { kind: 'failed', reason: 'refused with 429, TooManyRequests' },
      { kind: 'sent' },
    ])
    await expect(createPusher({ settings: wallet.settings })(['a1'])).rejects.toThrow('cannot be reached')
  })
  test('is told of passes that change together over one connection, which ends unused', async () => {
    const { connections, pusher } = await startPushService(() => [200, ''])
    const push = pusher()
    await Promise.all([push(['a1']), push(['a2'])])
    await push(['a3'])
    expect(connections()).toBe(1)
    const hasty = pusher(1)
    await eventually(async () => {
      expect(await hasty(['a4'])).toEqual([{ kind: 'sent' }])
      expect(connections()).toBeGreaterThan(2)
    })
  })
})
