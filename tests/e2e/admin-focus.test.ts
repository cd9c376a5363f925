import { expect, test } from 'vitest'
import { holdUntil, toast } from '../staff/admin-visit.ts'
import { bookDinner } from '../staff/parties.ts'
import { useStaffArea } from '../staff/staff-area.ts'

const { database, asStaffMember } = useStaffArea()

test('the focus stays in a list whose row is deleted or restored, and on a row whose deletion is refused', async () => {
  for (const name of ['Ama Gone', 'Esi Gone', 'Kofi Gone']) await bookDinner(database(), name)
  const page = await asStaffMember('/admin/menu')
  const focusedRow = () =>
    page.evaluate(() => document.activeElement?.closest('[data-row]')?.getAttribute('data-row'))
  const rowAt = (index: number) => page.locator('[data-row]').nth(index)
  /** Presses a button of the second row, and returns the ids of the rows from there on. */
  const press = async (button: RegExp) => {
    await rowAt(2).waitFor()
    const ids = await page.locator('[data-row]').evaluateAll((all) => all.map((it) => it.dataset['row']))
    await rowAt(1).getByRole('button', { name: button }).click()
    return ids.slice(1)
  }
  const deleteSecond = async (button: RegExp) => {
    const ids = await press(button)
    const item = page.getByRole('menuitem', { name: 'Delete' })
    if (!/Delete/.test(button.source)) await item.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    return ids
  }
  for (const [path, button] of [
    ['gallery', /^Delete/],
    ['reservations?date=all&q=gone', /^Actions for/],
    ['menu', /^More for/],
  ] as const) {
    await page.goto(`/admin/${path}`)
    const [, next] = await deleteSecond(button)
    await page
      .getByText(/deleted successfully!/)
      .first()
      .waitFor()
    await expect.poll(focusedRow, { message: path }).toBe(next)
  }
  const refuse = await holdUntil(page, '**/admin/api/menu/*')
  const [refused, next] = await deleteSecond(/^More for/)
  await expect.poll(focusedRow).toBe(next)
  refuse('refused')
  await expect.poll(focusedRow).toBe(refused)
  await page.goto('/admin/bin')
  const [, below] = await press(/Restore/)
  await toast(page, 'Restored').waitFor()
  await expect.poll(focusedRow).toBe(below)
})
