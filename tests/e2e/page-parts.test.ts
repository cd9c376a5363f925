import { beforeAll, describe, expect, test } from 'vitest'
import { DESKTOP, hydrated, PHONE, resize, sidewaysScroll, useBrowser } from '../support/browser.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { type RunningApp, startApp } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

/* Parts of public pages that move or are loaded again: the drawer, the contents of legal pages, Refresh, the error page. */

let app: RunningApp
let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(TODAY_TEMPLATE)
  app = await startApp({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'silent' } })
})
const visitor = useBrowser(() => app.origin)

test.each([
  ['/menu', 'Appetizers'],
  ['/reservations?service=dining', 'Restaurant (3PM - 9PM)'],
  ['/reservations?service=nightlife', 'Nightlife (9PM - 5AM)'],
  ['/reservations?service=private', 'Private Event'],
])('on phones every tab of %s is in view, and %s is marked as current', async (path, current) => {
  const page = await visitor.open(path, PHONE)
  const row = page.locator('nav[data-reveal-current]')
  for (const width of [390, 320]) {
    // oxlint-disable no-await-in-loop -- one width after the other
    await resize(page, { width, height: 844 })
    expect(await row.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0)
    expect(await sidewaysScroll(page)).toBe(0)
    // oxlint-enable no-await-in-loop
  }
  expect(await row.locator('[aria-current]').allTextContents()).toEqual([current])
})

test('on a narrow phone no line of the next nights is cut', async () => {
  const page = await visitor.open('/events', { ...PHONE, viewport: { width: 320, height: 640 } })
  const lines = page.getByRole('region', { name: 'Next nights' }).locator('li span')
  const cut = await lines.evaluateAll((all) =>
    all
      .filter((it) => it.scrollWidth > it.clientWidth && getComputedStyle(it).display !== 'inline')
      .map((it) => it.textContent),
  )
  expect(await lines.count()).toBeGreaterThan(4)
  expect(cut).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
})

test.each(['/reservations?service=dining', '/events?month=2099-12'])(
  'the days of the calendar of %s can be tapped on phones: they share its width',
  async (path) => {
    const page = await visitor.open(path, PHONE)
    for (const [width, least] of [
      [390, 44],
      [320, 36],
    ] as const) {
      // oxlint-disable no-await-in-loop -- one width after the other
      await resize(page, { width, height: 844 })
      const days = await page.locator('td > *').evaluateAll((all) =>
        all.map((it) => {
          const box = it.getBoundingClientRect()
          return { width: box.width, height: box.height }
        }),
      )
      expect(days.length).toBeGreaterThan(0)
      expect(Math.min(...days.map((it) => it.width))).toBeGreaterThanOrEqual(least)
      expect(Math.min(...days.map((it) => it.height))).toBeGreaterThanOrEqual(44)
      expect(await sidewaysScroll(page)).toBe(0)
      // oxlint-enable no-await-in-loop
    }
  },
)

test('a dish is shared by the device, else as a copied message; closing the dialog is no failure', async () => {
  const page = await visitor.open('/menu/jollof-arancini', PHONE)
  const share = page.getByRole('link', { name: 'Share this dish' })
  const stub = (device: 'shares' | 'closes' | 'copies') =>
    page.evaluate((kind) => {
      const told: unknown[] = []
      Object.assign(window, { told })
      const sharing = async (it: unknown): Promise<void> => {
        told.push(it)
        if (kind === 'closes') throw new DOMException('closed', 'AbortError')
      }
      Reflect.deleteProperty(Navigator.prototype, 'share')
      if (kind !== 'copies')
        Object.defineProperty(Navigator.prototype, 'share', { value: sharing, configurable: true })
      const clipboard = { writeText: sharing }
      Object.defineProperty(Navigator.prototype, 'clipboard', { value: clipboard, configurable: true })
    }, device)
  const told = () => page.evaluate(() => Reflect.get(window, 'told'))
  const url = `${app.origin}/menu/jollof-arancini`
  for (const device of ['shares', 'closes'] as const) {
    // oxlint-disable no-await-in-loop -- one after the other
    await stub(device)
    await share.click()
    await expect.poll(told).toEqual([{ text: expect.stringContaining('Jollof Arancini at'), url }])
    // oxlint-enable no-await-in-loop
  }
  expect(await page.getByText('Link copied').count()).toBe(0)
  await stub('copies')
  await share.click()
  await page.getByText('Link copied').waitFor()
  expect(await told()).toEqual([expect.stringMatching(/^Jollof Arancini at .* http/)])
  expect(page.url()).toBe(url)
  await page.context().close()
})

test('the drawer slides in from the left, and the page behind it does not scroll', async () => {
  const page = await visitor.open('/menu', { ...PHONE, reducedMotion: 'no-preference' })
  // Its left edge in each frame until it has arrived.
  const edges = page.locator('#site-drawer').evaluate(
    (drawer) =>
      new Promise<number[]>((resolve) => {
        const seen: number[] = []
        const look = (): void => {
          const { left, width } = drawer.getBoundingClientRect()
          if (width > 0) seen.push(left)
          if (seen.at(-1) === 0) resolve(seen)
          else requestAnimationFrame(look)
        }
        look()
      }),
  )
  await page.getByRole('button', { name: 'Open the menu' }).click()
  expect((await edges)[0]).toBeLessThan(0)
  await page.mouse.move(370, 600)
  await page.mouse.wheel(0, 600)
  await page.waitForTimeout(300)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.context().close()
})

test.each([
  ['/menu', 'Open the menu', '#site-drawer'],
  ['/privacy-policy', 'Table of Contents', '#contents-drawer'],
])('on %s the keyboard stays in the open drawer, and returns to its button', async (path, name, drawer) => {
  const page = await visitor.open(path, PHONE)
  const opener = page.getByRole('button', { name })
  await opener.focus()
  await page.keyboard.press('Enter')
  const place = () =>
    page.evaluate((wanted) => {
      const focused = document.activeElement
      // Between the last link and the first lie the buttons of the browser.
      if (!focused || focused === document.body) return 'browser'
      return focused.closest(wanted) ? 'drawer' : focused.outerHTML.slice(0, 80)
    }, drawer)
  await expect.poll(place).toBe('drawer')
  const seen = new Set<string>()
  for (const key of [...Array<string>(24).fill('Tab'), ...Array<string>(24).fill('Shift+Tab')]) {
    // oxlint-disable no-await-in-loop -- one key after the other
    await page.keyboard.press(key)
    seen.add(await place())
    // oxlint-enable no-await-in-loop
  }
  expect([...seen].filter((it) => it !== 'browser')).toEqual(['drawer'])
  await page.keyboard.press('Escape')
  await expect.poll(() => opener.evaluate((it) => it === document.activeElement)).toBe(true)
  await page.keyboard.press('Tab')
  expect(await place()).not.toBe('drawer')
  expect(await page.locator('[inert]').count()).toBe(0)
})

test('without a script the drawer of the menu opens and closes, too', async () => {
  const page = await visitor.open('/privacy-policy', { ...PHONE, javaScriptEnabled: false })
  const drawer = page.locator('#site-drawer')
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await drawer.waitFor()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await drawer.waitFor({ state: 'hidden' })
  expect(await page.locator('.drawer:popover-open').count()).toBe(0)
})

test('Back closes the drawer, and leaves nothing behind in the history', async () => {
  const page = await visitor.open('/cookie-policy', PHONE)
  await page.goto('/menu')
  await hydrated(page)
  const opener = page.getByRole('button', { name: 'Open the menu' })
  const drawer = page.locator('#site-drawer')
  await opener.click()
  await drawer.waitFor()
  await page.goBack()
  await drawer.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).pathname).toBe('/menu')
  await opener.click()
  await drawer.getByRole('link', { name: 'Events', exact: true }).click()
  await page.waitForURL('**/events')
  await page.goBack()
  await page.waitForURL('**/menu')
  await hydrated(page)
  expect(await drawer.isVisible()).toBe(false)
  await page.goBack()
  await page.waitForURL('**/cookie-policy')
  await page.context().close()
})

describe('the contents of a legal page', () => {
  test('jump to each section below the header, and highlight it', async () => {
    const page = await visitor.open('/terms-of-service', DESKTOP)
    const contents = page.getByRole('navigation', { name: 'Contents', exact: true })
    const links = await contents.getByRole('link').all()
    expect(links.length).toBeGreaterThan(5)
    for (const link of links) {
      // oxlint-disable no-await-in-loop -- one after the other
      const id = ((await link.getAttribute('href')) ?? '').slice(1)
      await link.click()
      await expect.poll(() => contents.locator('[aria-current]').getAttribute('href')).toBe(`#${id}`)
      const { top, isAtEnd } = await page.locator(`[id="${id}"]`).evaluate((it) => ({
        top: it.getBoundingClientRect().top,
        isAtEnd: innerHeight + scrollY >= document.documentElement.scrollHeight - 2,
      }))
      expect(isAtEnd || (top >= 80 && top <= 140), `${id} is at ${top} px`).toBe(true)
      // oxlint-enable no-await-in-loop
    }
    await page.context().close()
  })

  test.each([
    ['a phone', PHONE],
    ['a desktop', DESKTOP],
  ])('without a script are a list on %s, from which each jump shows its section', async (_name, size) => {
    const page = await visitor.open('/terms-of-service', { ...size, javaScriptEnabled: false })
    const contents = page.getByRole('navigation', { name: /^Contents/ })
    expect(await page.getByRole('button', { name: 'Table of Contents' }).count()).toBe(0)
    for (const place of [4, 2]) {
      // oxlint-disable no-await-in-loop -- one after the other
      const link = contents.getByRole('link').nth(place)
      const id = ((await link.getAttribute('href')) ?? '').slice(1)
      await link.click()
      await page.waitForURL(`**#${id}`)
      const isOnTop = await page.locator(`[id="${id}"] h2`).evaluate((it) => {
        const { left, top } = it.getBoundingClientRect()
        return top >= 60 && top < 200 && it.contains(document.elementFromPoint(left + 5, top + 5))
      })
      expect(isOnTop, id).toBe(true)
      // oxlint-enable no-await-in-loop
    }
    expect(await sidewaysScroll(page)).toBe(0)
    await page.context().close()
  })

  test('are a drawer on phones, which closes behind the jump', async () => {
    const page = await visitor.open('/privacy-policy', PHONE)
    await page.getByRole('button', { name: 'Table of Contents' }).click()
    const contents = page.getByRole('navigation', { name: 'Contents, in a drawer' })
    await contents.getByRole('link').nth(3).click()
    await contents.waitFor({ state: 'hidden' })
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200)
    const section = page.url()
    expect(section).toContain('#')
    await page.getByRole('button', { name: 'Table of Contents' }).click()
    await contents.waitFor()
    await page.goBack()
    await contents.waitFor({ state: 'hidden' })
    expect(page.url()).toBe(section)
    await page.context().close()
  })
})

test('the map is loaded when a guest asks for it, without a script, and nothing else comes from elsewhere', async () => {
  const page = await visitor.open('/', { ...PHONE, javaScriptEnabled: false })
  const elsewhere: URL[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(app.origin)) elsewhere.push(new URL(request.url()))
  })
  await page.route('https://www.openstreetmap.org/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>Streets</p>' }),
  )
  await page.reload()
  const link = page.getByRole('link', { name: 'Show the map' })
  await link.scrollIntoViewIfNeeded()
  expect(elsewhere).toEqual([])
  await link.click()
  await page
    .frameLocator('iframe[title^="Map: Baobab & Olive"]')
    .getByText('Streets')
    .waitFor({ state: 'attached' })
  expect(elsewhere.map(({ origin, pathname }) => origin + pathname)).toEqual([
    'https://www.openstreetmap.org/export/embed.html',
  ])
  expect(page.url()).toBe(`${app.origin}/`)
  await page.context().close()
})

test('Refresh of an empty menu shows the dish that was added meanwhile', async () => {
  await database.pool.query(`update menu_items set deleted_at = now() where category = 'appetizer'`)
  const page = await visitor.open('/menu')
  await expect
    .poll(async () => {
      await page.reload()
      return page.getByText('No menu items found').count()
    })
    .toBe(1)
  await database.pool.query('update menu_items set deleted_at = null')
  await page.waitForTimeout(1500)
  await page.getByRole('link', { name: 'Refresh' }).click()
  await page
    .getByRole('link', { name: /Arancini/ })
    .first()
    .waitFor()
  await page.context().close()
})
