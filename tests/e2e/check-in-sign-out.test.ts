import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { tapLater } from '../staff/admin-visit.ts'
import { stored, useCheckIn } from '../staff/check-in-visit.ts'
import { bookTonight } from '../staff/night-parties.ts'
import { DESKTOP } from '../support/browser.ts'
import { scan } from '../support/scan.ts'

const { arrivalsOf, cancelAll, database, linkOf, openCheckIn } = useCheckIn()

beforeEach(cancelAll)

/** Number of things that this browser stores about the list: the list and its key. */
const countStored = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const request = indexedDB.open('check-in')
        request.addEventListener('success', () => {
          const count = request.result.transaction('device').objectStore('device').count()
          count.addEventListener('success', () => resolve(count.result))
        })
      }),
  )

const draftsIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft ')))

test('signing out is refused with the number of unsent acts, here and in the staff area', async () => {
  const [id = ''] = await bookTonight(database(), ['Ada Obi'])
  const page = await openCheckIn(DESKTOP)
  await stored(page)
  await page.route('**/admin/api/arrivals', (route) => route.abort())
  await scan(page, await linkOf(id))
  await tapLater(page, 'All 6 enter')
  await page.getByText('1 to send').waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('1 act of check-in is not sent yet.').waitFor()
  const staffArea = await page.context().newPage()
  await staffArea.goto('/admin/account')
  await staffArea
    .getByRole('button', { name: /log ?out/i })
    .first()
    .click()
  await staffArea
    .getByText('1 act of check-in is not sent yet. Open Check-in to send them.')
    .first()
    .waitFor()
  await staffArea.close()
  await page.unroute('**/admin/api/arrivals')
  await expect.poll(() => arrivalsOf(id)).toHaveLength(1)
  await page.getByText('1 to send').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Signed out' }).waitFor()
  expect(await countStored(page)).toBe(0)
})

test('signing out everywhere is refused like signing out, and leaves no list and no draft', async () => {
  const [id = ''] = await bookTonight(database(), ['Ada Obi'])
  const page = await openCheckIn({ ...DESKTOP, role: 'manager' })
  await stored(page)
  await page.route('**/admin/api/arrivals', (route) => route.abort())
  await scan(page, await linkOf(id))
  await tapLater(page, 'All 6 enter')
  await page.getByText('1 to send').waitFor()
  const staffArea = await page.context().newPage()
  await staffArea.goto('/admin/menu')
  await staffArea.getByRole('button', { name: 'Add Menu Item' }).click()
  await staffArea.getByRole('dialog').getByLabel('Name').fill('Kelewele')
  await expect.poll(() => draftsIn(staffArea)).toHaveLength(1)
  await staffArea.goto('/admin/account')
  await staffArea.getByRole('button', { name: 'Sign out everywhere' }).click()
  const question = staffArea.getByRole('dialog', { name: 'Sign out everywhere?' })
  await question.getByRole('button', { name: 'Sign out', exact: true }).click()
  await staffArea
    .getByText('1 act of check-in is not sent yet. Open Check-in to send them.')
    .first()
    .waitFor()
  await page.unroute('**/admin/api/arrivals')
  await expect.poll(() => arrivalsOf(id)).toHaveLength(1)
  await page.getByText('1 to send').waitFor({ state: 'hidden' })
  // The page of check-in would delete its list itself once the session is over.
  await page.close()
  expect(await countStored(staffArea)).toBeGreaterThan(0)
  await question.getByRole('button', { name: 'Sign out', exact: true }).click()
  await staffArea.getByRole('button', { name: 'Sign In' }).waitFor()
  expect(await countStored(staffArea)).toBe(0)
  expect(await draftsIn(staffArea)).toEqual([])
})
