import type { Locator, Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { openForm, toast } from '../staff/admin-visit.ts'
import { PASSWORD } from '../staff/sign-in.ts'
import { axeViolations, outOfReach, PHONE, sidewaysScroll, WIDE_SIZES } from '../support/browser.ts'
import { waitFor } from '../support/server.ts'
import { useStaffArea } from '../staff/staff-area.ts'

// Generous timeouts for loaded machines: the test checks behaviour, not speed.
vi.setConfig({ testTimeout: 150_000 })
const { server, database, lastIn, asStaffMember } = useStaffArea()
const inMenu = async (name: string) => (await (await server().get('/menu')).text()).includes(name)

test('an item is added to the menu, edited, deleted and restored on a phone', async () => {
  const dish = 'Suya Platter'
  const page = await asStaffMember('/admin/menu', PHONE)
  await page.getByText('Baobab Sour').first().waitFor()
  await page.getByRole('button', { name: 'Add Menu Item' }).click()
  const form = page.getByRole('dialog', { name: 'Add Menu Item' })
  await form.getByLabel('Name').fill(dish)
  await form.getByLabel('Price').fill('twelve')
  await form.getByLabel('Ingredients').fill('beef, ,peanut ,  chili')
  await form.getByLabel('Spicy').check()
  await form.getByLabel('Other tags').fill('raw, Contains nuts')
  expect(await axeViolations(page)).toEqual([])
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await form.getByText('Please enter an amount such as 24.50').first().waitFor()
  await expect.poll(() => form.getByLabel('Name').inputValue()).toBe(dish)
  await page.getByRole('region').getByRole('button', { name: 'Close' }).click()
  await form.getByLabel('Price').fill('0.25')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await form.getByText('A price is $0.50 or more, or 0 for what costs nothing.').first().waitFor()
  await page.getByRole('region').getByRole('button', { name: 'Close' }).click()
  await form.getByLabel('Price').fill('$12.50')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await toast(page, 'Menu item added successfully!').waitFor()
  await waitFor(() => inMenu(dish))

  await page.getByRole('link', { name: dish }).click()
  const record = page.getByRole('main')
  await record.getByText('beef, peanut, chili').waitFor()
  await record.getByText('contains-nuts, spicy, raw').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await record.getByRole('button', { name: `Edit ${dish}` }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Menu Item' })
  await expect.poll(() => edit.getByLabel('Price').inputValue()).toBe('12.50')
  await expect.poll(() => edit.getByLabel('Contains nuts').isChecked()).toBe(true)
  await expect.poll(() => edit.getByLabel('Ingredients').inputValue()).toBe('beef, peanut, chili')
  await edit.getByLabel('Name').fill(`${dish} Royal`)
  await edit.getByRole('button', { name: 'Update' }).click()
  await toast(page, 'Menu item updated successfully!').waitFor()
  await page.getByRole('heading', { name: `${dish} Royal` }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: `${dish} Royal` }).waitFor({ state: 'detached' })

  await page.getByRole('button', { name: `Mark sold out: ${dish} Royal` }).click()
  await toast(page, 'Success').waitFor()
  await waitFor(async () => /Royal[\s\S]*?Sold out today/.test(await (await server().get('/menu')).text()))

  await page.getByRole('button', { name: `More for ${dish} Royal` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const asked = page.getByRole('dialog', { name: 'Are you sure you want to delete this menu item?' })
  await asked.getByText(`${dish} Royal`, { exact: true }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await asked.getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Menu item deleted successfully!').waitFor()
  await waitFor(async () => !(await inMenu(`${dish} Royal`)))
  await page.getByRole('region').getByRole('button', { name: 'Undo' }).click()
  await toast(page, 'Menu item restored').waitFor()
  await waitFor(() => inMenu(`${dish} Royal`))
})

test.each(WIDE_SIZES)('the form and the record of a menu item are complete on %s', async (name, size) => {
  const page = await asStaffMember('/admin/menu', size)
  await page.getByRole('button', { name: 'Add Menu Item' }).click()
  const form = page.getByRole('dialog', { name: 'Add Menu Item' })
  await form.getByLabel('Other tags').waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(await outOfReach(page)).toEqual([])
  await form.getByRole('button', { name: 'Cancel' }).click()
  await form.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: /^Baobab Sour/ }).click()
  // Beside the list on a desktop, else on a page of its own.
  const isBeside = name === 'a desktop'
  const record = isBeside
    ? page.getByRole('complementary', { name: 'Baobab Sour' })
    : page.getByRole('main').filter({ has: page.getByRole('heading', { name: 'Baobab Sour' }) })
  await record.getByRole('button', { name: 'Edit Baobab Sour' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  if (isBeside) await page.keyboard.press('Escape')
  else await page.goBack()
  await record.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Add Menu Item' }).waitFor()
})

test('a menu item that cannot be saved is shown unchanged, and the typed text stays', async () => {
  const page = await asStaffMember('/admin/menu')
  await openForm(page, 'Baobab Sour')
  const form = page.getByRole('dialog', { name: 'Edit Menu Item' })
  // The answer is delayed until the unsaved change has been seen in the list.
  const { promise: seen, resolve: haveSeen } = Promise.withResolvers<void>()
  await page.route('**/admin/api/menu/*', async (route) => {
    await seen
    await route.fulfill({
      status: 500,
      json: { error: 'internal_error', title: 'Error', text: 'The kitchen is on fire.' },
    })
  })
  await form.getByLabel('Name').fill('Something else')
  await form.getByRole('button', { name: 'Update' }).click()
  await page.getByRole('row', { name: /Something else/ }).waitFor()
  haveSeen()
  await toast(page, 'Error updating menu item').waitFor()
  await toast(page, 'The kitchen is on fire.').waitFor()
  await expect.poll(() => form.getByLabel('Name').inputValue()).toBe('Something else')
  await page.getByRole('row', { name: /Baobab Sour/ }).waitFor({ state: 'attached' })
})

test('two people who edit one item see each other’s change before they overwrite it', async () => {
  const [ama, kofi] = [await asStaffMember('/admin/menu'), await asStaffMember('/admin/menu')]
  const open = async (page: Page) => {
    await openForm(page, 'Jollof Arancini')
    return page.getByRole('dialog', { name: 'Edit Menu Item' })
  }
  const [hers, his] = [await open(ama), await open(kofi)]
  await hers.getByLabel('Description').fill('By Ama')
  await hers.getByRole('button', { name: 'Update' }).click()
  await toast(ama, 'Menu item updated successfully!').waitFor()
  await his.getByLabel('Description').fill('By Kofi')
  await his.getByRole('button', { name: 'Update' }).click()
  const conflict = kofi.getByRole('dialog', { name: 'Somebody else changed this menu item' })
  await conflict.getByRole('cell', { name: 'By Ama' }).waitFor()
  await conflict.getByRole('cell', { name: 'By Kofi' }).waitFor()
  expect(await axeViolations(kofi)).toEqual([])
  await conflict.getByRole('button', { name: 'Save mine over theirs' }).click()
  await toast(kofi, 'Menu item updated successfully!').waitFor()
  const { rows } = await database().pool.query(
    "select description from menu_items where name = 'Jollof Arancini'",
  )
  expect(rows).toEqual([{ description: 'By Kofi' }])
})

test('items are arranged by keys, and guests see the order', async () => {
  const page = await asStaffMember('/admin/menu')
  await page.getByRole('button', { name: 'Arrange' }).click()
  const rows = page
    .getByRole('list')
    .filter({ has: page.getByRole('button', { name: /^Move/ }) })
    .getByRole('listitem')
  const names = async () => (await rows.allTextContents()).map((it) => it.replace(/^\d+/, ''))
  await rows.first().waitFor()
  const [first, second] = await names()
  await page.getByRole('button', { name: `Move ${first}` }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.waitForTimeout(400)
  await page.keyboard.press('Space')
  await toast(page, 'Order saved').waitFor()
  await expect.poll(async () => (await names()).slice(0, 2)).toEqual([second, first])
  // Public pages follow once the database has notified the change.
  await waitFor(async () => {
    const menu = await (await server().get('/menu')).text()
    return menu.indexOf(second ?? '') < menu.indexOf(first ?? '')
  })
})

test('a session that ended asks for the password and keeps the draft', async () => {
  const page = await asStaffMember('/admin/menu')
  await page.getByRole('button', { name: 'Add Menu Item' }).click()
  const form = page.getByRole('dialog', { name: 'Add Menu Item' })
  await form.getByLabel('Name').fill('Kept Draft')
  await form.getByLabel('Price').fill('9')
  // The session ends as the form is sent: an earlier request would have opened the sign-in dialog over the form.
  let hasEnded = false
  await page.route('**/admin/api/**', async (route, request) => {
    if (request.method() === 'POST' && !hasEnded) {
      hasEnded = true
      await database().pool.query('delete from staff_sessions')
    }
    await route.continue()
  })
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  const again = page.getByRole('dialog', { name: 'Please sign in again' })
  await again.getByLabel('Password').fill(PASSWORD)
  await again.getByRole('button', { name: 'Sign In' }).click()
  await toast(page, 'Menu item added successfully!').waitFor()
  await waitFor(() => inMenu('Kept Draft'))
})

test('a line that drops is told, and everything is read anew when it is back', async () => {
  const page = await asStaffMember('/admin/menu')
  await page.getByText('Baobab Sour').first().waitFor()
  await page.context().setOffline(true)
  await page.getByText(/Connection lost/).waitFor()
  await page.context().setOffline(false)
  await toast(page, 'Connected again').waitFor()
  await page.getByText(/Connection lost/).waitFor({ state: 'hidden' })
})

test('the palette goes anywhere, and the keys are listed', async () => {
  const page = await asStaffMember('/admin/menu')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Go to' })
  await palette.getByRole('combobox').fill('moda')
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/modals')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await page.keyboard.press('Escape')
  await page.goto('/admin/menu')
  await page.getByText('Baobab Sour').first().waitFor()
  await page.keyboard.press('/')
  expect(await page.getByLabel('Search').evaluate((it) => it === document.activeElement)).toBe(true)
})

/** Fills in the form of a modal, which shows a preview beside or below it. */
async function fillModal(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add Modal' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add Modal' })
  await form.getByLabel('Title').fill('Free Bottle')
  await form.getByLabel('Description').fill('A bottle on the house')
  await form.getByLabel('Primary button text').fill('See it')
  await form.getByLabel('Primary button leads to').selectOption('menu-item')
  await form.getByLabel('Primary button: which').selectOption({ label: 'Baobab Sour' })
  await form.getByLabel('Secondary button leads to').selectOption('url')
  await form.getByLabel('Secondary button: address').fill('https://example.com/offer')
  const preview = form.getByRole('region', { name: 'Preview' })
  await preview.getByText('opens https://example.com/offer').waitFor()
  await preview.getByText(/goes to \/menu\//).waitFor()
  return form
}

test('a modal is added with a preview, edited, deleted and restored on a phone', async () => {
  const page = await asStaffMember('/admin/modals', PHONE)
  const form = await fillModal(page)
  expect(await axeViolations(page)).toEqual([])
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await toast(page, 'Modal added successfully!').waitFor()
  await page.getByRole('button', { name: 'Edit Free Bottle' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Modal' })
  await expect
    .poll(() => edit.getByLabel('Secondary button: address').inputValue())
    .toBe('https://example.com/offer')
  await edit.getByLabel(/^Active/).uncheck()
  await edit.getByRole('button', { name: 'Update' }).click()
  await toast(page, 'Modal updated successfully!').waitFor()
  await page.getByRole('button', { name: 'Delete Free Bottle' }).click()
  await page
    .getByRole('dialog', { name: 'Are you sure you want to delete this modal?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await toast(page, 'Modal deleted successfully!').waitFor()
  await page.goto('/admin/bin')
  const row = page.getByRole('listitem').filter({ hasText: 'Free Bottle' })
  await row.getByRole('button', { name: 'Restore' }).click()
  await toast(page, 'Restored').waitFor()
  await row.waitFor({ state: 'hidden' })
})

test.each(WIDE_SIZES)('the form of a modal and its preview are complete on %s', async (_name, size) => {
  const page = await asStaffMember('/admin/modals', size)
  await fillModal(page)
  expect(await axeViolations(page)).toEqual([])
  expect(await outOfReach(page)).toEqual([])
})

test('a host sees the menu and marks dishes as sold out, and can do no more; an accountant sees it alone', async () => {
  const page = await asStaffMember('/admin/menu')
  await database().pool.query("update staff_users set role = 'host' where email = $1", [lastIn()])
  await page.reload()
  await page.getByRole('button', { name: 'Mark sold out: Baobab Sour' }).waitFor()
  expect(await page.getByRole('button', { name: /^(Add|Edit|More)/ }).count()).toBe(0)
  const tabs = await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link').allTextContents()
  for (const label of ['Activity', 'Close-out']) expect(tabs).not.toContain(label)

  await database().pool.query("update staff_users set role = 'accountant' where email = $1", [lastIn()])
  await page.reload()
  await page.getByRole('link', { name: /^Baobab Sour/ }).click()
  await page.getByRole('complementary', { name: 'Baobab Sour' }).waitFor()
  expect(await page.getByRole('button', { name: /^(Mark sold out|Available again)/ }).count()).toBe(0)
})
