import { expect, test } from 'vitest'
import { formatDate } from '#lib/venue-time.ts'
import { useDiningForms } from '../dining/dining-forms.ts'
import { storeDinner } from '../dining/service-days.ts'
import { axeViolations, expectSound, PHONE, sidewaysScroll, useBrowser } from '../support/browser.ts'
import { waitFor } from '../support/server.ts'

/* The page of one dinner, which its guest opens by a signed link. */

const { at, nextServiceDay } = useDiningForms()
const visitor = useBrowser(() => at().app.origin)

async function book(): Promise<{ date: string; id: string; link: string }> {
  const date = nextServiceDay()
  const id = await storeDinner(at().database, { date, name: 'Amara' })
  return { date, id, link: `/my-reservation/${at().tokens.sign('guest', id)}` }
}
const statusOf = async (id: string) =>
  (await at().database.db.selectFrom('reservations').where('id', '=', id).select('status').executeTakeFirst())
    ?.status

test('takes an answer before and a word after the visit at 320 px', async () => {
  const { id, link } = await book()
  const begins = (inHours: number, status: string) =>
    at().database.pool.query(
      `update reservations set table_id = null, status = $3, starts_at = now() + make_interval(hours => $2),
         ends_at = now() + make_interval(hours => $2 + 2) where id = $1`,
      [id, inHours, status],
    )
  await begins(20, 'confirmed')
  const page = await visitor.open(`${link}?coming=1#coming`, { viewport: { width: 320, height: 700 } })
  await page.getByRole('heading', { name: 'Are you coming?' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'I’m coming' }).press('Enter')
  await page.getByText('We look forward to seeing you.').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('coming')
  expect(await axeViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await begins(-20, 'completed')
  await page.reload()
  await page.getByLabel('Your words').fill('Wonderful lamb')
  await page.getByRole('button', { name: 'Send' }).press('Enter')
  await page.getByRole('alert').getByText('Please choose a rating from 1 to 5.').waitFor()
  expect(await page.getByLabel('Your words').inputValue()).toBe('Wonderful lamb')
  await page.getByText('4 Very good').click()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Send' }).press('Enter')
  await page.getByRole('heading', { name: 'Thank you for your words' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
})

test.each([
  ['with', true],
  ['without', false],
])('moves and cancels a dinner %s scripts', async (_what, javaScriptEnabled) => {
  const { id, date, link } = await book()
  const page = await visitor.open(link, { ...PHONE, javaScriptEnabled })
  await page.getByRole('link', { name: 'Change time or party' }).click()
  await page.getByRole('radio', { name: '7:30 PM' }).check()
  await page.getByRole('button', { name: 'Change my dinner' }).click()
  await page.getByText(`Your dinner has moved to ${formatDate(date)}, 7:30 PM.`).waitFor()
  const { rows } = await at().database.pool.query(
    `select actor, before ->> 'startsAt' < after ->> 'startsAt' as "isLater" from activity where entity_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ actor: 'Guest', isLater: true }])
  await page.getByRole('link', { name: 'Cancel dinner' }).click()
  await page.getByRole('button', { name: 'Cancel my dinner' }).click()
  await page.getByRole('heading', { level: 1, name: 'Dinner cancelled' }).waitFor()
  await waitFor(async () => (await statusOf(id)) === 'cancelled')
})

test('axe finds nothing on it at any size, and nothing sticks out', async () => {
  const { id, link } = await book()
  const stop = `/stop-reminders/${at().tokens.sign('stop', id)}`
  for (const path of [link, `${link}?move=1`, `${link}?cancel=1`, stop]) {
    // oxlint-disable no-await-in-loop -- one page after the other
    const page = await visitor.open(path, PHONE)
    await expectSound(page, path, [
      { width: 820, height: 1180 },
      { width: 1440, height: 900 },
    ])
    await page.context().close()
    // oxlint-enable no-await-in-loop
  }
})
