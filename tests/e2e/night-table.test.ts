import { randomInt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { DESKTOP, PHONE } from '../support/browser.ts'
import { waitFor } from '../support/server.ts'
import {
  alive,
  dialog,
  expectAccessible,
  fillIn,
  openPayment,
  heading,
  NIGHT,
  plan,
  press,
  tableOnPlan,
  tabTo,
  openFreeTable,
  setUpNightGuests,
} from '../booking/night-fixtures.ts'

/** The whole booking of a table for a night. It is walked on a phone; its screens are checked on a desktop, too. */

const { database, arrive, rowsOf, confirmationsTo, heldByAnother } = setUpNightGuests()

describe('on a phone', () => {
  test('a table is chosen, held, paid for and kept, and the first tab follows along', async () => {
    const { guest, page } = await arrive(PHONE)
    const number = await openFreeTable(page)
    await expectAccessible(page, 'form')
    const email = await fillIn(page)
    await page.getByRole('checkbox', { name: /Birthday Shoutout/ }).check()
    const total =
      (await dialog(page).getByText('Total').locator('xpath=following-sibling::*').textContent()) ?? ''
    const tab = await openPayment(guest, page)
    await expect.poll(() => tab.locator('body').innerText()).toContain(total)
    await page.bringToFront()
    await heading(page, `Table ${number} is held for you`).waitFor()
    await expect.poll(() => page.getByRole('timer').first().textContent()).toMatch(/^1[45]:\d\d$/)
    await expectAccessible(page, 'held')
    await press(tab, 'Approve')
    await heading(tab, 'Payment Successful!').waitFor()
    await expect.poll(() => tab.locator('main').innerText()).toContain(`Total Paid\n${total}`)
    await heading(page, 'Your table is yours').waitFor()
    await expectAccessible(page, 'paid')
    await page.getByRole('link', { name: 'See your reservation' }).click()
    await page.getByText('Reservation Confirmed').waitFor()
    expect(await rowsOf(email)).toMatchObject([{ status: 'confirmed', paymentStatus: 'paid' }])
    expect(await confirmationsTo(email)).toBe(1)
  })

  test('a table that is lost meanwhile is reported inline, and the nearest ones are offered', async () => {
    const { page } = await arrive(PHONE)
    const number = await openFreeTable(page)
    const email = await fillIn(page)
    await heldByAnother(number)
    const notice = dialog(page).getByRole('alert')
    await notice.getByText('This table is no longer available.').waitFor()
    await expectAccessible(page, 'lost')
    const nearest = dialog(page).getByRole('button', { name: /^Table \d+ \$/ })
    await expect.poll(() => nearest.count()).toBe(3)
    await nearest.first().click()
    await heading(page, /^Reserve Table \d+$/).waitFor()
    await notice.waitFor({ state: 'hidden' })
    await expect.poll(() => page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(email)
    await expect
      .poll(() => page.getByRole('button', { name: 'Continue' }).getAttribute('aria-disabled'))
      .toBe('false')
  })

  test('a card is declined and the next one approved, with a refresh at every step', async () => {
    const { guest, page } = await arrive(PHONE)
    const number = await openFreeTable(page)
    const email = await fillIn(page)
    await page.reload()
    await page.goto(`${NIGHT}&table=${number}`)
    await dialog(page).waitFor()
    await expect.poll(() => dialog(page).getByRole('textbox', { name: 'Email' }).inputValue()).toBe(email)
    const tab = await openPayment(guest, page)
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

  test('leaving the payment releases the table, and the form is still filled in', async () => {
    const { guest, page } = await arrive(PHONE)
    const number = await openFreeTable(page)
    const email = await fillIn(page)
    const tab = await openPayment(guest, page)
    await press(tab, 'Abandon')
    await heading(tab, 'Payment Cancelled').waitFor()
    await heading(page, `Your hold on table ${number} has ended`).waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(email)
    expect(await rowsOf(email)).toMatchObject([{ status: 'cancelled', paymentStatus: 'none' }])
  })

  test('an expired hold ends by itself, and its payment page is closed', async () => {
    const { guest, page } = await arrive(PHONE)
    const number = await openFreeTable(page)
    const email = await fillIn(page)
    const tab = await openPayment(guest, page)
    const [row] = await rowsOf(email)
    await database().pool.query(
      "update reservations set held_until = now() - interval '1 second' where id = $1",
      [row?.id],
    )
    await database().pool.query("select graphile_worker.add_job('release_expired_holds_again')")
    await heading(page, `Your hold on table ${number} has ended`).waitFor()
    await tab.reload()
    expect(await tab.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0)
    expect(await rowsOf(email)).toMatchObject([{ status: 'cancelled' }])
    await page.getByRole('button', { name: 'Back to the seating chart' }).click()
    await tableOnPlan(page, number, '(available|selected)').waitFor()
  })

  test('where pop-ups are blocked, the payment opens in the same tab', async () => {
    const { page } = await arrive(PHONE, (guest) => guest.addInitScript(() => (window.open = () => null)))
    await openFreeTable(page)
    const email = await fillIn(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('link', { name: 'Continue to payment' }).click()
    await page.waitForURL(/test-payment/)
    await press(page, 'Approve')
    await heading(page, 'Payment Successful!').waitFor()
    expect(await rowsOf(email)).toMatchObject([{ status: 'confirmed' }])
  })

  test('two clicks make one hold, and Back from it one reservation', async () => {
    const { guest, page } = await arrive(PHONE)
    const number = await openFreeTable(page)
    const email = await fillIn(page)
    const tab = guest.waitForEvent('page')
    await page.getByRole('button', { name: 'Continue' }).dblclick()
    await (await tab).waitForURL(/test-payment/)
    await heading(page, `Table ${number} is held for you`).waitFor()
    const notice = page.getByText(`Table ${number} is held for you`).filter({ visible: true })
    await page.goBack()
    await expect.poll(() => dialog(page).count()).toBe(0)
    await notice.first().waitFor()
    await page.goBack()
    await page.goForward()
    await notice.first().waitFor()
    expect(await rowsOf(email)).toHaveLength(1)
    expect(guest.pages()).toHaveLength(2)
  })
})

test('a hold shows on every open chart, and so does its end', async () => {
  const [{ page: first }, { page: second }] = [await arrive(DESKTOP), await arrive(PHONE)]
  await alive(first)
  await alive(second)
  const number = await openFreeTable(first)
  await fillIn(first)
  await first.getByRole('button', { name: 'Continue' }).click()
  await heading(first, `Table ${number} is held for you`).waitFor()
  await tableOnPlan(second, number, 'held by another guest').waitFor()
  await first.getByRole('button', { name: 'Keep looking' }).click()
  await dialog(first).waitFor({ state: 'hidden' })
  await tableOnPlan(second, number, 'available').waitFor()
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
