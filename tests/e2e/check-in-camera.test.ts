import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findChromium } from '../../scripts/find-chromium.ts'
import { createSignedTokens, loadSigningKey } from '../../src/platform/security/signed-tokens.ts'
import { filmCodes } from '../staff/camera-film.ts'
import { REFUSE_ENTRY } from '../staff/check-in-visit.ts'
import { bookTonight } from '../staff/night-parties.ts'
import { pastDoubleTap, signIn } from '../staff/admin-visit.ts'
import { createStaff } from '../staff/sign-in.ts'
import { useStaffArea } from '../staff/staff-area.ts'
import { axeViolations, PHONE } from '../support/browser.ts'

const { database, server } = useStaffArea()
let folder: string
let browser: Browser
// A starved machine shows the film in jerks, so that codes pass by unseen and come again only with the next round.
const ROUNDS_MS = 120_000
const NAMES = ['Ada Obi', 'Kofi Mensah', 'Esi Owusu']

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lounge-camera-'))
  const ids = await bookTonight(database(), NAMES)
  const tokens = createSignedTokens(await loadSigningKey(database().db))
  const { rows } = await database().pool.query<{ date: string }>(
    'select business_day_of(now())::text as date',
  )
  const links = ids.map(
    (id) => `${server().origin}/my-reservation/${tokens.signEntryCode(id, rows[0]?.date ?? '')}`,
  )
  const file = join(folder, 'codes.mjpeg')
  await filmCodes({
    file,
    codes: [
      { text: links[0] ?? '' },
      { text: links[1] ?? '', degrees: 17, blur: 1.5 },
      { text: links[2] ?? '', degrees: -28, blur: 2 },
    ],
    shown: 45,
    hidden: 15,
  })
  browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
  })
})
afterAll(async () => {
  await browser.close()
  await rm(folder, { recursive: true, force: true })
})

async function openCheckIn(email: string): Promise<Page> {
  await createStaff(database(), email, { role: 'host' })
  const context = await browser.newContext({ ...PHONE, baseURL: server().origin, permissions: ['camera'] })
  context.setDefaultTimeout(ROUNDS_MS)
  const page = await context.newPage()
  await page.goto('/admin?to=door')
  await signIn(page, email)
  await page.waitForURL('**/admin/door')
  await page.getByText('Live').waitFor()
  return page
}

/** The film goes on, so that the verdict of its next code may cover the button. */
async function switchOff(page: Page): Promise<void> {
  await page.addLocatorHandler(page.getByRole('button', { name: REFUSE_ENTRY }), async (it) => {
    await pastDoubleTap(page)
    await it.click()
  })
  await page.getByRole('button', { name: 'Camera off' }).click()
  await page.getByRole('button', { name: 'Scan with the camera' }).waitFor()
}

test('the camera reads codes, blurred and tilted ones as well, and waits while a verdict is open', async () => {
  const page = await openCheckIn('camera@example.com')
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  const seen = new Set<string>()
  while (seen.size < NAMES.length) {
    // oxlint-disable no-await-in-loop -- one code after the other
    const dialog = page.getByRole('dialog', { name: 'Come in' })
    await dialog.waitFor()
    for (const name of NAMES) if ((await dialog.getByText(name, { exact: true }).count()) > 0) seen.add(name)
    await page.getByRole('button', { name: REFUSE_ENTRY }).click()
    // oxlint-enable no-await-in-loop
  }
  expect(await axeViolations(page)).toEqual([])
  await switchOff(page)
  expect(await page.locator('video').count()).toBe(0)
})

test('nothing runs while the camera is off: no timer, no frame', async () => {
  const page = await openCheckIn('idle@example.com')
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  await page.getByRole('dialog').waitFor()
  await switchOff(page)
  // Until the toast is gone and the list has been read, which takes longer on a busy machine.
  await expect.poll(() => page.evaluate(countWork), { interval: 1000 }).toBe(0)
})

/** Timers and frames that the page asks for within three seconds. */
async function countWork(): Promise<number> {
  let count = 0
  const names = ['setTimeout', 'setInterval', 'requestAnimationFrame'] as const
  const own = names.map((name) => [name, window[name]] as const)
  const isOver = new Promise((resolve) => setTimeout(resolve, 3000))
  for (const [name, call] of own)
    Reflect.set(window, name, (...given: unknown[]): unknown => {
      count += 1
      return Reflect.apply(call, window, given)
    })
  await isOver
  for (const [name, call] of own) Reflect.set(window, name, call)
  return count
}

test('a camera that may not be used is explained', async () => {
  const page = await openCheckIn('refused@example.com')
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  await page.getByText(/The browser may not use the camera/).waitFor()
  expect(await page.locator('video').count()).toBe(0)
})
