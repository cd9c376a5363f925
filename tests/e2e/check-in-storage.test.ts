import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { addDays, businessDate, momentOf, WEEKDAY_NAMES, weekdayOf } from '../../src/lib/venue-time.ts'
import { pastDoubleTap, tapLater } from '../staff/admin-visit.ts'
import {
  cutNetwork,
  moveClock,
  stored,
  useCheckIn,
  verdict,
  verdictOf,
  REFUSE_ENTRY,
} from '../staff/check-in-visit.ts'
import { bookTonight } from '../staff/night-parties.ts'
import { axeViolations, DESKTOP } from '../support/browser.ts'
import { scan } from '../support/scan.ts'

const { arrivalsOf, cancelAll, database, linkOf, openCheckIn } = useCheckIn()

beforeEach(cancelAll)

test('a phone that cannot store anything says so, and still sends the act', async () => {
  const [id = ''] = await bookTonight(database(), ['Ada Obi'])
  const page = await openCheckIn()
  await page.evaluate(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError')
    }
  })
  await page.route('**/admin/api/arrivals', (route) => route.abort())
  await scan(page, await linkOf(id))
  await tapLater(page, 'All 6 enter')
  await page.getByText('1 act only in memory.').waitFor()
  await page.getByText(/does not let us store anything/).waitFor()
  await page.getByRole('link', { name: 'Tonight' }).click()
  await page.getByText(/^1 act exists on this page only\. Find a connection/).waitFor()
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await page.getByText('1 act only in memory.').waitFor()
  await page.unroute('**/admin/api/arrivals')
  await expect.poll(() => arrivalsOf(id)).toHaveLength(1)
  await page.getByText('1 act only in memory.').waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Tonight' }).click()
  await page.waitForURL('**/admin/tonight')
})

test('the browser is asked to keep what the device stores', async () => {
  const page = await openCheckIn()
  await page.addInitScript(() => {
    navigator.storage.persist = async () => Boolean(document.documentElement.setAttribute('data-asked', ''))
  })
  await page.reload()
  await expect.poll(() => page.locator('html[data-asked]').count()).toBe(1)
})

test('what a device stores holds no email, no phone number and no key that can be read', async () => {
  await bookTonight(database(), ['Ada Obi'])
  const page = await openCheckIn(DESKTOP)
  const answer = await page.evaluate(async () => (await fetch('/admin/api/check-in/snapshot')).text())
  expect(answer).toContain('Ada Obi')
  expect(answer).not.toMatch(/@|9725550001|555-0001/)
  const kept = await page.evaluate(
    () =>
      new Promise<{ extractable: boolean; text: string }>((resolve) => {
        const request = indexedDB.open('check-in')
        request.addEventListener('success', () => {
          const all = request.result.transaction('device').objectStore('device').getAll()
          all.addEventListener('success', () => {
            const session: { key: CryptoKey } = all.result[0]
            const list: { data: ArrayBuffer } = all.result[1]
            resolve({ extractable: session.key.extractable, text: new TextDecoder().decode(list.data) })
          })
        })
      }),
  )
  expect(kept.extractable).toBe(false)
  expect(kept.text).not.toContain('Ada')
})

test('a guest who booked after the list was stored is let in by a genuine code, and found by it later', async () => {
  const page = await openCheckIn()
  await stored(page)
  await cutNetwork(page.context(), true)
  await page.getByText('No connection').waitFor()
  const [id = ''] = await bookTonight(database(), ['Ada Obi'])
  await scan(page, await linkOf(id))
  await page.getByText(/^Booked for tonight, not on this list of /).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'One more, Guests' }).click()
  await tapLater(page, 'Let 2 in')
  await tapLater(page, 'Yes, let 2 in')
  await page.getByText('1 to send').waitFor()
  await scan(page, await linkOf(id))
  await verdict(page, 'Let in already').waitFor()
  await tapLater(page, REFUSE_ENTRY)
  await cutNetwork(page.context(), false)
  await expect.poll(() => arrivalsOf(id)).toEqual([{ kind: 'arrived', guests: 2 }])
  await scan(page, await linkOf(id))
  await page.getByText('4 of 6 still to come').waitFor()
})

/** Nights of the acts that the device keeps. */
const nightsOfActs = (page: Page): Promise<(string | undefined)[]> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const request = indexedDB.open('check-in')
        request.addEventListener('success', () => {
          const all = request.result.transaction('acts').objectStore('acts').getAll()
          all.addEventListener('success', () => resolve(all.result.map(({ night }) => night)))
        })
      }),
  )

const HOUR_MS = 3_600_000

test('the list of an earlier night says so, checks no guest, and counts for the night of now', async () => {
  const [id = ''] = await bookTonight(database(), ['Ada Obi'])
  const page = await openCheckIn()
  await stored(page)
  await cutNetwork(page.context(), true)
  await page.close()
  const tonight = businessDate(new Date())
  const tomorrow = addDays(tonight, 1)
  await moveClock(page.context(), momentOf(tomorrow, '06:00').getTime() - Date.now() + 1000)
  const cold = await page.context().newPage()
  await cold.goto('/admin/door')
  await cold.getByText(`This is ${WEEKDAY_NAMES[weekdayOf(tonight)]}'s list`).waitFor()
  expect(await verdictOf(cold, await linkOf(id))).toBe('Cannot be checked')
  await cold.getByRole('searchbox').fill('ada')
  await cold.getByRole('button', { name: /^Ada Obi/ }).click()
  await verdict(cold, 'Cannot be checked').waitFor()
  expect(await cold.getByRole('button', { name: /enter$/ }).count()).toBe(0)
  expect(await axeViolations(cold)).toEqual([])
  await tapLater(cold, REFUSE_ENTRY)
  expect(await axeViolations(cold)).toEqual([])
  await pastDoubleTap(cold)
  await cold.getByRole('button', { name: 'One went out' }).click()
  await cold.getByText('1 to send').waitFor()
  expect(await nightsOfActs(cold)).toEqual([tomorrow])
})

test('a clock put forward by a day locks the list of an open page, and a day that passed deletes it', async () => {
  const [id = ''] = await bookTonight(database(), ['Ada Obi'])
  const page = await openCheckIn()
  await stored(page)
  const context = page.context()
  await cutNetwork(context, true)
  await page.getByText('No connection').waitFor()
  await moveClock(context, 25 * HOUR_MS)
  await page.getByRole('heading', { name: 'This list is too old' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await moveClock(context, 0)
  await page.getByText('No connection').waitFor()
  expect(await verdictOf(page, await linkOf(id))).toBe('Come in')
  await page.close()
  await moveClock(context, 25 * HOUR_MS)
  const cold = await context.newPage()
  await cold.goto('/admin/door')
  await cold.getByRole('heading', { name: 'The list was deleted' }).waitFor()
  await cold.reload()
  await cold.getByRole('heading', { name: 'No list yet' }).waitFor()
  await cutNetwork(context, false)
  await cold.getByText('Live').waitFor()
  await cold.getByText(/^The clock of this phone is 25 h fast\./).waitFor()
  expect(await verdictOf(cold, await linkOf(id))).toBe('Come in')
  expect(await cold.getByText(/^This is .* list$/).count()).toBe(0)
})
