import { expect, test } from 'vitest'
import { toast } from '../staff/admin-visit.ts'
import { useStaffArea } from '../staff/staff-area.ts'
import { atEachSize, axeViolations, DESKTOP, PHONE, sidewaysScroll } from '../support/browser.ts'
import { waitFor } from '../support/server.ts'

const { asStaffMember, database, server } = useStaffArea()
const pageOf = async (path: string) => (await server().get(path)).text()

/** Runs in the page: the arrow key goes down and up before the list has rendered the record that it opens. */
function releaseBeforeRendering(): Promise<void> {
  const send = (type: string): void =>
    void document.activeElement?.dispatchEvent(new KeyboardEvent(type, { key: 'ArrowDown', bubbles: true }))
  send('keydown')
  return new Promise((sent) => {
    setTimeout(() => {
      send('keyup')
      sent()
    })
  })
}

/** Before the tests that add events. */
test.each(['', '?view=card'])(
  'the events have low rows, one row of actions, and the rest in a menu at every size: %s',
  async (view) => {
    const page = await asStaffMember(`/admin/events${view}`, DESKTOP)
    await atEachSize(page, async (name) => {
      const row = view === '' ? await page.getByRole('row').nth(1).boundingBox() : { height: 0 }
      expect(row?.height).toBeLessThanOrEqual(name === 'a desktop' ? 41 : 61)
      const more = page.getByRole('button', { name: /^More for/ }).first()
      // A row of a phone has no room for it beside the name.
      const isInRow = view !== '' || name !== 'a phone'
      const sale = page.getByRole('button', { name: /^Mark as (sold out|available)/ })
      expect(await sale.count()).toBe(
        isInRow ? await page.getByRole('button', { name: /^More for/ }).count() : 0,
      )
      expect(await sidewaysScroll(page)).toBe(0)
      // A row opens its event by the name, a card has a button to edit it.
      const edit =
        view === ''
          ? page.getByRole('rowheader').getByRole('link').first()
          : page.getByRole('button', { name: /^Edit / }).first()
      const [a, b] = [await more.boundingBox(), await edit.boundingBox()]
      expect(Math.abs((a?.y ?? 0) - (b?.y ?? 100))).toBeLessThan(12)
      expect(Math.min(a?.width ?? 0, a?.height ?? 0)).toBeGreaterThanOrEqual(
        name === 'a desktop' && view === '' ? 36 : 44,
      )
      await more.click()
      await page.getByRole('menuitem').first().waitFor()
      const items = await page.getByRole('menuitem').allTextContents()
      const [editing, selling] = view === '' ? [['Edit'], ['Mark Sold Out']] : [[], []]
      expect(items).toEqual([
        ...editing,
        'Who is coming',
        'Preview',
        ...selling,
        'Duplicate',
        'Repeat weekly',
        'Delete',
      ])
      expect(await axeViolations(page)).toEqual([])
      for (const item of await page.getByRole('menuitem').all())
        expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      if (name !== 'a phone') return page.keyboard.press('Escape')
      await page.getByRole('menuitem', { name: 'Duplicate' }).click()
      const form = page.getByRole('dialog', { name: 'Add Event' })
      await form.getByRole('button', { name: 'Cancel' }).click()
      await form.waitFor({ state: 'hidden' })
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
        .toMatch(/^More for/)
    })
  },
)

test('an event is added, sold out, repeated, deleted and restored, and guests see it at once', async () => {
  const page = await asStaffMember('/admin/events')
  await page.getByRole('button', { name: 'Add Event' }).click()
  const form = page.getByRole('dialog', { name: 'Add Event' })
  await form.getByLabel('Title').fill('Palm Wine Night')
  await form.getByLabel('Date').fill('2031-05-02')
  await form.getByLabel('Description').fill('Highlife until late.')
  await form.getByLabel('Price (required)').fill('$20')
  await form.getByLabel('End time').fill('20:00')
  await form.getByLabel('Partial booking').check()
  await form.getByLabel('Tables shown as reserved').selectOption('30')
  expect(await axeViolations(page)).toEqual([])
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await form.getByText('The end must be after the start').first().waitFor()
  await page.getByRole('region').getByRole('button', { name: 'Close' }).click()
  await form.getByLabel('End time').fill('02:00')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await toast(page, 'Event added successfully!').waitFor()
  await waitFor(async () => (await pageOf('/events/palm-wine-night')).includes('9:00 PM – 2:00 AM'))

  await page.getByRole('link', { name: 'Palm Wine Night' }).click()
  const beside = page.getByRole('complementary', { name: 'Palm Wine Night' })
  await beside.getByText('Parties with a table for this event appear here.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await page.keyboard.press('ArrowUp')
  await beside.waitFor({ state: 'detached' })
  const reloads: string[] = []
  page.on('request', (request) => reloads.push(...(request.url().includes('.data') ? [request.url()] : [])))
  await page.evaluate(releaseBeforeRendering)
  await beside.getByRole('button', { name: 'Edit Palm Wine Night' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Event' })
  await edit.getByLabel('Partial booking').uncheck()
  await edit.getByLabel('DJ').fill('DJ Ama')
  await edit.getByRole('button', { name: 'Update' }).click()
  await toast(page, 'Event updated successfully!').waitFor()
  await beside.getByText('DJ Ama').waitFor()
  await page.goBack()
  await beside.waitFor({ state: 'detached' })
  expect(reloads).toEqual([])
  await page.getByRole('button', { name: 'Mark as sold out: Palm Wine Night' }).click()
  await toast(page, 'Event marked as sold out').waitFor()
  await waitFor(async () => /sold out/i.test(await pageOf('/events/palm-wine-night')))
  const { rows } = await database().pool.query(
    "select booking_percentage, sold_out, dj from events where slug = 'palm-wine-night'",
  )
  expect(rows).toEqual([{ booking_percentage: 0, sold_out: true, dj: 'DJ Ama' }])

  await page.getByRole('button', { name: 'More for Palm Wine Night' }).first().click()
  await page.getByRole('menuitem', { name: 'Repeat weekly' }).click()
  const repeat = page.getByRole('dialog', { name: 'Repeat weekly' })
  await repeat.getByLabel('Weeks').selectOption('2')
  await repeat.getByRole('button', { name: 'Repeat' }).click()
  await toast(page, '2 events added successfully!').waitFor()
  await waitFor(async () => (await pageOf('/events/palm-wine-night-3')).includes('Palm Wine Night'))

  await page.getByRole('link', { name: 'Palm Wine Night' }).first().click()
  await beside.getByRole('button', { name: 'More for Palm Wine Night' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: 'Are you sure you want to delete this event?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await toast(page, 'Event deleted successfully!').waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await waitFor(async () => (await server().get('/events/palm-wine-night')).status === 404)
  await page.getByRole('region').getByRole('button', { name: 'Undo' }).click()
  await toast(page, 'Event restored').waitFor()
  await waitFor(async () => (await server().get('/events/palm-wine-night')).status === 200)
})

test('an event with a share that staff cannot choose is edited with the next lower one', async () => {
  await database().pool.query("update events set booking_percentage = 97 where slug = 'lone-star-highlife'")
  const page = await asStaffMember('/admin/events?q=lone')
  await page.getByRole('button', { name: 'More for Lone Star Highlife' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Event' })
  const share = form.getByLabel('Tables shown as reserved')
  expect(await share.inputValue()).toBe('90')
  const fields = { bookingPercentage: 'Please enter at most 90.' }
  await page.route(
    /admin\/api\/events\/./,
    (route) => route.fulfill({ status: 422, json: { error: 'invalid', title: 'No', text: 'No', fields } }),
    { times: 1 },
  )
  await form.getByLabel('DJ').fill('DJ Ama')
  await form.getByRole('button', { name: 'Update' }).click()
  await form.getByText('Please enter at most 90.').waitFor()
  expect(await share.getAttribute('aria-invalid')).toBe('true')
  await form.getByRole('button', { name: 'Update' }).click()
  await toast(page, 'Event updated successfully!').waitFor()
})

test('the guest list names the parties of a night; the night cannot be deleted meanwhile, and tables can be blocked', async () => {
  const { rows } = await database().pool.query<{ id: string; title: string }>(
    `with night as (
       insert into events (slug, title, description, category, date, start_time, price, price_range)
       values ('club-night', 'Club Night', 'A night.', 'Nightlife', '2031-06-01', '21:00', 'Free', 'free')
       returning *)
     insert into reservations (event_id, table_id, extra_table_ids, reservation_type, business_date, starts_at, ends_at,
       guest_name, guest_email, guest_phone, guest_count, status, special_requests)
     select night.id, t.id, array(select id from venue_tables where table_number = 5), 'nightlife', night.date,
       night.starts_at, night.ends_at, 'Kofi Mensah', 'k@example.com', '555-0199', 3, 'confirmed', 'A cake at midnight'
     from night, venue_tables t where t.table_number = 4 returning event_id as id, guest_name as title`,
  )
  const page = await asStaffMember('/admin/events?q=club', PHONE)
  await page.getByText(/1 party has a table/).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'More for Club Night' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page
    .getByText(/Kofi Mensah \(table 4, 3 guests/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'More for Club Night' }).click()
  await page.getByRole('menuitem', { name: 'Who is coming' }).click()
  await page.waitForURL(`**/admin/events/${rows[0]?.id}`)
  const row = page.getByRole('row', { name: /Kofi Mensah/ })
  for (const text of ['555-0199', 'A cake at midnight']) await row.getByText(text).waitFor()
  await row.getByText('Tables 4 and 5').waitFor()
  await page.getByLabel('Table').selectOption({ index: 1 })
  await page.getByLabel('Reason').fill('The band')
  await page.getByRole('button', { name: 'Hold table' }).click()
  await toast(page, 'Table held').waitFor()
  await page.getByText('The band').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: /^Release table/ }).click()
  await page.getByText('No tables are blocked.').waitFor()
})

test('a table is added, edited, deleted and restored; a sold one cannot be deleted', async () => {
  const page = await asStaffMember('/admin/tables')
  await page.getByRole('button', { name: 'Add Table' }).click()
  const form = page.getByRole('dialog', { name: 'Add Table' })
  await form.getByLabel('Table number').fill('77')
  await form.getByLabel('Location').selectOption('Left Green Vip')
  await form.getByLabel('Reservation price').fill('350')
  expect(await axeViolations(page)).toEqual([])
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await toast(page, 'Table added successfully!').waitFor()
  await page.getByRole('row', { name: /Table 77.*Left Green Vip.*\$350\.00.*Available/ }).waitFor()
  // The row opens beside the list, the last table first.
  const rows = page.locator('[data-row] th a')
  const number = page.getByRole('columnheader', { name: 'Table' })
  await number.getByRole('button').click()
  await expect.poll(() => rows.first().innerText()).toBe('Table 77')
  expect(new URL(page.url()).searchParams.get('sort')).toBe('highest')
  await rows.first().focus()
  await page.keyboard.press('Enter')
  const beside = page.getByRole('complementary', { name: 'Table 77' })
  expect(await axeViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await beside.getByRole('button', { name: 'Edit table 77' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Table' })
  await edit.getByLabel(/^Available/).uncheck()
  await edit.getByRole('button', { name: 'Update' }).click()
  await toast(page, 'Table updated successfully!').waitFor()
  await page.getByRole('row', { name: /Table 77.*Occupied/ }).waitFor()
  await beside.getByText('Occupied').waitFor()
  await page.keyboard.press('Escape')
  await beside.waitFor({ state: 'detached' })
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'More for table 77' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: 'Are you sure you want to delete this table?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await toast(page, 'Table deleted successfully!').waitFor()
  await page.getByRole('region').getByRole('button', { name: 'Undo' }).click()
  await toast(page, 'Table restored').waitFor()
  const askToDelete = async (name: string) => {
    await page.getByRole('button', { name: `More for ${name}`, exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  }
  /** Gives the number of a table that was deleted to another one. */
  const take = (taken: number, from: number) =>
    database().pool.query('update venue_tables set table_number = $1 where table_number = $2', [taken, from])
  await askToDelete('table 77')
  await toast(page, 'Table deleted successfully!').waitFor()
  await take(77, 20)
  await page.getByRole('region').getByRole('button', { name: 'Undo' }).click()
  await toast(page, 'Table 77 is taken now: restored as table 78.').waitFor()
  await askToDelete('table 4')
  await page
    .getByText(/These guests have this table: .*table 4/)
    .first()
    .waitFor()
  await askToDelete('table 78')
  await toast(page, 'Table deleted successfully!').waitFor()
  await take(78, 19)
  await page.goto('/admin/bin')
  await page.getByRole('button', { name: 'Restore' }).click()
  await toast(page, 'Table 78 is taken now: restored as table 79.').waitFor()
})

test('a long list of events is shown in pages, and searched as a whole', async () => {
  await database().pool.query(
    `insert into events (slug, title, description, category, date, start_time, price, price_range)
     select 'cellar-' || n, 'Cellar Night ' || n, 'A night.', 'Nightlife', date '2032-01-01' + n, '21:00', 'Free', 'free'
     from generate_series(1, 130) n`,
  )
  const page = await asStaffMember('/admin/events?q=cellar')
  const rows = page.getByRole('row', { name: /Cellar Night/ })
  await expect.poll(() => rows.count()).toBe(60)
  const more = page.getByRole('button', { name: 'Show more' })
  await more.click()
  await expect.poll(() => rows.count()).toBe(120)
  await more.click()
  await expect.poll(() => rows.count()).toBe(130)
  await expect.poll(() => more.count()).toBe(0)
  await page.getByLabel('Search').fill('cellar night 130')
  await expect.poll(() => rows.count()).toBe(1)
})

test('the guest list of a night is printed as rows, ten parties on one page, from a phone as well', async () => {
  const { rows } = await database().pool.query<{ id: string }>(
    `select e.id from events e join reservations r on r.event_id = e.id
     where r.status in ('confirmed', 'completed') group by e.id having count(*) between 5 and 10 order by count(*) desc limit 1`,
  )
  const page = await asStaffMember(`/admin/events/${rows[0]?.id}`, PHONE)
  const parties = page.locator('.night-list tbody tr')
  await parties.first().waitFor()
  const displays = () => parties.evaluateAll((all) => all.map((it) => getComputedStyle(it).display))
  expect(new Set(await displays()), 'on the screen').toEqual(new Set(['flex']))
  await page.emulateMedia({ media: 'print' })
  expect(new Set(await displays())).toEqual(new Set(['table-row']))
  const pdf = (await page.pdf({ format: 'Letter' })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})
