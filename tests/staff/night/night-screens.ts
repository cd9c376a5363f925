import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeViolations } from '../../support/browser.ts'
import { toast } from '../admin-visit.ts'

export type Table = { readonly id: string; readonly number: number; readonly cents: number }

type Guest = { readonly name: string; readonly guests: string; readonly table: Table }

/** Fills the form of a phone booking and saves it; returns the id of the reservation. */
async function addByPhone(page: Page, guest: Guest, fill: () => Promise<void>): Promise<string> {
  await page.goto('/admin/reservations/new')
  await page.getByRole('radio', { name: 'Phone' }).check()
  await fill()
  await page.getByLabel('Guests').fill(guest.guests)
  await page.getByRole('combobox', { name: /^Table/ }).selectOption(guest.table.id)
  await page.getByLabel('Guest name').fill(guest.name)
  await page.getByRole('textbox', { name: 'Phone' }).fill('972 555 0142')
  await page.getByRole('button', { name: 'Add reservation' }).click()
  await toast(page, 'Reservation added successfully!').waitFor()
  await page.waitForURL(/\/admin\/reservations\/[0-9a-f-]{36}$/)
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}
export const addDinner = (page: Page, guest: Guest, time: string) =>
  addByPhone(page, guest, async () => {
    await page.getByRole('radio', { name: 'Dinner' }).check()
    await page.getByRole('radio', { name: new RegExp(`^${time}`) }).check()
  })
export const addNight = (page: Page, guest: Guest & { night: string }, ...packages: readonly RegExp[]) =>
  addByPhone(page, guest, async () => {
    await page.getByRole('radio', { name: 'Night table' }).check()
    await page.getByLabel('Event').selectOption(guest.night)
    for (const name of packages)
      // oxlint-disable-next-line no-await-in-loop -- one box after the other
      await page.getByRole('checkbox', { name }).check()
  })

/** Opens a table of the floor in the list, which reads the same on every screen. */
export async function openTable(page: Page, { number }: Table): Promise<void> {
  await page.goto('/admin/floor?view=list')
  await page.getByRole('button', { name: new RegExp(`^Table ${number},`) }).click()
}
export async function seatWalkIn(page: Page, { name, guests, table }: Guest, service: RegExp): Promise<void> {
  await openTable(page, table)
  await page.getByRole('button', { name: 'Seat a walk-in' }).click()
  const form = page.getByRole('dialog', { name: `Walk-in at table ${table.number}` })
  await form.getByRole('radio', { name: service }).check()
  await form.getByLabel('Guests').fill(guests)
  await form.getByLabel('Guest name').fill(name)
  expect(await axeViolations(page)).toEqual([])
  await form.getByRole('button', { name: /^(Seat at this table|Take table, .*)$/ }).click()
  await toast(page, `Seated at table ${table.number}`).waitFor()
}

/** Opens the sheet of a party in the list of tonight. */
export async function openParty(page: Page, name: string): Promise<void> {
  await page.goto('/admin/tonight')
  await page.getByRole('button', { name: new RegExp(`^${name},`) }).click()
  await page.getByRole('dialog', { name }).waitFor()
}

export async function findAtCheckIn(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox').fill(name)
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
}

/** Rows of a panel of the close-out: label and amount. */
export const rowsOf = (page: Page, title: string): Promise<string[]> =>
  page
    .getByRole('table', { name: title, exact: true })
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].map((cell) => cell.textContent?.trim()).join(': ')),
    )
export const figure = (page: Page, label: string) =>
  page.locator('main dl > div').filter({ hasText: label }).locator('dd').first().textContent()
