import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { tapLater } from '../staff/admin-visit.ts'
import { useCheckIn } from '../staff/check-in-visit.ts'
import { bookTonight } from '../staff/night-parties.ts'
import { scan } from '../support/scan.ts'

const { arrivalsOf, cancelAll, database, linkOf, openCheckIn } = useCheckIn()

beforeEach(cancelAll)

describe('a refusal by the server', () => {
  const refuse = (page: Page, address: string, text: string) =>
    page.route(address, (route) =>
      route.fulfill({ status: 409, json: { error: 'conflict', title: 'Error', text } }),
    )

  test('of the list is shown until the list can be read again', async () => {
    await bookTonight(database(), ['Ada Obi'])
    const page = await openCheckIn()
    const address = '**/admin/api/check-in/snapshot?*'
    await refuse(page, address, 'The list is being moved.')
    await bookTonight(database(), ['Kofi Mensah'])
    await page.getByRole('alert').getByText('The list is being moved.').waitFor()
    await page.unroute(address)
    await bookTonight(database(), ['Esi Owusu'])
    await page.getByRole('searchbox').fill('esi')
    await page.getByRole('button', { name: /^Esi Owusu/ }).waitFor()
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  })

  test('of an act is shown until the act is sent, also while the list is read', async () => {
    const [id = '', second = ''] = await bookTonight(database(), ['Ada Obi', 'Kofi Mensah'])
    const page = await openCheckIn()
    const address = '**/admin/api/arrivals'
    await refuse(page, address, 'Arrivals are being moved.')
    await scan(page, await linkOf(id))
    await tapLater(page, 'All 6 enter')
    const alert = page.getByRole('alert').getByText('Arrivals are being moved.')
    await alert.waitFor()
    await bookTonight(database(), ['Esi Owusu'])
    await page.getByRole('searchbox').fill('esi')
    await page.getByRole('button', { name: /^Esi Owusu/ }).waitFor()
    await page.getByRole('searchbox').fill('')
    await page.getByText('1 to send').waitFor()
    expect(await alert.count()).toBe(1)
    await page.unroute(address)
    await scan(page, await linkOf(second))
    await tapLater(page, 'All 6 enter')
    await expect.poll(() => arrivalsOf(id)).toHaveLength(1)
    await alert.waitFor({ state: 'detached' })
  })
})
