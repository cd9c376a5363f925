import { chromium, type Page } from 'playwright-core'
import { describe, expect, test, vi } from 'vitest'
import { findChromium } from '../../scripts/find-chromium.ts'
import { openTab, signIn, toast } from '../staff/admin-visit.ts'
import { createStaff, PASSWORD } from '../staff/sign-in.ts'
import { atEachSize, axeViolations, hydrated, PHONE } from '../support/browser.ts'
import { useStaffArea } from '../staff/staff-area.ts'

vi.setConfig({ testTimeout: 150_000 })
const { server, database, lastIn, asStaffMember } = useStaffArea()

describe('a tab that fails', () => {
  test('shows the error screen inside the tab, and the other tabs go on working', async () => {
    const page = await asStaffMember('/admin/menu')
    await page.route('**/admin/api/gallery', (route) => route.fulfill({ json: { items: [null] } }))
    await openTab(page, 'Gallery')
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
    await page.getByText('Error details').click()
    await page.getByText(/TypeError/).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await openTab(page, 'Menu')
    await page.getByText('Baobab Sour').first().waitFor()
    await openTab(page, 'Gallery')
    await page.unroute('**/admin/api/gallery')
    await page.getByRole('button', { name: 'Refresh Page' }).click()
    await page.getByRole('heading', { name: 'Gallery' }).waitFor()
    await page.getByRole('button', { name: 'Add Gallery Item' }).waitFor()
  })

  test('survives a record with a broken name', async () => {
    const page = await asStaffMember('/admin/overview')
    await page.route('**/admin/api/menu', async (route) => {
      const answer = await route.fetch()
      const { items }: { items: object[] } = await answer.json()
      const [first, second, ...others] = items
      await route.fulfill({ json: { items: [{ ...first, name: null }, { ...second, name: 7 }, ...others] } })
    })
    await openTab(page, 'Menu')
    await page.getByText('Baobab Sour').first().waitFor()
    await page.getByLabel('Search').fill('baobab s')
    await page.getByText('Baobab Sour').first().waitFor()
    expect(await page.getByText('Something went wrong').count()).toBe(0)
  })

  test('says that the connection is lost, and loads by itself once it is back', async () => {
    const page = await asStaffMember('/admin/menu', PHONE)
    await page.getByText('Baobab Sour').first().waitFor()
    await page.context().setOffline(true)
    await openTab(page, 'Gallery')
    await page.getByText('Gallery could not be loaded').waitFor()
    expect(await page.getByText(/Failed to fetch|dynamically imported/).count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Retry' }).click()
    await toast(page, 'Still no connection').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Add Gallery Item' }).first().waitFor()
  })

  test('opens a dialog whose code failed to load when it is asked for again', async () => {
    const page = await asStaffMember('/admin/menu')
    await page.getByText('Baobab Sour').first().waitFor()
    // Its retry fails, too.
    let failures = 0
    await page.route('**/assets/palette*.js*', (route) => {
      failures += 1
      return failures <= 2 ? route.abort() : route.continue()
    })
    await page.keyboard.press('Control+k')
    await toast(page, 'Could not open this').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
  })

  test('offers a reload when a new version has replaced its code', async () => {
    const page = await asStaffMember('/admin/menu')
    await page.route('**/assets/gallery-tab*.js*', (route) => route.fulfill({ status: 404, body: '' }))
    await openTab(page, 'Gallery')
    await page.getByText('A new version is here').waitFor()
    await page.unroute('**/assets/gallery-tab*.js*')
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('button', { name: 'Add Gallery Item' }).first().waitFor()
    expect(await page.getByText('A new version is here').count()).toBe(0)
  })
})

/** The buttons and links of a tab that another element covers, each after scrolling it into view. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main button, main a, main input, main select')]
      .filter((it) => it.checkVisibility() && !it.matches(':disabled, .sr-only'))
      .filter((it) => {
        it.scrollIntoView({ block: 'nearest', inline: 'nearest' })
        const { left, top, width, height } = it.getBoundingClientRect()
        const hit = document.elementFromPoint(left + width / 2, top + height / 2)
        return hit === null || !(it.contains(hit) || hit.contains(it) || hit.closest('label') !== null)
      })
      .map((it) => it.getAttribute('aria-label') ?? it.textContent),
  )

test('an error toast covers no control of any tab at any size, and stays away when it was dismissed', async () => {
  const page = await asStaffMember('/admin/gallery')
  await page.getByRole('button', { name: 'Bulk upload' }).click()
  await page.getByRole('button', { name: 'Upload All' }).click()
  await toast(page, 'Please add some images first').waitFor()
  await page.getByRole('button', { name: 'Apply to All Images' }).click()
  await toast(page, 'Please set global category and gallery type first').waitFor()
  for (const name of ['Gallery', 'Events', 'Menu', 'Modals', 'Tables', 'Settings']) {
    await openTab(page, name)
    await page.getByRole('heading', { name, level: 2 }).waitFor()
    await page.getByRole('main').getByRole('button').first().waitFor()
    await atEachSize(page, async () => {
      await page.evaluate(() => window.scrollTo(0, 0))
      expect(await toast(page, 'Please set global category and gallery type first').isVisible()).toBe(true)
      expect(await covered(page), name).toEqual([])
    })
  }
  // Inside a dialog, a toast covers no button either.
  await openTab(page, 'Menu')
  await page.getByRole('button', { name: 'Add Menu Item' }).click()
  const form = page.getByRole('dialog', { name: 'Add Menu Item' })
  await atEachSize(page, () => form.getByRole('button', { name: 'Cancel' }).click({ trial: true }))
  await form.getByRole('button', { name: 'Close' }).first().click()
  const errors = page.getByRole('region').getByRole('button', { name: 'Close' })
  await errors.first().click()
  await expect.poll(() => errors.count()).toBe(0)
  await page.waitForTimeout(500)
  expect(await page.getByRole('region').getByText('Please add some images first').count()).toBe(0)
})

test('another staff member who signs in gets their own name, tabs and data, and no draft of the first', async () => {
  const page = await asStaffMember('/admin/menu')
  await page.getByText('Baobab Sour').first().waitFor()
  const former = lastIn().split('@')[0] ?? ''
  await page.getByRole('button', { name: 'Add Menu Item' }).click()
  const form = page.getByRole('dialog', { name: 'Add Menu Item' })
  await form.getByLabel('Name').fill('Only for the manager')
  await form.getByLabel('Price').fill('10')
  await createStaff(database(), 'kofi.host@example.com', { role: 'host' })
  await database().pool.query('delete from staff_sessions')
  const posts: string[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'POST' && response.url().endsWith('/admin/api/menu'))
      posts.push(String(response.status()))
  })
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  const again = page.getByRole('dialog', { name: 'Please sign in again' })
  await again.getByLabel('Email').fill('kofi.host@example.com')
  await again.getByLabel('Password').fill(PASSWORD)
  await again.getByRole('button', { name: 'Sign In' }).click()
  await page.getByText('kofi.host, host').waitFor()
  await page.goto('/admin/menu')
  await hydrated(page)
  await page.getByText('Baobab Sour').first().waitFor()
  expect(await page.getByText(`${former}, manager`).count()).toBe(0)
  expect(await page.getByRole('button', { name: /^Edit|^Add Menu/ }).count()).toBe(0)
  expect(await page.getByText('Only for the manager').count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Activity', exact: true }).count()).toBe(0)
  // The request of the first account was not sent again in the session of the second.
  expect(posts).toEqual(['401'])
})

test('a page rendered for one account changes nothing in the session of another', async () => {
  const page = await asStaffMember('/admin/menu')
  await page.getByText('Baobab Sour').first().waitFor()
  await createStaff(database(), 'ama.owner@example.com', { role: 'owner' })
  const other = await page.context().newPage()
  await other.goto('/admin/menu')
  await hydrated(other)
  await other.getByRole('button', { name: 'Logout' }).click()
  await other.getByLabel('Email').waitFor()
  await signIn(other, 'ama.owner@example.com')
  await other.getByText('ama.owner, owner').waitFor()
  await page.getByRole('button', { name: 'Mark sold out: Baobab Sour' }).click()
  await page.getByText('ama.owner, owner').waitFor()
  const { rows } = await database().pool.query(
    "select count(*)::int as count from menu_items where name = 'Baobab Sour' and sold_out_on is not null",
  )
  expect(rows).toEqual([{ count: 0 }])
})

test('signing out everywhere asks for the sign-in first where the session has ended', async () => {
  const page = await asStaffMember('/admin/account')
  await page.getByLabel('Current password').fill('a word that is not sent')
  await database().pool.query('delete from staff_sessions')
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  const question = page.getByRole('dialog', { name: 'Sign out everywhere?' })
  await question.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  const again = page.getByRole('dialog', { name: 'Please sign in again' })
  await again.getByLabel('Password').fill(PASSWORD)
  await again.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL('**/admin')
  const { rows } = await database().pool.query('select id from staff_sessions')
  expect(rows).toEqual([])
})

test('a tab at the end of the column is shown beside the head of the page', async () => {
  const page = await asStaffMember('/admin/settings', { viewport: { width: 1366, height: 768 } })
  await page.getByRole('heading', { name: 'Settings', level: 2 }).waitFor()
  const tab = page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Settings' })
  const { bottom, scrolled } = await tab.evaluate((it) => ({
    bottom: it.getBoundingClientRect().bottom,
    scrolled: scrollY,
  }))
  expect(scrolled).toBe(0)
  expect(bottom).toBeLessThanOrEqual(768)
})

test('a dialog on a short page causes no layout shift', async () => {
  // A browser whose scrollbars take up width.
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
    ignoreDefaultArgs: ['--hide-scrollbars'],
  })
  try {
    await createStaff(database(), 'short@example.com')
    const guest = await browser.newContext({
      baseURL: server().origin,
      viewport: { width: 1440, height: 1400 },
      reducedMotion: 'reduce',
    })
    const page = await guest.newPage()
    await page.goto('/admin/account')
    await hydrated(page)
    await signIn(page, 'short@example.com')
    const button = page.getByRole('button', { name: 'Sign out everywhere' }).first()
    await button.waitFor()
    const before = await button.boundingBox()
    await button.click()
    await page.getByRole('dialog').waitFor()
    expect((await button.boundingBox())?.x).toBe(before?.x)
  } finally {
    await browser.close()
  }
})
