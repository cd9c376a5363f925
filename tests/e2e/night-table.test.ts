import { randomInt } from 'node:crypto'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type PayingHouse, startPayingHouse } from '../booking/paying-house.ts'
import { axeComplaints, DESKTOP, PHONE, useBrowser } from '../support/browser.ts'
import { waitFor } from '../support/house.ts'

/** A guest's whole way to a table of a night, as it is walked on a phone and at a desk. */

const NIGHT = '/events/lone-star-highlife?view=reserve'

let at: PayingHouse
beforeAll(async () => {
  at = await startPayingHouse()
  await at.provider.control.setFaults({})
  // Each drawing of the chart shows other tables as kept by the house; a guest who comes back is not to lose one to that.
  await at.database.db
    .updateTable('events')
    .set({ bookingPercentage: 0 })
    .where('slug', '=', 'lone-star-highlife')
    .execute()
})
const visitor = useBrowser(() => at.house.origin)

const opened: BrowserContext[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((guest) => guest.close()))
})

/** A guest who comes from an address of their own and has answered the cookie banner. */
async function arrive(size: BrowserContextOptions, prepare?: (guest: BrowserContext) => Promise<unknown>) {
  const address = `198.51.${randomInt(256)}.${randomInt(256)}`
  const guest = await visitor.newGuest({ ...size, extraHTTPHeaders: { 'X-Forwarded-For': address } })
  opened.push(guest)
  await guest.addCookies([{ name: 'cookie_consent', value: 'essential', url: at.house.origin }])
  await prepare?.(guest)
  guest.setDefaultTimeout(8000)
  guest.setDefaultNavigationTimeout(20_000)
  const page = await guest.newPage()
  await page.goto(NIGHT)
  return { guest, page }
}

/** The tables answer to keys: the page has come alive. */
const alive = (page: Page) => plan(page).locator('[role=radio][tabindex="0"]').waitFor({ state: 'attached' })
const dialog = (page: Page) => page.getByRole('dialog')
const plan = (page: Page) => page.getByRole('group', { name: 'Seating chart' })
const freeTables = (page: Page) => plan(page).getByRole('radio', { name: /, available$/ })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })

const freeNumbers = (page: Page) =>
  freeTables(page).evaluateAll((all) => all.map((it) => Number(it.getAttribute('data-table'))))
const table = (page: Page, number: number, state: string) =>
  plan(page).getByRole('radio', { name: new RegExp(`^Table ${number},.*, ${state}$`) })

/** Takes up a table that is free, and answers its number. */
async function takeUp(page: Page): Promise<number> {
  await alive(page)
  const [number = 0] = await freeNumbers(page)
  await table(page, number, 'available').click()
  await heading(page, `Reserve Table ${number}`).waitFor()
  return number
}

async function fillIn(page: Page): Promise<string> {
  const email = `guest-${randomInt(1e9)}@example.com`
  await page.getByRole('textbox', { name: 'Full name' }).fill('Amara Okafor')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Phone' }).fill('972.555.0142')
  return email
}

/** Presses Continue and answers the tab that opened to pay in. */
async function goPaying(guest: BrowserContext, page: Page): Promise<Page> {
  const [tab] = await Promise.all([
    guest.waitForEvent('page'),
    page.getByRole('button', { name: 'Continue' }).click(),
  ])
  await tab.waitForURL(/test-payment/)
  await tab.getByText('Test payment: no real money').first().waitFor()
  return tab
}

const press = (tab: Page, name: string) => tab.getByRole('button', { name, exact: true }).click()

const rowsOf = (email: string) =>
  at.database.db
    .selectFrom('reservations')
    .where('guestEmail', '=', email)
    .select(['id', 'status', 'paymentStatus', 'totalPriceCents'])
    .execute()

async function confirmationsTo(email: string): Promise<number> {
  const rows = await at.database.db
    .selectFrom('mails')
    .innerJoin('reservations', 'reservations.id', 'mails.reservationId')
    .where('guestEmail', '=', email)
    .where('kind', '=', 'confirmation')
    .select('mails.id')
    .execute()
  return rows.length
}

describe.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
])('on %s', (_name, size) => {
  test('a table is chosen, held, paid for and kept, and the first tab follows along', async () => {
    const { guest, page } = await arrive(size)
    const number = await takeUp(page)
    expect(await axeComplaints(page)).toEqual([])
    const email = await fillIn(page)
    await page.getByRole('checkbox', { name: /Birthday Shoutout/ }).check()
    const total =
      (await dialog(page).getByText('Total').locator('xpath=following-sibling::*').textContent()) ?? ''
    const tab = await goPaying(guest, page)
    expect(await tab.locator('body').innerText()).toContain(total)
    await page.bringToFront()
    await heading(page, `Table ${number} is held for you`).waitFor()
    expect(await page.getByRole('timer').first().textContent()).toMatch(/^1[45]:\d\d$/)
    expect(await axeComplaints(page)).toEqual([])
    await press(tab, 'Approve')
    await heading(tab, 'Payment Successful!').waitFor()
    expect(await tab.locator('main').innerText()).toContain(`Total Paid\n${total}`)
    await heading(page, 'Your table is yours').waitFor()
    expect(await axeComplaints(page)).toEqual([])
    await page.getByRole('link', { name: 'See your reservation' }).click()
    await page.getByText('Reservation Confirmed').waitFor()
    expect(await rowsOf(email)).toMatchObject([{ status: 'confirmed', paymentStatus: 'paid' }])
    expect(await confirmationsTo(email)).toBe(1)
  })

  test('a card is declined and the next one approved, with a refresh at every step', async () => {
    const { guest, page } = await arrive(size)
    const number = await takeUp(page)
    const email = await fillIn(page)
    await page.reload()
    await page.goto(`${NIGHT}&table=${number}`)
    await dialog(page).waitFor()
    expect(await dialog(page).getByRole('textbox', { name: 'Email' }).inputValue()).toBe(email)
    const tab = await goPaying(guest, page)
    await page.reload()
    await heading(page, `Table ${number} is held for you`).waitFor()
    await press(tab, 'Decline')
    await tab
      .getByText(/declined/i)
      .first()
      .waitFor()
    await tab.reload()
    expect(await rowsOf(email)).toMatchObject([{ status: 'pending' }])
    await press(tab, 'Approve')
    await heading(tab, 'Payment Successful!').waitFor()
    await tab.reload()
    await heading(tab, 'Payment Successful!').waitFor()
    await heading(page, 'Your table is yours').waitFor()
    expect(await rowsOf(email)).toMatchObject([{ status: 'confirmed', paymentStatus: 'paid' }])
    expect(await confirmationsTo(email)).toBe(1)
  })

  test('a payment that is left lets the table go, and the form is still filled in', async () => {
    const { guest, page } = await arrive(size)
    const number = await takeUp(page)
    const email = await fillIn(page)
    const tab = await goPaying(guest, page)
    await press(tab, 'Abandon')
    await heading(tab, 'Payment Cancelled').waitFor()
    await heading(page, `Your hold on table ${number} has ended`).waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(email)
    expect(await rowsOf(email)).toMatchObject([{ status: 'cancelled', paymentStatus: 'none' }])
  })

  test('a hold whose time is up ends by itself, and its payment page can take no money any more', async () => {
    const { guest, page } = await arrive(size)
    const number = await takeUp(page)
    const email = await fillIn(page)
    const tab = await goPaying(guest, page)
    const [row] = await rowsOf(email)
    await at.database.pool.query(
      "update reservations set held_until = now() - interval '1 second' where id = $1",
      [row?.id],
    )
    await at.database.pool.query("select graphile_worker.add_job('sweep_holds_again')")
    await heading(page, `Your hold on table ${number} has ended`).waitFor({ timeout: 15_000 })
    await tab.reload()
    expect(await tab.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0)
    expect(await rowsOf(email)).toMatchObject([{ status: 'cancelled' }])
    await page.getByRole('button', { name: 'Back to the seating chart' }).click()
    await table(page, number, '(available|selected)').waitFor()
  })

  test('a table lost while the form is filled in: told in place, and the nearest ones offered', async () => {
    const { page } = await arrive(size)
    const number = await takeUp(page)
    const email = await fillIn(page)
    await heldByAnother(number)
    const notice = dialog(page).getByRole('alert')
    await notice.getByText('This table is no longer available.').waitFor()
    expect(await axeComplaints(page)).toEqual([])
    const nearest = dialog(page).getByRole('button', { name: /^Table \d+ \$/ })
    expect(await nearest.count()).toBe(3)
    await nearest.first().click()
    await heading(page, /^Reserve Table \d+$/).waitFor()
    await notice.waitFor({ state: 'hidden' })
    expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(email)
    expect(await page.getByRole('button', { name: 'Continue' }).getAttribute('aria-disabled')).toBe('false')
  })

  test('where no tab may be opened, paying goes on in the same one', async () => {
    const { page } = await arrive(size, (guest) => guest.addInitScript(() => (window.open = () => null)))
    await takeUp(page)
    const email = await fillIn(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('link', { name: 'Continue to payment' }).click()
    await page.waitForURL(/test-payment/)
    await press(page, 'Approve')
    await heading(page, 'Payment Successful!').waitFor()
    expect(await rowsOf(email)).toMatchObject([{ status: 'confirmed' }])
  })

  test('two clicks make one hold, and Back from it one reservation', async () => {
    const { guest, page } = await arrive(size)
    const number = await takeUp(page)
    const email = await fillIn(page)
    const tab = guest.waitForEvent('page')
    await page.getByRole('button', { name: 'Continue' }).dblclick()
    await (await tab).waitForURL(/test-payment/)
    await heading(page, `Table ${number} is held for you`).waitFor()
    await page.goBack()
    await page.goForward()
    await page.getByText(`Table ${number} is held for you`).first().waitFor()
    expect(await rowsOf(email)).toHaveLength(1)
    expect(guest.pages()).toHaveLength(2)
  })

  test('without scripts the form stands in the page, and leads to paying', async () => {
    const { page } = await arrive({ ...size, javaScriptEnabled: false })
    await page.getByText('Choose from a list').click()
    await page
      .locator('details')
      .getByRole('radio', { name: /, available$/ })
      .first()
      .click()
    await heading(page, /^Reserve Table \d+$/).waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    const email = await fillIn(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(/test-payment/)
    await press(page, 'Approve')
    await heading(page, 'Payment Successful!').waitFor()
    expect(await rowsOf(email)).toMatchObject([{ status: 'confirmed', paymentStatus: 'paid' }])
  })
})

test('a hold shows on every open chart within a second, and so does its end', async () => {
  const [{ page: first }, { page: second }] = [await arrive(DESKTOP), await arrive(PHONE)]
  await alive(first)
  await alive(second)
  const number = await takeUp(first)
  await fillIn(first)
  await first.getByRole('button', { name: 'Continue' }).click()
  await heading(first, `Table ${number} is held for you`).waitFor()
  await table(second, number, 'held by another guest').waitFor({ timeout: 1000 })
  await first.getByRole('button', { name: 'Keep looking' }).click()
  await dialog(first).waitFor({ state: 'hidden' })
  await table(second, number, 'available').waitFor({ timeout: 1000 })
})

test('by keyboard alone: the arrows choose, Enter takes up, and everything is reached', async () => {
  const { guest, page } = await arrive(DESKTOP)
  await alive(page)
  await plan(page).locator('[role=radio][tabindex="0"]').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await heading(page, /^Reserve Table \d+$/).waitFor()
  const email = `keys-${randomInt(1e9)}@example.com`
  const typed = [
    ['Full name', 'Chidi Eze'],
    ['Email', email],
    ['Phone', '+1 972 555 0100'],
  ] as const
  for (const [name, text] of typed) {
    // oxlint-disable-next-line no-await-in-loop -- one field after the other
    await tabTo(page, name)
    // oxlint-disable-next-line no-await-in-loop
    await page.keyboard.type(text)
  }
  const tab = guest.waitForEvent('page')
  await page.keyboard.press('Enter')
  await (await tab).waitForURL(/test-payment/)
  await page.bringToFront()
  await heading(page, /is held for you/).waitFor()
  await tabTo(page, 'Keep looking')
  await page.keyboard.press('Enter')
  await dialog(page).waitFor({ state: 'hidden' })
  await waitFor(async () => (await rowsOf(email))[0]?.status === 'cancelled')
})

/** Presses Tab until what has this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
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

/** Another guest, somewhere else, holds this table of the night. */
async function heldByAnother(tableNumber: number): Promise<void> {
  const { rows } = await at.database.pool.query<{ event: string; table: string; cents: number }>(
    `select e.id as event, t.id as table, t.reservation_price_cents as cents from events e, venue_tables t
     where e.slug = 'lone-star-highlife' and t.table_number = $1`,
    [tableNumber],
  )
  const [row] = rows
  const held = await fetch(`${at.house.origin}/holds`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `192.0.2.${randomInt(256)}` },
    body: JSON.stringify({
      key: crypto.randomUUID(),
      eventId: row?.event,
      tableId: row?.table,
      shownTotalCents: row?.cents,
      guestName: 'Somebody Else',
      guestEmail: `other-${randomInt(1e9)}@example.com`,
      guestPhone: '(972) 555-0177',
      guestCount: 1,
      specialRequests: '',
      birthdayPackage: false,
      screenDisplay: false,
    }),
  })
  expect(held.status).toBe(201)
}
