import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  axeViolations,
  DESKTOP,
  outOfReach,
  PHONE,
  resize,
  sidewaysScroll,
  useBrowser,
} from '../support/browser.ts'
import { namesOf, nameViolations } from '../support/accessible-names.ts'
import { cloneDatabase } from '../support/database.ts'
import { expectPrintable } from '../support/printing.ts'
import { type RunningApp, startApp } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

const SCREENS = [
  '/',
  '/menu',
  '/menu?tab=desserts&view=list',
  '/menu?diet=vegan,gluten-free',
  '/menu/jollof-arancini',
  '/menu/no-such-dish',
  '/gallery',
  '/events',
  '/events?q=zzzz',
  '/events?past=1',
  '/events?month=2099-12',
  '/events/lone-star-highlife',
  '/events/lone-star-highlife?view=reserve',
  '/events/gold-dust-ball',
  '/events/no-such-night',
  '/reservations?service=dining',
  '/reservations?service=nightlife',
  '/reservations?service=private',
  '/plan-event',
  '/perform',
  '/thank-you?for=performer',
  '/privacy-policy',
  '/terms-of-service',
  '/cookie-policy?cookies=1',
  '/nowhere',
]

const PRINTED: ReadonlySet<string> = new Set([
  '/',
  '/menu',
  '/menu/jollof-arancini',
  '/events',
  '/events/lone-star-highlife',
  '/terms-of-service',
])

let app: RunningApp
beforeAll(async () => {
  const { url } = await cloneDatabase(TODAY_TEMPLATE)
  app = await startApp({ env: { DATABASE_URL: url, LOG_LEVEL: 'silent' } })
})
const visitor = useBrowser(() => app.origin)

/** Accessibility and layout violations of a page at its current size. */
const violationsOf = async (page: Page): Promise<string[]> => [
  ...(await outOfReach(page)),
  ...(await axeViolations(page)),
]

test.each(SCREENS)('axe finds nothing on %s on a phone, and nothing of it is too wide', async (path) => {
  const page = await visitor.open(path, PHONE)
  expect(await violationsOf(page)).toEqual([])
  await resize(page, { width: 320, height: 640 })
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await outOfReach(page)).toEqual([])
})

test.each(SCREENS)(
  'axe finds nothing on %s on a desktop or a tablet, nothing sticks out, and no name runs together or is read twice',
  async (path) => {
    const page = await visitor.open(path, DESKTOP)
    expect(await violationsOf(page)).toEqual([])
    expect(await nameViolations(page)).toEqual([])
    await resize(page, { width: 820, height: 1180 })
    expect(await violationsOf(page)).toEqual([])
    await resize(page, { width: 1440, height: 900 })
    if (PRINTED.has(path)) await expectPrintable(page)
  },
)

test.each([640, 768, 1024, 1180])(
  'at %d px the header holds all it has to, each text on one line',
  async (width) => {
    const page = await visitor.open('/menu', { viewport: { width, height: 800 } })
    expect(await outOfReach(page)).toEqual([])
    const broken = await page.locator('header.fixed a').evaluateAll((links) =>
      links
        .filter((link) => link.checkVisibility())
        .flatMap((link) => [...link.querySelectorAll('span'), link])
        .filter((it) => it.childElementCount === 0 && it.clientWidth > 1)
        .filter(
          (it) =>
            it.getBoundingClientRect().height > 2 * parseFloat(getComputedStyle(it).fontSize) &&
            !it.className.includes('min-h'),
        )
        .map((it) => it.textContent),
    )
    expect(broken).toEqual([])
  },
)

test('who wants less motion sees no transition when the window is resized', async () => {
  const page = await visitor.open('/perform', DESKTOP)
  await page.setViewportSize({ width: 820, height: 1180 })
  const running = await page.evaluate(() => {
    document.body.getBoundingClientRect()
    return document.getAnimations().length
  })
  expect(running).toBe(0)
})

test.each(['/', '/menu', '/gallery', '/events', '/reservations'])(
  '%s can be walked with the keyboard',
  async (path) => {
    const page = await visitor.open(path)
    await page.keyboard.press('Escape')
    const seen = new Set<string>()
    for (let i = 0; i < 30; i += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one key after the other
      await page.keyboard.press('Tab')
      // oxlint-disable-next-line no-await-in-loop
      const focused = await page.evaluate(() => {
        const element = document.activeElement
        if (!element || element === document.body) return null
        const { width, height } = element.getBoundingClientRect()
        // A card shows the focus ring of its only link around itself.
        const isMarked = (it: Element | null) => it !== null && getComputedStyle(it).outlineStyle !== 'none'
        return {
          id: element.outerHTML.slice(0, 300),
          isVisible: width > 0 && height > 0,
          isMarked: isMarked(element) || isMarked(element.closest('article, li')),
        }
      })
      if (!focused) continue
      expect(focused.isVisible, focused.id).toBe(true)
      expect(focused.isMarked, focused.id).toBe(true)
      seen.add(focused.id)
    }
    expect(seen.size).toBeGreaterThan(15)
  },
)

test.each([
  ['in the dialog', true],
  ['in the form without JavaScript', false],
])('no name of the booking runs together or is read twice, %s', async (_where, javaScriptEnabled) => {
  const page = await visitor.open('/events/lone-star-highlife?view=reserve', { ...PHONE, javaScriptEnabled })
  const link = page.locator('details a[href*="table="]').first()
  await page.goto(`/events/lone-star-highlife${await link.getAttribute('href')}`)
  await page.getByRole('spinbutton', { name: 'Number of guests', exact: true }).waitFor()
  // The browser computes descriptions a moment after the dialog has opened.
  await expect
    .poll(async () => (await namesOf(page)).find(({ role }) => role === 'spinbutton')?.description)
    .toMatch(/^This table seats up to \d+$/)
  expect(await nameViolations(page)).toEqual([])
})

test('the contents of a legal page are named, and no landmark is nameless', async () => {
  const page = await visitor.open('/terms-of-service')
  expect(await page.locator('aside:not([aria-label]):not([aria-labelledby])').count()).toBe(0)
  await page.getByRole('navigation', { name: 'Contents', exact: true }).waitFor()
})
