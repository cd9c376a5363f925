import { chromium, type Page } from 'playwright-core'

/** A picture on the screen, in CSS pixels. */
export type Picture = {
  readonly url: string
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export type Visit = {
  readonly scriptBytes: number
  readonly firstPaintMs: number
  readonly largestPaintMs: number
  readonly shift: number
  readonly largest: string
  /** The largest paint, if it is a picture. */
  readonly picture: Picture | null
  /** Arrival of the last web font. */
  readonly fontsMs: number
}

export const CHROMIUM_FLAGS = ['--no-sandbox', '--disable-quic', '--disable-background-networking']
export const SLOW_4G = {
  offline: false,
  latency: 562,
  downloadThroughput: 1_440_000 / 8,
  uploadThroughput: 675_000 / 8,
}
export const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}
const SETTLED_MS = 1500

type Seen = Pick<Visit, 'picture' | 'largest'> & {
  firstPaintMs: number
  largestPaintMs: number
  shift: number
}

/** Observes paints and layout shifts; injected before any script of the page. */
function watch(): void {
  const seen = { firstPaintMs: 0, largestPaintMs: 0, shift: 0, largest: '', picture: null as Picture | null }
  Object.assign(globalThis, { paintsSeen: seen })
  const observe = (type: string, see: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true })
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.firstPaintMs = entry.startTime
  })
  observe('largest-contentful-paint', (entry) => {
    seen.largestPaintMs = entry.startTime
    const element = 'element' in entry && entry.element instanceof Element ? entry.element : null
    seen.largest = element?.tagName.toLowerCase() ?? ''
    seen.picture = null
    if (!(element instanceof HTMLImageElement)) return
    const { left, top, width, height } = element.getBoundingClientRect()
    seen.picture = { url: element.currentSrc, left, top: top + scrollY, width, height }
  })
  observe('layout-shift', (entry) => {
    const wasAsked = 'hadRecentInput' in entry && entry.hadRecentInput === true
    if (!wasAsked && 'value' in entry && typeof entry.value === 'number') seen.shift += entry.value
  })
}

/** Counts transferred bytes of JavaScript. */
export async function countScripts(page: Page) {
  const wire = await page.context().newCDPSession(page)
  await wire.send('Network.enable')
  await wire.send('Network.setCacheDisabled', { cacheDisabled: false })
  const scripts = new Set<string>()
  let bytes = 0
  wire.on('Network.responseReceived', ({ requestId, response }) => {
    if (/javascript/.test(response.mimeType)) scripts.add(requestId)
  })
  wire.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  return { wire, bytes: () => bytes }
}

/**
 * Opens each page in a new context: empty cache, no cookies. With a fontconfig file the browser sees that file's fonts only,
 * and positions glyphs between pixels, as phones do.
 */
export async function openBrowserVisit(executablePath: string, origin: string, fontConfig?: string) {
  const browser = await chromium.launch(
    fontConfig === undefined
      ? { executablePath, args: CHROMIUM_FLAGS }
      : {
          executablePath,
          args: [...CHROMIUM_FLAGS, '--font-render-hinting=none'],
          env: { ...process.env, FONTCONFIG_FILE: fontConfig },
        },
  )

  async function visit(path: string, { slow }: { slow: boolean }): Promise<Visit> {
    const context = await browser.newContext(PHONE)
    const page = await context.newPage()
    await page.addInitScript(watch)
    const { wire, bytes } = await countScripts(page)
    if (slow) await wire.send('Network.emulateNetworkConditions', SLOW_4G)
    await page.goto(new URL(path, origin).href, { waitUntil: 'load' })
    await page.waitForTimeout(SETTLED_MS)
    const seen = await page.evaluate<Seen>(() => Reflect.get(globalThis, 'paintsSeen'))
    const fontsMs = await page.evaluate(() =>
      Math.max(
        0,
        ...performance
          .getEntriesByType('resource')
          .flatMap((it) =>
            it instanceof PerformanceResourceTiming && it.name.includes('.woff2') ? [it.responseEnd] : [],
          ),
      ),
    )
    await context.close()
    return { scriptBytes: bytes(), fontsMs, ...seen }
  }
  return { visit, close: () => browser.close() }
}
