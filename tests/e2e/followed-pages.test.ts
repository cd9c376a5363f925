import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { waitingPath } from '#features/waiting-list/rules.ts'
import { useGuestPages } from '../booking/guest-pages.ts'
import { hydrated, PHONE, useBrowser } from '../support/browser.ts'
import { freeOneTable, makeOffers, makeSoldOutNight, putInLine } from '../waiting-list/sold-out-nights.ts'
import { useChangeForms } from '../web/change-forms.ts'

/* Pages that load themselves anew: not while a guest is sending or choosing something. */

const { app, faults, read, pay } = useGuestPages()
const { send, changeOf, successOf } = useChangeForms(read)
const visitor = useBrowser(() => app().app.origin)

/** A page on which the time passes as the test says. */
async function openClocked(path: string): Promise<Page> {
  const page = await (await visitor.newGuest(PHONE)).newPage()
  await page.clock.install()
  await page.goto(path)
  await hydrated(page)
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
  return page
}

const isSamePage = async (page: Page): Promise<boolean> =>
  (await page.locator('body[data-same-page]').count()) === 1

/** Lets time pass on the page, and then as long as it would need to load itself anew. */
async function pass(page: Page, ms: number): Promise<void> {
  await page.clock.fastForward(ms)
  await page.waitForTimeout(1000)
}

/** Address of the page of a guest to whom a table is offered for five minutes. */
async function offer(): Promise<string> {
  const { database, tokens } = app()
  const night = await makeSoldOutNight(database)
  await putInLine(database, night, ['Ama Mensah'])
  await freeOneTable(database, night, 4)
  await makeOffers(database)
  await database.pool.query(
    `update reservations set held_until = now() + interval '5 minutes' where held_until > now() and event_id = $1`,
    [night.id],
  )
  const { id } = await database.db
    .selectFrom('waitingEntries')
    .where('eventId', '=', night.id)
    .select('id')
    .executeTakeFirstOrThrow()
  return waitingPath(tokens.sign('waiting', id))
}

test('a guest who pays for an offered table over a slow line is not taken back by the page that follows the offer', async () => {
  const page = await (await visitor.newGuest(PHONE)).newPage()
  // The browser answers no question about a page that it is leaving, so its time cannot be moved: the page looks twice a second.
  await page.addInitScript(() => {
    const every = setInterval
    Object.assign(globalThis, { setInterval: (act: () => void, ms: number) => every(act, ms / 20) })
  })
  const path = await offer()
  await page.goto(path)
  await hydrated(page)
  // The server acts at once, and its answer is on its way for a while.
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const response = await route.fetch({ maxRedirects: 0 })
    await delay(2500)
    // A page that was loaded anew waits for it no longer.
    await route.fulfill({ response }).catch(() => undefined)
  })
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.waitForURL(/test-payment/)
})

test('an offer whose time ends while its form is on the way waits for the answer, but not for good', async () => {
  const page = await openClocked(await offer())
  await pass(page, 290_000)
  // As a form that was stopped: it has no answer, and the browser does not say so.
  await page
    .getByRole('button', { name: /^Pay \$/ })
    .evaluate((button) =>
      button.closest('form')?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true })),
    )
  await pass(page, 11_000)
  expect([await isSamePage(page), await page.getByRole('timer').textContent()]).toEqual([true, '00:00'])
  await pass(page, 60_000)
  await expect.poll(() => isSamePage(page)).toBe(false)
})

test('a table, a package or a night that is being chosen stays chosen when the page has changed meanwhile', async () => {
  const paying = await app().confirm()
  const { fields } = await changeOf(paying, 'packages=chosen&package=screen_display')
  const sent = await send(paying, fields)
  const sessionId = sent.response.headers.get('location')?.split('/').at(-1) ?? ''
  await faults({ settleAfterMs: 1500 })
  await pay({ ...paying, sessionId }, 'late')
  await read(`${successOf(paying, sessionId)}&wait=1`)
  const page = await openClocked(`${paying.link}/change`)
  await page.getByText('Your bank is working on a payment').waitFor()
  await expect
    .poll(async () => {
      await read(`${successOf(paying, sessionId)}&wait=1`)
      return (await read(`${paying.link}/change`)).words
    })
    .not.toContain('Your bank is working')

  const box = page.getByRole('checkbox', { name: /^Birthday/ })
  const tables = page
    .getByRole('group', { name: 'Choose from a list' })
    .getByRole('radio', { disabled: false })
  const [table, own] = [
    tables.and(page.locator(':not(:checked)')).first(),
    tables.and(page.locator(':checked')),
  ]
  const [tableId, ownId] = [await table.getAttribute('id'), await own.getAttribute('id')]
  const night = page.getByLabel('Night')
  const nightId = await night.inputValue()
  const otherId = await night.locator(`option:not([value="${nightId}"])`).first().getAttribute('value')
  const party = page.getByLabel('Number of guests')
  const size = await party.inputValue()
  const changes: readonly (readonly [choose: () => Promise<unknown>, takeBack: () => Promise<unknown>])[] = [
    [() => box.check(), () => box.uncheck()],
    [() => page.locator(`[id="${tableId}"]`).check(), () => page.locator(`[id="${ownId}"]`).check()],
    [() => night.selectOption(otherId), () => night.selectOption(nightId)],
    [() => party.fill('3').then(() => party.blur()), () => party.fill(size).then(() => party.blur())],
  ]
  for (const [at, [choose, takeBack]] of changes.entries()) {
    // oxlint-disable no-await-in-loop -- one field after the other
    await choose()
    await pass(page, 11_000)
    expect([at, await isSamePage(page)]).toEqual([at, true])
    await takeBack()
    // oxlint-enable no-await-in-loop
  }
  // Nothing is being chosen any more.
  await page.clock.fastForward(11_000)
  await expect.poll(() => isSamePage(page)).toBe(false)
})
