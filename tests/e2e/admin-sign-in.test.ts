import type { Page } from 'playwright-core'
import { beforeAll, expect, test, vi } from 'vitest'
import { ADMIN_TABS } from '#web/admin/app/tabs.ts'
import { openTab, openTabList, signIn, toast } from '../staff/admin-visit.ts'
import { createStaff } from '../staff/sign-in.ts'
import {
  atEachSize,
  axeViolations,
  DESKTOP,
  expectToFit,
  hydrated,
  outOfReach,
  PHONE,
  sidewaysScroll,
  useBrowser,
  WIDE_SIZES,
} from '../support/browser.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { type RunningApp, startApp, waitFor } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

let app: RunningApp
let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(TODAY_TEMPLATE)
  app = await startApp({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'silent', TRUST_PROXY: 'true' } })
})
// Generous timeouts for loaded machines: the test checks behaviour, not speed.
vi.setConfig({ testTimeout: 150_000 })
const visitor = useBrowser(() => app.origin)

let guests = 0
const fromElsewhere = () => ({ extraHTTPHeaders: { 'X-Forwarded-For': `198.51.100.${(guests += 1)}` } })

test('the first sign-in on a phone requires a new password, which cannot be skipped', async () => {
  const email = 'first@example.com'
  await createStaff(database, email, { mustChangePassword: true })
  const page = await visitor.open('/admin', { ...PHONE, ...fromElsewhere() })
  await expectToFit(page)
  await signIn(page, email)
  const dialog = page.getByRole('dialog', { name: 'Set Your Password' })
  await dialog.waitFor()
  await expectToFit(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  expect(await dialog.isVisible()).toBe(true)
  const behind = await page.request.get('/admin/api/activity/actors')
  expect(behind.status()).toBe(403)
  await dialog.getByLabel('New password').fill('a new password')
  await dialog.getByLabel('Confirm password').fill('another password')
  await dialog.getByRole('button', { name: 'Set Password' }).click()
  await toast(page, 'Password Mismatch').waitFor()
  await toast(page, 'The passwords do not match.').waitFor()
  await dialog.getByLabel('Confirm password').fill('a new password')
  await dialog.getByRole('button', { name: 'Set Password' }).click()
  await toast(page, 'Password Updated').waitFor()
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
  await expect.poll(() => page.locator('main :focus').count()).toBe(1)
  await page.getByText("Manage your restaurant's content and reservations").waitFor({ state: 'attached' })
  await page.getByRole('link', { name: 'View Site' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await outOfReach(page)).toEqual([])
  await openTabList(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Sign In' }).waitFor()
  await page.goBack({ waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Sign In' }).waitFor()
})

test('Logout leaves a new password that was typed in at once, and asks nothing at the next sign-in', async () => {
  const email = 'undecided@example.com'
  await createStaff(database, email, { mustChangePassword: true })
  const page = await visitor.open('/admin', { ...PHONE, ...fromElsewhere() })
  const dialog = page.getByRole('dialog', { name: 'Set Your Password' })
  await signIn(page, email)
  await dialog.getByLabel('New password').fill('a new')
  await dialog.getByRole('button', { name: 'Logout' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await (await page.request.get('/admin/api/session')).json()).toEqual({ who: null })
  await hydrated(page)
  await signIn(page, email)
  await dialog.getByLabel('New password').fill('a new password')
  await dialog.getByLabel('Confirm password').fill('a new password')
  await dialog.getByRole('button', { name: 'Set Password' }).click()
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
  expect(await page.getByRole('dialog', { name: /Set Your Password|Discard/ }).count()).toBe(0)
})

/**
 * Tabs that tests of their own hand to axe at each size, with more to see in them: admin-overview, admin-payments,
 * admin-tonight-rows, admin-room, admin-waiting-list, admin-run-sheet, admin-guest-lists, admin-close-out, admin-reservation-list,
 * admin-guests and admin-events.
 */
const CHECKED_APART: ReadonlySet<string> = new Set([
  'Overview',
  'Inquiries',
  'Payments',
  'Tonight',
  'Floor',
  'Waiting list',
  'Run sheet',
  'Guest lists',
  'Close-out',
  'Reservations',
  'Guests',
  'Events',
])

test('every tab is complete at every size, and has no accessibility violation', async () => {
  const email = 'owner@example.com'
  await createStaff(database, email, { role: 'owner' })
  const page = await visitor.open('/admin', { ...DESKTOP, ...fromElsewhere() })
  await signIn(page, email)
  // A phone has both in its list of all tabs.
  const ways = [page.getByRole('link', { name: 'View Site' }), page.getByRole('button', { name: 'Logout' })]
  await atEachSize(page, () => Promise.all(ways.map((it) => it.waitFor())), WIDE_SIZES)
  for (const { label, path } of ADMIN_TABS) {
    // oxlint-disable no-await-in-loop -- one tab after the other
    await openTab(page, label)
    await page.waitForURL((url) => url.pathname === `/admin/${path}`)
    await page.locator('main h2').first().waitFor()
    await waitFor(async () => (await page.locator('main .skeleton').count()) === 0)
    await atEachSize(page, (_name, { width }) => expectTabToFit(page, label, width))
    // oxlint-enable no-await-in-loop
  }
}, 300_000)

async function expectTabToFit(page: Page, label: string, width: number): Promise<void> {
  const pictures = process.env['SCREENSHOTS']
  if (pictures) await page.screenshot({ path: `${pictures}/${label}-${width}.png`, fullPage: true })
  const violations = CHECKED_APART.has(label) ? [] : await axeViolations(page)
  const seen = { sideways: await sidewaysScroll(page), outOfReach: await outOfReach(page) }
  expect({ label, violations, ...seen }).toEqual({ label, violations: [], sideways: 0, outOfReach: [] })
}

/** A browser whose console errors are ignored: the expected refusals are logged there. */
async function openSignIn(): Promise<Page> {
  const page = await (await visitor.newGuest(fromElsewhere())).newPage()
  await page.goto('/admin')
  await hydrated(page)
  return page
}

test('wrong passwords are reported as such until the rate limit', async () => {
  await createStaff(database, 'many@example.com')
  const page = await openSignIn()
  const data = { email: 'many@example.com', password: 'wrong' }
  for (let i = 0; i < 4; i += 1)
    // oxlint-disable-next-line no-await-in-loop
    await page.request.post('/admin/api/session', { data, headers: { Origin: app.origin } })
  await signIn(page, data.email, data.password)
  await toast(page, 'Invalid email or password').waitFor()
  await expect.poll(() => page.locator(':focus').innerText()).toBe('Sign In')
  await page.getByRole('region').getByRole('button', { name: 'Close' }).click()
  await signIn(page, 'many@example.com')
  await toast(page, 'Login Failed').waitFor()
  await toast(page, 'Too many attempts. Please try again in a minute.').waitFor()
})

test('an account without access gets the Access Denied toast and is signed out', async () => {
  const id = await createStaff(database, 'gone@example.com')
  const page = await openSignIn()
  await signIn(page, 'gone@example.com')
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
  // The open screen would ask by itself and leave while the page is loaded again.
  await page.goto('about:blank')
  await database.pool.query('update staff_users set banned = true where id = $1', [id])
  expect((await page.request.get('/admin/api/overview')).status()).toBe(403)
  await page.goto('/admin')
  await toast(page, 'Access Denied').waitFor()
  await toast(page, "You don't have admin permissions.").waitFor()
  const cookies = await page.context().cookies()
  expect(cookies.map(({ name }) => name)).toEqual(['staff.device'])
  await signIn(page, 'gone@example.com')
  await toast(page, 'Access Denied').waitFor()
})

test('a sign-in whose connection is lost leaves a styled page, and refreshing it opens the dashboard', async () => {
  await createStaff(database, 'lost@example.com')
  const page = await openSignIn()
  await page.route('**/admin.data*', (route) => route.abort())
  await signIn(page, 'lost@example.com')
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  // That of the toasts comes when it comes.
  const sheets = () =>
    page.evaluate(() =>
      [...document.styleSheets].map(({ href }) => href ?? '').filter((it) => !it.includes('/toaster-')),
    )
  const seen = { ground: await ground(), sheets: await sheets() }
  expect(seen.sheets).toHaveLength(2)
  await page.unroute('**/admin.data*')
  await page.getByRole('link', { name: 'Refresh Page' }).click()
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
  // The heading is there before the stylesheets: the browser paints once they have loaded.
  await expect.poll(sheets).toEqual(seen.sheets)
  expect(await ground()).toBe(seen.ground)
})
