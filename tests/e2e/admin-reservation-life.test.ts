import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { holdUntil, nextFrames, toast } from '../staff/admin-visit.ts'
import { axeViolations, DESKTOP, PHONE } from '../support/browser.ts'

/** Staff changes on a reservation's page: the refund dialog, Undo, a party that has left, the trash. */
import { bookNight, payOnline } from '../staff/parties.ts'
import { useStaffArea } from '../staff/staff-area.ts'

const { database, asStaffMember } = useStaffArea()

/** A paid table of a coming night. */
async function paidNight(guest: string): Promise<string> {
  const id = await bookNight(database(), guest, 40_000)
  await payOnline(database(), id, 40_000)
  return id
}

/** The state of a party's table occupancy at this moment. */
async function occupancy(guest: string): Promise<string> {
  const { rows } = await database().pool.query<{ id: string }>(
    `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
       guest_count, status)
     select t.id, 'dining', current_date, now() - interval '30 minutes', now() + interval '60 minutes', $1,
       'sits-now@example.com', 2, 'confirmed'
     from venue_tables t where not exists (select from table_occupancies o where o.table_id = t.id and o.is_active
       and o.during && tstzrange(now() - interval '30 minutes', now() + interval '60 minutes'))
     order by t.table_number limit 1 returning id`,
    [guest],
  )
  return rows[0]?.id ?? ''
}

const statusOf = async (id: string) =>
  (
    await database().pool.query(
      'select status, kept_cents, deleted_at is not null as deleted from reservations where id = $1',
      [id],
    )
  ).rows[0]
async function choose(page: Page, guest: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${guest}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
const undo = (page: Page) => page.getByRole('region').getByRole('button', { name: 'Undo' }).first().click()

describe('a reservation on a phone', () => {
  test('that is paid cannot be completed before its night, is cancelled after a question and undone, then retained and deleted', async () => {
    const guest = 'Ama Owusu'
    const id = await paidNight(guest)
    const page = await asStaffMember(`/admin/reservations/${id}`, PHONE)
    const status = page.getByLabel(`Status of ${guest}`)
    await status.selectOption('completed')
    await page
      .getByRole('region')
      .getByText(/can be set to completed from then on/)
      .first()
      .waitFor()
    await page.getByRole('region').getByRole('button', { name: 'Close' }).first().click()
    // The control takes no other status while it is busy.
    await expect.poll(() => status.getAttribute('aria-busy')).toBe('false')

    await status.selectOption('cancelled')
    const asked = page.getByRole('dialog', { name: `Cancel the reservation of ${guest}?` })
    await asked.getByText('$400.00 was paid.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await asked.getByRole('button', { name: 'Cancel and keep' }).click()
    await asked.getByText('Please say why the money is kept.').waitFor()
    await asked.getByRole('button', { name: 'Cancel and refund' }).click()
    await page
      .getByRole('region')
      .getByText(`$400.00 goes back in 10 seconds. ${guest} is emailed the cancellation in 10 seconds.`)
      .first()
      .waitFor()
    await undo(page)
    await toast(page, 'Undone').waitFor()
    expect(await statusOf(id)).toMatchObject({ status: 'confirmed' })

    await choose(page, guest, 'Delete')
    const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this reservation?' })
    await question.getByText('$400.00 was paid.').waitFor()
    await question.getByLabel('Reason').fill('Cancelled on the same day')
    await question.getByRole('button', { name: 'Cancel and keep' }).click()
    await toast(page, 'Reservation updated successfully!').waitFor()
    await page.getByText('$400.00: Cancelled on the same day').waitFor()
    await choose(page, guest, 'Delete')
    await question.getByText(/It can still be refunded, from the page/).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await question.getByRole('button', { name: 'Delete' }).click()
    await toast(page, 'Reservation deleted successfully!').waitFor()
    await expect
      .poll(() => statusOf(id))
      .toMatchObject({ deleted: true, kept_cents: 40000, status: 'cancelled' })

    await page.goto('/admin/bin')
    await page.getByRole('link', { name: guest }).click()
    await page.getByText(/It is in no list, unless guests of it came. You can still refund it here/).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Refund' }).click()
    const form = page.getByRole('dialog', { name: 'Refund' })
    await form.getByLabel('Reason').fill('After all')
    await form.getByRole('button', { name: 'Refund' }).click()
    await toast(page, 'The money is on its way back').waitFor()
  })

  test('whose party has left frees its table, which can be undone', async () => {
    const guest = 'Kojo Asante'
    const id = await occupancy(guest)
    const page = await asStaffMember(`/admin/reservations/${id}`, PHONE)
    await choose(page, guest, 'Party left')
    await toast(page, 'Party left').waitFor()
    const isFree = async () =>
      (
        await database().pool.query<{ free: boolean }>(
          'select upper(during) <= now() as free from table_occupancies where reservation_id = $1',
          [id],
        )
      ).rows[0]?.free
    expect(await isFree()).toBe(true)
    await undo(page)
    await toast(page, 'Undone').waitFor()
    expect(await isFree()).toBe(false)
  })
})

describe('the reason for keeping the money of a cancelled reservation', () => {
  const REASON = 'Cancelled on the same day'
  const question = (page: Page) => page.getByRole('dialog', { name: 'Discard what you typed?' })
  const reasonIn = (asked: Locator) => asked.getByLabel('Reason')
  const keep = (asked: Locator) => asked.getByRole('button', { name: 'Cancel and keep' })

  /** Leaves the dialog in each way by which it could be left, and goes on. */
  async function leaveByMistake(page: Page, asked: Locator): Promise<void> {
    const ways: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['Escape', () => page.keyboard.press('Escape')],
      ['a click outside', () => page.mouse.click(5, 5)],
      ['the cross', () => asked.getByRole('button', { name: 'Close' }).click()],
      ['Back', () => asked.getByRole('button', { name: 'Back' }).click()],
      ['Back of the browser', () => page.evaluate(() => window.history.back())],
    ]
    for (const [way, leave] of ways) {
      // oxlint-disable no-await-in-loop -- one way after the other
      await leave()
      await expect.poll(() => question(page).isVisible(), { message: way }).toBe(true)
      await question(page).getByRole('button', { name: 'Keep editing' }).click()
      await expect.poll(() => question(page).isVisible(), { message: way }).toBe(false)
      expect(await reasonIn(asked).inputValue(), way).toBe(REASON)
      await nextFrames(page)
      // oxlint-enable no-await-in-loop
    }
  }

  /** Sends the decision in a request that does not arrive. */
  async function fail(page: Page, asked: Locator): Promise<void> {
    const answer = await holdUntil(page, '**/status')
    await keep(asked).click()
    await expect.poll(() => keep(asked).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await nextFrames(page)
    expect(await asked.isVisible()).toBe(true)
    answer('refused')
    await toast(page, 'Error updating reservation').waitFor()
    expect(await reasonIn(asked).inputValue()).toBe(REASON)
  }

  async function expectKept(page: Page, { asked, id }: { asked: Locator; id: string }): Promise<void> {
    await toast(page, 'Reservation updated successfully!').waitFor()
    await asked.waitFor({ state: 'detached' })
    expect(await question(page).isVisible()).toBe(false)
    expect(await statusOf(id)).toMatchObject({ status: 'cancelled', kept_cents: 40_000, deleted: false })
  }

  test('is not lost with the question about a status', async () => {
    const guest = 'Status Serwaa'
    const id = await paidNight(guest)
    const page = await asStaffMember(`/admin/reservations/${id}`, DESKTOP)
    await page.getByLabel(`Status of ${guest}`).selectOption('cancelled')
    const asked = page.getByRole('dialog', { name: `Cancel the reservation of ${guest}?` })
    await reasonIn(asked).fill(REASON)
    await leaveByMistake(page, asked)
    await fail(page, asked)
    await keep(asked).click()
    await expectKept(page, { asked, id })
  })

  test('is not lost with the question about a deletion', async () => {
    const guest = 'Deletion Dede'
    const id = await paidNight(guest)
    const page = await asStaffMember(`/admin/reservations/${id}`, DESKTOP)
    await choose(page, guest, 'Delete')
    const asked = page.getByRole('dialog', { name: 'Are you sure you want to delete this reservation?' })
    await reasonIn(asked).fill(REASON)
    await leaveByMistake(page, asked)
    await fail(page, asked)
    await keep(asked).click()
    await expectKept(page, { asked, id })
  })

  test('is not lost with the one about a deletion where guests of it have come', async () => {
    const guest = 'Deletion Dzifa'
    const id = await paidNight(guest)
    await database().pool.query(
      `insert into arrival_events (id, reservation_id, kind, guests, happened_at, actor_id, actor_name)
       select new_id(), $1, 'arrived', 1, now(), id, name from staff_users limit 1`,
      [id],
    )
    const page = await asStaffMember(`/admin/reservations/${id}`, DESKTOP)
    await choose(page, guest, 'Delete')
    const asked = page.getByRole('dialog', { name: 'Are you sure you want to delete this reservation?' })
    await reasonIn(asked).fill(REASON)
    await keep(asked).click()
    const arrived = page.getByRole('dialog', { name: 'Cancel a party that has come?' })
    await arrived.getByRole('button', { name: 'Go back' }).click()
    expect(await reasonIn(asked).inputValue()).toBe(REASON)
    await keep(asked).click()
    await arrived.getByRole('button', { name: 'Cancel the reservation' }).click()
    await expectKept(page, { asked, id })
  })
})

test('two paid reservations that are cancelled right after each other are asked about in turn', async () => {
  const ids = [await paidNight('Twin Efua'), await paidNight('Twin Kwesi')]
  const page = await asStaffMember('/admin/reservations?date=all&q=twin', DESKTOP)
  const status = (name: string) => page.getByLabel(`Status of Twin ${name}`)
  const answerFirst = await holdUntil(page, '**/status')
  await status('Efua').selectOption('cancelled')
  await status('Kwesi').selectOption('cancelled')
  expect(await status('Efua').inputValue()).toBe('cancelled')
  answerFirst('sent')
  const asked = page.getByRole('dialog', { name: /^Cancel the reservation of Twin/ })
  for (const left of [1, 0]) {
    // oxlint-disable no-await-in-loop -- one question after the other
    const question = await asked.getByRole('heading').textContent()
    await asked.getByRole('button', { name: 'Cancel and refund' }).click()
    await page.getByRole('heading', { name: question ?? '' }).waitFor({ state: 'detached' })
    await expect.poll(() => asked.count()).toBe(left)
    // oxlint-enable no-await-in-loop
  }
  expect(await Promise.all(ids.map(statusOf))).toMatchObject([
    { status: 'cancelled' },
    { status: 'cancelled' },
  ])
})

test('a dinner that is cancelled is asked about with the night of the same evening, and the money of that after it', async () => {
  const guest = 'Esi Evening'
  const night = await paidNight(guest)
  const { rows } = await database().pool.query<{ id: string }>(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count,
       status) select 'dining', business_date, starts_at - interval '2 hours', starts_at, $2, guest_email, 2, 'confirmed'
     from reservations where id = $1 returning id`,
    [night, guest],
  )
  const dinner = rows[0]?.id ?? ''
  await database().pool.query('update reservations set dinner_id = $2 where id = $1', [night, dinner])
  const page = await asStaffMember(`/admin/reservations/${dinner}`, DESKTOP)
  await page.getByRole('link', { name: / from .* at table \d+$/ }).waitFor()
  await page.getByLabel(`Status of ${guest}`).selectOption('cancelled')
  const asked = page.getByRole('dialog', { name: `Cancel the reservation of ${guest}?` })
  const also = asked.getByRole('checkbox', { name: /^Also cancel .* at table \d+$/ })
  expect(await also.isChecked()).toBe(false)
  expect(await axeViolations(page)).toEqual([])
  expect(await statusOf(dinner)).toMatchObject({ status: 'confirmed' })
  await also.check()
  await asked.getByRole('button', { name: 'Cancel the reservation' }).click()
  const money = page.getByRole('dialog', { name: `Cancel the reservation of ${guest}, ` })
  await money.getByText('$400.00 was paid.').waitFor()
  await money.getByRole('button', { name: 'Cancel and refund' }).click()
  await expect.poll(() => statusOf(night)).toMatchObject({ status: 'cancelled' })
  expect(await statusOf(dinner)).toMatchObject({ status: 'cancelled' })
})
