import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { PHONE, useBrowser } from '../support/browser.ts'
import { cloneDatabase } from '../support/database.ts'
import { type RunningApp, startApp } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

/* Names and descriptions as Chromium hands them to a screen reader. */

let app: RunningApp
beforeAll(async () => {
  const { url } = await cloneDatabase(TODAY_TEMPLATE)
  app = await startApp({ env: { DATABASE_URL: url, LOG_LEVEL: 'silent' } })
})
const visitor = useBrowser(() => app.origin)

const NIGHT = '/events/lone-star-highlife?view=reserve'

const text = z.object({ value: z.string() }).optional()
const tree = z.object({
  nodes: z.array(z.object({ role: text, name: text, description: text, ignored: z.boolean() })),
})

type Named = { readonly role: string; readonly name: string; readonly description: string }

async function namesOf(page: Page): Promise<Named[]> {
  const devtools = await page.context().newCDPSession(page)
  const { nodes } = tree.parse(await devtools.send('Accessibility.getFullAXTree'))
  return nodes
    .filter((node) => !node.ignored)
    .map(({ role, name, description }) => ({
      role: role?.value ?? '',
      name: name?.value ?? '',
      description: description?.value ?? '',
    }))
    .filter(({ role, name }) => name !== '' && role !== 'StaticText' && role !== 'InlineTextBox')
}

/** Two texts without a space between them: `guestsThis`, `8Optional`. A name of its own is written so on purpose. */
const runsTogether = ({ name }: Named): boolean =>
  /[a-z\d).!?][A-Z][a-z]/.test(name.replaceAll(/TikTok|OpenStreetMap|https?:\S+|\S+@\S+/g, ''))

const isReadTwice = ({ name, description }: Named): boolean =>
  description !== '' && name.includes(description)

async function violationsOf(page: Page): Promise<string[]> {
  const names = await namesOf(page)
  expect(names.length).toBeGreaterThan(10)
  return names
    .filter((it) => runsTogether(it) || isReadTwice(it))
    .map(({ role, name, description }) => `${role}: ${name} | ${description}`)
}

test.each([
  '/',
  '/menu',
  '/menu/jollof-arancini',
  '/gallery',
  '/events',
  NIGHT,
  '/reservations?service=dining',
  '/reservations?service=nightlife',
  '/reservations?service=private',
  '/plan-event',
  '/perform',
  '/terms-of-service',
])('no name on %s runs together or is read twice', async (path) => {
  const page = await visitor.open(path)
  expect(await violationsOf(page)).toEqual([])
  await page.context().close()
})

test.each([
  ['in the dialog', true],
  ['in the form without JavaScript', false],
])('no name of the booking runs together or is read twice, %s', async (_where, javaScriptEnabled) => {
  const page = await visitor.open(NIGHT, { ...PHONE, javaScriptEnabled })
  const link = page.locator('details a[href*="table="]').first()
  await page.goto(`/events/lone-star-highlife${await link.getAttribute('href')}`)
  await page.getByRole('spinbutton', { name: 'Number of guests', exact: true }).waitFor()
  // The browser computes descriptions a moment after the dialog has opened.
  await expect
    .poll(async () => (await namesOf(page)).find(({ role }) => role === 'spinbutton')?.description)
    .toMatch(/^This table seats up to \d+$/)
  expect(await violationsOf(page)).toEqual([])
  await page.context().close()
})

test('the contents of a legal page are named, and no landmark is nameless', async () => {
  const page = await visitor.open('/terms-of-service')
  expect(await page.locator('aside:not([aria-label]):not([aria-labelledby])').count()).toBe(0)
  await page.getByRole('navigation', { name: 'Contents', exact: true }).waitFor()
  await page.context().close()
})
