import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { pastDoubleTap, tapLater } from '../staff/admin-visit.ts'
import { leastTarget, stored, REFUSE_ENTRY, useCheckIn } from '../staff/check-in-visit.ts'
import { axeViolations, DESKTOP, PHONE, resize, sidewaysScroll, SIZES } from '../support/browser.ts'

const { cancelAll, database, openCheckIn: openAs } = useCheckIn()
const openCheckIn = (size = PHONE): Promise<Page> => openAs({ ...size, role: 'door' })

/** A night at $25 with a table for six, and an entry of a guest list for four that enters free. */
let table = ''
beforeEach(async () => {
  await cancelAll()
  await database().pool.query(
    `update guest_list_entries set removed_at = now(), guest_name = 'Former guest';
     update events set price = 'Free' where date between current_date - 1 and current_date + 1`,
  )
  const { rows } = await database().pool.query<{ table: string }>(
    `with night as (
       insert into events (slug, title, description, date, start_time, end_time, category, price, price_range)
       select 'cover-' || substr(new_id()::text, 25), 'Cover Night', description, business_day_of(now()), '21:00', '04:00',
         category, '$25', price_range from events limit 1 returning *
     ), booked as (
       insert into reservations (event_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
         guest_count, status)
       select id, 'nightlife', date, starts_at, ends_at, 'Ada Obi', 'ada@example.com', 6, 'confirmed' from night
       returning id
     ), list as (
       insert into guest_lists (event_id, name, promoter, terms, max_guests)
       select id, 'Friends of Kojo', 'Kojo Asante', 'free', 40 from night returning id
     ), entry as (
       insert into guest_list_entries (list_id, guest_name, guest_count, source)
       select id, 'Esi Owusu', 4, 'staff' from list returning id
     )
     select id as table from booked`,
  )
  table = rows[0]?.table ?? ''
})

async function openParty(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox').fill(name)
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
}
const linesOf = async () =>
  (
    await database().pool.query<{ line: string }>(
      `select concat_ws(' ', l.kind, cover_kind, cover_guests, amount_cents, method) as line
       from ledger_lines l where cover_kind is not null and l.created_at > now() - interval '1 minute'
         and (reservation_id = $1 or reservation_id is null)
       order by l.created_at, cover_kind desc`,
      [table],
    )
  ).rows.map(({ line }) => line)
/** The number of guests inside, as the screen shows it. */
const insideOf = (page: Page) => page.locator('dt:text-is("Inside") + dd').textContent()
const emptyLines = () =>
  database().pool.query(`alter table ledger_lines disable trigger user;
    delete from ledger_lines where cover_kind is not null;
    alter table ledger_lines enable trigger user`)
beforeEach(emptyLines)

test('a party that came in pays cover with one more tap, and it can be taken back for ten seconds', async () => {
  const page = await openCheckIn()
  await openParty(page, 'Ada Obi')
  await page.getByText('Cover: $125 (5 of 6 pay $25)').waitFor()
  await tapLater(page, 'All 6 enter')
  await page.getByRole('heading', { name: 'Ada Obi' }).waitFor()
  await pastDoubleTap(page)
  await page.getByRole('button', { name: 'Cash $125' }).click()
  await expect.poll(linesOf).toEqual(['cover full 5 12500 cash'])
  await page.getByText('Ada Obi: 5 guests, $125 in cash.').waitFor()
  await pastDoubleTap(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(linesOf).toEqual(['cover full 5 12500 cash', 'cover_reversed full -5 -12500 cash'])
  await openParty(page, 'Ada Obi')
  await tapLater(page, 'Take cover')
  await page.getByRole('button', { name: 'One fewer, Full' }).click()
  await page.getByRole('button', { name: 'One more, Comp' }).click()
  await pastDoubleTap(page)
  await page.getByRole('button', { name: 'Card $100' }).click()
  await expect
    .poll(async () => (await linesOf()).slice(2))
    .toEqual(['cover full 4 10000 card', 'cover comp 1 0'])
  await openParty(page, 'Ada Obi')
  await page.getByRole('dialog', { name: 'Here already' }).waitFor()
  expect(await page.getByRole('button', { name: 'Take cover' }).count()).toBe(0)
})

test('guests who go out come back without cover, by head or with their code, also into a full venue', async () => {
  await database().pool.query('update venue set capacity = 6')
  const page = await openCheckIn()
  await openParty(page, 'Ada Obi')
  await tapLater(page, 'All 6 enter')
  await page.getByRole('button', { name: 'Cash $125' }).waitFor()
  await pastDoubleTap(page)
  await page.getByRole('button', { name: 'Cash $125' }).click()
  await expect.poll(linesOf).toHaveLength(1)
  const inside = () => insideOf(page)
  await expect.poll(inside).toMatch(/^6/)
  await openParty(page, 'Ada Obi')
  await page.getByRole('dialog').getByText('Full: 6 of 6 inside').waitFor()
  await tapLater(page, 'Went out')
  await page.getByRole('button', { name: 'One more' }).click()
  expect(await leastTarget(page)).toBeGreaterThanOrEqual(48)
  await tapLater(page, '2 guests went out')
  await page.getByText('2 guests of Ada Obi went out.').waitFor()
  await expect.poll(inside).toMatch(/^4/)
  await openParty(page, 'Ada Obi')
  await page.getByRole('dialog', { name: 'Back in' }).getByText('2 of 6 went out').waitFor()
  await tapLater(page, '2 come back')
  await page.getByText('2 guests of Ada Obi came back.').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await expect.poll(inside).toMatch(/^6/)
  await pastDoubleTap(page)
  await page.getByRole('button', { name: 'One went out' }).click()
  await page.getByText('1 guest went out.').waitFor()
  await page.getByRole('button', { name: 'One came back' }).click()
  await page.getByText('1 guest came back.').waitFor()
  await expect.poll(inside).toMatch(/^6/)
  await openParty(page, 'Ada Obi')
  await tapLater(page, 'Let 1 more in')
  await page.getByRole('group', { name: 'Question' }).waitFor()
  expect(await leastTarget(page)).toBeGreaterThanOrEqual(48)
  await tapLater(page, REFUSE_ENTRY)
  await pastDoubleTap(page)
  // A party that may come in is a question there: another color, and words.
  await openParty(page, 'Esi Owusu')
  const full = page.getByRole('dialog', { name: 'Come in' })
  await full.getByText('No room inside: ask a manager first.').waitFor()
  expect(await full.getAttribute('class')).toContain('bg-ask')
  await tapLater(page, 'All 4 enter')
  await full.getByText('No room inside: ask a manager first. Let them in all the same?').waitFor()
  await tapLater(page, 'No')
  await tapLater(page, REFUSE_ENTRY)
  expect(await page.getByText('· Full').count()).toBe(1)
  await pastDoubleTap(page)
  await page.getByRole('button', { name: 'Walk-in' }).click()
  await page.getByRole('dialog').getByText('Full: 6 of 6 inside').waitFor()
  expect(await linesOf()).toHaveLength(1)
  await database().pool.query('update venue set capacity = 0')
})

test('guests who are free by their list are recorded as such with the tap that lets them in', async () => {
  const page = await openCheckIn()
  await openParty(page, 'Esi Owusu')
  await tapLater(page, 'All 4 enter')
  await page.getByText('4 guests of Esi Owusu came in.').waitFor()
  await expect.poll(linesOf).toEqual(['cover guest_list 4 0'])
  await pastDoubleTap(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(linesOf).toEqual(['cover guest_list 4 0', 'cover_reversed guest_list -4 0'])
  await page.getByText('Taken back: 4 guests of Esi Owusu came in.').waitFor()
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
})

test('the wrong party is taken back with its cover, one tap after the other', async () => {
  const page = await openCheckIn()
  const inside = () => insideOf(page)
  const before = await inside()
  await openParty(page, 'Ada Obi')
  await tapLater(page, 'All 6 enter')
  await tapLater(page, 'Cash $125')
  await expect.poll(inside).not.toBe(before)
  await tapLater(page, 'Undo')
  await page.getByText(/^Taken back: .*6 guests of Ada Obi came in\.$/).waitFor()
  await tapLater(page, 'Undo')
  await page.getByText('Taken back: 6 guests of Ada Obi came in.', { exact: true }).waitFor()
  await expect.poll(inside).toBe(before)
})

test('walk-ins pay and are counted without a network, once, on every device', async () => {
  const page = await openCheckIn()
  const other = await openCheckIn()
  const before = Number(await insideOf(page))
  await stored(page)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Walk-in' }).click()
  await page.getByRole('textbox', { name: 'Guests, Full' }).fill('600')
  await page
    .getByText('Record at most 500 people at a time.')
    .or(page.getByText(/at most 500/))
    .waitFor()
  expect(await page.getByRole('button', { name: /^Cash/ }).isDisabled()).toBe(true)
  await page.getByRole('textbox', { name: 'Guests, Full' }).fill('47')
  await page.getByRole('button', { name: 'Cash $1,175' }).click()
  await page.getByText('47 guests at once, $1,175. Is that right?').waitFor()
  await tapLater(page, 'No')
  await page.getByRole('textbox', { name: 'Guests, Full' }).fill('-3')
  await page.getByRole('button', { name: 'One more, Comp' }).click()
  // A trembling thumb: the money is counted once, and nothing below the screen is pressed.
  await pastDoubleTap(page)
  await page.getByRole('button', { name: 'Card $75' }).dblclick()
  await page.getByText('Walk-in: 4 guests, $75 by card.').waitFor()
  await page.getByText('1 to send').waitFor()
  expect(await insideOf(page)).toBe(String(before + 4))
  await page.reload()
  await page.getByText('1 to send').waitFor()
  await page.context().setOffline(false)
  await expect.poll(linesOf).toEqual(['cover full 3 7500 card', 'cover comp 1 0'])
  await expect.poll(() => insideOf(other)).toBe(String(before + 4))
  await expect.poll(() => insideOf(page)).toBe(String(before + 4))
  await pastDoubleTap(page)
  await page.getByRole('button', { name: 'One went out' }).click()
  await expect.poll(() => insideOf(other)).toBe(String(before + 3))
  expect(await linesOf()).toHaveLength(2)
})

test('the screens of cover fit every size and pass the accessibility checks', async () => {
  // A party that was merged: both holders enter free.
  await database().pool.query('update reservations set holder_count = 2 where id = $1', [table])
  const page = await openCheckIn(DESKTOP)
  await page.getByRole('button', { name: 'Walk-in' }).click()
  await page.getByRole('button', { name: 'One more, Full' }).click()
  const check = async () => {
    for (const [name, { viewport }] of SIZES) {
      // oxlint-disable no-await-in-loop -- one size after the other
      if (viewport) await resize(page, viewport)
      expect([name, await sidewaysScroll(page), ...(await axeViolations(page))]).toEqual([name, 0])
      const dialog = page.getByRole('dialog')
      const targets = dialog.getByRole('button').or(dialog.getByRole('textbox'))
      const heights = await targets.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().height))
      expect(Math.min(...heights), name).toBeGreaterThanOrEqual(48)
      // oxlint-enable no-await-in-loop
    }
  }
  await check()
  await tapLater(page, 'Close')
  await openParty(page, 'Ada Obi')
  await tapLater(page, 'All 6 enter')
  await page.getByRole('button', { name: 'Cash $100' }).waitFor()
  await page.getByText('The 2 holders enter free.').waitFor()
  await check()
})

/** Taps these buttons in the first frame in which no screen covers them any more. */
const tapWhenClosed = (page: Page, names: readonly string[]) =>
  page.evaluate((texts) => {
    const look = (): void => {
      if (document.querySelector('dialog')) return void requestAnimationFrame(look)
      for (const button of document.querySelectorAll('button'))
        if (texts.includes(button.textContent)) button.click()
    }
    look()
  }, names)

test('a double tap that lets guests in records no cover, counts no head and takes nothing back', async () => {
  const page = await openCheckIn()
  await openParty(page, 'Ada Obi')
  await pastDoubleTap(page)
  // Cash takes the place of this button.
  await page.getByRole('button', { name: 'All 6 enter' }).dblclick({ delay: 60, position: { x: 40, y: 40 } })
  await page.getByRole('button', { name: 'Cash $125' }).waitFor()
  await pastDoubleTap(page)
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await pastDoubleTap(page)
  await openParty(page, 'Esi Owusu')
  await tapWhenClosed(page, ['Undo', 'One went out', 'One came back', 'Walk-in'])
  await tapLater(page, 'All 4 enter')
  await page.getByText('4 guests of Esi Owusu came in.').waitFor()
  await pastDoubleTap(page)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByText('4 guests of Esi Owusu came in.').waitFor()
  await expect.poll(linesOf).toEqual(['cover guest_list 4 0'])
})

/** Taps these buttons in the first frame in which a screen with one of them is open. */
const tapWhenOpen = (page: Page, names: readonly string[]) =>
  page.evaluate((texts) => {
    const look = (): void => {
      const all = [...document.querySelectorAll<HTMLButtonElement>('dialog button')]
      const meant = all.filter(({ textContent }) => texts.includes(textContent))
      if (meant.length === 0) return void requestAnimationFrame(look)
      for (const button of meant) button.click()
    }
    look()
  }, names)

test('a double tap on a party that is found answers nothing of the verdict that opens under it', async () => {
  const page = await openCheckIn()
  for (const name of ['All 6 enter', REFUSE_ENTRY]) {
    // oxlint-disable no-await-in-loop -- one screen after the other
    await tapWhenOpen(page, [name])
    await openParty(page, 'Ada Obi')
    await page.getByRole('dialog').waitFor()
    await pastDoubleTap(page)
    expect(await page.getByRole('button', { name: 'All 6 enter' }).count()).toBe(1)
    await page.getByRole('button', { name: REFUSE_ENTRY }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // oxlint-enable no-await-in-loop
  }
})

test('a screen that closes gives the focus back to the button that opened it', async () => {
  const page = await openCheckIn()
  const walkIn = page.getByRole('button', { name: 'Walk-in' })
  await walkIn.click()
  await page.getByRole('dialog').waitFor()
  await pastDoubleTap(page)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await walkIn.evaluate((it) => it === document.activeElement)).toBe(true)
})

test('a double tap does not answer the question that it opens', async () => {
  const page = await openCheckIn()
  await page.getByRole('button', { name: 'Walk-in' }).click()
  await page.getByRole('textbox', { name: 'Guests, Full' }).fill('47')
  await pastDoubleTap(page)
  await tapWhenOpen(page, ['Yes, record 47', 'No'])
  await page.getByRole('button', { name: 'Cash $1,175' }).click()
  await pastDoubleTap(page)
  await page.getByText('47 guests at once, $1,175. Is that right?').waitFor()
  expect(await linesOf()).toEqual([])
})
