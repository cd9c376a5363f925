import { beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase } from '../support/database.ts'
import { type RunningApp, startApp } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

let app: RunningApp
beforeAll(async () => {
  const { url } = await cloneDatabase(TODAY_TEMPLATE)
  app = await startApp({ env: { DATABASE_URL: url } })
})

const htmlOf = async (path: string, init?: RequestInit): Promise<string> => (await app.get(path, init)).text()
const answer = (fields: Record<string, string>): Promise<Response> =>
  app.get('/cookie-consent', {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { Origin: app.origin },
  })

describe('the cookie banner', () => {
  test('asks until it is answered, and stores the answer in one cookie', async () => {
    expect(await htmlOf('/')).toContain('Cookie consent')
    const response = await answer({ choice: 'essential', back: '/menu' })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/menu')
    const cookie = response.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^cookie_consent=essential; Path=\/; Max-Age=\d+; SameSite=Lax/)
    const answered = await htmlOf('/', { headers: { Cookie: cookie.split(';')[0] ?? '' } })
    expect(answered).not.toContain('Cookie consent')
    const again = await htmlOf('/cookie-policy?cookies=1', { headers: { Cookie: 'cookie_consent=all' } })
    expect(again).toContain('Cookie consent')
  })

  const LINK = '/payment-cancelled?reservation_id=1&token=a.b'

  test.each([
    ['/menu', '/menu'],
    ['/menu?tab=drinks&view=list&utm_source=x', '/menu?tab=drinks&view=list'],
    ['/cookie-policy?cookies=1', '/cookie-policy'],
    [LINK, LINK],
  ])('on %s leads back to %s', async (path, to) => {
    const [, back = ''] = /name="back" value="([^"]*)"/.exec(await htmlOf(path)) ?? []
    expect(back.replaceAll('&amp;', '&')).toBe(to)
    const response = await answer({ choice: 'all', back: to })
    expect(response.headers.get('location')).toBe(to)
  })

  test.each(['https://evil.example', '//evil.example', String.raw`/\evil.example`, ''])(
    'never sends a guest to %j',
    async (back) => expect((await answer({ choice: 'all', back })).headers.get('location')).toBe('/'),
  )

  test('takes no answer it did not offer', async () => {
    const response = await answer({ choice: 'yes' })
    expect(response.status).toBe(400)
    expect(response.headers.has('set-cookie')).toBe(false)
  })

  test('is not set by anyone who only reads', async () =>
    expect((await app.get('/')).headers.has('set-cookie')).toBe(false))
})
