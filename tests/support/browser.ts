import { AxeBuilder } from '@axe-core/playwright'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { findChromium } from '../../scripts/find-chromium.ts'
import {
  areFontsShown,
  findOutOfReach,
  findUnstyledClasses,
  findSidewaysScroll,
  isPageAlive,
} from './in-page.ts'
import { layOutAll } from './page-looks.ts'

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}
export const DESKTOP: BrowserContextOptions = { viewport: { width: 1440, height: 900 } }

type NamedSizes = readonly (readonly [name: string, size: BrowserContextOptions])[]

/** Sizes at which only the layout differs from that of a phone, on which flows are walked. */
export const WIDE_SIZES: NamedSizes = [
  ['a tablet', { viewport: { width: 820, height: 1180 } }],
  ['a desktop', DESKTOP],
]

export const SIZES: NamedSizes = [['a phone', PHONE], ...WIDE_SIZES]

export type GuestIdentity = {
  /** A page in a new browser context; an error in its console fails the test. */
  readonly open: (path: string, options?: BrowserContextOptions) => Promise<Page>
  /** Another context of the same guest, cookies kept. */
  readonly newGuest: (options?: BrowserContextOptions) => Promise<BrowserContext>
}

// Generous timeouts for slow machines; speed is measured elsewhere.
const TIMEOUT_MS = 90_000

let launched: Promise<Browser> | null = null

/** The Chromium of this worker, which its test files share: each visitor has a browser context of their own. */
async function sharedBrowser(): Promise<Browser> {
  const browser = await launched
  if (browser?.isConnected()) return browser
  launched = chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-gpu'],
  })
  return launched
}

/**
 * Visitors of a test file. `origin` is read late, because the server starts beside the browser. The browser sessions of a test are
 * closed when it is over, with `pagesStay` when the file is.
 */
export function useBrowser(origin: () => string, { pagesStay = false } = {}): GuestIdentity {
  let browser: Browser
  const violations: string[] = []
  const ofThisFile: BrowserContext[] = []
  let ofThisTest: BrowserContext[] = []

  beforeAll(async () => void (browser = await sharedBrowser()))
  afterAll(async () => {
    await Promise.all(ofThisFile.map((guest) => guest.close()))
    expect(violations).toEqual([])
  })

  // They would follow the changes of later tests. What `beforeAll` opened stays.
  beforeEach(() => void (ofThisTest = []))
  afterEach(async () => void (await Promise.all(ofThisTest.map((guest) => guest.close()))))

  const newGuest = async (options: BrowserContextOptions = DESKTOP) => {
    const guest = await browser.newContext({ baseURL: origin(), reducedMotion: 'reduce', ...options })
    guest.setDefaultTimeout(TIMEOUT_MS)
    ofThisFile.push(guest)
    if (!pagesStay) ofThisTest.push(guest)
    return guest
  }

  return {
    newGuest,
    async open(path, options) {
      const page = await (await newGuest(options)).newPage()
      page.on('pageerror', (error) => violations.push(`${path}: ${error.message}`))
      page.on('console', (message) => {
        // Missing pages and refused forms are logged to the console as well; the tests expect those.
        if (message.type() === 'error' && !/status of (404|409|422)/.test(message.text()))
          violations.push(`${path}: ${message.text()}`)
      })
      await page.goto(path, { waitUntil: 'load' })
      if (options?.javaScriptEnabled !== false) await hydrated(page)
      return page
    },
  }
}

/**
 * Waits until the fonts are loaded and the page is alive: the staff area hydrated whole; of a document, its script and its
 * islands, which are touched for it, because those further down would wait for the guest.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(areFontsShown)
  await page.waitForFunction(isPageAlive)
}

/** Blocks the requests of a page or a guest for the script of the site: its document is marked, and works as without scripts. */
export const blockSiteScript = (of: Page | BrowserContext) =>
  of.route(/\/assets\/site-[^/]*\.js/, (route) => route.abort())

/** Resizes the window and waits until the page has been laid out for it. */
export async function resize(page: Page, size: WindowSize): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

const wholeStylesheets = new Map<string, Promise<string>>()

/** The stylesheet of all public pages. A page that does not exist is not cached, and carries the whole of it. */
export function wholeStylesheet(origin: string): Promise<string> {
  const known = wholeStylesheets.get(origin)
  if (known) return known
  const fetched = fetch(`${origin}/no-such-page`)
    .then((response) => response.text())
    .then((html) => /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '')
  wholeStylesheets.set(origin, fetched)
  return fetched
}

/** Classes of the page whose rules its stylesheet leaves out, though the site has some. */
const unstyledClasses = async (page: Page): Promise<string[]> =>
  page.evaluate(findUnstyledClasses, await wholeStylesheet(new URL(page.url()).origin))

/** The axe violations of the page, as readable text, and classes whose styles it lacks: what has no styles may pass axe. */
export async function axeViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'], preload: false })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // Our pages have no frames: axe needs no second page for its results.
    .setLegacyMode()
    .analyze()
  return [
    ...violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`)),
    ...(await unstyledClasses(page)).map((name) => `no styles: ${name}`),
  ]
}

/** Horizontal overflow of the page, in pixels. */
export const sidewaysScroll = (page: Page): Promise<number> => page.evaluate(findSidewaysScroll)

/** Links and buttons beyond the edge of the screen that no scrolling can reach. */
export async function outOfReach(page: Page): Promise<string[]> {
  // Parts far from the screen keep the places that they had at another width until they come near.
  await page.evaluate(layOutAll)
  return page.evaluate(findOutOfReach)
}

type WindowSize = { readonly width: number; readonly height: number }

/**
 * Looks at a page at each size, and gives it its own size back; what fails names the size. Of a page that begins on a desktop,
 * every layout of the staff area is seen: CSS and scripts follow the width.
 */
export async function atEachSize(
  page: Page,
  look: (name: string, size: WindowSize) => Promise<unknown>,
  sizes: NamedSizes = SIZES,
): Promise<void> {
  const own = page.viewportSize()
  for (const [name, { viewport }] of sizes) {
    if (!viewport) throw new Error(`${name} has no size`)
    // oxlint-disable no-await-in-loop -- one page has one size at a time
    await resize(page, viewport)
    await look(name, viewport).catch((error: unknown) => {
      throw new Error(`On ${name}, ${viewport.width} x ${viewport.height}`, { cause: error })
    })
    // oxlint-enable no-await-in-loop
  }
  if (own) await resize(page, own)
}

/** Expects at each size that axe finds nothing, and that nothing is too wide or out of reach, once `ready` has waited. */
export const expectToFit = (page: Page, ready?: () => Promise<unknown>): Promise<void> =>
  atEachSize(page, async () => {
    await ready?.()
    const seen = { wide: await sidewaysScroll(page), outOfReach: await outOfReach(page) }
    expect({ ...seen, axe: await axeViolations(page) }).toEqual({ wide: 0, outOfReach: [], axe: [] })
  })

/**
 * Expects that axe finds nothing, and that nothing is too wide or out of reach, at the size of the page and at others; and at
 * 320 px that nothing is too wide or out of reach.
 */
export async function expectSound(page: Page, of: string, others: readonly WindowSize[] = []): Promise<void> {
  const size = page.viewportSize()
  for (const other of [size, ...others]) {
    // oxlint-disable no-await-in-loop -- one size after the other
    if (other && other !== size) await resize(page, other)
    const found = [...(await axeViolations(page)), ...(await outOfReach(page))]
    expect([of, other, await sidewaysScroll(page), ...found]).toEqual([of, other, 0])
    // oxlint-enable no-await-in-loop
  }
  await resize(page, { width: 320, height: 640 })
  expect([of, await sidewaysScroll(page), ...(await outOfReach(page))]).toEqual([of, 0])
  if (size) await resize(page, size)
}
