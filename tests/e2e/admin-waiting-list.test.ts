import { expect, test } from 'vitest'
import { toast } from '../staff/admin-visit.ts'
import { useStaffArea } from '../staff/staff-area.ts'
import { axeViolations, DESKTOP, expectToFit, PHONE } from '../support/browser.ts'
import {
  freeOneTable,
  freeUnsoldTable,
  makeOffers,
  makeSoldOutNight,
  putInLine,
} from '../waiting-list/sold-out-nights.ts'

const { asStaffMember, database } = useStaffArea()

test('the waiting list fits every size, and axe finds nothing', async () => {
  const night = await makeSoldOutNight(database(), { title: 'Long line' })
  await putInLine(database(), night, ['Ama Mensah', `Nana ${'Adjei '.repeat(9)}`.trim(), 'Yaw Darko'])
  const page = await asStaffMember(`/admin/waiting-list?date=${night.date}`, DESKTOP)
  const line = page.getByRole('region', { name: /Long line/ })
  await line.getByText('3 parties in line').waitFor()
  await expectToFit(page)
  await line.getByRole('button', { name: 'Offer a table to Yaw Darko' }).click()
  await page.getByRole('dialog', { name: 'Offer a table to Yaw Darko' }).waitFor()
  await expectToFit(page)
})

test('staff offer a table out of turn with a reason, see it live, and remove a party', async () => {
  const night = await makeSoldOutNight(database(), { title: 'Out of turn' })
  await putInLine(database(), night, ['Ama Mensah', 'Yaw Darko', 'Esi Owusu'])
  const page = await asStaffMember(`/admin/waiting-list?date=${night.date}`, PHONE)
  const line = page.getByRole('region', { name: /Out of turn/ })
  await line.getByRole('button', { name: 'Offer a table to Esi Owusu' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('No table that seats 4 is free.').waitFor()
  await page.keyboard.press('Escape')
  await freeUnsoldTable(database(), night, 4)
  await line.getByRole('button', { name: 'Offer a table to Ama Mensah' }).click()
  await dialog.getByRole('combobox', { name: /^Table/ }).waitFor()
  expect(await dialog.getByLabel(/Reason/).count()).toBe(0)
  await page.keyboard.press('Escape')
  await line.getByRole('button', { name: 'Offer a table to Esi Owusu' }).click()
  await dialog.getByRole('button', { name: 'Offer it' }).click()
  await dialog.getByText('Please enter why this party comes first.').waitFor()
  await dialog.getByLabel(/Reason for the audit log/).fill('Her birthday')
  await dialog.getByRole('button', { name: 'Offer it' }).click()
  await toast(page, 'Table offered').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await toast(page, 'Offer taken back').waitFor()
  await line.getByText('3 parties in line').waitFor()
  await line.getByRole('button', { name: 'Offer a table to Esi Owusu' }).click()
  await dialog.getByLabel(/Reason for the audit log/).fill('Her birthday')
  await dialog.getByRole('button', { name: 'Offer it' }).click()
  await line.getByText('Out of turn: Her birthday').waitFor()
  // The next one is offered to the first in line, live on this screen.
  await freeOneTable(database(), night, 4)
  await makeOffers(database())
  const first = line.getByRole('listitem').filter({ hasText: 'Ama Mensah' })
  await first.getByText(/Offered table \d+ until/).waitFor()
  await line.getByRole('button', { name: 'Remove Ama Mensah' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await first.getByText('Removed', { exact: true }).waitFor()
  // The list can be told live before the answer comes, while the Undo shown is that of the offer.
  await toast(page, 'Ama Mensah is not in line any more.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await first.getByText(/Offered table \d+ until/).waitFor()
  expect(await axeViolations(page)).toEqual([])
})

test('the head of Tonight leads to the waiting list of the same date', async () => {
  const night = await makeSoldOutNight(database(), { title: 'From Tonight' })
  await putInLine(database(), night, ['Ama Mensah'])
  const page = await asStaffMember(`/admin/tonight?date=${night.date}`, PHONE)
  await page.getByRole('link', { name: 'Waiting list' }).first().click()
  await page
    .getByRole('region', { name: /From Tonight/ })
    .getByText('1 party in line')
    .waitFor()
  expect(new URL(page.url()).searchParams.get('date')).toBe(night.date)
  // Without a date the tab opens the next one, and stays there once no party waits on it any more.
  const later = await makeSoldOutNight(database(), { title: 'A week later' })
  await putInLine(database(), later, ['Yaw Darko'])
  await database().pool.query(
    "update waiting_entries set status = 'removed' where status in ('waiting', 'offered') and event_id <> all ($1)",
    [[night.id, later.id]],
  )
  await page.goto('/admin/waiting-list')
  const dates = page.getByRole('navigation', { name: 'Dates with a waiting list' }).getByRole('link')
  await page.getByRole('button', { name: 'Remove Ama Mensah' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => dates.count()).toBe(1)
  await page.getByText('Ama Mensah').first().waitFor()
  expect(await page.getByText('Yaw Darko').count()).toBe(0)
})
