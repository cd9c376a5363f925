import { chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { findChromium } from '../../scripts/find-chromium.ts'
import { openTab, signIn, toast } from '../staff/admin-visit.ts'
import { createStaff, PASSWORD } from '../staff/sign-in.ts'
import { axeViolations, hydrated, PHONE, SIZES } from '../support/browser.ts'
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

  test('says that the connection is lost, and loads by Retry once it is back', async () => {
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
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('button', { name: 'Add Gallery Item' }).first().waitFor()
  })

  test('offers a reload when a new version has replaced its code', async () => {
    const page = await asStaffMember('/admin/menu')
    await page.route('**/assets/gallery-tab*.js', (route) => route.fulfill({ status: 404, body: '' }))
    await openTab(page, 'Gallery')
    await page.getByText('A new version is here').waitFor()
    await page.unroute('**/assets/gallery-tab*.js')
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

describe.each(SIZES)('an error toast on %s', (_name, size) => {
  test('covers no control of any tab, and stays away when it was dismissed', async () => {
    const page = await asStaffMember('/admin/gallery', size)
    await page.getByRole('button', { name: 'Bulk upload' }).click()
    await page.getByRole('button', { name: 'Upload All' }).click()
    await toast(page, 'Please add some images first').waitFor()
    await page.getByRole('button', { name: 'Apply to All Images' }).click()
    await toast(page, 'Please set global category and gallery type first').waitFor()
    for (const name of ['Gallery', 'Events', 'Menu', 'Modals', 'Tables', 'Settings']) {
      await openTab(page, name)
      await page.getByRole('heading', { name, level: 2 }).waitFor()
      await page.getByRole('main').getByRole('button').first().waitFor()
      await page.evaluate(() => window.scrollTo(0, 0))
      expect(await toast(page, 'Please set global category and gallery type first').isVisible()).toBe(true)
      expect(await covered(page), name).toEqual([])
    }
    // Inside a dialog, a toast covers no button either.
    await openTab(page, 'Menu')
    await page.getByRole('button', { name: 'Add Menu Item' }).click()
    const form = page.getByRole('dialog', { name: 'Add Menu Item' })
    await form.getByRole('button', { name: 'Cancel' }).click({ trial: true })
    await form.getByRole('button', { name: 'Close' }).first().click()
    const errors = page.getByRole('region').getByRole('button', { name: 'Close' })
    await errors.first().click()
    await expect.poll(() => errors.count()).toBe(0)
    await page.waitForTimeout(500)
    expect(await page.getByRole('region').getByText('Please add some images first').count()).toBe(0)
  })
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
  await page.getByRole('button', { name: 'Sold out today: Baobab Sour' }).click()
  await page.getByText('ama.owner, owner').waitFor()
  const { rows } = await database().pool.query(
    "select count(*)::int as count from menu_items where name = 'Baobab Sour' and sold_out_on is not null",
  )
  expect(rows).toEqual([{ count: 0 }])
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

describe('many pictures at once', () => {
  const paint = async (name: string, hue: number) => ({
    name,
    mimeType: 'image/jpeg',
    buffer: await sharp({
      create: { width: 640, height: 480, channels: 3, background: { r: hue, g: 80, b: 40 } },
    })
      .jpeg()
      .toBuffer(),
  })

  test('keep the chosen order, show their progress, and offer a retry only where it can succeed', async () => {
    const page = await asStaffMember('/admin/gallery')
    await page.getByRole('button', { name: 'Bulk upload' }).click()
    const names = ['delta', 'alpha', 'echo', 'bravo', 'charlie', 'foxtrot', 'golf', 'hotel']
    const good = await Promise.all(names.map((name, index) => paint(`${name}.jpg`, index * 20)))
    const bad = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') }
    await page.getByLabel('Add images').setInputFiles([...good, bad])
    const rows = page.getByRole('list', { name: 'Images to upload' }).getByRole('listitem')
    await rows.filter({ hasText: 'Only JPEG, PNG and WebP pictures can be used.' }).waitFor()
    await page.getByLabel('Category of all').selectOption('food')
    await page.getByLabel('Gallery type of all').selectOption('food')
    await page.getByRole('button', { name: 'Apply to All Images' }).click()
    let sent = 0
    await page.route('**/admin/api/pictures', async (route) => {
      sent += 1
      await new Promise((resolve) => setTimeout(resolve, 300))
      await (sent === 3 ? route.abort() : route.continue())
    })
    await page.getByRole('button', { name: 'Upload All' }).click()
    await page.getByRole('progressbar', { name: 'Upload of delta.jpg' }).waitFor()
    await openTab(page, 'Menu')
    await page.getByRole('dialog', { name: 'Discard what you typed?' }).waitFor()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await toast(page, 'Uploaded 7 images, 2 failed').waitFor()
    await page.getByRole('button', { name: 'Retry failed' }).click()
    await toast(page, 'Successfully uploaded 1 images!').waitFor()
    expect(await page.getByRole('button', { name: 'Retry failed' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Remove invalid files' }).click()
    await expect.poll(() => rows.count()).toBe(0)
    const shown = await page.getByRole('main').getByRole('heading', { level: 3 }).allTextContents()
    const uploaded = shown.filter((it) => names.includes(it))
    expect(uploaded).toEqual(['echo', ...names.filter((it) => it !== 'echo')])
    expect(sent).toBe(9)
  })

  test('ask before the tab is closed while they are on their way', async () => {
    const page = await asStaffMember('/admin/gallery')
    await page.getByRole('button', { name: 'Bulk upload' }).click()
    await page.getByLabel('Add images').setInputFiles([await paint('late.jpg', 10)])
    const asked = page.waitForEvent('dialog')
    page.on('dialog', (dialog) => void dialog.accept())
    await Promise.all([asked, page.reload()])
    expect((await asked).type()).toBe('beforeunload')
  })

  test('are told apart from the one picture that a gallery item needs', async () => {
    const page = await asStaffMember('/admin/gallery')
    await page.getByRole('button', { name: 'Add Gallery Item' }).click()
    const field = page.getByRole('group', { name: 'Image (required)' })
    await expect.poll(() => field.isVisible()).toBe(true)
  })
})

describe.each(SIZES)('an event on %s', (name, size) => {
  test.each(['', '?view=card'])('has one row of actions, and the rest in a menu: %s', async (view) => {
    const page = await asStaffMember(`/admin/events${view}`, size)
    const more = page.getByRole('button', { name: /^More for/ }).first()
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
    const [editing, sale] = view === '' ? [['Edit'], ['Mark Sold Out']] : [[], []]
    expect(items).toEqual([
      ...editing,
      'Who is coming',
      'Preview',
      ...sale,
      'Duplicate',
      'Repeat weekly',
      'Delete',
    ])
    expect(await axeViolations(page)).toEqual([])
    for (const item of await page.getByRole('menuitem').all())
      expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    const form = page.getByRole('dialog', { name: 'Add Event' })
    await form.getByRole('button', { name: 'Cancel' }).click()
    await form.waitFor({ state: 'hidden' })
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toMatch(/^More for/)
  })
})

test.each(SIZES)('events are listed in low rows on %s', async (name, size) => {
  const page = await asStaffMember('/admin/events', size)
  const row = await page.getByRole('row').nth(1).boundingBox()
  expect(row?.height).toBeLessThanOrEqual(name === 'a desktop' ? 41 : 61)
})
