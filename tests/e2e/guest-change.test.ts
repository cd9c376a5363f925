import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { moveStart } from '../booking/move-start.ts'
import { type AppWithPayments, type Paying, startAppWithPayments } from '../booking/server-with-payments.ts'
import {
  DESKTOP,
  expectSound,
  hydrated,
  outOfReach,
  PHONE,
  resize,
  sidewaysScroll,
  SIZES,
  useBrowser,
} from '../support/browser.ts'

let at: AppWithPayments
beforeAll(async () => {
  at = await startAppWithPayments()
})
const visitor = useBrowser(() => at.app.origin)

const plan = (page: Page) => page.getByRole('group', { name: 'Seating chart' })
const drawn = (page: Page, number: number) =>
  plan(page).getByRole('radio', { name: new RegExp(`^Table ${number},`) })
const listed = (page: Page, number: number) =>
  page.getByRole('group', { name: 'Choose from a list' }).getByRole('radio', {
    name: new RegExp(`^Table ${number},`),
  })
const numberOf = async ({ id }: Paying): Promise<number> =>
  (
    await at.database.db
      .selectFrom('reservations as r')
      .innerJoin('venueTables as t', 't.id', 'r.tableId')
      .where('r.id', '=', id)
      .select('t.tableNumber')
      .executeTakeFirstOrThrow()
  ).tableNumber

/** Numbers of the tables that the drawing offers, in its order. */
const offered = (page: Page): Promise<number[]> =>
  plan(page)
    .locator('[data-state=available] [role=radio]')
    .evaluateAll((all) => all.map((it) => Number(it.getAttribute('data-table'))))

test('a guest moves on the chart by finger and keyboard, and drawing and list are one selection', async () => {
  const paying = await at.confirm()
  const own = await numberOf(paying)
  const page = await visitor.open(`${paying.link}/change`, PHONE)
  await expect.poll(() => drawn(page, own).getAttribute('aria-checked')).toBe('true')
  await expectSound(page, 'change')
  const [first = 0, second = 0] = await offered(page)
  await drawn(page, first).click()
  await expect.poll(() => listed(page, first).isChecked()).toBe(true)
  expect(await drawn(page, first).textContent()).toMatch(/, (?:[+-]\$[\d.,]+|same), selected/)
  await listed(page, second).check()
  await expect.poll(() => drawn(page, second).getAttribute('aria-checked')).toBe('true')
  expect(await drawn(page, own).textContent()).toContain(', yours')
  // Another guest takes the table: it is lost in both.
  const table = await at.database.db
    .selectFrom('venueTables')
    .where('tableNumber', '=', second)
    .select(['id', 'tableNumber as number', 'maxGuests', 'reservationPriceCents as cents'])
    .executeTakeFirstOrThrow()
  await at.begin({ table })
  await expect
    .poll(() => drawn(page, second).textContent(), { timeout: 30_000 })
    .toContain('held by another guest')
  await page.getByText('Please choose another table.').waitFor()
  expect(await listed(page, second).count()).toBe(0)
  await drawn(page, second).click({ force: true })
  await page.locator('[popover]').getByText(`Table ${second} is held by another guest.`).waitFor()
  // A party that no table seats leaves none to choose, its own included.
  await page.getByLabel('Number of guests').fill('14')
  await page.getByText('No table seats a party of 14').waitFor()
  expect(await drawn(page, own).getAttribute('aria-disabled')).toBe('true')
  await page.getByLabel('Number of guests').fill('1')
  await drawn(page, own).focus()
  await page.keyboard.press('ArrowRight')
  const focused = Number(await page.evaluate(() => document.activeElement?.getAttribute('data-table')))
  expect(focused).not.toBe(own)
  await expect.poll(() => listed(page, focused).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'See the price' }).press('Enter')
  await page.getByRole('heading', { name: 'Your change' }).waitFor()
  await hydrated(page)
  await page.getByText(new RegExp(String.raw`^${own} → ${focused}$`)).waitFor()
  await expectSound(page, 'review')
  for (const path of [`${paying.link}/details`, paying.link, '/find-my-booking']) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    await page.goto(path)
    // oxlint-disable-next-line no-await-in-loop
    await hydrated(page)
    // oxlint-disable-next-line no-await-in-loop
    await expectSound(page, path)
  }
  await page.context().close()
})

test('without scripts a guest changes party, package, night and table, and the drawing leads to the list', async () => {
  const paying = await at.confirm()
  const page = await visitor.open(`${paying.link}/change`, { ...DESKTOP, javaScriptEnabled: false })
  const [first = 0] = await offered(page)
  expect(await drawn(page, first).getAttribute('href')).toBe(`#table-${first}`)
  await page.getByLabel('Number of guests').fill('2')
  await page.getByRole('checkbox', { name: /^Screen Display Package/ }).check()
  await drawn(page, first).click()
  expect(await page.getByRole('checkbox', { name: /^Screen Display Package/ }).isChecked()).toBe(true)
  // The tables of another night, and what was chosen stays.
  const others = page.getByLabel('Night').locator('option').filter({ hasNotText: '(yours)' })
  // The last one: that of tonight could no longer be changed or cancelled.
  const other = await others.last().getAttribute('value')
  await page.getByLabel('Night').selectOption(other)
  await page.getByRole('button', { name: 'Show its tables' }).click()
  await page.waitForURL(/#tables$/)
  expect(await page.getByLabel('Night').inputValue()).toBe(other)
  expect(await page.getByLabel('Number of guests').inputValue()).toBe('2')
  expect(await page.getByRole('checkbox', { name: /^Screen Display Package/ }).isChecked()).toBe(true)
  const [there = 0] = await offered(page)
  await listed(page, there).check()
  await page.getByRole('button', { name: 'See the price' }).click()
  await page.getByRole('heading', { name: 'Your change' }).waitFor()
  const review = page.getByRole('region', { name: 'Your change' })
  await review.getByText('1 guest → 2 guests').waitFor()
  await review.getByText('None → Screen Display Package').waitFor()
  await review.getByText(/^After this change you can change it or cancel for a refund until /).waitFor()
  await page.context().close()
})

/** Pages of guests who were invited, reminded or thanked: what is open in them depends on the time of the reservation. */
async function openedLater() {
  const paying = await at.confirm({ guestCount: 2 })
  const { pool } = at.database
  const { rows } = await pool.query<{ id: string }>(
    `insert into entry_shares (reservation_id, guest_name) values ($1, 'Ana Sow') returning id`,
    [paying.id],
  )
  const startsIn = (hours: number) => moveStart(at.database, paying, hours)
  return { paying, friend: `/shared-entry/${at.tokens.sign('entry_share', rows[0]?.id ?? '')}`, startsIn }
}

test.each([
  ['a phone', PHONE],
  ['a phone without scripts', { ...PHONE, javaScriptEnabled: false }],
] as const)(
  'friend, reminder and feedback: each page is sound on %s and works by keyboard',
  async (_name, size) => {
    const { paying, friend, startsIn } = await openedLater()
    const page = await visitor.open(friend, size)
    const sound = async (of: string) => {
      if (!('javaScriptEnabled' in size)) await expectSound(page, of)
    }
    await page.getByRole('heading', { name: 'Your entry' }).waitFor()
    await sound('friend')
    await startsIn(20)
    await page.goto(`${paying.link}?coming=1#coming`)
    await sound('coming')
    await page.getByRole('button', { name: /^I.m coming$/ }).press('Enter')
    await page.getByRole('heading', { name: 'You are coming' }).waitFor()
    await sound('confirmed')
    await page.goto(`${paying.link}?cancel=1#cancel`)
    await sound('cancel')
    await startsIn(-20)
    await at.database.pool.query(
      `insert into arrival_events (id, reservation_id, kind, guests, happened_at, actor_id, actor_name)
     select new_id(), $1, 'arrived', 1, now(), id, name from staff_users limit 1`,
      [paying.id],
    )
    await page.goto(`${paying.link}#feedback`)
    await sound('feedback')
    await page.getByRole('radio').nth(4).check()
    await page.getByRole('textbox').last().fill('The jollof!')
    await page.getByRole('textbox').last().press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Thank you for your words' }).waitFor()
    await sound('thanked')
    await page.goto(`/stop-reminders/${at.tokens.sign('stop', paying.id)}`)
    await sound('stop')
    await page.goto(friend)
    await sound('friend-over')
    expect(await page.getByRole('heading', { name: 'Your entry' }).count()).toBe(0)
    await page.context().close()
  },
)

/** Texts that hold a word and go beyond the card or the page that they are on. */
const beyondCard = (word: string): string[] =>
  [...document.querySelectorAll('main *')].flatMap((it) => {
    const text = [...it.childNodes].find((node) => node.nodeType === 3 && node.textContent?.includes(word))
    if (!text || it.closest('option, .sr-only') || !it.checkVisibility()) return []
    const range = document.createRange()
    range.selectNodeContents(text)
    const card = it.closest('li, article, section, dialog, main')?.getBoundingClientRect()
    return card && range.getBoundingClientRect().right > card.right ? [it.outerHTML.slice(0, 120)] : []
  })

test('a title without spaces stays within each page of its night', async () => {
  const paying = await at.confirm()
  const word = 'Jollofwars'.repeat(9)
  const { slug } = await at.database.db
    .updateTable('events')
    .from('reservations as r')
    .whereRef('r.eventId', '=', 'events.id')
    .where('r.id', '=', paying.id)
    .set({ title: word, featured: true })
    .returning('slug')
    .executeTakeFirstOrThrow()
  const wide: unknown[] = []
  // oxlint-disable no-await-in-loop -- one page after the other
  const guest = await visitor.newGuest(PHONE)
  const page = await guest.newPage()
  for (const path of [
    `/events/${slug}`,
    `/events/${slug}?view=reserve`,
    '/events',
    '/',
    paying.successPath,
    paying.link,
    `${paying.link}?cancel=1#cancel`,
    `${paying.link}/change`,
  ]) {
    await page.goto(path)
    await hydrated(page)
    for (const [size, { viewport }] of SIZES) {
      if (viewport) await resize(page, viewport)
      const found = [
        await sidewaysScroll(page),
        ...(await outOfReach(page)),
        ...(await page.evaluate(beyondCard, word)),
      ]
      if (found.length > 1 || found[0] !== 0) wide.push([size, path, ...found])
    }
  }
  // oxlint-enable no-await-in-loop
  expect(wide).toEqual([])
})
