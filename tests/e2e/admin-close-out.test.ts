import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { toast } from '../staff/admin-visit.ts'
import { useCheckIn } from '../staff/check-in-visit.ts'
import { bookTonight } from '../staff/night-parties.ts'
import { axeViolations, DESKTOP, expectToFit } from '../support/browser.ts'

const { asStaffMember, cancelAll, database, openCheckIn } = useCheckIn()

// Before the seeded nights.
let nights = 60
/** A night of its own in the past, by how many days ago it was. */
const newNight = (): number => (nights += 1)
const dateOf = async (daysAgo: number): Promise<string> => {
  const { rows } = await database().pool.query<{ date: string }>(
    'select (business_day_of(now()) - $1::integer)::text as date',
    [daysAgo],
  )
  return rows[0]?.date ?? ''
}

/** All guests of a party came, some minutes after its booked time. */
const arrive = (id: string, minutes = 0) =>
  database().pool.query(
    `insert into arrival_events (id, reservation_id, kind, guests, happened_at, actor_id, actor_name)
     select $1, id, 'arrived', guest_count, starts_at + make_interval(mins => $3), $1, 'Efua' from reservations where id = $2`,
    [randomUUID(), id, minutes],
  )

/** A party paid a price at the venue. */
const pay = (id: string, cents: number, method = 'cash') =>
  database().pool.query(
    `with priced as (update reservations set total_price_cents = total_price_cents + $2 where id = $1 returning *)
     insert into ledger_lines (source_key, kind, method, amount_cents, reservation_id, night, moved_at, actor_name)
     select 'venue:' || $4, 'payment', $3, $2, id, business_date, starts_at, 'Efua' from priced`,
    [id, cents, method, randomUUID()],
  )

/** A night with six parties of which two did not come. */
async function playNight(daysAgo: number): Promise<string[]> {
  const ids = await bookTonight(
    database(),
    ['Ada Obi', 'Kofi Mensah', 'Esi Owusu', 'Nana Addo-Featherstonehaugh', 'Yaw Darko', 'Abena Boateng'].map(
      (name) => `${name} ${daysAgo}`,
    ),
    { inDays: -daysAgo },
  )
  await Promise.all(ids.slice(0, 4).map((id, i) => arrive(id, 17 * i)))
  await Promise.all(ids.slice(2).map((id, i) => pay(id, 12_050, i % 2 === 0 ? 'cash' : 'card')))
  return ids
}

/** A charge at the provider of a payment that the database does not know, on its way to the bank. */
const payAtProvider = (date: string) =>
  database().pool.query(
    `with charge as (
       insert into provider_transactions (id, provider, kind, amount_cents, fee_cents, payment_intent_id, source_id, checkout_id,
         created_at, available_on)
       values ('txn_' || $1, 'local', 'charge', 50000, 1480, 'pi_' || $1, 'ch_' || $1, new_id(),
         moment_of_business($1::date, '22:00'), $1::date + 2) returning id
     ), payout as (
       insert into provider_payouts (id, provider, amount_cents, state, arrives_on, created_at, itemized_at)
       values ('po_' || $1, 'local', 48520, 'on_its_way', $1::date + 4, $1::date + 2, now()) returning id
     ) insert into provider_payout_items select charge.id, payout.id from charge, payout`,
    [date],
  )

const figure = (page: Page, label: string) =>
  page.locator('dl > div').filter({ hasText: label }).locator('dd').first().textContent()

test('the close-out of a night is complete at every size', async () => {
  const daysAgo = newNight()
  await playNight(daysAgo)
  const date = await dateOf(daysAgo)
  await payAtProvider(date)
  const page = await asStaffMember(`/admin/close-out?date=${date}`, DESKTOP)
  await page.getByRole('heading', { name: '2 parties did not come' }).waitFor()
  await expectToFit(page)
  expect(await figure(page, 'Kept for the night')).toBe('$482.00')
  expect(await figure(page, 'Guests who came')).toBe('24')
  await page.getByText('Charge, at the provider only: $500.00').waitFor()
  await page.getByText(/^On its way, expected /).waitFor()
  await page.getByRole('button', { name: 'Close the night' }).click()
  await page.getByRole('dialog').getByText('2 parties marked as no-shows').waitFor()
  await expectToFit(page, async () => {
    const heights = await page
      .locator('main select, main button, dialog button')
      .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().height).filter((it) => it > 0))
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(40)
  })
})

describe('a night', () => {
  test('is closed with an outcome for each party, and its figures are locked with a name', async () => {
    const daysAgo = newNight()
    const ids = await playNight(daysAgo)
    await database().pool.query('update reservations set total_price_cents = 45000 where id = $1', [ids[0]])
    const page = await asStaffMember(`/admin/close-out?date=${await dateOf(daysAgo)}`, DESKTOP)
    await page.getByRole('heading', { name: '1 party came and has not paid, $450.00' }).waitFor()
    await page.getByRole('link', { name: `Ada Obi ${daysAgo}` }).waitFor()
    await page.getByLabel(`Outcome of Yaw Darko ${daysAgo}`).selectOption('Came, not recorded')
    // A look at the reservation loses no choice.
    await page.getByRole('link', { name: `Yaw Darko ${daysAgo}` }).click()
    await page.waitForURL(/\/admin\/reservations\//)
    await page.goBack()
    const outcome = page.getByLabel(`Outcome of Yaw Darko ${daysAgo}`)
    await outcome.waitFor()
    expect(await outcome.inputValue()).toBe('came')
    await page.getByRole('button', { name: 'Close the night' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 party marked as a no-show').waitFor()
    await dialog.getByText('1 party recorded as having come').waitFor()
    await dialog.getByText('4 parties marked as left').waitFor()
    await dialog.getByRole('button', { name: 'Close the night' }).click()
    await toast(page, 'The night is closed').waitFor()
    const result = (text: RegExp) => page.getByRole('heading', { name: text })
    const isFocused = (text: RegExp) => result(text).evaluate((it) => it === document.activeElement)
    await result(/^staff\d+ closed this night/).waitFor()
    await expect.poll(() => isFocused(/closed this night/)).toBe(true)
    await expect.poll(() => figure(page, 'Guests who came')).toBe('30')
    expect(await figure(page, 'No-shows')).toBe('1')

    await page.getByRole('button', { name: 'Count cash and lock' }).click()
    await dialog.getByLabel('Cash counted').fill('230')
    await dialog.getByText('$11.00 missing').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Lock' }).click()
    await toast(page, 'The figures are not locked').waitFor()
    await dialog.getByLabel('Note').fill('A taxi for a guest')
    await dialog.getByRole('button', { name: 'Lock' }).click()
    await result(/^staff\d+ locked this night/).waitFor()
    await expect.poll(() => isFocused(/locked this night/)).toBe(true)
    await page.getByText('Cash counted: $230.00, $11.00 missing. A taxi for a guest').waitFor()

    await pay(ids[0] ?? '', 5000)
    await page.getByRole('heading', { name: 'Since the lock +$50.00' }).waitFor()
    expect(await figure(page, 'Kept for the night')).toBe('$482.00')
    expect(await axeViolations(page)).toEqual([])
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
    expect(await page.locator('.toasts').isVisible()).toBe(false)
    const csv = await page.request.get(`/admin/api/close-out/${await dateOf(daysAgo)}/csv`)
    expect(await csv.text()).toContain('Money,Kept for the night,,482.00\r\n')
  })

  test('that is closed leaves no list on the phone at the entrance', async () => {
    await cancelAll()
    const [id = ''] = await bookTonight(database(), ['Efua Tonight'])
    await arrive(id)
    const phone = await openCheckIn()
    const snapshots = () =>
      phone.evaluate(
        () =>
          new Promise<number>((resolve, reject) => {
            const opening = indexedDB.open('check-in')
            opening.addEventListener('error', () => reject(new Error('no storage')))
            opening.addEventListener('success', () => {
              const counting = opening.result.transaction('device').objectStore('device').count()
              counting.addEventListener('success', () => {
                opening.result.close()
                resolve(counting.result)
              })
            })
          }),
      )
    await expect.poll(snapshots).toBe(2)
    const manager = await asStaffMember(`/admin/close-out?date=${await dateOf(0)}`, DESKTOP)
    await manager.getByText(/'s (phone|computer) \(.*\), since .*: everything sent, last heard /).waitFor()
    await manager.getByRole('button', { name: 'Close the night' }).click()
    await manager.getByRole('dialog').getByRole('button', { name: 'Close the night' }).click()
    await phone.getByRole('heading', { name: 'This night is closed' }).waitFor()
    await phone.getByRole('link', { name: 'Tonight' }).waitFor()
    await expect.poll(snapshots).toBe(0)
    expect(await axeViolations(phone)).toEqual([])
    await manager.getByRole('button', { name: 'Open again' }).click()
    await manager.getByRole('dialog').getByRole('button', { name: 'Open again' }).click()
    await phone.getByText('Live').waitFor()
    await expect.poll(snapshots).toBe(2)
  })
})

test('an accountant reads who did not come, and has nothing to decide or to close', async () => {
  const daysAgo = newNight()
  await playNight(daysAgo)
  const page = await asStaffMember(`/admin/close-out?date=${await dateOf(daysAgo)}`, {
    ...DESKTOP,
    role: 'accountant',
  })
  await page.getByRole('heading', { name: '2 parties did not come' }).waitFor()
  await page.getByText('$120.50 paid').first().waitFor()
  const main = page.getByRole('main')
  expect(await main.locator('select, input, textarea').count()).toBe(0)
  expect(await main.getByRole('button', { name: /Close|Lock|Open again|Correct/ }).count()).toBe(0)
})
