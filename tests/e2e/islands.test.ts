import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { formatDate } from '#lib/venue-time.ts'
import { cloneDatabase } from '../support/database.ts'
import { type RunningApp, startApp } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'
import { DESKTOP, hydrated, PHONE, useBrowser } from '../support/browser.ts'

/* Public pages as documents: what a browser loads, when a part comes alive, and what stays when it does not. */

let app: RunningApp
beforeAll(async () => {
  const { url } = await cloneDatabase(TODAY_TEMPLATE)
  app = await startApp({ env: { DATABASE_URL: url } })
})
const visitor = useBrowser(() => app.origin)

const DETAILS = '/events/lone-star-highlife'
const EVENT = `${DETAILS}?view=reserve`
/** Keeps the requests for a script waiting until they are released. */
async function holdBack(page: Page, script: RegExp): Promise<{ release: () => void }> {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(script, async (route) => {
    await released
    await route.continue()
  })
  return { release: () => release() }
}

const FAILED = 'This part of the page did not load. Please reload the page.'

describe('a document', () => {
  test.each(['/', '/menu', '/gallery', '/events', '/terms-of-service', '/nowhere'])(
    '%s loads no framework',
    async (path) => {
      const page = await (await visitor.newGuest(PHONE)).newPage()
      const scripts: string[] = []
      page.on('request', (request) => {
        if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
      })
      await page.goto(path, { waitUntil: 'networkidle' })
      expect(scripts.length).toBeGreaterThan(0)
      expect(scripts.filter((script) => /react|router|admin/.test(script))).toEqual([])
      await page.context().close()
    },
  )
})

test.each([
  ['/', ['site-parts', 'preload-helper']],
  [EVENT, ['site-parts', 'preload-helper', 'hydrate', 'react', 'event-booking']],
  ['/reservations?service=dining', ['site-parts', 'preload-helper', 'hydrate', 'react', 'dinner-form']],
])(
  '%s asks for all that comes alive with it at once, not for one module after another',
  async (path, names) => {
    const page = await (await visitor.newGuest(PHONE)).newPage()
    const script = await holdBack(page, /assets\/site-[\w-]{8}\.js$/)
    const asked = new Set<string>()
    page.on('request', (request) => {
      const [, name] = /assets\/([\w-]+)-[\w-]{8}\.js$/.exec(request.url()) ?? []
      if (name !== undefined) asked.add(name)
    })
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    await expect.poll(() => [...asked]).toEqual(expect.arrayContaining(names))
    expect(await page.evaluate(() => document.documentElement.dataset['script'])).toBeUndefined()
    script.release()
    await page.waitForFunction(() => document.documentElement.dataset['script'] === 'alive')
    await page.context().close()
  },
)

describe('an island', () => {
  test('loads when it comes near the screen, not before', async () => {
    const page = await (await visitor.newGuest({ viewport: { width: 1440, height: 400 } })).newPage()
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.goto(DETAILS, { waitUntil: 'networkidle' })
    expect(requests.filter((url) => url.includes('event-booking'))).toEqual([])
    const island = page.locator('[data-island="event-booking"]')
    await island.getByRole('heading', { name: 'Reserve Table' }).scrollIntoViewIfNeeded()
    await page.locator('[data-island="event-booking"][data-alive]').waitFor({ state: 'attached' })
    expect(requests.some((url) => url.includes('event-booking'))).toBe(true)
    await page.context().close()
  })

  test('answers the click that woke it', async () => {
    const page = await (await visitor.newGuest(DESKTOP)).newPage()
    // The code of the islands takes a second to come.
    await page.route(/event-booking/, async (route) => {
      await new Promise((resolve) => {
        setTimeout(resolve, 1000)
      })
      await route.continue()
    })
    await page.goto(EVENT, { waitUntil: 'load' })
    const table = page.locator('[data-island="event-booking"] [data-table]').first()
    await table.dispatchEvent('pointerdown')
    await page.locator('[data-island="event-booking"] a[href*="table="]').first().click()
    await page.getByRole('dialog').waitFor()
    expect(new URL(page.url()).searchParams.has('table')).toBe(false)
    await page.context().close()
  })

  test('keeps the party size, the day, the time and the text that were entered before it was alive', async () => {
    const page = await (await visitor.newGuest(PHONE)).newPage()
    const code = await holdBack(page, /assets\/dinner-form/)
    await page.goto('/reservations?service=dining')
    const days = page.getByLabel('Date', { exact: true })
    const dayAt = (place: number) => days.locator('option:not([disabled])').nth(place).getAttribute('value')
    // The times of today may be over.
    await page.goto(`/reservations?service=dining&date=${await dayAt(1)}`)
    await page.getByLabel('Guests').selectOption('4')
    const later = await dayAt(3)
    await days.selectOption(later)
    await page.getByRole('radio', { name: '6:30 PM' }).check()
    await page.getByLabel('Full name').fill('Amara Okafor')
    code.release()
    await page.locator('[data-island="dinner-form"][data-alive]').waitFor({ state: 'attached' })
    await page.getByText(`Time on ${formatDate(later ?? '')}`).waitFor()
    const address = new URL(page.url()).searchParams
    expect([address.get('guests'), address.get('date')]).toEqual(['4', later])
    const form = page.locator('form[aria-label="Reserve your dinner"]')
    await expect
      .poll(() => form.evaluate((it: HTMLFormElement) => Object.fromEntries(new FormData(it))))
      .toMatchObject({ guests: '4', date: later, time: '18:30', name: 'Amara Okafor' })
    expect(await page.getByLabel('Guests').inputValue()).toBe('4')
    await page.getByRole('radio', { name: '7:00 PM' }).check()
    await expect.poll(() => page.getByRole('radio', { name: '6:30 PM' }).isChecked()).toBe(false)
    await page.context().close()
  })

  test('marks the tables for a party that was chosen before it was alive', async () => {
    const page = await (await visitor.newGuest(PHONE)).newPage()
    const code = await holdBack(page, /assets\/event-booking/)
    await page.goto(EVENT)
    await page.getByLabel('How many of you?').selectOption('6')
    await page.getByText('Choose from a list').click()
    await expect.poll(() => page.locator('details[open]').count()).toBe(1)
    code.release()
    await page.getByText(/tables available for a party of 6/).waitFor()
    expect(await page.locator('details[open]').count()).toBe(1)
    await page.context().close()
  })

  test('that does not load is tried once more', async () => {
    const page = await (await visitor.newGuest(DESKTOP)).newPage()
    let failures = 0
    await page.route(/assets\/event-booking/, (route) => {
      failures += 1
      return failures === 1 ? route.abort() : route.continue()
    })
    await page.goto(EVENT)
    await page.locator('[data-island="event-booking"]').dispatchEvent('pointerover')
    await page.locator('[data-island="event-booking"][data-alive]').waitFor({ state: 'attached' })
    expect(await page.getByText(FAILED).count()).toBe(0)
    await page.context().close()
  })

  test('that never loads says so in its place, and leaves the page and its links standing', async () => {
    const page = await (await visitor.newGuest(DESKTOP)).newPage()
    await page.route(/assets\/event-booking/, (route) => route.abort())
    await page.goto(EVENT)
    await page.locator('[data-island="event-booking"]').dispatchEvent('pointerover')
    await page.getByText(FAILED).waitFor()
    await page.locator('[data-island="event-booking"] a[href*="table="]').first().waitFor()
    // The party size can be sent as a form, by the button that pages without a script have.
    await page.getByLabel('How many of you?').selectOption('4')
    await page.getByRole('button', { name: 'Show tables' }).click()
    await page.waitForURL('**guests=4**')
    await page.getByRole('link', { name: 'Menu' }).first().click()
    await page.waitForURL('**/menu')
    await hydrated(page)
    await page.context().close()
  })

  test('that throws in the browser says so in its place and holds no click back', async () => {
    const page = await (await visitor.newGuest(DESKTOP)).newPage()
    await page.route(/assets\/event-booking/, async (route) => {
      const code = await (await route.fetch()).text()
      const names = [...(/export\s*\{([^}]*)\}/.exec(code)?.[1] ?? '').matchAll(/as (\w+)/g)].map(
        ([, it]) => it,
      )
      const body = `const broken = () => { throw new Error('broken') }\nexport { ${names.map((it) => `broken as ${it}`).join(', ')} }`
      await route.fulfill({ contentType: 'text/javascript', body })
    })
    await page.goto(EVENT)
    const island = page.locator('[data-island="event-booking"]')
    await island.dispatchEvent('pointerover')
    await island.getByText(FAILED).waitFor()
    expect(await page.getByText(FAILED).count()).toBe(1)
    expect(
      await island
        .getByText(FAILED)
        .evaluate((it) => it.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))),
    ).toBe(true)
    await page.getByRole('link', { name: 'Menu' }).first().click()
    await page.waitForURL('**/menu')
    await page.context().close()
  })
})
