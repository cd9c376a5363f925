import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { MODAL_DELAY_MS } from '#features/home-modals/rules.ts'
import { axeViolations, DESKTOP, hydrated, PHONE, useBrowser } from '../support/browser.ts'
import { cloneDatabase } from '../support/database.ts'
import { type RunningApp, startApp, waitFor } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

/* The home page: its web fonts, its films and its modals. */

let app: RunningApp
beforeAll(async () => {
  const { url } = await cloneDatabase(TODAY_TEMPLATE)
  app = await startApp({ env: { DATABASE_URL: url, LOG_LEVEL: 'silent' } })
})
const visitor = useBrowser(() => app.origin)

test('asks for its web fonts after its first picture, and at once where they are cached', async () => {
  const page = await (await visitor.newGuest(PHONE)).newPage()
  const fonts: string[] = []
  page.on('request', (it) => void (it.resourceType() === 'font' && fonts.push(it.url())))
  let released = Promise.withResolvers<void>()
  await page.route('**/hero-poster*', async (route) => {
    await released.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  // By then a page that did not wait for its picture would have asked for them.
  await page.waitForFunction(() => document.documentElement.dataset['script'] === 'alive')
  expect(fonts).toEqual([])
  released.resolve()
  await expect.poll(() => fonts.length).toBeGreaterThan(0)
  await hydrated(page)

  released = Promise.withResolvers()
  const before = fonts.length
  await page.goto('/', { referer: `${app.origin}/menu`, waitUntil: 'domcontentloaded' })
  await expect.poll(() => fonts.length).toBeGreaterThan(before)
  released.resolve()
})

test('shows its poster and no film to a guest who prefers reduced motion', async () => {
  const page = await visitor.open('/')
  // The film mounts in an idle callback after the load; this one is queued behind it.
  await page.evaluate(
    () => new Promise((done) => requestIdleCallback(() => setTimeout(done, 500), { timeout: 5000 })),
  )
  expect(await page.locator('video').count()).toBe(0)
  // Control: by now the film mounts at once where motion is welcome.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.locator('video').first().waitFor({ state: 'attached' })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.locator('video').first().waitFor({ state: 'detached' })
})

test('plays its film to others, and lets them stop it', async () => {
  const page = await visitor.open('/', { ...DESKTOP, reducedMotion: 'no-preference' })
  const film = page.locator('video').first()
  await film.waitFor({ state: 'attached' })
  const pause = page.getByRole('button', { name: /pause/i }).first()
  await pause.waitFor()
  await pause.click()
  await waitFor(() => film.evaluate((it) => it instanceof HTMLVideoElement && it.paused))
  expect(await film.evaluate((it) => it instanceof HTMLVideoElement && it.muted && it.loop)).toBe(true)
})

test('on a phone that starts slowly, its film comes after the first five seconds', async () => {
  const page = await openWithClock({ ...PHONE, reducedMotion: 'no-preference' })
  await page.addInitScript(() => {
    const now = performance.now.bind(performance)
    let asked = 0
    performance.now = () => now() + 20 * (asked += 1)
  })
  await page.goto('/')
  await page.waitForFunction(() => document.documentElement.dataset['script'] === 'alive')
  await page.clock.runFor(3000)
  expect(await page.locator('video').count()).toBe(0)
  await page.clock.runFor(3000)
  await page.locator('video').first().waitFor({ state: 'attached' })
})

test('adds the film of a section when a guest comes near it, and a link leads to that section', async () => {
  const page = await visitor.open('/', { ...PHONE, reducedMotion: 'no-preference' })
  await page.locator('video').first().waitFor({ state: 'attached' })
  expect(await page.locator('#story video').count()).toBe(0)
  await page.locator('#story').scrollIntoViewIfNeeded()
  await page.locator('#story video').waitFor({ state: 'attached' })
  await page.goto('/menu')
  await page.goto('/#story')
  // Sections that were not laid out yet take no other height afterwards, so the heading stays where the link led.
  await waitFor(() =>
    page.locator('#story').evaluate((it) => {
      const { top } = it.getBoundingClientRect()
      return top >= -1 && top < innerHeight / 2
    }),
  )
})

test('opens one home modal after five seconds, and another one at the next visit', async () => {
  const page = await openWithClock()
  const titles = new Set<string>()
  await page.context().addCookies([{ name: 'cookie_consent', value: 'essential', url: app.origin }])
  for (let visit = 0; visit < 3; visit += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one visit after the other
    titles.add(await announcementAt(page))
  }
  expect(titles.size).toBe(3)
  const seen = await page.evaluate(() => localStorage.getItem('seenModals') ?? '[]')
  expect(JSON.parse(seen)).toHaveLength(3)
})

test('opens no home modal over the cookie banner, and one once that is answered', async () => {
  const page = await openWithClock()
  await page.goto('/')
  await hydrated(page)
  await page.clock.fastForward(MODAL_DELAY_MS + 2000)
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await page.evaluate(() => localStorage.getItem('seenModals'))).toBeNull()
  await page.getByRole('button', { name: 'Reject' }).click()
  await page.getByRole('dialog').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('seenModals'))).not.toBeNull()
})

test('opens a home modal that the guest has not seen in another tab meanwhile', async () => {
  const page = await openWithClock()
  // The first of those to choose from.
  await page.addInitScript(() => (Math.random = () => 0))
  await page.context().addCookies([{ name: 'cookie_consent', value: 'essential', url: app.origin }])
  await page.goto('/')
  await hydrated(page)
  const unseen = await page.locator('dialog[data-home-modal]').evaluateAll((dialogs) => {
    const ids = dialogs.map((it) => it.getAttribute('data-home-modal'))
    localStorage.setItem('seenModals', JSON.stringify(ids.slice(0, -1)))
    return ids.at(-1)
  })
  await page.clock.fastForward(MODAL_DELAY_MS)
  await page.getByRole('dialog').waitFor()
  expect(await page.locator('dialog[open]').getAttribute('data-home-modal')).toBe(unseen)
})

async function openWithClock(options?: BrowserContextOptions): Promise<Page> {
  const page = await (await visitor.newGuest(options)).newPage()
  await page.clock.install()
  return page
}

async function announcementAt(page: Page): Promise<string> {
  await page.goto('/')
  await hydrated(page)
  const dialog = page.getByRole('dialog')
  await page.clock.fastForward(MODAL_DELAY_MS / 2)
  expect(await dialog.count()).toBe(0)
  await page.clock.fastForward(MODAL_DELAY_MS / 2)
  await dialog.waitFor()
  const title = (await dialog.getByRole('heading').first().textContent()) ?? ''
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  return title
}
