import { createServer, type Server, type ServerResponse } from 'node:http'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { DESKTOP, hydrated, PHONE, axeViolations, useBrowser } from '../support/browser.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { type RunningApp, startApp, waitFor } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'
import type { TableState } from '#features/floor-plan/chart/schema.ts'

const NIGHT = '/events/lone-star-highlife?view=reserve'

let app: RunningApp
let database: TestDatabase
let numbers: Map<string, number>
let floorPort: number
beforeAll(async () => {
  database = await cloneDatabase(TODAY_TEMPLATE)
  app = await startApp({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'silent' } })
  const { rows } = await database.pool.query<{ id: string; table_number: number }>(
    'select id, table_number from venue_tables',
  )
  numbers = new Map(rows.map((row) => [row.id, row.table_number]))
  floorPort = await freePort()
  floor.listen(floorPort)
})
afterAll(() => floor.closeAllConnections())
afterAll(() => floor.close())
const visitor = useBrowser(() => app.origin)

// A floor stream that the test controls: it replaces the server's SSE endpoint over HTTP.
let states: Readonly<Record<number, TableState>> = {}
let streams = new Set<ServerResponse>()
let refusesStreams = false
let isOver = false
let asked = { streams: 0, polls: 0 }
const snapshot = () =>
  JSON.stringify({ tables: [...numbers].map(([id, number]) => [id, states[number] ?? 'available']) })
const floor: Server = createServer((request, response) => {
  const isStream = request.headers.accept?.includes('text/event-stream') === true
  asked[isStream ? 'streams' : 'polls'] += 1
  if (isOver) {
    response.writeHead(410).end()
    return
  }
  if (!isStream) {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(snapshot())
    return
  }
  if (refusesStreams) {
    response.writeHead(503).end()
    return
  }
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
  response.write(`data: ${snapshot()}\n\n`)
  streams.add(response)
  response.once('close', () => streams.delete(response))
})
function nowIs(next: typeof states): void {
  states = next
  for (const stream of streams) stream.write(`data: ${snapshot()}\n\n`)
}
beforeEach(() => {
  streams = new Set()
  states = {}
  refusesStreams = false
  isOver = false
  asked = { streams: 0, polls: 0 }
})

type Opening = {
  readonly path?: string
  readonly size?: BrowserContextOptions
  readonly prepare?: (page: Page) => Promise<unknown>
}

async function openFloor({ path = NIGHT, size = DESKTOP, prepare }: Opening = {}): Promise<Page> {
  const guest = await visitor.newGuest(size)
  const page = await guest.newPage()
  await prepare?.(page)
  await page.route('**/live/floor/**', (route) =>
    route.continue({ url: `http://localhost:${floorPort}${new URL(route.request().url()).pathname}` }),
  )
  await page.goto(path)
  await hydrated(page)
  return page
}
const plan = (page: Page) => page.getByRole('group', { name: 'Seating chart' })
const table = (page: Page, number: number) =>
  plan(page).getByRole('radio', { name: new RegExp(`^Table ${number},`) })
const nameOf = (page: Page, number: number) =>
  table(page, number).evaluate((it) => it.querySelector('title')?.textContent ?? '')
const reads = (page: Page, number: number, words: string) =>
  waitFor(async () => (await nameOf(page, number)).endsWith(`, ${words}`))
const checked = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=radio][aria-checked=true]')].map((it) =>
      it.getAttribute('data-table'),
    ),
  )
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-table'))

// Each rendering reserves other tables for the pre-booked share: the test waits for a state that only its own stream
// sends.
describe('tables on the plan', () => {
  test('are radio buttons: the arrows mark the next free one, and go round', async () => {
    states = { 2: 'reserved', 3: 'held', 26: 'unavailable' }
    const page = await openFloor()
    await reads(page, 3, 'held by another guest')
    await table(page, 1).focus()
    await page.keyboard.press('ArrowRight')
    expect([await focused(page), await checked(page)]).toEqual(['4', ['4', '4']])
    await page.keyboard.press('ArrowUp')
    expect(await focused(page)).toBe('1')
    await page.keyboard.press('ArrowLeft')
    expect([await focused(page), await nameOf(page, 25)]).toEqual([
      '25',
      expect.stringMatching(/, selected$/),
    ])
    await expect.poll(() => table(page, 25).getAttribute('tabindex')).toBe('0')
    await expect.poll(() => plan(page).locator('[role=radio][tabindex="0"]').count()).toBe(1)
    expect(await axeViolations(page)).toEqual([])
    await page.context().close()
  })

  test('that are taken say so, cannot be chosen and lead nowhere', async () => {
    states = { 5: 'reserved', 6: 'held', 7: 'unavailable' }
    const page = await openFloor()
    await reads(page, 6, 'held by another guest')
    for (const number of [5, 6, 7]) {
      // oxlint-disable-next-line no-await-in-loop -- one table after the other
      expect(await table(page, number).getAttribute('href')).toBeNull()
      // oxlint-disable-next-line no-await-in-loop
      await expect.poll(() => table(page, number).getAttribute('aria-disabled')).toBe('true')
      // oxlint-disable-next-line no-await-in-loop
      await table(page, number).click({ force: true })
    }
    expect(await checked(page)).toEqual([])
    await page.context().close()
  })

  test('are chosen by a click or by Space, on the plan and in the list alike', async () => {
    states = { 20: 'held' }
    const page = await openFloor()
    await reads(page, 20, 'held by another guest')
    const dialog = page.getByRole('dialog')
    await table(page, 12).click()
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await reads(page, 12, 'selected')
    expect(await focused(page)).toBe('12')
    await page.getByText('Choose from a list').click()
    const inList = page.locator('details').getByRole('radio', { name: /^Table 12,/ })
    await expect.poll(() => inList.getAttribute('aria-checked')).toBe('true')
    await inList.press('ArrowDown')
    await reads(page, 13, 'selected')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => checked(page)).toEqual(['14', '14'])
    expect(await dialog.count()).toBe(0)
    await page.keyboard.press('Space')
    await dialog.waitFor()
    expect(new URL(page.url()).searchParams.has('table')).toBe(false)
    await page.context().close()
  })

  test('are large enough for a finger after two presses of +, and move by buttons', async () => {
    const page = await openFloor({ size: PHONE })
    const zoomIn = page.getByRole('button', { name: 'Zoom in' })
    await zoomIn.click()
    await zoomIn.click()
    const sizes = await plan(page)
      .locator('a > rect.fill-transparent:not(.pointer-events-none)')
      .evaluateAll((all) => all.map((it) => it.getBoundingClientRect()))
    expect(sizes).toHaveLength(26)
    for (const { width, height } of sizes) expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    const frame = page.getByRole('region', { name: 'Seating chart, scrolls sideways' })
    const before = await frame.evaluate((it) => [it.scrollLeft, it.scrollTop])
    await page.getByRole('button', { name: 'Move right' }).click()
    await page.getByRole('button', { name: 'Move down' }).click()
    const after = await frame.evaluate((it) => [it.scrollLeft, it.scrollTop])
    expect(after[0]).toBeGreaterThan(before[0] ?? 0)
    expect(after[1]).toBeGreaterThan(before[1] ?? 0)
    await page.context().close()
  })
})

describe('the size of a party', () => {
  test('marks the tables that are too small, says how many, and stays in the address', async () => {
    states = { 9: 'held' }
    const page = await openFloor()
    await reads(page, 9, 'held by another guest')
    await table(page, 10).press('ArrowDown')
    await reads(page, 11, 'selected')
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.getByLabel('How many of you?').selectOption('6')
    await reads(page, 11, 'too small for your party of 6')
    const tooSmall = await plan(page).locator('[data-state=too_small]').count()
    await expect
      .poll(() => page.getByRole('status').first().textContent())
      .toBe(`${tooSmall} tables are too small for a party of 6`)
    expect(await table(page, 11).getAttribute('href')).toBeNull()
    expect(await checked(page)).toEqual([])
    expect(await nameOf(page, 9)).toMatch(/, held by another guest$/)
    await page.waitForURL(/view=reserve&guests=6$/)
    expect(requests.filter((url) => url.includes('.data'))).toEqual([])
    await page.reload()
    await reads(page, 11, 'too small for your party of 6')
    await page.context().close()
  })

  test('is asked by a plain form without scripts, and each table is a link that knows it', async () => {
    const page = await visitor.open(NIGHT, { ...DESKTOP, javaScriptEnabled: false })
    await page.getByLabel('How many of you?').selectOption('6')
    await page.getByRole('button', { name: 'Show tables' }).click()
    await page.waitForURL(/view=reserve&chart=\d+&guests=6#reserve$/)
    await expect
      .poll(() => page.getByRole('status').first().textContent())
      .toMatch(/too small for a party of 6$/)
    const links = await plan(page)
      .locator('a[href]')
      .evaluateAll((all) => all.map((it) => [it.getAttribute('href'), it.getAttribute('tabindex')].join(' ')))
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) expect(link).toMatch(/^\?view=reserve&chart=\d+&table=\d+&guests=6#book $/)
    await page.context().close()
  })
})

describe('an open chart', () => {
  test('follows the floor, and a table that is lost is no longer selected', async () => {
    states = { 20: 'held' }
    const page = await openFloor()
    await reads(page, 20, 'held by another guest')
    await table(page, 3).press('ArrowDown')
    await reads(page, 4, 'selected')
    nowIs({ 4: 'held', 10: 'unavailable' })
    await reads(page, 4, 'held by another guest')
    expect(await nameOf(page, 10)).toMatch(/, unavailable$/)
    expect(await checked(page)).toEqual([])
    // A focused table keeps the focus in the chart.
    expect(await focused(page)).toBe('4')
    await page
      .getByText('25 of 26 tables available')
      .or(page.getByText('24 of 26 tables available'))
      .waitFor()
    nowIs({})
    await reads(page, 4, 'selected')
    await page.context().close()
  })

  test('comes back when its stream breaks', async () => {
    const page = await openFloor()
    await waitFor(() => streams.size === 1)
    states = { 1: 'held' }
    for (const stream of streams) stream.destroy()
    await reads(page, 1, 'held by another guest')
    expect(asked).toEqual({ streams: 2, polls: 0 })
    await page.context().close()
  })

  test('polls where streams fail', async () => {
    refusesStreams = true
    states = { 1: 'held' }
    const page = await openFloor()
    await reads(page, 1, 'held by another guest')
    expect(asked).toEqual({ streams: 3, polls: 1 })
    await page.context().close()
  })

  test('stops polling when its night has ended', async () => {
    const page = await openFloor({ prepare: (it) => it.clock.install() })
    await waitFor(() => streams.size === 1)
    isOver = true
    for (const stream of streams) stream.destroy()
    await waitFor(() => asked.polls === 1)
    await page.waitForTimeout(500)
    await page.clock.fastForward('05:00')
    await page.waitForTimeout(500)
    expect(asked).toEqual({ streams: 3, polls: 1 })
    await page.context().close()
  })

  test('polls in a browser without streams', async () => {
    states = { 1: 'held' }
    const page = await openFloor({
      prepare: (it) => it.addInitScript(() => Reflect.deleteProperty(globalThis, 'EventSource')),
    })
    await reads(page, 1, 'held by another guest')
    expect(asked).toEqual({ streams: 0, polls: 1 })
    await page.context().close()
  })

  test('closes its stream when the page is left, and reopens it when the guest returns', async () => {
    const page = await openFloor()
    await waitFor(() => streams.size === 1)
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
    await waitFor(() => streams.size === 0)
    states = { 2: 'held' }
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await reads(page, 2, 'held by another guest')
    await page.context().close()
  })

  test('of a sold-out night is read-only', async () => {
    const page = await openFloor({ path: '/events/gold-dust-ball?view=reserve' })
    // The chart's buttons work: a stream would have been requested by then.
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await page.locator('button[aria-label="Reset zoom"][aria-disabled=false]').waitFor()
    expect(
      await plan(page)
        .getByRole('img', { name: /^Table 7,.*, reserved$/ })
        .count(),
    ).toBe(1)
    expect(await page.getByRole('radio').count()).toBe(0)
    expect(asked).toEqual({ streams: 0, polls: 0 })
    await page.context().close()
  })
})
