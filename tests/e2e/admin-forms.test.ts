import type { Locator, Page } from 'playwright-core'
import { describe, expect, test, vi } from 'vitest'
import { closeToast, holdNext, holdUntil, nextFrames, openForm, toast } from '../staff/admin-visit.ts'
import { PASSWORD } from '../staff/sign-in.ts'
import { axeViolations, hydrated, PHONE } from '../support/browser.ts'
import { useStaffArea } from '../staff/staff-area.ts'

vi.setConfig({ testTimeout: 150_000 })
const { database, asStaffMember } = useStaffArea()

const question = (page: Page): Locator => page.getByRole('dialog', { name: 'Discard what you typed?' })
const keepEditing = (page: Page) => question(page).getByRole('button', { name: 'Keep editing' }).click()

async function addMenuItem(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add Menu Item' }).click()
  const form = page.getByRole('dialog', { name: 'Add Menu Item' })
  await form.getByLabel('Name').waitFor()
  return form
}

describe('a dialog with something typed in it', () => {
  test('stays open when a selection of text ends outside of it', async () => {
    const page = await asStaffMember('/admin/menu')
    const form = await addMenuItem(page)
    await form.getByLabel('Name').fill('Suya of the night')
    const box = await form.getByLabel('Name').boundingBox()
    if (!box) throw new Error('the field is not drawn')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(20, box.y + box.height / 2, { steps: 5 })
    await page.mouse.up()
    await expect.poll(() => form.getByLabel('Name').inputValue()).toBe('Suya of the night')
    expect(await question(page).isVisible()).toBe(false)
  })

  test('asks before a click outside, Escape, the cross, Cancel or Back discards it', async () => {
    const page = await asStaffMember('/admin/menu')
    await page.getByRole('link', { name: 'Gallery' }).click()
    await page.getByRole('link', { name: 'Menu', exact: true }).click()
    const form = await addMenuItem(page)
    const name = form.getByLabel('Name')
    await name.fill('Suya of the night')
    const ways: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['a click outside', () => page.mouse.click(5, 5)],
      ['Escape', () => page.keyboard.press('Escape')],
      ['the cross', () => form.getByRole('button', { name: 'Close' }).click()],
      ['Cancel', () => form.getByRole('button', { name: 'Cancel' }).click()],
      ['Back', () => page.evaluate(() => window.history.back())],
    ]
    for (const [way, leave] of ways) {
      await leave()
      await expect.poll(() => question(page).isVisible(), { message: way }).toBe(true)
      await keepEditing(page)
      await expect.poll(() => question(page).isVisible(), { message: way }).toBe(false)
      expect(await name.inputValue(), way).toBe('Suya of the night')
      await nextFrames(page)
    }
    // Browsers close a dialog on a second Escape whatever the page does: the text must survive that.
    await name.focus()
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('Escape')
    await nextFrames(page)
    await expect
      .poll(async () => {
        if (await question(page).isVisible()) await keepEditing(page)
        return question(page).isVisible()
      })
      .toBe(false)
    expect(await name.inputValue()).toBe('Suya of the night')
    expect(new URL(page.url()).pathname).toBe('/admin/menu')
    expect(await axeViolations(page)).toEqual([])
    await form.getByRole('button', { name: 'Cancel' }).click()
    await question(page).getByRole('button', { name: 'Discard' }).click()
    await form.waitFor({ state: 'hidden' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Add Menu Item')
    await addMenuItem(page)
    await expect.poll(() => name.inputValue()).toBe('')
  })

  test('with nothing typed closes at once, by Back too', async () => {
    const page = await asStaffMember('/admin/menu')
    await page.getByRole('link', { name: 'Gallery' }).click()
    await page.getByRole('link', { name: 'Menu', exact: true }).click()
    const form = await addMenuItem(page)
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'hidden' })
    await addMenuItem(page)
    await page.mouse.click(5, 5)
    await form.waitFor({ state: 'hidden' })
    await addMenuItem(page)
    await page.evaluate(() => window.history.back())
    await form.waitFor({ state: 'hidden' })
    expect(new URL(page.url()).pathname).toBe('/admin/menu')
    expect(await question(page).isVisible()).toBe(false)
  })

  test('makes the browser ask before its tab is closed, and is restored after a reload', async () => {
    const page = await asStaffMember('/admin/menu', PHONE)
    await openForm(page, 'Baobab Sour')
    const form = page.getByRole('dialog', { name: 'Edit Menu Item' })
    await form.getByLabel('Description').fill('Typed, and not saved')
    const asked = page.waitForEvent('dialog')
    page.on('dialog', (dialog) => void dialog.accept())
    await Promise.all([asked, page.reload()])
    expect((await asked).type()).toBe('beforeunload')
    await hydrated(page)
    const notice = page.getByRole('list', { name: 'Not saved' }).getByRole('listitem')
    await notice.filter({ hasText: 'Baobab Sour' }).getByRole('button', { name: 'Continue' }).click()
    await expect.poll(() => form.getByLabel('Description').inputValue()).toBe('Typed, and not saved')
    expect(await axeViolations(page)).toEqual([])
    await form.getByRole('button', { name: 'Update' }).click()
    await toast(page, 'Menu item updated successfully!').waitFor()
    await page.reload()
    await hydrated(page)
    await page.getByRole('button', { name: 'More for Baobab Sour' }).waitFor()
    expect(await notice.count()).toBe(0)
  })

  test('shows both versions where another staff member saved while the draft waited', async () => {
    const [ama, kofi] = [await asStaffMember('/admin/menu'), await asStaffMember('/admin/menu')]
    const edit = async (page: Page, text: string) => {
      await openForm(page, 'Jollof Arancini')
      const form = page.getByRole('dialog', { name: 'Edit Menu Item' })
      await form.getByLabel('Description').fill(text)
      return form
    }
    await edit(ama, 'Draft of Ama')
    ama.on('dialog', (dialog) => void dialog.accept())
    await ama.reload()
    await hydrated(ama)
    await (await edit(kofi, 'Saved by Kofi')).getByRole('button', { name: 'Update' }).click()
    await toast(kofi, 'Menu item updated successfully!').waitFor()
    await ama.getByRole('button', { name: 'Continue' }).click()
    await ama.getByRole('dialog').getByRole('button', { name: 'Update' }).click()
    const conflict = ama.getByRole('dialog', { name: 'Somebody else changed this menu item' })
    await conflict.getByRole('cell', { name: 'Saved by Kofi' }).waitFor()
    await conflict.getByRole('cell', { name: 'Draft of Ama' }).waitFor()
  })
})

test('the answer about one menu item leaves the form of another as it is, also where it is a refusal', async () => {
  const page = await asStaffMember('/admin/menu')
  const form = page.getByRole('dialog', { name: 'Edit Menu Item' })
  const update = form.getByRole('button', { name: 'Update' })
  const text = form.getByLabel('Description')
  /** Sends a new description, and returns what answers it. */
  const send = async (name: string) => {
    const answer = await holdUntil(page, '**/admin/api/menu/*')
    await openForm(page, name)
    await text.fill(`New words about ${name}`)
    await update.click()
    await form.waitFor({ state: 'hidden' })
    return answer
  }
  const answerPudding = await send('Malva Pudding')
  await openForm(page, 'Zobo Paloma')
  await text.fill('Typed meanwhile')
  expect(await update.isEnabled()).toBe(true)
  answerPudding('sent')
  await toast(page, 'Menu item updated successfully!').waitFor()
  expect(await text.inputValue()).toBe('Typed meanwhile')
  await closeToast(page, 'Menu item updated successfully!')
  await update.click()
  await toast(page, 'Menu item updated successfully!').waitFor()

  const answerPanna = await send('Hibiscus Panna Cotta')
  await openForm(page, 'Zobo Paloma')
  await text.fill('Typed meanwhile, too')
  answerPanna('refused')
  await toast(page, 'Error updating menu item').waitFor()
  expect(await text.inputValue()).toBe('Typed meanwhile, too')
  await update.click()
  const draft = page.getByRole('list', { name: 'Not saved' }).getByRole('listitem')
  await draft.filter({ hasText: 'Hibiscus Panna Cotta' }).getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => text.inputValue()).toBe('New words about Hibiscus Panna Cotta')
})

test('a refused form has the focus at its first error, else where it was', async () => {
  const page = await asStaffMember('/admin/menu')
  const form = await addMenuItem(page)
  const add = form.getByRole('button', { name: 'Add', exact: true })
  const focused = (field: Locator) =>
    expect.poll(() => field.evaluate((it) => it.matches(':focus'))).toBe(true)
  await form.getByLabel('Name').fill('Suya of the night')
  await form.getByLabel('Price').fill('abc')
  await add.click()
  await toast(page, 'Error adding menu item').waitFor()
  await focused(form.getByLabel('Price'))
  await form.getByLabel('Price').fill('11')
  const answer = await holdUntil(page, '**/admin/api/menu')
  await add.click()
  await expect.poll(() => add.isDisabled()).toBe(true)
  answer('refused')
  await focused(add)
})

describe('a form that is part of a page', () => {
  test('asks before another tab is opened, and is restored after a reload', async () => {
    const page = await asStaffMember('/admin/reservations/new')
    await page.getByLabel('Guest name').fill('Ama Serwaa')
    await page.getByRole('link', { name: 'Menu', exact: true }).click()
    await question(page).waitFor()
    await keepEditing(page)
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await hydrated(page)
    await expect.poll(() => page.getByLabel('Guest name').inputValue()).toBe('Ama Serwaa')
    await page.getByRole('link', { name: 'Menu', exact: true }).click()
    await question(page).getByRole('button', { name: 'Discard' }).click()
    await page.waitForURL('**/admin/menu')
    await page.goto('/admin/reservations/new')
    await hydrated(page)
    await expect.poll(() => page.getByLabel('Guest name').inputValue()).toBe('')
  })

  test('keeps the note of a reservation when its page is left by Back, and what is typed while it is sent', async () => {
    const page = await asStaffMember('/admin/reservations?date=all')
    const { rows } = await database().pool.query<{ id: string }>(
      'select id from reservations where deleted_at is null limit 1',
    )
    const path = `/admin/reservations/${rows[0]?.id}`
    await page.goto('/admin/menu')
    await hydrated(page)
    await page.evaluate((to) => window.history.pushState({}, '', to), path)
    await page.reload()
    await hydrated(page)
    const save = page.getByRole('button', { name: 'Save note' })
    await page.getByLabel('Note').fill('Comes with')
    await holdNext(page, '**/note')
    await save.click()
    await page.getByLabel('Note').fill('Comes with a cake')
    await toast(page, 'Reservation updated successfully!').waitFor()
    await closeToast(page, 'Reservation updated successfully!')
    // Text that was typed while the note was sent is still to be saved, over that note.
    await expect.poll(() => save.isEnabled()).toBe(true)
    await page.getByRole('link', { name: 'Gallery' }).click()
    await keepEditing(page)
    expect(await page.getByLabel('Note').inputValue()).toBe('Comes with a cake')
    await save.click()
    await toast(page, 'Reservation updated successfully!').waitFor()
  })
})

test('the button of a modal takes an https address as it is typed, and refuses any other with a reason', async () => {
  const page = await asStaffMember('/admin/modals', PHONE)
  await page.getByRole('button', { name: 'Add Modal' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add Modal' })
  await form.getByLabel('Title').fill('Partner')
  await form.getByLabel('Description').fill('Tickets are sold elsewhere')
  await form.getByLabel('Primary button leads to').selectOption('url')
  const address = form.getByLabel('Primary button: address')
  await address.pressSequentially('http://example.com/night?a=1')
  await expect.poll(() => address.inputValue()).toBe('http://example.com/night?a=1')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await form
    .getByText(/address that begins with https:\/\//)
    .first()
    .waitFor()
  await address.fill('')
  await address.pressSequentially('https://example.com/night?a=1')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await toast(page, 'Modal added successfully!').waitFor()
  const { rows } = await database().pool.query(
    'select primary_button_action as action from home_modals where title = $1',
    ['Partner'],
  )
  expect(rows).toEqual([{ action: 'https://example.com/night?a=1' }])
})

test('a lost session that its owner resumes keeps the form', async () => {
  const page = await asStaffMember('/admin/menu')
  const form = await addMenuItem(page)
  await form.getByLabel('Name').fill('Kept through the night')
  await form.getByLabel('Price').fill('11')
  await database().pool.query('delete from staff_sessions')
  // The page is reloaded in the middle of the sign-in: the draft waits for its owner.
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await hydrated(page)
  const { rows } = await database().pool.query<{ email: string }>(
    'select email from staff_users order by created_at desc limit 1',
  )
  await page.getByLabel('Email').fill(rows[0]?.email ?? '')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => form.getByLabel('Name').inputValue()).toBe('Kept through the night')
})
