import { randomInt } from 'node:crypto'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, beforeAll, expect } from 'vitest'
import { axeViolations, resize, useBrowser } from '../support/browser.ts'
import { newPhone } from './booking-fixtures.ts'
import { type AppWithPayments, startAppWithPayments } from './server-with-payments.ts'

const SLUG = 'lone-star-highlife'
export const NIGHT = `/events/${SLUG}?view=reserve`

/** Prepares the browser of a guest before its first page. */
type Prepare = (guest: BrowserContext) => Promise<unknown>

/** A server that takes payments, and browsers of guests who book tables of its nights. */
export function setUpNightGuests() {
  let at: AppWithPayments
  beforeAll(async () => {
    at = await startAppWithPayments()
    await at.provider.control.setFaults({})
    // Each variant of the chart reserves other tables for the pre-booked share; a returning guest must find the same
    // ones.
    await at.database.db
      .updateTable('events')
      .set({ bookingPercentage: 0 })
      .where('slug', '=', SLUG)
      .execute()
    // Which tables the guests of the seed have booked depends on the date.
    await at.database.pool.query(
      `update reservations set status = 'cancelled', cancel_reason = 'staff'
       where status <> 'cancelled' and event_id = (select id from events where slug = $1)`,
      [SLUG],
    )
  })
  const visitor = useBrowser(() => at.app.origin)
  const opened: BrowserContext[] = []
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((guest) => guest.close()))
  })

  /** A guest with an address of their own who has answered the cookie banner, at a page. */
  async function arriveAt(path: string, size: BrowserContextOptions, prepare?: Prepare) {
    const address = `198.51.${randomInt(256)}.${randomInt(256)}`
    const guest = await visitor.newGuest({ ...size, extraHTTPHeaders: { 'X-Forwarded-For': address } })
    opened.push(guest)
    await guest.addCookies([{ name: 'cookie_consent', value: 'essential', url: at.app.origin }])
    await prepare?.(guest)
    const page = await guest.newPage()
    await page.goto(path)
    return { guest, page }
  }
  const arrive = (size: BrowserContextOptions, prepare?: Prepare) => arriveAt(NIGHT, size, prepare)

  const rowsOf = (email: string) =>
    at.database.db
      .selectFrom('reservations')
      .where('guestEmail', '=', email)
      .select(['id', 'status', 'paymentStatus', 'totalPriceCents'])
      .execute()

  async function confirmationsTo(email: string): Promise<number> {
    const rows = await at.database.db
      .selectFrom('emailQueue')
      .innerJoin('reservations', 'reservations.id', 'emailQueue.reservationId')
      .where('guestEmail', '=', email)
      .where('kind', '=', 'confirmation')
      .select('emailQueue.id')
      .execute()
    return rows.length
  }

  /** Another guest holds this table of the night. */
  async function heldByAnother(tableNumber: number): Promise<void> {
    const { rows } = await at.database.pool.query<{ event: string; table: string; cents: number }>(
      `select e.id as event, t.id as table, t.reservation_price_cents as cents from events e, venue_tables t
       where e.slug = $2 and t.table_number = $1`,
      [tableNumber, SLUG],
    )
    const [row] = rows
    const held = await fetch(`${at.app.origin}/holds`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `192.0.2.${randomInt(256)}` },
      body: JSON.stringify({
        key: crypto.randomUUID(),
        eventId: row?.event,
        tableId: row?.table,
        shownTotalCents: row?.cents,
        guestName: 'Another Guest',
        guestEmail: `other-${randomInt(1e9)}@example.com`,
        guestPhone: newPhone(),
        guestCount: 1,
        specialRequests: '',
        birthdayPackage: false,
        screenDisplay: false,
      }),
    })
    expect(held.status).toBe(201)
  }

  const nightPage = async (): Promise<string> => (await at.app.get(NIGHT)).text()

  return { database: () => at.database, arrive, arriveAt, rowsOf, confirmationsTo, heldByAnother, nightPage }
}

/** Waits until the page is hydrated: the tables of the chart react to keys. */
export const alive = (page: Page) =>
  plan(page).locator('[role=radio][tabindex="0"]').waitFor({ state: 'attached' })
export const dialog = (page: Page) => page.getByRole('dialog')
export const plan = (page: Page) => page.getByRole('group', { name: 'Seating chart' })
const freeTables = (page: Page) => plan(page).getByRole('radio', { name: /, available$/ })
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })

const freeNumbers = (page: Page) =>
  freeTables(page).evaluateAll((all) => all.map((it) => Number(it.getAttribute('data-table'))))
export const tableOnPlan = (page: Page, number: number, state: string) =>
  plan(page).getByRole('radio', { name: new RegExp(`^Table ${number},.*, ${state}$`) })

/** Opens the dialog of a free table and returns its number. */
export async function openFreeTable(page: Page): Promise<number> {
  await alive(page)
  const [number = 0] = await freeNumbers(page)
  await tableOnPlan(page, number, 'available').click()
  await heading(page, `Reserve Table ${number}`).waitFor()
  return number
}

export async function fillIn(page: Page): Promise<string> {
  const email = `guest-${randomInt(1e9)}@example.com`
  await page.getByRole('textbox', { name: 'Full name' }).fill('Amara Okafor')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Phone' }).fill(newPhone())
  return email
}

/** Expects that axe finds nothing on the phone of a page, and nothing at the width of a desktop. */
export async function expectAccessible(page: Page, of: string): Promise<void> {
  const phone = page.viewportSize()
  expect([of, 'a phone', ...(await axeViolations(page))]).toEqual([of, 'a phone'])
  await resize(page, { width: 1440, height: 900 })
  expect([of, 'a desktop', ...(await axeViolations(page))]).toEqual([of, 'a desktop'])
  if (phone) await resize(page, phone)
}

/** Presses Continue and returns the tab with the payment page. */
export async function openPayment(guest: BrowserContext, page: Page): Promise<Page> {
  const [tab] = await Promise.all([
    guest.waitForEvent('page'),
    page.getByRole('button', { name: 'Continue' }).click(),
  ])
  await tab.waitForURL(/test-payment/)
  await tab.getByText('Test payment: no real money').first().waitFor()
  return tab
}

export const press = (tab: Page, name: string) => tab.getByRole('button', { name, exact: true }).click()

/** Presses Tab until the element with this accessible name has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 25; presses += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
    await page.keyboard.press('Tab')
    // oxlint-disable-next-line no-await-in-loop
    const isThere = await page.evaluate((wanted) => {
      const it = document.activeElement
      const label = it instanceof HTMLInputElement ? it.labels?.[0]?.textContent : it?.textContent
      return label?.trim().startsWith(wanted) === true
    }, name)
    if (isThere) return
  }
  throw new Error(`${name} cannot be reached with the Tab key`)
}
