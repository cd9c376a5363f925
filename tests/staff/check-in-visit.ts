import type { BrowserContext, Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import {
  createSignedTokens,
  loadSigningKey,
  type SignedTokens,
} from '../../src/platform/security/signed-tokens.ts'
import { PHONE } from '../support/browser.ts'
import { scan } from '../support/scan.ts'
import { pastDoubleTap, type Visit } from './admin-visit.ts'
import { clearTonight } from './night-parties.ts'
import { useStaffArea } from './staff-area.ts'

/** Button of a verdict screen that lets no guest of the party in. */
export const REFUSE_ENTRY = 'Nobody enters'

const PATH = '/admin/door'

/** A server seeded today, and the check-in screens of its staff. */
export function useCheckIn() {
  const area = useStaffArea()
  const tokens = async (): Promise<SignedTokens> =>
    createSignedTokens(await loadSigningKey(area.database().db))
  return {
    ...area,
    tokens,
    /** The check-in screen of a new staff member, by default a host, with its list loaded. */
    openCheckIn: async (visit: Visit = PHONE): Promise<Page> => {
      const page = await area.beginSession({ role: 'host', ...visit })
      watchRequests(page.context())
      await page.goto(PATH)
      await page.getByText('Live').waitFor()
      return page
    },
    /** Link in the QR code of a reservation, by default of its own date. */
    linkOf: async (id: string, date = 'today'): Promise<string> => {
      const { rows } = await area
        .database()
        .pool.query<{ date: string }>(
          `select (case when $2 = 'today' then business_date else $2::date end)::text as date from reservations where id = $1`,
          [id, date],
        )
      return `${area.server().origin}/my-reservation/${(await tokens()).signEntryCode(id, rows[0]?.date ?? '')}`
    },
    arrivalsOf: async (id: string) => {
      const { rows } = await area
        .database()
        .pool.query<{ kind: string; guests: number | null }>(
          'select kind, guests from arrival_events where reservation_id = $1 order by seq',
          [id],
        )
      return rows
    },
    cancelAll: (): Promise<void> => clearTonight(area.database()),
  }
}

/** Waits until the service worker has stored the files of the screen. */
export const stored = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })

export const verdict = (page: Page, title: string) =>
  page.getByRole('dialog', { name: title }).getByRole('heading', { name: title })

/** Scans a code, reads the title of its verdict, and closes it. */
export async function verdictOf(page: Page, text: string): Promise<string | null> {
  await scan(page, text)
  const dialog = page.getByRole('dialog')
  const title = await dialog.getByRole('heading').first().textContent()
  await pastDoubleTap(page)
  await dialog.getByRole('button').last().click()
  await dialog.waitFor({ state: 'detached' })
  return title
}

/** Requests of each context that have no answer yet, without its live stream, which stays open. */
const unanswered = new WeakMap<BrowserContext, Set<Request>>()

function watchRequests(context: BrowserContext): void {
  const waiting = new Set<Request>()
  const settle = (request: Request): void => void waiting.delete(request)
  context.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') waiting.add(request)
  })
  context.on('requestfinished', settle)
  context.on('requestfailed', settle)
  unanswered.set(context, waiting)
}

/** Cuts the network or brings it back. What was asked before the cut is still answered by the browser, so that is waited for. */
export async function cutNetwork(context: BrowserContext, isCut: boolean): Promise<void> {
  await context.setOffline(isCut)
  if (isCut) await expect.poll(() => unanswered.get(context)?.size ?? 0, { timeout: 20_000 }).toBe(0)
}

/** Puts the clock of a device forward by a time, on its open pages and on later ones. An open page is looked at again. */
export async function moveClock(context: BrowserContext, ms: number): Promise<void> {
  const move = (shift: number): void => {
    const RealDate: DateConstructor = Reflect.get(globalThis, 'RealDate') ?? Date
    const now = (): number => RealDate.now() + shift
    class MovedDate extends RealDate {
      static override now = now
      constructor(...given: [] | [string | number | Date]) {
        super(given.length === 0 ? now() : given[0])
      }
    }
    Object.assign(globalThis, { RealDate, Date: MovedDate })
    document.dispatchEvent(new Event('visibilitychange'))
  }
  await context.addInitScript(move, ms)
  await Promise.all(context.pages().map((page) => page.evaluate(move, ms)))
}

/** The least width or height of a button on the open screen. */
export const leastTarget = async (page: Page) =>
  Math.min(
    ...(await page
      .getByRole('dialog')
      .getByRole('button')
      .evaluateAll((all) =>
        all.map((it) => Math.min(it.getBoundingClientRect().width, it.getBoundingClientRect().height)),
      )),
  )
