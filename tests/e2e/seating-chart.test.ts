import { describe, expect, test } from 'vitest'
import { axeViolations, DESKTOP, PHONE } from '../support/browser.ts'
import {
  checked,
  focused,
  nameOf,
  NIGHT,
  plan,
  reads,
  table,
  setUpEmulatedFloor,
} from '../support/emulated-floor.ts'

const { visitor, floor, openFloor } = setUpEmulatedFloor()

// Each rendering reserves other tables for the pre-booked share: the test waits for a state that only its own stream
// sends.
describe('tables on the plan', () => {
  test('are radio buttons: the arrows mark the next free one, and go round', async () => {
    floor.states = { 2: 'reserved', 3: 'held', 26: 'unavailable' }
    const page = await openFloor()
    await reads(page, 3, 'held by another guest')
    await table(page, 1).focus()
    await page.keyboard.press('ArrowRight')
    expect([await focused(page), await checked(page)]).toEqual(['4', ['4', '4']])
    await page.keyboard.press('ArrowUp')
    expect(await focused(page)).toBe('1')
    await page.keyboard.press('ArrowLeft')
    expect([await focused(page), await nameOf(page, 25)]).toEqual([
      '25',
      expect.stringMatching(/, selected$/),
    ])
    await expect.poll(() => table(page, 25).getAttribute('tabindex')).toBe('0')
    await expect.poll(() => plan(page).locator('[role=radio][tabindex="0"]').count()).toBe(1)
    expect(await axeViolations(page)).toEqual([])
    await page.context().close()
  })

  test('that are taken say so, cannot be chosen and lead nowhere', async () => {
    floor.states = { 5: 'reserved', 6: 'held', 7: 'unavailable' }
    const page = await openFloor()
    await reads(page, 6, 'held by another guest')
    for (const number of [5, 6, 7]) {
      // oxlint-disable-next-line no-await-in-loop -- one table after the other
      expect(await table(page, number).getAttribute('href')).toBeNull()
      // oxlint-disable-next-line no-await-in-loop
      await expect.poll(() => table(page, number).getAttribute('aria-disabled')).toBe('true')
      // oxlint-disable-next-line no-await-in-loop
      await table(page, number).click({ force: true })
    }
    expect(await checked(page)).toEqual([])
    await page.context().close()
  })

  test('are chosen by a click or by Space, on the plan and in the list alike', async () => {
    floor.states = { 20: 'held' }
    const page = await openFloor()
    await reads(page, 20, 'held by another guest')
    const dialog = page.getByRole('dialog')
    await table(page, 12).click()
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await reads(page, 12, 'selected')
    expect(await focused(page)).toBe('12')
    await page.getByText('Choose from a list').click()
    const inList = page.locator('details').getByRole('radio', { name: /^Table 12,/ })
    await expect.poll(() => inList.getAttribute('aria-checked')).toBe('true')
    await inList.press('ArrowDown')
    await reads(page, 13, 'selected')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => checked(page)).toEqual(['14', '14'])
    expect(await dialog.count()).toBe(0)
    await page.keyboard.press('Space')
    await dialog.waitFor()
    expect(new URL(page.url()).searchParams.has('table')).toBe(false)
    await page.context().close()
  })

  test('are large enough for a finger after two presses of +, and move by buttons', async () => {
    const page = await openFloor({ size: PHONE })
    const zoomIn = page.getByRole('button', { name: 'Zoom in' })
    await zoomIn.click()
    await zoomIn.click()
    const sizes = await plan(page)
      .locator('a > rect.fill-transparent:not(.pointer-events-none)')
      .evaluateAll((all) => all.map((it) => it.getBoundingClientRect()))
    expect(sizes).toHaveLength(26)
    for (const { width, height } of sizes) expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    const frame = page.getByRole('region', { name: 'Seating chart, scrolls sideways' })
    const before = await frame.evaluate((it) => [it.scrollLeft, it.scrollTop])
    await page.getByRole('button', { name: 'Move right' }).click()
    await page.getByRole('button', { name: 'Move down' }).click()
    const after = await frame.evaluate((it) => [it.scrollLeft, it.scrollTop])
    expect(after[0]).toBeGreaterThan(before[0] ?? 0)
    expect(after[1]).toBeGreaterThan(before[1] ?? 0)
    await page.context().close()
  })
})

describe('the size of a party', () => {
  test('marks the tables that are too small, says how many, and stays in the address', async () => {
    floor.states = { 9: 'held' }
    const page = await openFloor()
    await reads(page, 9, 'held by another guest')
    await table(page, 10).press('ArrowDown')
    await reads(page, 11, 'selected')
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.getByLabel('How many of you?').selectOption('6')
    await reads(page, 11, 'too small for your party of 6')
    const tooSmall = await plan(page).locator('[data-state=too_small]').count()
    await expect
      .poll(() => page.getByRole('status').first().textContent())
      .toBe(`${tooSmall} tables are too small for a party of 6`)
    expect(await table(page, 11).getAttribute('href')).toBeNull()
    expect(await checked(page)).toEqual([])
    expect(await nameOf(page, 9)).toMatch(/, held by another guest$/)
    await page.waitForURL(/view=reserve&guests=6$/)
    expect(requests.filter((url) => url.includes('.data'))).toEqual([])
    await page.reload()
    await reads(page, 11, 'too small for your party of 6')
    await page.context().close()
  })

  test('is asked by a plain form without scripts, and each table is a link that knows it', async () => {
    const page = await visitor.open(NIGHT, { ...DESKTOP, javaScriptEnabled: false })
    await page.getByLabel('How many of you?').selectOption('6')
    await page.getByRole('button', { name: 'Show tables' }).click()
    await page.waitForURL(/view=reserve&chart=\d+&guests=6#reserve$/)
    await expect
      .poll(() => page.getByRole('status').first().textContent())
      .toMatch(/too small for a party of 6$/)
    const links = await plan(page)
      .locator('a[href]')
      .evaluateAll((all) => all.map((it) => [it.getAttribute('href'), it.getAttribute('tabindex')].join(' ')))
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) expect(link).toMatch(/^\?view=reserve&chart=\d+&table=\d+&guests=6#book $/)
    await page.context().close()
  })
})
