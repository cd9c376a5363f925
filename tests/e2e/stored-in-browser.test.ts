import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fillIn, openPayment, openFreeTable, setUpNightGuests } from '../booking/night-fixtures.ts'
import { createStaff } from '../staff/sign-in.ts'
import { signIn } from '../staff/admin-visit.ts'
import { DESKTOP } from '../support/browser.ts'
import { STORED_ITEMS } from '../../src/web/stored-in-browser.ts'

const { database, arrive } = setUpNightGuests()

type Kept = { readonly where: string; readonly name: string }

/** All cookies and storage entries of the site in this browser. */
async function storedIn(guest: BrowserContext, page: Page): Promise<Kept[]> {
  const cookies = (await guest.cookies()).map(({ name }) => ({ where: 'cookie', name }))
  const stored = await page.evaluate(async () => {
    const caches = 'caches' in window ? await window.caches.keys() : []
    const databases = await indexedDB.databases()
    return [
      ...Object.keys(localStorage).map((name) => ({ where: 'local storage', name })),
      ...Object.keys(sessionStorage).map((name) => ({ where: 'session storage', name })),
      ...databases.map(({ name }) => ({ where: 'database', name: name ?? '' })),
      ...caches.map((name) => ({ where: 'cache', name })),
    ]
  })
  return [...cookies, ...stored]
}

const isListed = ({ where, name }: Kept): boolean =>
  STORED_ITEMS.some((it) => it.where === where && it.pattern.test(name))

test('the cookie policy lists everything that a visit stores in a browser', async () => {
  const { guest, page } = await arrive(DESKTOP)
  const seen = new Map<string, Kept>()
  const look = async (): Promise<void> => {
    for (const kept of await storedIn(guest, page)) seen.set(`${kept.where} ${kept.name}`, kept)
  }
  // A table on its way to its payment.
  await openFreeTable(page)
  await fillIn(page)
  await look()
  const payment = await openPayment(guest, page)
  await payment.close()
  await look()
  // Home, until its modal opens.
  await page.goto('/')
  await page.getByRole('dialog').waitFor()
  await look()
  for (const path of [
    '/menu',
    '/gallery',
    '/events',
    '/perform',
    '/reservations?service=dining',
    '/cookie-policy',
  ]) {
    // oxlint-disable no-await-in-loop -- one page after the other
    await page.goto(path)
    await look()
    // oxlint-enable no-await-in-loop
  }
  await page.goto('/plan-event')
  await page.getByLabel('Full name').fill('Ada Obi')
  await look()
  await createStaff(database(), 'storage@example.com', { role: 'manager' })
  await page.goto('/admin/overview')
  await signIn(page, 'storage@example.com')
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
  await look()

  const kept = [...seen.values()]
  expect(kept.filter((it) => !isListed(it))).toEqual([])
  // Control: the visit reached the pages that store each of these.
  for (const name of ['cookie_consent', 'guest', 'seenModals'])
    expect(kept.map((it) => it.name)).toContain(name)
  for (const beginning of ['hold ', 'attempt ', 'booking ', 'form ', 'staff.'])
    expect(kept.some((it) => it.name.startsWith(beginning))).toBe(true)

  await page.goto('/cookie-policy')
  const policy = await page.locator('main').innerText()
  for (const { name, purpose, lifetime } of STORED_ITEMS) {
    expect(policy).toContain(name)
    expect(policy).toContain(purpose)
    expect(policy).toContain(lifetime)
  }
})
