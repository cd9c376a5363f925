import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { StaffRole } from '#features/permissions/schema.ts'
import { DESKTOP, hydrated, type GuestIdentity } from '../support/browser.ts'
import type { TestDatabase } from '../support/database.ts'
import { createStaff, PASSWORD } from './sign-in.ts'

type Given = {
  readonly visitor: GuestIdentity
  readonly database: () => TestDatabase
  readonly origin: () => string
}

/** The toast with this text. */
export const toast = (page: Page, text: string): Locator =>
  page.getByRole('region').getByText(text, { exact: true }).first()

/** Waits until the page has handled its last event: a dialog that asks before it closes is entered again in a frame. */
export const nextFrames = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )

/** Closes a toast, so that the next one with the same text is told from it. */
export async function closeToast(page: Page, text: string): Promise<void> {
  const shown = page.getByRole('region').getByRole('dialog').filter({ hasText: text })
  await shown.getByRole('button', { name: 'Close' }).click()
  await shown.waitFor({ state: 'detached' })
}

/** Waits until the next tap is a deliberate one, and not the second half of a double tap. */
export async function pastDoubleTap(page: Page): Promise<void> {
  const tappedAt = await page.evaluate(() => performance.now())
  await page.waitForFunction((at) => performance.now() - at > 600, tappedAt)
}

/** Holds back the next request to an address for a second, so that one sent after it would overtake it. */
export const holdNext = (page: Page, address: string): Promise<unknown> =>
  page.route(
    address,
    async (route) => {
      await sleep(1000)
      return route.continue()
    },
    { times: 1 },
  )

/** Holds back the next request to an address until the returned function sends it on, or refuses it. */
export async function holdUntil(page: Page, address: string): Promise<(answer: 'sent' | 'refused') => void> {
  const { promise, resolve } = Promise.withResolvers<'sent' | 'refused'>()
  await page.route(
    address,
    async (route) => ((await promise) === 'sent' ? route.continue() : route.abort()),
    { times: 1 },
  )
  return resolve
}

/** The next form sent to an address arrives, and its answer is lost: with the connection or by a fault. */
export async function loseAnswer(
  page: Page,
  address: string,
  by: 'connection' | 'fault' = 'connection',
): Promise<void> {
  let isLost = false
  await page.route(
    (url) => url.pathname === address,
    async (route) => {
      if (isLost || route.request().method() === 'GET') return route.fallback()
      isLost = true
      await route.fetch()
      return by === 'fault' ? route.fulfill({ status: 502 }) : route.abort()
    },
  )
}

/** The requests to an address do not arrive from the nth one on. */
export async function refuseFrom(page: Page, address: string, nth: number): Promise<void> {
  let requests = 0
  await page.route(
    (url) => url.pathname === address,
    (route) => ((requests += 1) < nth ? route.fallback() : route.abort()),
  )
}

/** Presses a button of a screen that has just opened, as a person who has seen it. */
export async function tapLater(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  await button.waitFor()
  await pastDoubleTap(page)
  await button.click()
}

const tabBar = (page: Page): Locator => page.getByRole('navigation', { name: 'Tabs' })

/** Opens the list of all tabs of a phone. */
export async function openTabList(page: Page): Promise<Locator> {
  await tabBar(page).locator('button[aria-haspopup=dialog]').click()
  return page.getByRole('dialog', { name: 'All tabs' })
}

/** Opens a tab: where the bar of a phone does not have it, from the list of all. */
export async function openTab(page: Page, name: string): Promise<void> {
  await tabBar(page).getByRole('link').first().waitFor()
  const link = tabBar(page).getByRole('link', { name, exact: true })
  if (await link.isVisible()) return link.click()
  await (await openTabList(page)).getByRole('link', { name, exact: true }).click()
}

/** Shows the filters of a list: on a narrow screen they are behind a button. */
export async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /(^|· )Filters/ })
  if (await button.isVisible()) await button.click()
}

export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

export type Visit = BrowserContextOptions & { readonly role?: StaffRole }

/**
 * Pages of the staff area, each of a new staff member from an address of their own. The session is begun by a request,
 * because the page for it would be loaded a hundred times more; the tests of sign-in use the page.
 */
export function useDashboard({ visitor, database, origin }: Given) {
  let staff = 0
  /** The email address of the staff member who signed in last. */
  const lastIn = () => `staff${staff}@example.com`

  /** An empty page of a new staff member who is signed in. */
  async function beginSession({ role = 'manager', ...size }: Visit = DESKTOP): Promise<Page> {
    staff += 1
    await createStaff(database(), lastIn(), { role })
    const guest = await visitor.newGuest({
      ...size,
      extraHTTPHeaders: { 'X-Forwarded-For': `198.51.100.${staff}` },
    })
    const page = await guest.newPage()
    const data = { email: lastIn(), password: PASSWORD }
    const entered = await guest.request.post('/admin/api/session', { data, headers: { Origin: origin() } })
    expect(entered.status()).toBe(200)
    return page
  }

  /** A page of the dashboard. */
  async function asStaffMember(path: string, visit: Visit = DESKTOP): Promise<Page> {
    const page = await beginSession(visit)
    await page.goto(path)
    await hydrated(page)
    await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
    await page.waitForURL(`**${path}`)
    return page
  }
  return { asStaffMember, beginSession, lastIn }
}

/** Opens the form of a record by the menu of its row. */
export async function openForm(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
}
