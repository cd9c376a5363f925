import { afterEach, beforeAll, expect } from 'vitest'
import { moveStart } from './move-start.ts'
import { type Paying, type AppWithPayments, startAppWithPayments } from './server-with-payments.ts'

/** The guest's name on every reservation of these tests. */
export const GUEST = 'Amara Okafor'

/** One page of each kind: a held table is shown on all of them. */
export const HELD_TABLE_PAGES = [
  '/',
  '/menu',
  '/menu/jollof-paella',
  '/gallery',
  '/events',
  '/events/gold-dust-ball',
  '/reservations?service=dining',
  '/plan-event',
  '/perform',
  '/thank-you?for=table',
  '/privacy-policy',
  '/no-such-page',
]

/** A server with a payment provider, and the text of its guests' pages. */
export function useGuestPages() {
  let at: AppWithPayments
  beforeAll(async () => {
    at = await startAppWithPayments()
  })
  const faults = (asked: Parameters<AppWithPayments['provider']['control']['setFaults']>[0] = {}) =>
    at.provider.control.setFaults({ webhooks: { deliver: 'lost' }, ...asked })
  // Ends the failures that a test injected into the provider, even where the test failed.
  afterEach(() => faults())
  const read = (path: string, init?: RequestInit) => readPage(at, path, init)
  return {
    app: () => at,
    faults,
    read,
    post: (path: string, headers: Record<string, string> = {}) => read(path, { method: 'POST', headers }),
    pay: ({ sessionId }: Paying, outcome: 'approve' | 'late' | 'late-fail' = 'approve') =>
      at.provider.control.pay({ session: sessionId, outcome }),
    rowOf: ({ id }: Paying) =>
      at.database.db
        .selectFrom('reservations')
        .where('id', '=', id)
        .select(['status', 'cancelReason', 'paymentStatus', 'heldUntil', 'entryCode'])
        .executeTakeFirstOrThrow(),
    emailsTo: ({ id }: Paying) =>
      at.database.db
        .selectFrom('emailQueue')
        .where('reservationId', '=', id)
        .select('kind')
        .orderBy('kind')
        .execute(),
    refundsOf: ({ id }: Paying) =>
      at.database.db.selectFrom('refunds').where('reservationId', '=', id).select('amountCents').execute(),
    /** Moves the event of a reservation so that it begins in `hours`. Dinners at its table are deleted first. */
    moveStart: (paying: Pick<Paying, 'id'>, hours: number): Promise<void> =>
      moveStart(at.database, paying, hours),
  }
}

/** The text of a page without tags and without React's comment nodes. */
async function readPage({ app }: AppWithPayments, path: string, init?: RequestInit) {
  const response = await app.get(path, init)
  const html = await response.text()
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
  const words = main
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
  return { response, status: response.status, html, words }
}

export function expectNoEmails({ status, words, html }: Awaited<ReturnType<typeof readPage>>): void {
  expect(status).toBe(404)
  expect(words).toContain('Reservation not found')
  expect(words).toContain('Back to Events')
  expect(html).not.toContain(GUEST)
  expect(html).not.toContain('@example.com')
}

export function expectPrivate({ headers }: Response): void {
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(headers.get('referrer-policy')).toBe('same-origin')
  expect(headers.get('x-robots-tag')).toContain('noindex')
}
