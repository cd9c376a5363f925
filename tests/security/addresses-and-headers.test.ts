import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { asCookie, createStaff, PASSWORD } from '../staff/sign-in.ts'
import { startApp } from '../support/server.ts'
import { ADDRESSES, fillIn } from './addresses.ts'
import { type ProbedApp, startProbedApp } from './probed-server.ts'
import { type RawResponse, violationIn, sendRaw } from './raw-request.ts'

let at: ProbedApp
beforeAll(async () => {
  at = await startProbedApp({ LOG_LEVEL: 'error' })
})

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }
const read = (path: string, headers: Record<string, string> = {}): Promise<RawResponse> =>
  sendRaw(at.app.origin, { method: 'GET', path, headers })

const ELSEWHERE = [
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%2F/evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '/x\r\nSet-Cookie: own=1',
  '/%0d%0aSet-Cookie:own=1',
  'https:evil.example',
  '.evil.example',
  '@evil.example',
]

/** The redirect target of a response, if it leads to another origin. */
function leadsAway({ headers }: RawResponse, origin: string): string | null {
  const { location } = headers
  if (location === undefined) return null
  const target = new URL(location, origin)
  return target.origin === origin ? null : target.href
}

describe('there is no open redirect', () => {
  const NAMES = [
    'to',
    'next',
    'back',
    'url',
    'redirect',
    'redirect_uri',
    'return',
    'returnTo',
    'continue',
    'dest',
  ]

  test('by a link to any of our pages', async () => {
    for (const { path } of ADDRESSES)
      for (const place of ELSEWHERE) {
        const query = NAMES.map((name) => `${name}=${encodeURIComponent(place)}`).join('&')
        // oxlint-disable-next-line no-await-in-loop
        const answered = await read(`${fillIn(path, {})}?${query}`)
        expect(violationIn(answered), path).toBeNull()
        expect(leadsAway(answered, at.app.origin), `${path} ${place}`).toBeNull()
      }
  })

  test('by a URL in an unusual spelling', async () => {
    for (const path of [
      '//evil.example',
      '//evil.example/%2e%2e',
      '/\\evil.example',
      '/%5cevil.example',
      '///evil.example/menu/',
      '/.evil.example',
      '/%2f%2fevil.example',
      '/menu/..//evil.example',
      '/admin//evil.example',
      '/events//evil.example/',
    ])
      for (const data of ['', '.data', '/']) {
        // oxlint-disable-next-line no-await-in-loop
        const answered = await read(path + data)
        expect(violationIn(answered), path).toBeNull()
        expect(leadsAway(answered, at.app.origin), path).toBeNull()
      }
  })

  test('by the answer to the cookie banner', async () => {
    for (const back of ELSEWHERE) {
      const body = new URLSearchParams({ choice: 'all', back }).toString()
      // oxlint-disable-next-line no-await-in-loop
      const answered = await sendRaw(at.app.origin, {
        method: 'POST',
        path: '/cookie-consent',
        headers: FORM,
        body,
      })
      expect(answered.status).toBe(303)
      expect(leadsAway(answered, at.app.origin), back).toBeNull()
      expect(answered.headers['set-cookie']).toHaveLength(1)
      expect(answered.headers['set-cookie']?.[0]).not.toContain('own=')
    }
  })

  test('control: a redirect to another site would have been found', () => {
    const to = (location: string): RawResponse => ({ status: 302, headers: { location }, text: '' })
    expect(leadsAway(to('//evil.example'), at.app.origin)).toBe('http://evil.example/')
    expect(leadsAway(to('/menu'), at.app.origin)).toBeNull()
  })
})

/** The raw response to one raw request. */
const sendRawText = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(at.app.origin).port), '127.0.0.1', () => socket.write(text))
    let notified = ''
    socket.on('data', (chunk: Buffer) => (notified += chunk.toString()))
    socket.on('close', () => resolve(notified))
    socket.on('error', reject)
    socket.setTimeout(20_000, () => socket.destroy(new Error('no answer')))
  })

describe('headers of a client', () => {
  test('an unusual or missing Host causes no error, and is never repeated', async () => {
    for (const host of [
      'evil.example',
      'evil.example:99999',
      '[::1',
      'a b',
      '',
      'evil.example/../x',
      'x'.repeat(5000),
      '"><b id=evil>',
      'localhost:0',
      '%00',
    ])
      for (const path of [
        '/',
        '/menu',
        '/admin',
        '/sitemap.xml',
        '/robots.txt',
        '/admin/settings',
        '/cookie-consent',
        '/nowhere',
        '/events?q=jazz',
        '/reservations?service=dining',
        '/admin/api/session',
      ]) {
        // oxlint-disable-next-line no-await-in-loop
        const notified = await sendRawText(
          `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
        )
        expect(notified, `${host} ${path}`).toMatch(/^HTTP\/1\.1 [234]\d\d /)
        if (host.length > 6) expect(notified, `${host} ${path}`).not.toContain(host)
      }
    expect(await sendRawText('GET / HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('requests that two servers could read in two ways are refused', async () => {
    const both =
      'POST /holds HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /admin HTTP/1.1\r\nHost: x\r\n\r\n'
    expect(await sendRawText(both)).toMatch(/^HTTP\/1\.1 400 /)
    expect(
      await sendRawText('GET /menu HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
    ).toMatch(/^HTTP\/1\.1 400 /)
    expect(await sendRawText('GET /menu HTTP/1.1\nHost: x\nConnection: close\n\n')).not.toMatch(
      /^HTTP\/1\.1 5/,
    )
    expect(await sendRawText(`GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(40_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    )
  })

  test('an upload without a length is refused before it is read, as is a body from another site', async () => {
    // The body never ends: an answer means that the server did not wait for it.
    const begin = (path: string, headers = '') =>
      sendRawText(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n${headers}\r\n5\r\nabcde\r\n`,
      )
    for (const path of ['/my-reservation/any-word', '/admin/api/pictures']) {
      // oxlint-disable-next-line no-await-in-loop
      const refused = await begin(path)
      expect(refused, path).toMatch(/^HTTP\/1\.1 411 /)
      expect(refused, path).toContain('Please send this upload with its length')
    }
    for (const path of ['/holds', '/my-reservation/any-word'])
      // oxlint-disable-next-line no-await-in-loop
      expect(await begin(path, 'Sec-Fetch-Site: cross-site\r\n'), path).toMatch(/^HTTP\/1\.1 403 /)
  })

  test('its request id is ours, unless it could be one', async () => {
    const { headers } = await read('/menu', { 'X-Request-Id': 'x y <b>' })
    expect(headers['x-request-id']).toMatch(/^[\w-]+$/)
  })
})

describe('every page', () => {
  const paths = [
    ...ADDRESSES.filter((it) => it.reads).map((it) =>
      fillIn(it.path, { event: 'lone-star-highlife', item: 'jollof-arancini' }),
    ),
    '/reservations?service=dining',
    '/admin/menu',
  ]

  test('carries its policy: nothing inline but by nonce or hash, no frames, no sniffing, and where to report', async () => {
    for (const path of paths) {
      // oxlint-disable-next-line no-await-in-loop
      const { headers } = await read(path)
      expect(headers['x-content-type-options'], path).toBe('nosniff')
      expect(headers['x-frame-options'], path).toBe('DENY')
      expect(headers['x-powered-by'], path).toBeUndefined()
      expect(headers['server'], path).toBeUndefined()
      if (!headers['content-type']?.startsWith('text/html') || path.startsWith('/outbox')) continue
      const policy = String(headers['content-security-policy'])
      expect(policy, path).not.toMatch(/unsafe-inline|'unsafe-eval'|\*|http:/)
      // The decoder of the camera is WebAssembly. No other page may compile any.
      expect(policy.includes("'wasm-unsafe-eval'"), path).toBe(path === '/admin/door')
      for (const rule of [
        "default-src 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        'report-uri /csp-reports',
      ])
        expect(policy, path).toContain(rule)
    }
  })

  test('for one guest has a nonce that is used once', async () => {
    const nonceOf = async () =>
      /'nonce-([^']+)'/.exec(
        String((await read('/reservations?service=dining')).headers['content-security-policy']),
      )?.[1]
    const nonces = await Promise.all(Array.from({ length: 20 }, nonceOf))
    expect(new Set(nonces).size).toBe(20)
    expect(nonces.every((it) => it !== undefined && it.length >= 22)).toBe(true)
  })

  test('hears reports of browsers and says nothing to them', async () => {
    const report = JSON.stringify({
      'csp-report': {
        'violated-directive': 'script-src',
        'blocked-uri': 'inline',
        'document-uri': `${at.app.origin}/menu`,
      },
    })
    for (const body of [report, '{', '[]', 'x'.repeat(100_000)]) {
      // oxlint-disable-next-line no-await-in-loop
      const { status, text } = await sendRaw(at.app.origin, {
        method: 'POST',
        path: '/csp-reports',
        headers: { 'Content-Type': 'application/csp-report' },
        body,
      })
      expect([status, text]).toEqual([204, ''])
    }
  })
})

describe('cookies', () => {
  test('of staff cannot be read by scripts nor sent from elsewhere, and over https belong to this host alone', async () => {
    const app = await startApp({
      env: {
        DATABASE_URL: at.database.url,
        ORIGIN: 'https://lounge.example',
        PAYMENT_PROVIDER: 'local',
        TEST_PAYMENTS_URL: at.provider.url,
        LOG_LEVEL: 'error',
      },
    })
    await createStaff(at.database, 'cookies@venue.example', { role: 'owner' })
    const entered = await fetch(`${app.origin}/admin/api/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: 'https://lounge.example' },
      body: JSON.stringify({ email: 'cookies@venue.example', password: PASSWORD }),
    })
    expect(entered.status).toBe(200)
    const lines = entered.headers.getSetCookie()
    expect(asCookie(lines)).toMatch(/^__Host-/)
    for (const line of lines) {
      expect(line).toMatch(/^__Host-/)
      expect(line).toMatch(/; HttpOnly/i)
      expect(line).toMatch(/; Secure/i)
      expect(line).toMatch(/; SameSite=Strict/i)
      expect(line).not.toMatch(/; Domain=/i)
    }
    const consent = await fetch(`${app.origin}/cookie-consent`, {
      method: 'POST',
      redirect: 'manual',
      headers: FORM,
      body: 'choice=all&back=/',
    })
    expect(consent.headers.get('Set-Cookie')).toMatch(/; SameSite=Lax; Secure$/)
    expect(consent.headers.get('Strict-Transport-Security')).toMatch(/max-age=\d{8}/)
    await app.stop()
  })
})
