import type { Page } from 'playwright-core'
import { describe, expect, test, vi } from 'vitest'
import { SIGN_UP_FORM } from '#features/guest-lists/sign-ups/schema.ts'
import { entriesOf, makeGuestList } from '../guest-lists/listed-nights.ts'
import { axeViolations, expectSound, PHONE } from '../support/browser.ts'
import { ageForm } from '../support/old-form-token.ts'
import { useGuestSite } from '../support/guest-site.ts'

vi.setConfig({ testTimeout: 120_000 })

const { visitor, database, app } = useGuestSite()

const send = (page: Page) => page.getByRole('button', { name: 'Put me on the list' })

async function fill(page: Page, name: string, guests = '4'): Promise<void> {
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('How many, with you?').selectOption(guests)
  await page.getByLabel('Phone').fill('972.555.0142')
  await page.getByLabel(/I agree/).check()
}

const age = (page: Page) => ageForm(page, database(), SIGN_UP_FORM.name)

/** A plain form, with or without scripts. */
describe('on a phone', () => {
  const size = { ...PHONE, javaScriptEnabled: false }

  test('a guest signs up, is told the terms, changes the number and takes the name back', async () => {
    const list = await makeGuestList(database(), { inDays: 1, untilTime: '23:00' })
    const page = await visitor.open(`/lists/${list.code}`, size)
    await page.getByText('Free until 11:00 PM. After that, $25 a person. 40 places left.').waitFor()
    await fill(page, 'Ama Mensah')
    await age(page)
    await send(page).click()
    await page.getByRole('heading', { name: 'You are on the list' }).waitFor()
    await page.getByText('4 people').first().waitFor()
    expect(await entriesOf(database(), list.id)).toEqual(['Ama Mensah 4'])
    await page.getByLabel('How many, with you?').selectOption('3')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    expect(await entriesOf(database(), list.id)).toEqual(['Ama Mensah 3'])
    await page.getByRole('button', { name: 'Take my name off the list' }).click()
    await page.getByRole('heading', { name: 'You are off the list' }).waitFor()
    expect(await entriesOf(database(), list.id)).toEqual([])
  })

  test('a form that comes too soon to be typed by a person keeps what was typed', async () => {
    const list = await makeGuestList(database(), { inDays: 1 })
    const page = await visitor.open(`/lists/${list.code}`, size)
    // As soon as it can be filled in by a program: the token is one second old at most.
    await page.evaluate(() => {
      const set = (name: string, value: string): void => {
        const field = document.querySelector<HTMLInputElement>(`main form [name=${name}]`)
        if (field) field.value = value
      }
      set('name', 'Quick Quartey')
      set('guests', '3')
      set('phone', '972.555.0143')
      document.querySelector<HTMLInputElement>('main form [name=consent]')?.click()
      document.querySelector<HTMLFormElement>('main form')?.requestSubmit()
    })
    await page.getByRole('heading', { name: 'Please send it once more' }).waitFor()
    expect(await entriesOf(database(), list.id)).toEqual([])
    expect(await page.getByLabel('Full name').inputValue()).toBe('Quick Quartey')
    await age(page)
    await send(page).click()
    await page.getByRole('heading', { name: 'You are on the list' }).waitFor()
    expect(await entriesOf(database(), list.id)).toEqual(['Quick Quartey 3'])
  })

  test('a guest who is on it already is offered to change the number', async () => {
    const list = await makeGuestList(database(), { inDays: 1 })
    const page = await visitor.open(`/lists/${list.code}`, size)
    const visit = async (guests: string) => {
      await page.goto(`/lists/${list.code}`)
      await fill(page, 'Kofi Boateng', guests)
      await age(page)
      await send(page).click()
    }
    await visit('2')
    await page.getByRole('heading', { name: 'You are on the list' }).waitFor()
    await visit('5')
    await page.getByText('Your name is on it for 2 people. Change it to 5 people?').waitFor()
    await page.getByRole('button', { name: 'Change it to 5' }).click()
    await page.getByRole('heading', { name: 'You are on the list' }).waitFor()
    expect(await entriesOf(database(), list.id)).toEqual(['Kofi Boateng 5'])
  })

  test('what is missing is named, and what was typed stays', async () => {
    const list = await makeGuestList(database(), { inDays: 1 })
    const page = await visitor.open(`/lists/${list.code}`, size)
    await page.getByLabel('Full name').fill('Esi Owusu')
    await send(page).click()
    const summary = page.getByRole('alert')
    await summary.getByText('Please enter your phone number or your email address.').waitFor()
    await summary.getByText('Please agree, so that we may keep your name for the night.').waitFor()
    expect(await page.getByLabel('Full name').inputValue()).toBe('Esi Owusu')
  })
})

test('the pages of a guest list fit every size, and work with scripts', async () => {
  const sizes = [
    { width: 820, height: 1180 },
    { width: 1440, height: 900 },
  ]
  const list = await makeGuestList(database(), { inDays: 1, reducedCents: 1000 })
  const page = await visitor.open(`/lists/${list.code}`, PHONE)
  await page.getByText('$10 a person all night. 40 places left.').waitFor()
  expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex, nofollow')
  await expectSound(page, 'form', sizes)
  await send(page).click()
  await page.getByRole('alert').waitFor()
  await expectSound(page, 'problems', sizes)
  await fill(page, 'Ama Mensah')
  await age(page)
  await send(page).press('Enter')
  await page.getByRole('heading', { name: 'You are on the list' }).waitFor()
  await expectSound(page, 'entry', sizes)
  await page.getByLabel('How many, with you?').selectOption('3')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByRole('button', { name: 'Take my name off the list' }).click()
  await page.getByRole('heading', { name: 'You are off the list' }).waitFor()
})

test.each([
  [{ isOpen: false, inDays: 1 }, 'This list is closed'],
  [{ inDays: -3 }, 'This list is over'],
  [{ inDays: 1, maxGuests: 1 }, 'This list is full'],
])('a list that takes no guests says so politely: %j', async (facts, title) => {
  const list = await makeGuestList(database(), facts)
  await database().pool.query(
    `insert into guest_list_entries (list_id, guest_name, guest_count, source) values ($1, 'Yaw', 1, 'staff')`,
    [list.id],
  )
  const page = await visitor.open(`/lists/${list.code}`, PHONE)
  await page.getByRole('heading', { name: title }).waitFor()
  expect(await send(page).count()).toBe(0)
  expect(await axeViolations(page)).toEqual([])
})

test('a wrong link of a list is not found', async () => {
  const list = await makeGuestList(database(), { inDays: 1 })
  const missing = await app().get(`/lists/${list.code.slice(1)}x`)
  expect(missing.status).toBe(404)
  expect((await missing.text()).replaceAll('<!-- -->', '')).toContain('Guest list not found')
  expect((await app().get(`/list-entry/${list.code}`)).status).toBe(404)
})
