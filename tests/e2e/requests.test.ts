import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { axeViolations, hydrated, DESKTOP, PHONE, sidewaysScroll, useBrowser } from '../support/browser.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { ageForm } from '../support/old-form-token.ts'
import { type RunningApp, startApp } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

// The first email of a process and the minimum age of a form token take time.
vi.setConfig({ testTimeout: 120_000 })

let app: RunningApp
let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(TODAY_TEMPLATE)
  app = await startApp({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'silent' } })
})
// All guests of these tests share one address.
beforeEach(async () => {
  await database.db.deleteFrom('rateLimits').execute()
})
const visitor = useBrowser(() => app.origin)

const nextJune = `${new Date().getUTCFullYear() + 1}-06-05`
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true })
const stepText = (page: Page) => page.getByText(/^Step \d of \d$/).textContent()
const draftOf = (page: Page, form: string) =>
  page.evaluate((name) => sessionStorage.getItem(`form ${name}`), form)
const names = async (table: 'inquiries' | 'performerApplications' | 'tableRequests') =>
  (await database.db.selectFrom(table).select('name').execute()).map(({ name }) => name)

async function who(page: Page, name: string): Promise<void> {
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Phone').fill('972.555.0100')
}

async function planUntilReview(page: Page, name: string): Promise<void> {
  await who(page, name)
  await next(page).click()
  await page.getByLabel('Event type').selectOption('wedding')
  await page.getByLabel('Number of guests').fill('120')
  await page.getByLabel('Date').fill(nextJune)
  await next(page).click()
  await page.getByLabel('$10,000 – $25,000').check()
  await page.getByLabel('6 hours').check()
  await next(page).click()
  await page.getByRole('heading', { name: 'Review & Submit' }).waitFor()
}

describe.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const)('on %s', (name, size) => {
  test('an event is planned in four steps; Back and a reload keep every answer', async () => {
    const page = await visitor.open('/plan-event', size)
    expect(await stepText(page)).toBe('Step 1 of 4')
    await page.getByText('25% complete').waitFor()
    await expect.poll(() => next(page).getAttribute('aria-disabled')).toBe('true')
    await page.getByText('Still needed: full name, email and phone').waitFor()
    await planUntilReview(page, `Ada of ${name}`)
    await expect.poll(() => new URL(page.url()).search).toBe('?step=4')
    await page.getByText('100% complete').waitFor()
    await page.goBack()
    await page.waitForURL('**/plan-event?step=3')
    await expect.poll(() => page.getByLabel('6 hours').isChecked()).toBe(true)
    await page.goForward()
    await page.waitForURL('**/plan-event?step=4')
    await page.getByLabel('Tell us about your event').fill('Lanterns.')
    await page.reload()
    await page.getByText(`Ada of ${name}`).waitFor()
    await expect.poll(() => page.getByLabel('Tell us about your event').inputValue()).toBe('Lanterns.')
    await page.getByText('$10,000 – $25,000').waitFor()
    await page.getByRole('button', { name: 'Change Event Details' }).click()
    await page.waitForURL('**/plan-event?step=2&*')
    await page.getByLabel('Number of guests').fill('90')
    // After a change the next step is the review again.
    await next(page).click()
    await page.waitForURL('**/plan-event?step=4')
    await page.getByText('90', { exact: true }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Submit Inquiry' }).click()
    await page.getByText('Event Inquiry Submitted').first().waitFor()
    await page.waitForURL('**/thank-you?for=private-event')
    expect(await names('inquiries')).toContain(`Ada of ${name}`)
    await page.getByRole('heading', { name: 'What happens next?' }).waitFor()
    await page.goto('/plan-event')
    await page.getByText('Still needed').waitFor()
    await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe('')
  })
})

describe('on a phone', () => {
  test('an application to perform goes through three steps and begins anew', async () => {
    const page = await visitor.open('/perform', PHONE)
    await page.getByText('+10 more').waitFor()
    expect(await draftOf(page, 'perform')).toBeNull()
    expect(await page.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true)
    await next(page).click()
    const summary = page.getByRole('alert')
    expect(await summary.evaluate((it) => it === document.activeElement)).toBe(true)
    await summary.getByRole('link', { name: 'Please enter a valid phone number' }).click()
    expect(await page.getByLabel('Phone').evaluate((it) => it === document.activeElement)).toBe(true)
    expect(await axeViolations(page)).toEqual([])
    await who(page, 'Kofi Mensah')
    expect(await draftOf(page, 'perform')).toContain('Kofi Mensah')
    // The heading, just in view, must not leave the line above it behind the header of the site.
    await page.getByRole('heading', { name: 'Who you are' }).evaluate((it) => {
      scrollBy(0, it.getBoundingClientRect().top - 100)
    })
    await next(page).evaluate((it) => it.focus({ preventScroll: true }))
    await page.keyboard.press('Enter')
    await page.getByLabel('Performance type').waitFor()
    const header = await page.locator('header.fixed').evaluate((it) => it.getBoundingClientRect().bottom)
    await expect
      .poll(() => page.getByText('Step 2 of 3').evaluate((it) => it.getBoundingClientRect().top))
      .toBeGreaterThan(header)
    await page.getByLabel('Performance type').fill('Saxophonists')
    await page.getByLabel('Experience').fill('Ten years of it.')
    await page.getByLabel('Availability').fill('Fridays')
    await next(page).click()
    await expect
      .poll(() => page.getByRole('region', { name: 'Your application' }).textContent())
      .toContain('Saxophonists')
    await page.getByLabel('Links to your work').fill('@kofi and javascript:alert(1)')
    expect(await axeViolations(page)).toEqual([])
    await page.route('**/requests/**', (route) => route.fulfill({ status: 200, body: 'no answer' }))
    await page.getByRole('button', { name: 'Submit Application' }).click()
    await page.getByText('Something went wrong. Please try again.').first().waitFor()
    await page.unroute('**/requests/**')
    await page.getByRole('button', { name: 'Submit Application' }).click()
    await page.getByText('Application Submitted!').first().waitFor()
    await page.waitForURL('**/perform?step=1')
    const received = page.getByText('We received your application')
    await expect.poll(() => received.evaluate((it) => it === document.activeElement)).toBe(true)
    const top = await received.evaluate((it) => it.getBoundingClientRect().top)
    expect(top).toBeGreaterThan(await page.locator('header.fixed').evaluate((it) => it.clientHeight))
    // Not even hidden from sight is the old error kept.
    await expect.poll(() => page.getByText('Something went wrong').count()).toBe(0)
    await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe('')
    expect(await names('performerApplications')).toContain('Kofi Mensah')
  })

  test('a table is asked for, and a question about an event', async () => {
    const page = await visitor.open('/reservations?service=nightlife', PHONE)
    await who(page, 'Esi Owusu')
    await page.getByLabel('Party size').selectOption({ label: '15 People' })
    await page.getByLabel('Booth').check()
    expect(await axeViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    await page.getByRole('button', { name: 'Request a table' }).click()
    await page.getByText('Reservation Submitted Successfully').first().waitFor()
    await page.waitForURL('**/thank-you?for=table')
    expect(await names('tableRequests')).toContain('Esi Owusu')
    await page.goto('/plan-event')
    await hydrated(page)
    await page.getByRole('link', { name: 'Just have a question?' }).click()
    // The form that was left asks for a name and a phone number too; the heading tells them apart.
    await page.getByLabel('Event type').selectOption('birthday')
    await page.waitForURL('**/reservations?service=private')
    await who(page, 'Yaw Darko')
    await page.getByLabel(/Your question/).fill('Do you have a piano?')
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Submit Inquiry' }).click()
    await page.waitForURL('**/thank-you?for=private-event')
    expect(await names('inquiries')).toContain('Yaw Darko')
  })
})

test('the whole of an event can be planned by the keyboard alone', async () => {
  const page = await visitor.open('/plan-event')
  const { keyboard } = page
  await page.getByLabel('Full name').focus()
  await keyboard.type('Keys Only')
  await keyboard.press('Tab')
  await keyboard.type('keys@example.com')
  await keyboard.press('Tab')
  await keyboard.type('972 555 0100')
  await keyboard.press('Enter')
  await page.waitForURL('**/plan-event?step=2')
  await page.waitForFunction(() => document.activeElement?.textContent === 'Event Details')
  await keyboard.press('Tab')
  await keyboard.type('Wed')
  await keyboard.press('Tab')
  await keyboard.type('40')
  await keyboard.press('Tab')
  await keyboard.type(`0605${nextJune.slice(0, 4)}`)
  await page.getByLabel('Number of guests').press('Enter')
  await page.waitForURL('**/plan-event?step=3')
  await page.waitForFunction(() => document.activeElement?.textContent === 'Requirements')
  await keyboard.press('Tab')
  await keyboard.press('Space')
  await keyboard.press('Tab')
  await keyboard.press('ArrowDown')
  await next(page).press('Enter')
  await page.waitForURL('**/plan-event?step=4')
  await page.getByLabel('Tell us about your event').focus()
  await keyboard.type('All by hand.')
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await page.waitForURL('**/thank-you?for=private-event')
  expect(await names('inquiries')).toContain('Keys Only')
})

test('two quick presses send it once, and an unreachable server loses nothing of what was typed', async () => {
  const page = await (await visitor.newGuest()).newPage()
  await page.goto('/reservations?service=private')
  await hydrated(page)
  await who(page, 'Twice')
  await page.getByLabel('Event type').selectOption('other')
  await page.getByLabel(/Your question/).fill('Hello?')
  await page.route('**/requests/**', (route) => route.fulfill({ status: 200, body: 'no answer' }))
  await page.getByRole('button', { name: 'Submit Inquiry' }).click()
  await page.getByText('Something went wrong. Please try again.').first().waitFor()
  await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe('Twice')
  await page.unroute('**/requests/**')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Submit Inquiry' }).click()
  await page.getByText('You are offline').first().waitFor()
  expect(await page.getByText('Something went wrong. Please try again.').count()).toBe(0)
  await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe('Twice')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Submit Inquiry' }).dblclick()
  await page.waitForURL('**/thank-you?for=private-event')
  expect((await names('inquiries')).filter((it) => it === 'Twice')).toHaveLength(1)
})

test('without scripts the steps lead through, and Next is a button like any other', async () => {
  const guest = await visitor.newGuest({ ...DESKTOP, javaScriptEnabled: false })
  const page = await guest.newPage()
  await page.goto('/plan-event')
  await page.getByLabel('Full name').press('Enter')
  await page.getByRole('alert').waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200) ?? '')
  expect(await focused()).toContain('role="alert"')
  await who(page, 'No Scripts')
  await next(page).click()
  await page.getByRole('heading', { name: 'Event Details' }).waitFor()
  expect(await focused()).toMatch(/^<h3/)
  await page.getByRole('button', { name: 'Previous' }).click()
  await page.getByLabel('Full name').waitFor()
  await ageForm(page, database, 'plan-event')
  await planUntilReview(page, 'No Scripts')
  await page.getByLabel('Tell us about your event').fill('Plain and simple.')
  await page.getByRole('button', { name: 'Submit Inquiry' }).click()
  await page.waitForURL('**/thank-you?for=private-event')
  expect(await names('inquiries')).toContain('No Scripts')
})

test('a step that was sent before the script was there leads on to the next ones', async () => {
  const page = await visitor.open('/perform')
  await who(page, 'Early Bird')
  // As the browser sends it, past every script.
  await page.locator('form[aria-labelledby]').evaluate((form: HTMLFormElement) => form.submit())
  await page.getByLabel('Performance type').waitFor()
  await hydrated(page)
  await page.getByLabel('Performance type').fill('Poets')
  await page.getByLabel('Experience').fill('Ten years of it.')
  await page.getByLabel('Availability').fill('Fridays')
  await next(page).click()
  await page.getByText('Step 3 of 3').waitFor({ timeout: 10_000 })
  await expect
    .poll(() => page.getByRole('region', { name: 'Your application' }).textContent())
    .toContain('Early Bird')
})
