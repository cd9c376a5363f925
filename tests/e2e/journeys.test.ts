import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolations, hydrated, PHONE, useBrowser } from '../support/browser.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { type RunningApp, startApp, waitFor } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

let app: RunningApp
let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(TODAY_TEMPLATE)
  app = await startApp({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'silent' } })
})
const visitor = useBrowser(() => app.origin)

const scrollTop = (page: Page): Promise<number> => page.evaluate(() => Math.round(window.scrollY))
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

describe('getting about', () => {
  test('on a phone goes by the bottom bar and the drawer, which closes behind a guest', async () => {
    const page = await visitor.open('/menu', PHONE)
    const tabs = page.getByRole('navigation', { name: 'Tabs' })
    await expect
      .poll(() => tabs.getByRole('link').allTextContents())
      .toEqual(['Home', 'Menu', 'Reserve', 'Gallery', 'Events'])
    await expect
      .poll(() => tabs.getByRole('link', { name: 'Menu' }).getAttribute('aria-current'))
      .toBe('page')
    await page.getByRole('button', { name: 'Open the menu' }).click()
    const drawer = page.getByRole('navigation', { name: 'Drawer' })
    await drawer.getByRole('link', { name: 'Gallery' }).click()
    await page.waitForURL('**/gallery')
    await drawer.waitFor({ state: 'hidden' })
    await tabs.locator('[aria-current=page]', { hasText: 'Gallery' }).waitFor()
  })

  test('on a desktop goes by the header', async () => {
    const page = await visitor.open('/')
    const main = page.getByRole('navigation', { name: 'Main' })
    await expect
      .poll(() => main.getByRole('link').allTextContents())
      .toEqual(['Home', 'Menu', 'Reservations', 'Gallery', 'Events'])
    await main.getByRole('link', { name: 'Events' }).click()
    await page.waitForURL('**/events')
    await expect
      .poll(() => page.getByRole('link', { name: 'Reserve Table' }).first().getAttribute('href'))
      .toBe('/reservations')
    const call = page.locator('header a[href^="tel:"]').filter({ visible: true })
    await expect.poll(() => call.textContent()).toContain('Call Us')
  })

  test('starts each screen at its top, and Back returns to where a guest was', async () => {
    const page = await visitor.open('/menu')
    const dish = page.locator('main a[href^="/menu/"]').nth(8)
    await dish.scrollIntoViewIfNeeded()
    // The scroll position when the guest leaves: the click itself may scroll the page.
    await page.evaluate(() => {
      const note = () => sessionStorage.setItem('left', String(Math.round(scrollY)))
      addEventListener('click', note, { capture: true })
    })
    await dish.click()
    await page.waitForURL(/\/menu\/[a-z-]+$/)
    await waitFor(async () => (await scrollTop(page)) === 0)
    const left = Number(await page.evaluate(() => sessionStorage.getItem('left')))
    expect(left).toBeGreaterThan(100)
    await page.goBack()
    await page.waitForURL('**/menu')
    await waitFor(async () => Math.abs((await scrollTop(page)) - left) < 50)
  })
})

describe('the menu', () => {
  test('keeps tab and view in its address', async () => {
    const page = await visitor.open('/menu')
    await page.getByRole('link', { name: 'Drinks', exact: true }).click()
    await page.waitForURL(/tab=drinks/)
    await page.getByText('Baobab Sour').first().waitFor()
    await page.getByRole('link', { name: /list/i }).click()
    await page.waitForURL(/view=list/)
    await page.reload()
    await page.getByText('Baobab Sour').first().waitFor()
    await hydrated(page)
    await page.goBack()
    await page.waitForURL((url) => !url.search.includes('view=list'))
  })

  test('is whole without a script', async () => {
    const page = await visitor.open('/menu', { javaScriptEnabled: false })
    await page.getByRole('link', { name: 'Desserts', exact: true }).click()
    await page.waitForURL(/tab=desserts/)
    await page
      .getByRole('link', { name: /Plantain Baklava/ })
      .first()
      .click()
    await expect.poll(() => heading(page).textContent()).toBe('Plantain Baklava')
    await expect.poll(() => page.getByText('You Might Also Like').count()).toBe(1)
  })

  test('is searched while the guest types, and filtered by diet, through all its tabs', async () => {
    const page = await visitor.open('/menu', PHONE)
    await page.getByRole('searchbox').fill('plantain')
    await page.getByRole('heading', { name: '“plantain”: 4 items' }).waitFor()
    await page.waitForURL(/q=plantain/)
    expect(await axeViolations(page)).toEqual([])
    const dishes = page.locator('main article h3')
    expect(await dishes.allTextContents()).toContain('Plantain Baklava')
    await page.getByRole('link', { name: 'Vegetarian', exact: true }).click()
    await page.getByRole('heading', { name: 'Vegetarian, “plantain”: 2 items' }).waitFor()
    await page.getByRole('link', { name: 'Without nuts', exact: true }).click()
    await page.getByText('Nothing on the menu fits all of that.').waitFor()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await page.waitForURL((url) => url.search === '')
    expect(await dishes.count()).toBe(12)
  })

  test('keeps what was typed when a diet, or the view, is chosen before its list has arrived', async () => {
    const page = await visitor.open('/menu', PHONE)
    await page.route(/q=plantain/, (route) =>
      route.request().resourceType() === 'fetch' ? undefined : route.continue(),
    )
    const asked = page.waitForRequest(/q=plantain/)
    await page.getByRole('searchbox').fill('plantain')
    await asked
    await page.getByRole('link', { name: 'Vegetarian', exact: true }).click()
    await page.getByRole('heading', { name: 'Vegetarian, “plantain”: 2 items' }).waitFor()
    await hydrated(page)
    // Sooner than the search itself is there.
    await page.getByRole('searchbox').fill('chicken')
    await page.getByRole('link', { name: 'List view' }).click()
    await page.waitForURL(
      (url) => url.searchParams.get('view') === 'list' && url.searchParams.get('q') === 'chicken',
    )
    // A tab shows its own dishes, whatever was typed.
    await page.getByRole('searchbox').fill('rice')
    await page.getByRole('link', { name: 'Desserts', exact: true }).click()
    await page.waitForURL((url) => url.searchParams.get('tab') === 'desserts' && !url.searchParams.has('q'))
  })
})

describe('the gallery', () => {
  test('opens a picture over the page, goes round by arrow keys, and gives focus back', async () => {
    const page = await visitor.open('/gallery')
    const first = page.locator('main a[aria-haspopup=dialog]').first()
    await first.focus()
    await page.keyboard.press('Enter')
    const box = page.getByRole('dialog')
    await box.waitFor()
    const counter = box.getByText(/\d+ of \d+ images/).first()
    const words = async () => (await counter.textContent())?.trim() ?? ''
    const total = /of (\d+)/.exec(await words())?.[1]
    expect(await words()).toContain(`1 of ${total}`)
    await page.keyboard.press('ArrowLeft')
    await waitFor(async () => (await words()).includes(`${total} of ${total}`))
    await page.keyboard.press('ArrowRight')
    await waitFor(async () => (await words()).includes(`1 of ${total}`))
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'hidden' })
    expect(await first.evaluate((element) => element === document.activeElement)).toBe(true)
  })
})

test('an image that fails to load is replaced, and keeps its alt text', async () => {
  const page = await (await visitor.newGuest()).newPage()
  await page.route('**/media/**', (route) => route.abort())
  await page.goto('/gallery')
  const stand = page.locator('main img[src^="data:image/svg+xml"]')
  await stand.first().waitFor()
  await expect.poll(() => stand.first().getAttribute('alt')).toMatch(/.{10,}/)
})

describe('the events', () => {
  test('are searched and filtered in the address, and a second click on a filter takes it off', async () => {
    const page = await visitor.open('/events')
    // A search that the server refuses is asked for once more, without a navigation under the keyboard.
    await page.route(/q=kora/, (route) => route.fulfill({ status: 404, body: 'Refused' }), { times: 1 })
    await page.getByRole('searchbox').fill('kora')
    await page
      .getByRole('link', { name: /Kora by Candlelight/ })
      .last()
      .waitFor()
    expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name)).not.toContain('q=')
    await page.goto('/events?page=2')
    await page.getByRole('link', { name: 'Comedy Show', exact: true }).click()
    await page.waitForURL(
      (url) => url.searchParams.get('category') === 'Comedy Show' && !url.searchParams.has('page'),
    )
    await page.getByRole('link', { name: 'Comedy Show', exact: true }).click()
    await page.waitForURL((url) => !url.searchParams.has('category'))
  })

  test('a filter keeps what was typed, whether its list has arrived or not', async () => {
    const page = await visitor.open('/events')
    const comedy = page.getByRole('link', { name: 'Comedy Show', exact: true })
    const isFiltered = (url: URL) => url.searchParams.get('category') === 'Comedy Show'
    await page.getByRole('searchbox').fill('kora')
    await page.waitForURL(/q=kora/)
    await comedy.click()
    await page.waitForURL(isFiltered)
    expect(new URL(page.url()).searchParams.get('q')).toBe('kora')
    // A list that never arrives.
    await page.route(/q=night/, (route) =>
      route.request().resourceType() === 'fetch' ? undefined : route.continue(),
    )
    const asked = page.waitForRequest(/q=night/)
    await page.getByRole('searchbox').fill('night & day ')
    await asked
    await comedy.click()
    await page.waitForURL((url) => !isFiltered(url))
    expect(new URL(page.url()).searchParams.get('q')).toBe('night & day')
    expect(await page.getByRole('searchbox').inputValue()).toBe('night & day')
    await page.getByRole('searchbox').fill('')
    await page.getByRole('link', { name: 'Past events' }).click()
    await page.waitForURL((url) => url.searchParams.has('past') && !url.searchParams.has('q'))
  })

  test('are found by a date of the calendar, without a script', async () => {
    const page = await visitor.open('/events', { ...PHONE, javaScriptEnabled: false })
    await page.getByText('Choose a date').click()
    const day = page.getByRole('table').getByRole('link').first()
    const name = (await day.getAttribute('aria-label')) ?? ''
    await day.click()
    await page.waitForURL(/when=20\d\d-/)
    const card = page.locator('#event-list').getByRole('heading').first()
    // At the list, not at the nights that every visit begins with.
    expect(await page.locator('#all-events').evaluate((it) => it.getBoundingClientRect().top)).toBeLessThan(
      200,
    )
    expect(name).toContain((await card.textContent()) ?? 'no event')
  })

  test('have filters that come into view as a whole with the focus', async () => {
    const page = await visitor.open('/events', { viewport: { width: 320, height: 640 } })
    await page.getByRole('link', { name: 'This weekend' }).focus()
    for (let chip = 0; chip < 5; chip += 1) {
      // oxlint-disable no-await-in-loop -- one key after the other
      await page.keyboard.press('Tab')
      const box = await page.evaluate(() => document.activeElement?.getBoundingClientRect().toJSON())
      expect(box?.left).toBeGreaterThanOrEqual(0)
      expect(box?.right).toBeLessThanOrEqual(320)
      // oxlint-enable no-await-in-loop
    }
  })

  test('that are over are shown by a switch', async () => {
    const page = await visitor.open('/events')
    expect(await page.getByText('The First Supper').count()).toBe(0)
    await page.getByText('Past events').first().click()
    await page.waitForURL(/past=1/)
    await page.getByText('The First Supper').first().waitFor()
    // Past events reach back years, so each shows its year.
    expect(await page.locator('main li time').first().textContent()).toMatch(/^\w{3}, \w{3} \d+, \d{4}$/)
  })

  test('show their floor, told in words beside the drawing', async () => {
    const page = await visitor.open('/events/lone-star-highlife', PHONE)
    await page.getByRole('link', { name: 'Reserve Table', exact: true }).last().click()
    await page.waitForURL(/view=reserve/)
    await page.getByText('Reserved or held by the house').first().waitFor()
    expect(
      await page.getByText(/Table 1, Left Green Vip, seats \d+, \$\d+, (available|reserved)/).count(),
    ).toBeGreaterThan(0)
  })
})

describe('reservations', () => {
  test('begin with a choice, and the address that asks for it is cleared', async () => {
    const page = await visitor.open('/reservations?showModal=true')
    const dialog = page.getByRole('dialog', { name: 'What type of reservation would you like to make?' })
    await dialog.waitFor()
    await page.waitForURL((url) => !url.searchParams.has('showModal'))
    expect(await dialog.isVisible()).toBe(true)
    await dialog.getByRole('link', { name: /^Dining/ }).click()
    await page.waitForURL(/service=dining/)
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: /Nightlife \(9PM - 5AM\)/ }).click()
    await page.waitForURL('**/events')
  })
})

describe('the cookie banner', () => {
  test('goes when it is answered and comes back from the footer', async () => {
    const page = await visitor.open('/')
    const banner = page.getByRole('region', { name: 'Cookie consent' })
    await banner.getByRole('button', { name: 'Reject' }).click()
    await banner.waitFor({ state: 'hidden' })
    await page.reload()
    expect(await banner.count()).toBe(0)
    await page.getByRole('link', { name: 'Cookie Settings' }).click()
    await banner.waitFor()
    await banner.getByRole('button', { name: 'Accept' }).click()
    await banner.waitFor({ state: 'hidden' })
    const cookies = async () => (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`)
    // The banner closes at once; the response is still pending.
    await waitFor(async () => (await cookies()).includes('cookie_consent=all'))
    expect(await cookies()).toHaveLength(1)
  })

  test('works on a page without scripts', async () => {
    const page = await visitor.open('/terms-of-service', { javaScriptEnabled: false })
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.waitForURL('**/terms-of-service')
    expect(await page.getByRole('region', { name: 'Cookie consent' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Cookie Settings' }).click()
    await page.getByRole('region', { name: 'Cookie consent' }).waitFor()
  })
})
