import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { alive, dialog, NIGHT, plan, setUpNightGuests } from '../booking/night-fixtures.ts'
import { axeViolations, hydrated, PHONE, sidewaysScroll } from '../support/browser.ts'

/* The seating chart on a phone, for parties of any size, with and without JavaScript. */

const { database, arrive, arriveAt, heldByAnother } = setUpNightGuests()

type Seen = { readonly open: readonly number[]; readonly inFrame: number; readonly best: number }

/** Free tables, those that the chart's frame shows, and the most that it could show. */
const look = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const frame = document.querySelector('[aria-label^="Seating chart,"]')
    if (!frame) throw new Error('no chart')
    const { left, right, width } = frame.getBoundingClientRect()
    const open = [...document.querySelectorAll('svg [data-table]')].filter((it) =>
      (it.querySelector('title')?.textContent ?? '').endsWith(', available'),
    )
    // The whole table, without the glow around it.
    const boxes = open.map((it) => (it.querySelector(':scope > rect') ?? it).getBoundingClientRect())
    // The chart leaves a margin around each table.
    const margin = 12
    const within = (from: number) =>
      boxes.filter((box) => box.left >= from + margin - 1 && box.right <= from + width - margin + 1).length
    return {
      open: open.map((it) => Number(it.getAttribute('data-table'))),
      inFrame: boxes.filter((box) => box.left >= left - 1 && box.right <= right + 1).length,
      best: Math.max(
        0,
        ...boxes.map((box) => within(box.left - margin)),
        ...boxes.map((box) => within(box.right + margin - width)),
      ),
    }
  })

describe.each([
  ['320 px', { ...PHONE, viewport: { width: 320, height: 640 } }],
  [
    '320 px, without JavaScript',
    { ...PHONE, viewport: { width: 320, height: 640 }, javaScriptEnabled: false },
  ],
  ['360 px', { ...PHONE, viewport: { width: 360, height: 740 } }],
  ['390 px', PHONE],
])('on a phone of %s', (_name, size) => {
  test('the chart opens with the tables for a large party wholly in view', async () => {
    const { page } = await arriveAt(`${NIGHT}&guests=10`, size)
    if (size.javaScriptEnabled !== false) await alive(page)
    const { open, inFrame, best } = await look(page)
    expect(open.length).toBeGreaterThan(0)
    expect(inFrame).toBe(best)
  })
})

describe.each([
  ['with JavaScript', PHONE],
  ['without JavaScript', { ...PHONE, javaScriptEnabled: false }],
])('%s', (_name, size) => {
  test.each([2, 6, 8])('the chart opens where a party of %i can sit, counted and priced', async (party) => {
    const { page } = await arriveAt(`${NIGHT}&guests=${party}`, size)
    if (size.javaScriptEnabled !== false) await alive(page)
    const seen = await look(page)
    expect(seen.open.length).toBeGreaterThan(0)
    expect(seen.best).toBeGreaterThan(0)
    // The opening place is chosen for a phone of average width, so a table at the edge may be missed.
    expect(seen.inFrame).toBeGreaterThanOrEqual(Math.max(1, seen.best - 1))
    await page.getByText(`${seen.open.length} of 26 tables available for a party of ${party}`).waitFor()
    expect(await sidewaysScroll(page)).toBe(0)
    const list = page.locator('details').filter({ hasText: 'Choose from a list' })
    await list.locator('summary').click()
    const counted = await list.locator('h3').allTextContents()
    const tables = counted.map((text) => Number(/(\d+) tables? for/.exec(text)?.[1] ?? 0))
    expect(tables.reduce((sum, it) => sum + it, 0)).toBe(seen.open.length)
    expect(counted.join(' ')).toMatch(new RegExp(`\\d tables for ${party}, from \\$\\d+`))
    if (size.javaScriptEnabled === false) return
    await page.getByRole('combobox', { name: 'How many of you?' }).selectOption('3')
    await page.getByText(/of 26 tables available for a party of 3/).waitFor()
  })

  test('a party that no table seats reads the largest, and is led to a request for its size', async () => {
    const { page } = await arriveAt(`${NIGHT}&guests=12`, size)
    if (size.javaScriptEnabled !== false) await hydrated(page)
    await page.getByText('Our largest table seats 10', { exact: true }).waitFor()
    await page.getByText('No table for 12', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Request tables for 12' }).click()
    await page.waitForURL(/service=nightlife/)
    expect(await page.getByLabel('Party size').inputValue()).toBe('12')
  })
})

test.each([
  ['on a low phone', { ...PHONE, viewport: { width: 390, height: 664 } }, 9],
  ['on a low desktop', { viewport: { width: 1280, height: 720 } }, 8],
])('a tap on a table that cannot be chosen says why in view, and once, %s', async (_name, size, held) => {
  await heldByAnother(held)
  const { page } = await arriveAt(`${NIGHT}&guests=6`, size)
  await alive(page)
  const tap = (number: number) => plan(page).locator(`[data-table="${number}"]`).click({ force: true })
  const answers = async (text: string) => {
    const toast = page.locator('[popover]').getByText(text)
    await toast.waitFor()
    const box = await toast.boundingBox()
    expect(box?.y).toBeGreaterThan(0)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(size.viewport.height)
    expect(await page.getByText(text).and(page.locator('[role=status], [role=status] *')).count()).toBe(0)
    await expect.poll(() => page.getByRole('alert').filter({ hasText: text }).count()).toBe(1)
  }
  await tap(10)
  await answers('Table 10 seats 4 and is too small for your party of 6.')
  await tap(held)
  await answers(`Table ${held} is held by another guest.`)
  expect(await axeViolations(page)).toEqual([])
  expect(await dialog(page).count()).toBe(0)
  const { open } = await look(page)
  await tap(open[0] ?? 0)
  await dialog(page).waitFor()
  expect(await page.getByText(`Table ${held} is held by another guest.`).count()).toBe(0)
})

test('a chart that the guest has scrolled stays where it is when its script comes', async () => {
  const { page } = await arrive(PHONE, (guest) =>
    guest.route(/assets\/event-booking/, async (route) => {
      await new Promise((resolve) => {
        setTimeout(resolve, 1500)
      })
      await route.continue()
    }),
  )
  const frame = page.getByRole('region', { name: 'Seating chart, scrolls sideways' })
  await frame.evaluate((it) => {
    it.scrollLeft = 300
  })
  await hydrated(page)
  await alive(page)
  expect(await frame.evaluate((it) => it.scrollLeft)).toBe(300)
})

describe('on a night with one table left', () => {
  const leave = async (tableNumber: number) => {
    await database().pool.query('update venue_tables set is_available = (table_number = $1)', [tableNumber])
    // The guests of the seed may have booked this very table.
    await database().pool.query(
      `update reservations set status = 'cancelled', cancel_reason = 'staff' where status <> 'cancelled'`,
    )
  }

  test.each([
    [3, 'at the left wall', PHONE],
    [14, 'in the middle', PHONE],
    [25, 'at the right wall', PHONE],
    [3, 'at the left wall, without JavaScript', { ...PHONE, javaScriptEnabled: false }],
    [14, 'in the middle, without JavaScript', { ...PHONE, javaScriptEnabled: false }],
    [25, 'at the right wall, without JavaScript', { ...PHONE, javaScriptEnabled: false }],
  ])('the chart opens at table %i %s', async (tableNumber, _where, size) => {
    await leave(tableNumber)
    const { page } = await arriveAt('about:blank', size)
    // The server hears of the change a moment later.
    await expect
      .poll(async () => {
        await page.goto(`${NIGHT}&guests=2`)
        if (size.javaScriptEnabled !== false) await alive(page)
        return look(page)
      })
      .toEqual({ open: [tableNumber], inFrame: 1, best: 1 })
    await page.getByText('1 of 26 tables available for a party of 2').waitFor()
    expect(await sidewaysScroll(page)).toBe(0)
  })
})
