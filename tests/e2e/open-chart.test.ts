import { expect, test } from 'vitest'
import {
  checked,
  focused,
  nameOf,
  plan,
  reads,
  table,
  setUpEmulatedFloor,
} from '../support/emulated-floor.ts'
import { waitFor } from '../support/server.ts'

/* A chart that is open follows the floor, by a stream or by polls. */

const { floor, nowIs, openFloor } = setUpEmulatedFloor()

test('an open chart follows the floor, and a table that is lost is no longer selected', async () => {
  floor.states = { 20: 'held' }
  const page = await openFloor()
  await reads(page, 20, 'held by another guest')
  await table(page, 3).press('ArrowDown')
  await reads(page, 4, 'selected')
  nowIs({ 4: 'held', 10: 'unavailable' })
  await reads(page, 4, 'held by another guest')
  expect(await nameOf(page, 10)).toMatch(/, unavailable$/)
  expect(await checked(page)).toEqual([])
  // A focused table keeps the focus in the chart.
  expect(await focused(page)).toBe('4')
  await page.getByText('25 of 26 tables available').or(page.getByText('24 of 26 tables available')).waitFor()
  nowIs({})
  await reads(page, 4, 'selected')
  await page.context().close()
})

test('an answer that is older than what the stream told since does not give a taken table back', async () => {
  const page = await openFloor()
  await waitFor(() => floor.streams.size === 1)
  const line = Promise.withResolvers<void>()
  floor.slowness = line.promise
  // The dialog of a table asks for the floor.
  await table(page, 3).click()
  await waitFor(() => floor.asked.polls === 1)
  nowIs({ 5: 'held' })
  const taken = plan(page).locator('[data-table="5"] title').filter({ hasText: ', held by another guest' })
  await taken.waitFor({ state: 'attached' })
  const answered = page.waitForResponse(
    (response) => response.request().headers()['accept'] === 'application/json',
  )
  line.resolve()
  await answered
  await page.waitForTimeout(500)
  expect(await taken.count()).toBe(1)
  await page.context().close()
})

test('an open chart comes back when its stream breaks', async () => {
  const page = await openFloor()
  await waitFor(() => floor.streams.size === 1)
  floor.states = { 1: 'held' }
  for (const stream of floor.streams) stream.destroy()
  await reads(page, 1, 'held by another guest')
  expect(floor.asked).toEqual({ streams: 2, polls: 0 })
  await page.context().close()
})

test('an open chart polls where streams fail', async () => {
  floor.refusesStreams = true
  floor.states = { 1: 'held' }
  const page = await openFloor()
  await reads(page, 1, 'held by another guest')
  expect(floor.asked).toEqual({ streams: 3, polls: 1 })
  await page.context().close()
})

test('an open chart stops polling when its night has ended', async () => {
  const page = await openFloor({ prepare: (it) => it.clock.install() })
  await waitFor(() => floor.streams.size === 1)
  floor.isOver = true
  for (const stream of floor.streams) stream.destroy()
  await waitFor(() => floor.asked.polls === 1)
  await page.waitForTimeout(500)
  await page.clock.fastForward('05:00')
  await page.waitForTimeout(500)
  expect(floor.asked).toEqual({ streams: 3, polls: 1 })
  await page.context().close()
})

test('an open chart polls in a browser without streams', async () => {
  floor.states = { 1: 'held' }
  const page = await openFloor({
    prepare: (it) => it.addInitScript(() => Reflect.deleteProperty(globalThis, 'EventSource')),
  })
  await reads(page, 1, 'held by another guest')
  expect(floor.asked).toEqual({ streams: 0, polls: 1 })
  await page.context().close()
})

test('an open chart closes its stream when the page is left, and reopens it when the guest returns', async () => {
  const page = await openFloor()
  await waitFor(() => floor.streams.size === 1)
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  await waitFor(() => floor.streams.size === 0)
  floor.states = { 2: 'held' }
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await reads(page, 2, 'held by another guest')
  await page.context().close()
})

test('a chart of a sold-out night is read-only', async () => {
  const page = await openFloor({ path: '/events/gold-dust-ball?view=reserve' })
  // The chart's buttons work: a stream would have been requested by then.
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.locator('button[aria-label="Reset zoom"][aria-disabled=false]').waitFor()
  expect(
    await plan(page)
      .getByRole('img', { name: /^Table 7,.*, reserved$/ })
      .count(),
  ).toBe(1)
  expect(await page.getByRole('radio').count()).toBe(0)
  expect(floor.asked).toEqual({ streams: 0, polls: 0 })
  await page.context().close()
})
