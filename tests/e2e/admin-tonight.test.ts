import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { monthOf } from '#lib/calendar-month.ts'
import { addDays, businessDate } from '#lib/venue-time.ts'
import { makeGuestList } from '../guest-lists/listed-nights.ts'
import { holdNext, openFilters, pastDoubleTap, toast } from '../staff/admin-visit.ts'
import { bookTonight, clearTonight } from '../staff/night-parties.ts'
import { useStaffArea } from '../staff/staff-area.ts'
import { axeViolations, DESKTOP, PHONE } from '../support/browser.ts'

const { asStaffMember, database } = useStaffArea()
/** The row of a party, with this in its spoken line. */
const row = (page: Page, name: string, line = /./) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: new RegExp(`^${name},.*${line.source}`) }) })
const count = (page: Page, label: string) =>
  page.locator('dl > div').filter({ hasText: label }).locator('dd').textContent()

const countWalkIns = (change: number) =>
  database().pool.query(
    `insert into head_counts (id, night, change, happened_at, actor_id, actor_name, device_name)
     values (gen_random_uuid(), business_day_of(now()), $1, now(), gen_random_uuid(), 'Efua', 'Phone')`,
    [change],
  )

beforeEach(async () => {
  await clearTonight(database())
  await database().pool.query(
    'update events set deleted_at = now() where id in (select event_id from guest_lists)',
  )
})

describe('an arrival', () => {
  test('shows on every device, in parts, and is undone from the toast', async () => {
    await bookTonight(database(), ['Ada Obi', 'Kofi Mensah'])
    const phone = await asStaffMember('/admin/tonight', { ...PHONE, role: 'host' })
    const manager = await asStaffMember('/admin/tonight', DESKTOP)
    await row(phone, 'Ada Obi').getByRole('button').first().click()
    const sheet = phone.getByRole('dialog', { name: 'Ada Obi' })
    await sheet.getByRole('button', { name: 'One fewer' }).click()
    await sheet.getByRole('button', { name: 'One fewer' }).click()
    await sheet.getByRole('button', { name: '4 arrived' }).click()
    await row(manager, 'Ada Obi', /4 of 6 guests/).waitFor()
    expect(await count(manager, 'Inside')).toBe('4')
    await phone.keyboard.press('Escape')
    await row(manager, 'Ada Obi').getByRole('button', { name: 'Arrived: Ada Obi' }).click()
    await toast(manager, '2 arrived').waitFor()
    await row(phone, 'Ada Obi', /6 of 6 guests/).waitFor()
    await manager.getByRole('button', { name: 'Undo' }).click()
    await row(phone, 'Ada Obi', /4 of 6 guests/).waitFor()
    expect(await count(phone, 'To come')).toBe('8')
    await row(phone, 'Ada Obi').getByRole('button', { name: 'More: Ada Obi' }).click()
    await phone.getByRole('menuitem', { name: '1 left', exact: true }).click()
    await toast(phone, '1 left').waitFor()
    await expect.poll(() => count(manager, 'Inside')).toBe('3')
    await row(manager, 'Ada Obi').getByRole('button', { name: 'More: Ada Obi' }).click()
    await manager.getByRole('menuitem', { name: '1 came back' }).click()
    await expect.poll(() => count(phone, 'Inside')).toBe('4')
  })

  test('of more guests than were booked is asked about first', async () => {
    await bookTonight(database(), ['Ada Obi'])
    const page = await asStaffMember('/admin/tonight', PHONE)
    await row(page, 'Ada Obi').getByRole('button').first().click()
    for (let i = 0; i < 3; i += 1) {
      // oxlint-disable-next-line no-await-in-loop -- three taps, one after the other
      await page.getByRole('button', { name: 'One more' }).click()
    }
    await page.getByRole('button', { name: '9 arrived' }).click()
    await page.getByRole('heading', { name: '9 guests in a party of 6?' }).waitFor()
    await page.getByRole('button', { name: 'Yes, 9 guests arrived' }).click()
    await toast(page, '9 arrived').waitFor()
  })

  test('that is taken back in the sheet while it is sent leaves all guests to be let in anew', async () => {
    const [id] = await bookTonight(database(), ['Ada Obi'])
    const page = await asStaffMember('/admin/tonight', PHONE)
    await row(page, 'Ada Obi').getByRole('button').first().click()
    const sheet = page.getByRole('dialog', { name: 'Ada Obi' })
    await holdNext(page, '**/admin/api/arrivals')
    await sheet.getByRole('button', { name: '6 arrived' }).click()
    await sheet.getByRole('button', { name: 'Take back: 6 arrived' }).click()
    await toast(page, 'Taken back: 6 arrived').waitFor()
    const anew = sheet.getByRole('button', { name: '6 arrived', exact: true })
    await expect.poll(() => anew.count()).toBe(1)
    const { rows } = await database().pool.query(
      'select kind from arrival_events where reservation_id = $1 order by seq',
      [id],
    )
    expect(rows).toEqual([{ kind: 'arrived' }, { kind: 'undone' }])
  })

  test('that cannot be sent is taken back on the screen, with the reason', async () => {
    await bookTonight(database(), ['Ada Obi'])
    const page = await asStaffMember('/admin/tonight', PHONE)
    await row(page, 'Ada Obi').waitFor()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Arrived: Ada Obi' }).click()
    await toast(page, 'No answer').waitFor()
    await page.getByRole('button', { name: 'Arrived: Ada Obi' }).waitFor()
    await page.context().setOffline(false)
    await pastDoubleTap(page)
    await page.getByRole('button', { name: 'Arrived: Ada Obi' }).click()
    await row(page, 'Ada Obi', /6 of 6 guests/).waitFor()
  })

  test('whose answer is lost counts once, however often it is tapped again', async () => {
    const [id] = await bookTonight(database(), ['Ada Obi'])
    const page = await asStaffMember('/admin/tonight', PHONE)
    const arrived = page.getByRole('button', { name: 'Arrived: Ada Obi' })
    await arrived.waitFor()
    // The list stays as it was before the act that the server recorded.
    await page.route(/\/admin\/api\/tonight/, (route) => route.abort())
    let isLost = false
    await page.route('**/admin/api/arrivals', async (route) => {
      if (isLost) return route.continue()
      isLost = true
      await route.fetch()
      return route.abort()
    })
    await arrived.click()
    await toast(page, 'No answer').waitFor()
    await toast(page, 'Not known whether it was recorded. Tap again: it is counted once.').waitFor()
    await pastDoubleTap(page)
    await arrived.click()
    await toast(page, '6 arrived').waitFor()
    const { rows } = await database().pool.query(
      'select guests from arrival_events where reservation_id = $1',
      [id],
    )
    expect(rows).toEqual([{ guests: 6 }])
    await page.unroute(/\/admin\/api\/tonight/)
    await row(page, 'Ada Obi', /6 of 6 guests/).waitFor()
  })

  test('records the free cover of a guest list once, although its first answers are lost', async () => {
    const { id: listId } = await makeGuestList(database())
    const { rows: entries } = await database().pool.query<{ id: string }>(
      `insert into guest_list_entries (list_id, guest_name, guest_count, source) values ($1, 'Esi Owusu', 3, 'staff')
       returning id`,
      [listId],
    )
    const page = await asStaffMember('/admin/tonight', PHONE)
    const sent: unknown[] = []
    await page.route('**/admin/api/cover', async (route) => {
      sent.push(route.request().postDataJSON().acts[0].id)
      if (sent.length > 2) return route.continue()
      if (sent.length === 1) await route.fetch()
      return route.abort()
    })
    await page.getByRole('button', { name: 'Arrived: Esi Owusu' }).click()
    await toast(page, 'No answer about the cover').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await toast(page, 'Cover recorded').waitFor()
    expect(sent).toHaveLength(3)
    expect(new Set(sent).size).toBe(1)
    const { rows } = await database().pool.query(
      'select cover_guests::int as guests from ledger_lines where entry_id = $1',
      [entries[0]?.id],
    )
    expect(rows).toEqual([{ guests: 3 }])
  })
})

test('a party is changed from its sheet, and the night shows the change', async () => {
  await bookTonight(database(), ['Ada Obi'])
  const page = await asStaffMember('/admin/tonight', PHONE)
  await row(page, 'Ada Obi').getByRole('button').first().click()
  await page.getByRole('button', { name: 'Change reservation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change reservation of Ada Obi' })
  await dialog.getByLabel('Guest name').fill('Ada Obi-Mensah')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await row(page, 'Ada Obi-Mensah').waitFor()
})

test('2,000 parties are searched by name, phone and code, and few are rendered', async () => {
  const ids = await bookTonight(
    database(),
    Array.from({ length: 2000 }, (_, i) => `Guest ${i}`),
  )
  const { rows } = await database().pool.query<{ entry_code: string }>(
    'select entry_code from reservations where id = $1',
    [ids[1500]],
  )
  const page = await asStaffMember('/admin/tonight', PHONE)
  const shown = page.getByRole('list', { name: 'Parties' }).getByRole('listitem')
  await shown.first().waitFor()
  expect(await shown.count()).toBeLessThan(60)
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await row(page, 'Guest 1999').waitFor()
  for (const [search, name] of [
    ['guest 1234', 'Guest 1234'],
    ['(972) 555-1801', 'Guest 1800'],
    [rows[0]?.entry_code.toLowerCase() ?? '', 'Guest 1500'],
  ] as const) {
    // oxlint-disable no-await-in-loop -- one search after the other
    await page.getByRole('searchbox', { name: 'Search' }).fill(search)
    await expect.poll(() => shown.count()).toBe(1)
    await row(page, name).waitFor()
    // oxlint-enable no-await-in-loop
  }
})

test('a kind that nobody comes as is said to be empty, counted as empty, and left with one tap', async () => {
  await bookTonight(database(), ['Ada Obi'])
  await countWalkIns(3)
  onTestFinished(async () => {
    await countWalkIns(-3)
  })
  const page = await asStaffMember('/admin/tonight?type=walk_in', PHONE)
  await page.getByText(/\d walk-ins came in, counted at the door\./).waitFor()
  await page.getByRole('button', { name: 'All 0' }).waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await row(page, 'Ada Obi').waitFor()
  expect(new URL(page.url()).search).toBe('')
})

/** The day of tomorrow in an open calendar, with its party: on the last day of a month that of the next one. */
async function dayOfTomorrow(page: Page): Promise<Locator> {
  const today = businessDate(new Date())
  const isNextMonth = monthOf(addDays(today, 1)) !== monthOf(today)
  if (isNextMonth) await page.getByRole('button', { name: 'Go to the Next Month' }).click()
  return page.getByRole('button', { name: /, 6 covers/ }).last()
}

test('another date is chosen in the calendar, and nothing is recorded before its day', async () => {
  await bookTonight(database(), ['Esi Owusu'], { inDays: 1 })
  const page = await asStaffMember('/admin/tonight', PHONE)
  await page.getByText('Nothing is booked for this date.').waitFor()
  await page.getByRole('button', { name: /^Tonight,/ }).click()
  await (await dayOfTomorrow(page)).click()
  await row(page, 'Esi Owusu').waitFor()
  expect(new URL(page.url()).searchParams.get('date')).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(await page.getByRole('button', { name: 'Arrived: Esi Owusu' }).count()).toBe(0)
})

test('the reservations open on today, and show other dates on demand', async () => {
  await bookTonight(database(), ['Yaa Asante'])
  await bookTonight(database(), ['Abena Ofori'], { inDays: 1 })
  const page = await asStaffMember('/admin/reservations', PHONE)
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  await link('Yaa Asante').waitFor()
  expect(await link('Abena Ofori').count()).toBe(0)
  await page.getByLabel('Search').fill('abena ofori')
  await link('Abena Ofori').waitFor()
  await openFilters(page)
  // The date is a filter like the others: without any, the list shows all dates.
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await Promise.all([link('Yaa Asante').waitFor(), link('Abena Ofori').waitFor()])
  const date = page.getByLabel('Date', { exact: true })
  await page.getByRole('button', { name: 'Calendar: Date' }).click()
  await (await dayOfTomorrow(page)).click()
  await link('Yaa Asante').waitFor({ state: 'detached' })
  await link('Abena Ofori').waitFor()
  await date.fill('soon')
  await date.press('Enter')
  await page.getByText('This is no date. Type one like 11/27 or Fri.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await date.fill('today')
  await date.press('Enter')
  await link('Abena Ofori').waitFor({ state: 'detached' })
  await link('Yaa Asante').waitFor()
  expect(await date.inputValue()).toBe('Today')
  await date.press('ArrowDown')
  await page.getByRole('button', { name: 'All dates' }).click()
  await link('Abena Ofori').waitFor()
  await link('Yaa Asante').waitFor()
})
