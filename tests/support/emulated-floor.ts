import { createServer, type ServerResponse } from 'node:http'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import type { TableState } from '#features/floor-plan/chart/schema.ts'
import { DESKTOP, hydrated, useBrowser } from './browser.ts'
import { cloneDatabase } from './database.ts'
import { type RunningApp, startApp, waitFor } from './server.ts'
import { TODAY_TEMPLATE } from './templates.ts'

export const NIGHT = '/events/lone-star-highlife?view=reserve'

/** A floor that a test controls. */
type Floor = {
  /** States of tables by their numbers. The others are available. */
  states: Readonly<Record<number, TableState>>
  streams: Set<ServerResponse>
  refusesStreams: boolean
  isOver: boolean
  /** Polls are answered with what they found once this is over. */
  slowness: Promise<void> | null
  asked: { streams: number; polls: number }
}

const quietFloor = (): Floor => ({
  states: {},
  streams: new Set(),
  refusesStreams: false,
  isOver: false,
  slowness: null,
  asked: { streams: 0, polls: 0 },
})

type Opening = {
  readonly path?: string
  readonly size?: BrowserContextOptions
  readonly prepare?: (page: Page) => Promise<unknown>
}

/** Guests who open a seating chart, whose floor stream replaces the server's SSE endpoint over HTTP. */
export function setUpEmulatedFloor() {
  let app: RunningApp
  let numbers: Map<string, number>
  let port: number
  const floor = quietFloor()
  const snapshot = () =>
    JSON.stringify({
      tables: [...numbers].map(([id, number]) => [id, floor.states[number] ?? 'available']),
    })
  const server = createServer((request, response) => {
    const isStream = request.headers.accept?.includes('text/event-stream') === true
    floor.asked[isStream ? 'streams' : 'polls'] += 1
    if (floor.isOver) {
      response.writeHead(410).end()
      return
    }
    if (!isStream) {
      const found = snapshot()
      void Promise.resolve(floor.slowness).then(() =>
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(found),
      )
      return
    }
    if (floor.refusesStreams) {
      response.writeHead(503).end()
      return
    }
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
    response.write(`data: ${snapshot()}\n\n`)
    const { streams } = floor
    streams.add(response)
    response.once('close', () => streams.delete(response))
  })
  beforeAll(async () => {
    const database = await cloneDatabase(TODAY_TEMPLATE)
    app = await startApp({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'silent' } })
    const { rows } = await database.pool.query<{ id: string; table_number: number }>(
      'select id, table_number from venue_tables',
    )
    numbers = new Map(rows.map((row) => [row.id, row.table_number]))
    port = await freePort()
    server.listen(port)
  })
  afterAll(() => server.closeAllConnections())
  afterAll(() => server.close())
  beforeEach(() => void Object.assign(floor, quietFloor()))
  const visitor = useBrowser(() => app.origin)

  return {
    visitor,
    floor,
    /** Changes the states of tables, and tells the open charts. */
    nowIs: (next: Floor['states']): void => {
      floor.states = next
      for (const stream of floor.streams) stream.write(`data: ${snapshot()}\n\n`)
    },
    openFloor: async ({ path = NIGHT, size = DESKTOP, prepare }: Opening = {}): Promise<Page> => {
      const guest = await visitor.newGuest(size)
      const page = await guest.newPage()
      await prepare?.(page)
      await page.route('**/live/floor/**', (route) =>
        route.continue({ url: `http://localhost:${port}${new URL(route.request().url()).pathname}` }),
      )
      await page.goto(path)
      await hydrated(page)
      return page
    },
  }
}

export const plan = (page: Page) => page.getByRole('group', { name: 'Seating chart' })
export const table = (page: Page, number: number) =>
  plan(page).getByRole('radio', { name: new RegExp(`^Table ${number},`) })
export const nameOf = (page: Page, number: number) =>
  table(page, number).evaluate((it) => it.querySelector('title')?.textContent ?? '')
export const reads = (page: Page, number: number, words: string) =>
  waitFor(async () => (await nameOf(page, number)).endsWith(`, ${words}`))
export const checked = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=radio][aria-checked=true]')].map((it) =>
      it.getAttribute('data-table'),
    ),
  )
export const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-table'))
