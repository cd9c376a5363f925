import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import {
  axeViolations,
  DESKTOP,
  outOfReach,
  PHONE,
  sidewaysScroll,
  useBrowser,
} from '../../../../tests/support/browser.ts'
import { LOCAL_SECRET_KEY } from './server.ts'
import { createOrder, openEmulator, serve, type Emulator } from './test-kit.ts'

type Counter = Emulator & { readonly sessionId: string; readonly page: string; readonly venue: string }

/** An emulator with one checkout and a venue that the guest returns to. */
async function openPaymentPage(): Promise<Counter> {
  const { url: venue } = await serve((params, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' })
    response.end(`<!doctype html><html lang="en"><title>Venue</title><link rel="icon" href="data:,">
<h1>${(params.url ?? '').replace(/[^\w/?=&-]/g, '')}</h1></html>`)
  })
  const emulator = await openEmulator({ publicUrl: 'http://127.0.0.1:1/test-payment' })
  const { sessionId } = await emulator.gateway.createCheckout(
    createOrder({
      lines: [
        { label: '<b>Table</b> 12 & friends', amountCents: 125_000 },
        { label: 'Screen Display', amountCents: 5000 },
      ],
      successUrl: `${venue}/done?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${venue}/left`,
    }),
  )
  return { ...emulator, sessionId, venue, page: `${emulator.provider.url}/test-payment/${sessionId}` }
}

const choose = (page: string, outcome: string): Promise<Response> =>
  fetch(page, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' })

describe('the page, without a browser', () => {
  test('says what it is, what is bought, for how much and until when', async () => {
    const { page } = await openPaymentPage()
    const answer = await fetch(page)
    expect(answer.status).toBe(200)
    const html = await answer.text()
    expect(html).toContain('<h1>Test payment: no real money</h1>')
    expect(html).toContain('&lt;b&gt;Table&lt;/b&gt; 12 &amp; friends')
    expect(html).toContain('<td>$1,300.00</td>')
    expect(html).toMatch(/open until <time datetime="[^"]+">\d+:\d\d [AP]M<\/time>/)
    expect(html).not.toContain('<script')
    expect(html).not.toContain('style=')
    expect(html).not.toContain('ada@example.com')
  })

  test('shows the end of the hold as its deadline, and cannot be paid after it', async () => {
    const emulator = await openEmulator({ publicUrl: 'http://127.0.0.1:1/test-payment' })
    const open = async (heldUntil: Date) => {
      const { sessionId } = await emulator.gateway.createCheckout(createOrder({ heldUntil }))
      return `${emulator.provider.url}/test-payment/${sessionId}`
    }
    const soon = new Date(Date.now() + 15 * 60_000)
    const html = await (await fetch(await open(soon))).text()
    expect(html).toContain(`open until <time datetime="${soon.toISOString()}">`)

    const late = await open(new Date(Date.now() - 1000))
    const ended = await (await fetch(late)).text()
    expect(ended).toContain('The time to pay is over. Nothing was charged.')
    expect(ended).not.toContain('<button')
    expect((await choose(late, 'approve')).headers.get('Location')).toBe(new URL(late).pathname)
    const { sessions } = await emulator.provider.control.readLedger()
    expect(sessions.map(({ status }) => status)).toEqual(['open', 'open'])
  })

  test('allows its own style, and the way back to the venue, and nothing else', async () => {
    const { page, venue } = await openPaymentPage()
    const answer = await fetch(page)
    const style = /<style>([\s\S]*)<\/style>/.exec(await answer.text())?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(answer.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self' ${venue}; img-src data:; base-uri 'none'; frame-ancestors 'none'`,
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
  })

  test.for([
    ['approve', 'paid'],
    ['3ds-pass', 'paid'],
    ['late', 'processing'],
    ['late-fail', 'processing'],
  ] as const)('%s leads to the venue, and the checkout is %s', async ([outcome, state]) => {
    const { gateway, page, sessionId, venue } = await openPaymentPage()
    const answer = await choose(page, outcome)
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `${venue}/done?session_id=${sessionId}`,
    ])
    expect(await gateway.getCheckout(sessionId)).toMatchObject({ state })
    const again = await choose(page, outcome)
    expect(again.headers.get('location')).toBe(`${venue}/done?session_id=${sessionId}`)
    expect(await (await fetch(page)).text()).toContain('This payment is done.')
  })

  test.for([
    ['decline', 'Your card was declined.'],
    ['3ds-fail', 'We are unable to authenticate your payment method.'],
  ] as const)(
    '%s comes back to the page, which says why and still offers everything',
    async ([outcome, said]) => {
      const { gateway, page, sessionId } = await openPaymentPage()
      const answer = await choose(page, outcome)
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `/test-payment/${sessionId}`])
      const html = await (await fetch(page)).text()
      expect(html).toContain(`role="alert">${said}`)
      expect(html.match(/<button name="outcome"/g)).toHaveLength(7)
      expect(await gateway.getCheckout(sessionId)).toMatchObject({ state: 'open' })
    },
  )

  test('left by its guest leads back, and can still be paid', async () => {
    const { gateway, page, sessionId, venue } = await openPaymentPage()
    expect((await choose(page, 'abandon')).headers.get('location')).toBe(`${venue}/left`)
    expect(await gateway.getCheckout(sessionId)).toMatchObject({ state: 'open' })
  })

  test('takes nothing once the venue has closed it', async () => {
    const { gateway, page, sessionId, provider } = await openPaymentPage()
    await gateway.expireCheckout(sessionId)
    await choose(page, 'approve')
    expect(await gateway.getCheckout(sessionId)).toMatchObject({ state: 'expired' })
    expect((await provider.control.readLedger()).charges).toEqual([])
    expect(await (await fetch(page)).text()).toContain('Nothing was charged.')
  })

  test('is missing for unknown payments and other paths', async () => {
    const { page, provider, sessionId } = await openPaymentPage()
    const elsewhere = [`${page}0`, `${provider.url}/${sessionId}`]
    const statuses = elsewhere.map(async (address) => (await fetch(address)).status)
    expect(await Promise.all(statuses)).toEqual([404, 404])
  })

  test('opens no back door: a path that climbs out of it is taken as it stands', async () => {
    const { provider } = await openPaymentPage()
    const climb = (path: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const headers = { Authorization: `Bearer ${LOCAL_SECRET_KEY}` }
        request({ port: provider.port, path, headers }, (answer) => resolve(answer.resume().statusCode))
          .on('error', reject)
          .end()
      })
    const paths = [
      '/test-payment/../control/ledger',
      '/test-payment/%2e%2e/control/ledger',
      '/control/ledger',
    ]
    expect(await Promise.all(paths.map(climb))).toEqual([404, 404, 200])
  })
})

describe('the page, in a browser', () => {
  const { open } = useBrowser(() => 'http://127.0.0.1')

  test.for([
    ['a phone', PHONE],
    ['a desktop', DESKTOP],
  ] as const)('is fit for everybody on %s', async ([, size]) => {
    const { page: address, gateway, sessionId } = await openPaymentPage()
    await choose(address, 'decline')
    const page = await open(address, size)
    expect(await axeViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await outOfReach(page)).toEqual([])
    const heights = await page
      .locator('button')
      .evaluateAll((buttons) => buttons.map((it) => it.getBoundingClientRect().height))
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
    await gateway.expireCheckout(sessionId)
    await page.reload()
    expect(await axeViolations(page)).toEqual([])
    await page.context().close()
  })

  test('is declined and then approved by keyboard alone, with no script, and leads back', async () => {
    const { page: address, sessionId, venue } = await openPaymentPage()
    const page = await open(address, { ...PHONE, javaScriptEnabled: false })
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Your card was declined.').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${venue}/done?session_id=${sessionId}`)
    await page.context().close()
  })
})
