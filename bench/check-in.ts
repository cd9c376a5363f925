/**
 * `npm run bench:entrance`: with 2,000 parties on the list, the cold start of the check-in screen without a network, the time
 * from a code in view of the camera to its verdict with the processor slowed four times, and the sending of 500 acts.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { findChromium } from '../scripts/find-chromium.ts'
import { createSignedTokens } from '#platform/security/signed-tokens.ts'
import { signIn } from '../tests/staff/admin-visit.ts'
import { filmCodes } from '../tests/staff/camera-film.ts'
import { bookTonight } from '../tests/staff/night-parties.ts'
import { createStaff } from '../tests/staff/sign-in.ts'
import { CHROMIUM_FLAGS, PHONE } from './browser-visit.ts'
import { openMeasuredDatabase } from './database.ts'
import { openMeasuredApp, printTable, say } from './server.ts'

const PARTIES = 2000
const CODES = 24
const ACTS = 500
const STARTS = 5
const SLOWED = 4
const PATH = '/admin/door'
/** A press within half a second of a verdict is the second one of a double tap, and is ignored. */
const PAST_DOUBLE_TAP_MS = 650

/** Notes when the search field of the list appears; injected before any script of the page. */
function watchStart(): void {
  new MutationObserver((_changes, observer) => {
    if (document.querySelector('input[type=search]') === null) return
    Object.assign(globalThis, { startedAt: performance.now() })
    observer.disconnect()
  }).observe(document, { childList: true, subtree: true })
}

/** Notes the time from each frame with a new code to its verdict, and closes the verdict. */
function watchVerdicts(closesAfterMs: number): void {
  const times: number[] = []
  Object.assign(globalThis, { verdictTimes: times })
  const video = document.querySelector('video')
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!video || !context) throw new Error('The camera is off.')
  let inViewAt: number | null = null
  let isMarked = false
  const look = (_now: number, { presentationTime }: VideoFrameCallbackMetadata): void => {
    context.drawImage(video, 0, 0, 40, 40, 0, 0, 1, 1)
    const [red = 0, green = 0] = context.getImageData(0, 0, 1, 1).data
    const hasCode = red > 200 && green < 80
    if (hasCode && !isMarked) inViewAt = presentationTime
    isMarked = hasCode
    video.requestVideoFrameCallback(look)
  }
  video.requestVideoFrameCallback(look)
  new MutationObserver(() => {
    const dialog = document.querySelector('dialog[open]')
    if (!dialog || inViewAt === null) return
    times.push(performance.now() - inViewAt)
    inViewAt = null
    const buttons = dialog.querySelectorAll('button')
    setTimeout(() => buttons[buttons.length - 1]?.click(), closesAfterMs)
  }).observe(document.body, { childList: true, subtree: true, attributes: true })
}

const slow = async (page: Page, rate: number): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

async function coldStarts(context: BrowserContext, rate: number): Promise<number[]> {
  const times: number[] = []
  await context.setOffline(true)
  for (let i = 0; i < STARTS; i += 1) {
    // oxlint-disable no-await-in-loop -- one start after the other
    const page = await context.newPage()
    await slow(page, rate)
    await page.addInitScript(watchStart)
    await page.goto(PATH)
    await page.getByText('No connection').waitFor()
    times.push(await page.evaluate<number>('startedAt'))
    await page.close()
    // oxlint-enable no-await-in-loop
  }
  await context.setOffline(false)
  return times
}

async function scanAll(page: Page): Promise<number[]> {
  await slow(page, SLOWED)
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0)
  await page.evaluate(watchVerdicts, PAST_DOUBLE_TAP_MS)
  await page.waitForFunction((wanted) => Reflect.get(globalThis, 'verdictTimes').length >= wanted, CODES)
  const times = await page.evaluate<number[]>('verdictTimes')
  await page.getByRole('button', { name: 'Camera off' }).click()
  await slow(page, 1)
  return times
}

type Account = { readonly id: string; readonly name: string }

/** Queues acts as the screen does while offline, then measures until the server has recorded all. */
async function sendAll(page: Page, ids: readonly string[], staff: Account): Promise<number> {
  await page.context().setOffline(true)
  await page.evaluate(
    ({ parties, by }) =>
      new Promise<void>((resolve) => {
        const request = indexedDB.open('check-in')
        request.addEventListener('success', () => {
          const writing = request.result.transaction('acts', 'readwrite')
          for (const partyId of parties)
            writing.objectStore('acts').add({
              act: {
                id: crypto.randomUUID(),
                reservationId: partyId,
                kind: 'arrived',
                guests: 2,
                at: new Date().toISOString(),
              },
              partyId,
              staff: by,
              tableNumber: null,
              guestName: 'Guest',
              state: 'unsent',
              problem: null,
            })
          writing.addEventListener('complete', () => resolve())
        })
      }),
    { parties: ids.slice(0, ACTS), by: staff },
  )
  await page.reload()
  await page.getByText(`${ACTS} to send`).waitFor()
  const started = performance.now()
  await page.context().setOffline(false)
  await page.getByText('to send').waitFor({ state: 'hidden' })
  return performance.now() - started
}

const middle = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Infinity
const p95 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * 0.95))] ?? Infinity
const ms = (value: number): string => `${Math.round(value)} ms`

const database = await openMeasuredDatabase()
const app = await openMeasuredApp({ env: { DATABASE_URL: database.url } })
const folder = await mkdtemp(join(tmpdir(), 'lounge-bench-camera-'))
try {
  const { pool } = database
  const ids = await bookTonight(
    { pool },
    Array.from({ length: PARTIES }, (_, i) => `Guest ${i}`),
  )
  const keys = await pool.query<{ secret: Buffer }>(`select secret from signing_keys where purpose = 'links'`)
  const { rows } = await pool.query<{ date: string }>('select business_day_of(now())::text as date')
  const tokens = createSignedTokens(keys.rows[0]?.secret ?? Buffer.alloc(0))
  const file = join(folder, 'codes.mjpeg')
  await filmCodes({
    file,
    codes: ids.slice(-CODES).map((id, i) => ({
      text: `${app.origin}/my-reservation/${tokens.signEntryCode(id, rows[0]?.date ?? '')}`,
      degrees: [0, 12, -20, 30][i % 4] ?? 0,
      blur: [0, 1, 1.5][i % 3] ?? 0,
    })),
  })
  const staff = { id: await createStaff({ pool }, 'host@example.com', { role: 'host' }), name: 'host' }
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [
      ...CHROMIUM_FLAGS,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
  })
  const context = await browser.newContext({ ...PHONE, baseURL: app.origin, permissions: ['camera'] })
  context.setDefaultTimeout(180_000)
  const page = await context.newPage()
  await page.goto('/admin?to=door')
  await signIn(page, 'host@example.com')
  await page.waitForURL(`**${PATH}`)
  await page.getByText('Live').waitFor()
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  const scans = await scanAll(page)
  const starts = await coldStarts(context, 1)
  const slowStarts = await coldStarts(context, SLOWED)
  const sending = await sendAll(page, ids, staff)
  const { rows: recorded } = await pool.query<{ count: number }>('select count(*)::int from arrival_events')
  say(`${PARTIES} parties on the list, ${scans.length} scans, ${recorded[0]?.count ?? 0} acts recorded`)
  printTable(
    ['Check-in', 'Measured', 'Wanted'],
    [
      ['cold start without a network, median', ms(middle(starts)), '1000 ms'],
      [`the same, processor slowed ${SLOWED} times`, ms(middle(slowStarts)), '-'],
      [`code in view to verdict, slowed ${SLOWED} times, median`, ms(middle(scans)), '-'],
      [`code in view to verdict, slowed ${SLOWED} times, p95`, ms(p95(scans)), '300 ms'],
      [`${ACTS} acts sent`, ms(sending), '5000 ms'],
    ],
  )
  await browser.close()
} finally {
  await app.stop()
  await database.close()
  await rm(folder, { recursive: true, force: true })
}
