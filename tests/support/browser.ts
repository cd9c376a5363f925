import { AxeBuilder } from '@axe-core/playwright'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { findChromium } from '../../scripts/find-chromium.ts'

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}
export const DESKTOP: BrowserContextOptions = { viewport: { width: 1440, height: 900 } }

export const SIZES: readonly (readonly [name: string, size: BrowserContextOptions])[] = [
  ['a phone', PHONE],
  ['a tablet', { viewport: { width: 820, height: 1180 } }],
  ['a desktop', DESKTOP],
]

export type GuestIdentity = {
  /** A page in a browser that has never been here, and fails the test on an error in its console. */
  readonly open: (path: string, options?: BrowserContextOptions) => Promise<Page>
  /** The same guest with further pages, cookies kept. */
  readonly newGuest: (options?: BrowserContextOptions) => Promise<BrowserContext>
}

// A machine may be slow; how fast things are is measured elsewhere.
const PATIENCE_MS = 90_000

/** One Chromium for a test file. `origin` is asked when a page is opened: the server starts beside it. */
export function useBrowser(origin: () => string): GuestIdentity {
  let browser: Browser
  const complaints: string[] = []

  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: await findChromium(),
      args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
    })
  })
  afterAll(async () => {
    await browser.close()
    expect(complaints).toEqual([])
  })

  const newGuest = async (options: BrowserContextOptions = DESKTOP) => {
    const guest = await browser.newContext({ baseURL: origin(), reducedMotion: 'reduce', ...options })
    guest.setDefaultTimeout(PATIENCE_MS)
    return guest
  }

  return {
    newGuest,
    async open(path, options) {
      const page = await (await newGuest(options)).newPage()
      page.on('pageerror', (error) => complaints.push(`${path}: ${error.message}`))
      page.on('console', (message) => {
        // A page that is not there, and a form that is refused, say so in the console as well; that is what was asked for.
        if (message.type() === 'error' && !/status of (404|409|422)/.test(message.text()))
          complaints.push(`${path}: ${message.text()}`)
      })
      await page.goto(path, { waitUntil: 'load' })
      if (options?.javaScriptEnabled !== false) await hydrated(page)
      return page
    },
  }
}

/** Waits until the page has its letters and has come alive; pages without scripts never do, and need not. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => document.fonts.status === 'loaded')
  await page.waitForFunction(
    () =>
      document.querySelector('script[type=module], script[data-when-loaded]') === null ||
      Object.keys(document.documentElement).some((key) => key.startsWith('__reactFiber')),
  )
}

/** Makes the window another size, and waits until the page has been drawn for it. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

/** What axe finds wrong with the page as it is now, in words that lead to it. */
export async function axeComplaints(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'], preload: false })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // No page of ours is made of several frames: nothing needs a page of its own to be put together in.
    .setLegacyMode()
    .analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`))
}

/** How far the page can be scrolled sideways, in pixels. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  // Room that is kept free for a scrollbar belongs to the client width and not to the scroll width.
  page.evaluate(() =>
    Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
  )

/** Links and buttons that stick out of the screen where nothing can be scrolled to reach them. */
export const outOfReach = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const canScroll = (it: Element | null): boolean =>
      it !== null &&
      it !== document.body &&
      it !== document.documentElement &&
      (/auto|scroll/.test(getComputedStyle(it).overflowX) || canScroll(it.parentElement))
    return (
      [...document.querySelectorAll('a, button, input, summary')]
        // What is there for programs only is out of everybody's reach on purpose.
        .filter((it) => it.checkVisibility() && !canScroll(it) && !it.closest('[aria-hidden=true]'))
        .filter((it) => {
          const { left, right, width } = it.getBoundingClientRect()
          return width > 1 && (left < -1 || right > document.documentElement.clientWidth + 1)
        })
        .map((it) => it.outerHTML.slice(0, 200))
    )
  })
