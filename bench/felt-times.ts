import { chromium, type Page } from 'playwright-core'
import { CHROMIUM_FLAGS, countScripts, PHONE, SLOW_4G } from './browser-visit.ts'
import { median } from './server.ts'

const SLOW_PHONE = 4
const SETTLED_MS = 3000
const FIRST_SECONDS_MS = 5000
const TAPPED_AT = 'tappedAt'

export type FeltTimes = {
  /** JavaScript from Home through Events and an event to the open dialog of a table. */
  readonly wholeWayKb: number
  /** From a tap on a table to the frame that shows it selected, on slow 4G, after the page was idle. */
  readonly firstTouchMs: number
  /** From a tap on a prefetched link to the first paint of the next page, on slow 4G. */
  readonly nextPageMs: number
  /** From the navigation to an event's tables until their chart answers, on slow 4G. */
  readonly aliveChartMs: number
  /** Processor time of the page in its first five seconds on Home, on a phone four times as slow. */
  readonly processorMs: number
  /** The same of a bare page, in turns with Home. */
  readonly bareProcessorMs: number
}

type Measure = (page: Page) => Promise<number>

/** Measures what a guest on a phone feels, each the median of some visits with an empty cache. */
export async function measureFeltTimes(
  executablePath: string,
  origin: string,
  { event, visits, barePage }: { readonly event: string; readonly visits: number; readonly barePage: string },
): Promise<FeltTimes> {
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
  const measureOnce = async (measure: Measure): Promise<number> => {
    const context = await browser.newContext({ ...PHONE, baseURL: origin })
    await context.addCookies([{ name: 'cookie_consent', value: 'essential', url: origin }])
    const value = await measure(await context.newPage())
    await context.close()
    return value
  }
  /** Medians of measures that take turns. */
  const mediansOf = async (...measures: readonly Measure[]): Promise<number[]> => {
    const values: number[][] = measures.map(() => [])
    for (let i = 0; i < visits; i += 1)
      for (const [at, measure] of measures.entries()) {
        // oxlint-disable-next-line no-await-in-loop -- parallel visits would share the bandwidth
        values[at]?.push(await measureOnce(measure))
      }
    return values.map(median)
  }
  const medianOf = async (measure: Measure): Promise<number> => (await mediansOf(measure))[0] ?? 0
  const [processorMs = 0, bareProcessorMs = 0] = await mediansOf(
    (page) => processorTime(page, '/'),
    (page) => processorTime(page, barePage),
  )
  const times = {
    wholeWayKb: (await medianOf((page) => wholeWayBytes(page, event))) / 1024,
    firstTouchMs: await medianOf((page) => firstTouch(page, event)),
    nextPageMs: await medianOf(nextPage),
    aliveChartMs: await medianOf((page) => timeToAliveChart(page, event)),
    processorMs,
    bareProcessorMs,
  }
  await browser.close()
  return times
}

async function wholeWayBytes(page: Page, event: string): Promise<number> {
  const { bytes } = await countScripts(page)
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Events' }).tap()
  await page.waitForURL('**/events')
  await page.locator(`main a[href="${event}"]`).first().tap()
  await page.waitForURL(`**${event}`)
  await page.getByRole('link', { name: 'Reserve Table' }).first().tap()
  await aliveChart(page)
  await freeTable(page).tap()
  await page.getByRole('dialog').waitFor()
  await page.waitForTimeout(SETTLED_MS)
  return bytes()
}

async function firstTouch(page: Page, event: string): Promise<number> {
  const { wire } = await countScripts(page)
  await wire.send('Network.emulateNetworkConditions', SLOW_4G)
  await page.goto(`${event}?view=reserve`)
  await aliveChart(page)
  await page.waitForTimeout(SETTLED_MS)
  const table = freeTable(page)
  await table.scrollIntoViewIfNeeded()
  const answered = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const begin = (touch: Event): void => {
          const look = (): void => {
            if (document.querySelector('svg [role=radio][aria-checked=true]') === null)
              requestAnimationFrame(look)
            else requestAnimationFrame(() => resolve(performance.now() - touch.timeStamp))
          }
          look()
        }
        addEventListener('pointerdown', begin, { capture: true, once: true })
      }),
  )
  await table.tap()
  return answered
}

async function timeToAliveChart(page: Page, event: string): Promise<number> {
  const { wire } = await countScripts(page)
  await wire.send('Network.emulateNetworkConditions', SLOW_4G)
  await page.goto(`${event}?view=reserve`, { waitUntil: 'commit' })
  await aliveChart(page)
  return page.evaluate(() => performance.now())
}

async function nextPage(page: Page): Promise<number> {
  const { wire } = await countScripts(page)
  await wire.send('Network.emulateNetworkConditions', SLOW_4G)
  await page.goto('/menu')
  await page.waitForTimeout(SETTLED_MS)
  const link = page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Events' })
  // The pointer rests on the link as long as a prefetch takes.
  await link.hover()
  await page.waitForTimeout(SETTLED_MS)
  await page.evaluate((name) => {
    const note = (): void => sessionStorage.setItem(name, String(performance.timeOrigin + performance.now()))
    addEventListener('click', note, { capture: true, once: true })
  }, TAPPED_AT)
  await link.click()
  await page.waitForURL('**/events')
  return page.evaluate(
    (name) =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          for (const { startTime } of list.getEntriesByName('first-contentful-paint'))
            resolve(performance.timeOrigin + startTime - Number(sessionStorage.getItem(name)))
        }).observe({ type: 'paint', buffered: true })
      }),
    TAPPED_AT,
  )
}

async function processorTime(page: Page, path: string): Promise<number> {
  const { wire } = await countScripts(page)
  await wire.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PHONE })
  await wire.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForTimeout(FIRST_SECONDS_MS)
  const { metrics } = await wire.send('Performance.getMetrics')
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  return seconds * 1000
}

const freeTable = (page: Page) => page.locator('svg [role=radio]:not([aria-disabled])').first()

/** Waits until the tables of the chart answer. */
const aliveChart = (page: Page) =>
  page.locator('svg [role=radio][tabindex="0"]').waitFor({ state: 'attached' })
