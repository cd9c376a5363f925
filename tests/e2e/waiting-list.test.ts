import type { Page } from 'playwright-core'
import { describe, expect, test, vi } from 'vitest'
import { DINNER_WAITING_FORM, NIGHT_WAITING_FORM } from '#features/waiting-list/joining/schema.ts'
import { waitingPath } from '#features/waiting-list/rules.ts'
import { FORM_TOKEN_FIELD, HONEYPOT_FIELD } from '#lib/forms/hidden-fields.ts'
import { createSignedTokens, loadSigningKey } from '#platform/security/signed-tokens.ts'
import { axeViolations, expectSound, hydrated, PHONE } from '../support/browser.ts'
import { ageForm, issueOldToken } from '../support/old-form-token.ts'
import { useGuestSite } from '../support/guest-site.ts'
import { freeOneTable, makeOffers, makeSoldOutNight, putInLine } from '../waiting-list/sold-out-nights.ts'

vi.setConfig({ testTimeout: 120_000 })

const { visitor, database, app } = useGuestSite()

const form = (page: Page) => page.getByRole('form', { name: 'Join the waiting list' })
const send = (page: Page) => form(page).getByRole('button', { name: 'Join the waiting list' })

async function fill(page: Page, name: string, guests = '2'): Promise<void> {
  await form(page).getByLabel('Full name').fill(name)
  if (guests !== '') await form(page).getByLabel('Guests, with you').fill(guests)
  await form(page)
    .getByLabel('Email')
    .fill(`${name.replaceAll(' ', '.').toLowerCase()}@example.com`)
  await form(page)
    .getByLabel('Phone')
    .fill(`(972) 555-${String(name.length).padStart(4, '0')}`)
  await form(page)
    .getByLabel(/I agree/)
    .check()
}

const age = (page: Page, name: string = NIGHT_WAITING_FORM.name) => ageForm(page, database(), name)

/** Reloads the page until the job has made the offer. */
async function reloadUntil(page: Page, heading: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.reload()
        return page.getByRole('heading', { level: 1 }).textContent()
      },
      { interval: 500 },
    )
    .toBe(heading)
}

/** A plain form, with or without scripts. */
describe('on a phone', () => {
  const size = { ...PHONE, javaScriptEnabled: false }

  test('a guest joins on the page of the event, is offered a freed table, and goes to pay for it', async () => {
    const night = await makeSoldOutNight(database(), { title: 'Night without scripts' })
    await putInLine(database(), night, ['Ama Mensah'])
    const page = await visitor.open(`/events/${night.slug}`, size)
    await page.getByRole('link', { name: 'Join the waiting list' }).first().click()
    await fill(page, 'Yaw Darko', '2')
    await age(page)
    await send(page).click()
    await page.getByRole('heading', { name: 'You are on the waiting list' }).waitFor()
    await page.getByText('2nd in line for a table for 2').waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/waiting\/[\w-]{43}$/)
    // In this browser the form shows the place, and in another one it stays as it is.
    await page.goto(`${app().origin}/waiting-list?event=${night.slug}`)
    await page.getByText('You are 2nd in line for a table for 2.').waitFor()
    expect(await send(page).count()).toBe(0)
    await page.getByRole('link', { name: 'Join for another party' }).click()
    await send(page).waitFor()
    await page.goBack()
    const stranger = await app().get(`/waiting-list?event=${night.slug}`)
    expect(await stranger.text()).not.toContain('See your place in line')
    await page.getByRole('link', { name: 'See your place in line' }).click()
    await page.getByText('2nd in line for a table for 2').waitFor()
    await freeOneTable(database(), night)
    await freeOneTable(database(), night)
    await makeOffers(database())
    await database().pool.query('update venue_tables set minimum_spend_cents = 40000')
    await reloadUntil(page, 'A table is free for you')
    // There may be no guest next in line.
    await page.getByText('It is held for you until the time below, and no longer.').waitFor()
    await page.getByText('Held until').waitFor()
    await page.getByText('Minimum spend at the table').waitFor()
    await page
      .getByText('Cover at the door, a separate fee: $25 a person, 1 of your 2 pays: $25 at the door.')
      .waitFor()
    await page.getByText(/You can cancel for a full refund until/).waitFor()
    await page.getByRole('button', { name: /^Pay \$/ }).click()
    await page.waitForURL(/test-payment/)
  })

  test('a page that stays open shows the offer by itself, with the time that is left', async () => {
    const night = await makeSoldOutNight(database(), { title: 'Night in a tab' })
    const page = await visitor.open(`/waiting-list?event=${night.slug}`, PHONE)
    await fill(page, 'Adjoa Owusu')
    await age(page)
    await send(page).click()
    await page.getByText('1st in line for a table for 2').waitFor()
    await freeOneTable(database(), night)
    await makeOffers(database())
    await database().pool.query(
      `update reservations set held_until = now() + interval '12 minutes' where held_until > now() and event_id = $1`,
      [night.id],
    )
    await page.getByRole('heading', { name: 'A table is free for you' }).waitFor()
    await expect
      .poll(() => page.getByRole('timer', { name: 'Time left' }).textContent())
      .toMatch(/^1[12]:\d\d$/)
    await database().pool.query(
      'update reservations set held_until = now() where event_id = $1 and held_until > now()',
      [night.id],
    )
    await page.getByRole('heading', { name: 'Your offer has ended' }).waitFor()
  })

  test('a guest declines an offer, and leaves the list', async () => {
    const night = await makeSoldOutNight(database(), { isMarked: false, title: 'Open night' })
    const page = await visitor.open(`/waiting-list?event=${night.slug}`, size)
    await fill(page, 'Efua Sarpong')
    await age(page)
    await send(page).click()
    await page.getByText('1st in line for a table for 2').waitFor()
    await freeOneTable(database(), night)
    await makeOffers(database())
    await reloadUntil(page, 'A table is free for you')
    await page.getByRole('button', { name: 'Decline' }).click()
    await page.getByRole('heading', { name: 'You declined the table' }).waitFor()
    await page.getByRole('link', { name: 'Join the list again' }).click()
    await fill(page, 'Efua Sarpong', '4')
    await age(page)
    await send(page).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    // The table that was declined is free for a party of 4 or not: either way the guest can leave.
    await page.getByRole('button', { name: /Leave the list|Decline/ }).click()
    await page.getByRole('heading', { name: /You left the waiting list|You declined the table/ }).waitFor()
    const { rows } = await database().pool.query(
      `select id from waiting_entries where event_id = $1 and status in ('waiting', 'offered')`,
      [night.id],
    )
    expect(rows).toEqual([])
  })

  test('a party of 0 or 31, a missing agreement and a second time on the list are named', async () => {
    const night = await makeSoldOutNight(database(), { title: 'Strict night' })
    const page = await visitor.open(`/waiting-list?event=${night.slug}`, size)
    await fill(page, 'Kwame Asante', '31')
    await form(page)
      .getByLabel(/I agree/)
      .uncheck()
    await send(page).click()
    await page.getByRole('link', { name: /For more than 30 guests/ }).waitFor()
    await page.getByRole('link', { name: /Please agree/ }).waitFor()
    await form(page).getByLabel('Guests, with you').fill('0')
    await send(page).click()
    await page.getByRole('link', { name: 'A party is at least 1 guest.' }).waitFor()
    await fill(page, 'Kwame Asante', '30')
    await age(page)
    await send(page).click()
    await page.getByRole('link', { name: /Our largest table seats/ }).waitFor()
    await form(page).getByLabel('Guests, with you').fill('2')
    await send(page).click()
    await page.getByText('1st in line for a table for 2').waitFor()
    // Another browser, which is not shown the place of an address that is typed there.
    const other = await visitor.open(`/waiting-list?event=${night.slug}`, size)
    await fill(other, 'Kwame Asante')
    await age(other)
    await send(other).click()
    await other.getByRole('alert').getByText('Please look at your email').waitFor()
    const { rows } = await database().pool.query('select id from waiting_entries where event_id = $1', [
      night.id,
    ])
    expect(rows).toHaveLength(1)
  })
})

test('with scripts, too, a guest goes to pay for an offered table, and keeps it on leaving the payment page', async () => {
  const night = await makeSoldOutNight(database(), { title: 'Night with scripts' })
  await putInLine(database(), night, ['Ama Mensah'])
  await freeOneTable(database(), night, 4)
  await makeOffers(database())
  const { id } = await database()
    .db.selectFrom('waitingEntries')
    .where('eventId', '=', night.id)
    .select('id')
    .executeTakeFirstOrThrow()
  const tokens = createSignedTokens(await loadSigningKey(database().db))
  const page = await visitor.open(waitingPath(tokens.sign('waiting', id)), PHONE)
  await page.getByRole('heading', { name: 'A table is free for you' }).waitFor()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.waitForURL(/test-payment/)
  await page.getByRole('button', { name: 'Abandon' }).click()
  await page.getByRole('heading', { name: 'Finish your payment' }).waitFor()
  await page.getByText('Held until').waitFor()
  expect(new URL(page.url()).pathname).toBe(waitingPath(tokens.sign('waiting', id)))
  const { status } = await database()
    .db.selectFrom('waitingEntries')
    .where('id', '=', id)
    .select('status')
    .executeTakeFirstOrThrow()
  expect(status).toBe('offered')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.waitForURL(/test-payment/)
})

test('50 joins from one address end with a polite refusal', async () => {
  const night = await makeSoldOutNight(database(), { title: 'Crowded night' })
  const formToken = await issueOldToken(database(), NIGHT_WAITING_FORM.name)
  const statuses = await Promise.all(
    Array.from({ length: 50 }, async (_unused, i) => {
      const body = new URLSearchParams({
        [FORM_TOKEN_FIELD]: formToken,
        [HONEYPOT_FIELD]: '',
        name: `Guest ${i}`,
        guests: '2',
        zone: '',
        consent: 'yes',
        email: `crowd${i}@example.com`,
        phone: `(214) 555-${String(i).padStart(4, '0')}`,
      })
      const headers = { Origin: app().origin, Accept: 'text/html' }
      return (await app().get(`/waiting-list?event=${night.slug}`, { method: 'POST', body, headers })).status
    }),
  )
  expect(statuses.toSorted((a, b) => a - b)).toEqual([
    ...Array.from({ length: 5 }, () => 303),
    ...Array.from({ length: 45 }, () => 429),
  ])
})

test('the pages of the waiting list fit every size', async () => {
  const night = await makeSoldOutNight(database(), { title: 'Night of all sizes' })
  await putInLine(database(), night, ['Ama Mensah'])
  const sizes = [
    { width: 820, height: 1180 },
    { width: 1440, height: 900 },
  ]
  const check = (shown: Page) => expectSound(shown, shown.url(), sizes)
  const page = await visitor.open(`/events/${night.slug}?view=reserve`, PHONE)
  await form(page).waitFor()
  await check(page)
  await page.goto(`${app().origin}/waiting-list?event=${night.slug}`)
  await send(page).click()
  await page.getByRole('alert').waitFor()
  await check(page)
  await fill(page, 'Abena Ofori Boateng')
  await age(page)
  await send(page).click()
  await page.getByText('2nd in line').waitFor()
  await check(page)
  await freeOneTable(database(), night)
  await freeOneTable(database(), night)
  await makeOffers(database())
  await reloadUntil(page, 'A table is free for you')
  await check(page)
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('heading', { name: 'You declined the table' }).waitFor()
  await check(page)
})

test('a full dinner time links to its waiting list, and a wrong address is not found', async () => {
  await database().db.updateTable('venue').set({ diningCoversPerSlot: 1 }).execute()
  const page = await visitor.open('/reservations?service=dining&guests=2', PHONE)
  // In the evening no time of today is left that could be full.
  const days = page.getByLabel('Date', { exact: true }).locator('option:not([disabled])')
  const later = await days.nth(1).getAttribute('value')
  await page.goto(`/reservations?service=dining&guests=2&date=${later}`)
  await hydrated(page)
  await page.getByRole('navigation', { name: 'Waiting lists' }).getByRole('link').first().click()
  await page.getByRole('heading', { name: 'Dinner for 2 guests' }).waitFor()
  await fill(page, 'Nana Adjei Mensah', '')
  await age(page, DINNER_WAITING_FORM.name)
  await send(page).click()
  await page.getByText('1st in line for a table for 2').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await database().db.updateTable('venue').set({ diningCoversPerSlot: 24 }).execute()
  for (const path of [
    '/waiting-list',
    '/waiting-list?event=none',
    '/waiting-list?date=2026-13-01',
    '/waiting/none',
  ])
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    expect((await fetch(app().origin + path)).status).toBe(404)
})
