import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useStaffArea } from '../staff/staff-area.ts'
import { DESKTOP } from '../support/browser.ts'

const { asStaffMember } = useStaffArea()

/** Sends the changes slowly; returns how many were answered. */
async function slowDown(page: Page): Promise<() => number> {
  let answered = 0
  await page.route('**/sold-out', async (route) => {
    await sleep(answered === 0 ? 500 : 2500)
    await route.fulfill({ response: await route.fetch() })
    answered += 1
  })
  return () => answered
}

test.each([
  ['/admin/menu', /^Mark sold out: /],
  ['/admin/events?view=card', /^Mark as sold out: /],
])(
  'two records of %s that are sold out one after the other both stay so on the screen',
  async (path, label) => {
    const page = await asStaffMember(path, DESKTOP)
    const marks = page.getByRole('button', { name: label })
    await marks.first().waitFor()
    const before = await marks.count()
    const answered = await slowDown(page)
    await marks.first().click()
    await expect.poll(() => marks.count()).toBe(before - 1)
    await marks.first().click()
    await expect.poll(() => marks.count()).toBe(before - 2)
    await expect.poll(answered).toBe(1)
    // Time enough to read the list anew, while the second change is still on its way.
    await sleep(1200)
    expect([answered(), await marks.count()]).toEqual([1, before - 2])
    await expect.poll(answered).toBe(2)
    await sleep(1000)
    expect(await marks.count()).toBe(before - 2)
  },
)
