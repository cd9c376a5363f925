import { beforeAll, expect, test } from 'vitest'
import { type AppWithPayments, startAppWithPayments } from '../booking/server-with-payments.ts'
import { booked } from '../dining/dining-fixtures.ts'
import { hydrated, PHONE, useBrowser } from '../support/browser.ts'
import { allowConnections } from '../support/database.ts'
import { waitFor } from '../support/server.ts'

let at: AppWithPayments
beforeAll(async () => {
  at = await startAppWithPayments()
})
const visitor = useBrowser(() => at.app.origin)

test('"Try again" on a page that could not be read shows the page of the same address', async () => {
  const [paid, left, dinner] = [
    await at.begin(),
    await at.begin({ guestCount: 2 }),
    await booked(at.database.db),
  ]
  await at.provider.control.pay({ session: paid.sessionId, outcome: 'approve' })
  const night = '/events/lone-star-highlife'
  const pages: readonly (readonly [path: string, heading: string | RegExp])[] = [
    [paid.successPath, 'Payment Successful!'],
    [left.cancelledPath, /cancelled|released|held/i],
    [`/thank-you?booking=${at.tokens.sign('guest', dinner)}`, /table|dinner/i],
    ['/waiting-list?event=lone-star-highlife', 'Lone Star Highlife'],
    [`${night}?view=reserve&table=1&guests=2`, 'Lone Star Highlife'],
    ['/events?q=highlife', 'Events'],
    ['/menu?tab=drinks&view=list', 'Our menu'],
  ]
  const guest = await visitor.newGuest(PHONE)
  guest.setDefaultTimeout(20_000)
  await allowConnections(at.database, false)
  const opened = await Promise.all(
    pages.map(async ([path, heading]) => {
      const page = await guest.newPage()
      await page.goto(path)
      const again = page.getByText(/^(Try again|Refresh Page)$/)
      await again.waitFor()
      return { page, path, heading, again }
    }),
  )
  await allowConnections(at.database, true)
  await waitFor(async () => (await at.app.get('/readyz')).status === 200)
  for (const { page, path, heading, again } of opened) {
    // oxlint-disable no-await-in-loop -- one tab after the other
    await page.bringToFront()
    await again.click()
    await again.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: heading }).first().waitFor()
    const { pathname, search } = new URL(page.url())
    expect(pathname + search.replace('&wait=1', '')).toBe(path)
    // oxlint-enable no-await-in-loop
  }
  await guest.close()
})

test('the menu stays on the screen where a search has no connection, and is searched once there is one', async () => {
  const page = await visitor.newGuest(PHONE).then((guest) => guest.newPage())
  await page.goto('/menu')
  await hydrated(page)
  await page.context().setOffline(true)
  await page.getByRole('searchbox').fill('plantain')
  await page.getByText('The search could not be loaded').waitFor()
  expect(await page.locator('main article h3').count()).toBe(12)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: '“plantain”: 4 items' }).waitFor()
})
