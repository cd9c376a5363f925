import { expect, test } from 'vitest'
import { NAVIGATION } from '#web/admin/app/tabs.ts'
import { openTabList } from '../staff/admin-visit.ts'
import { useStaffArea } from '../staff/staff-area.ts'
import { axeViolations, PHONE, resize } from '../support/browser.ts'

const { asStaffMember } = useStaffArea()

test('the tabs of the night stay in reach of a thumb, and all others are two taps away', async () => {
  const page = await asStaffMember('/admin/menu', { ...PHONE, role: 'owner' })
  const bar = page.getByRole('navigation', { name: 'Tabs' })
  expect(await bar.getByRole('link').allTextContents()).toEqual([
    'Overview',
    'Tonight',
    'Reservations',
    'Events',
  ])
  const { height } = page.viewportSize() ?? { height: 0 }
  const box = await bar.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(height)
  // The tab that is open has no place of its own in the bar: it is among the others.
  await bar.getByRole('button', { name: 'More' }).waitFor()
  expect(await page.title()).toBe('Menu – Admin Dashboard')
  const all = await openTabList(page)
  await all.getByRole('button', { name: 'Logout' }).waitFor()
  await all.getByRole('link', { name: 'View Site' }).waitFor()
  const tabs = NAVIGATION.map(({ label }) => label).toSorted()
  expect((await all.getByRole('listitem').allTextContents()).toSorted()).toEqual(tabs)
  expect(await axeViolations(page)).toEqual([])
  await all.getByRole('link', { name: 'Gallery' }).click()
  await page.getByRole('heading', { name: 'Gallery' }).waitFor()
  expect(await all.count()).toBe(0)
  await page.goBack()
  await page.getByRole('heading', { name: 'Menu', exact: true }).waitFor()
  // The column of a wide screen has them all.
  await resize(page, { width: 820, height: 1180 })
  expect((await bar.getByRole('link').allTextContents()).toSorted()).toEqual(tabs)
})

test('filters wait behind a button that counts those in use', async () => {
  const page = await asStaffMember('/admin/menu', PHONE)
  expect(await page.getByLabel('Category').isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Category').selectOption('beverage')
  await page.getByRole('button', { name: 'Filters (1)' }).click()
  expect(await page.getByLabel('Category').isVisible()).toBe(false)
  expect(await axeViolations(page)).toEqual([])
})
