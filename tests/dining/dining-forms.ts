import { beforeAll } from 'vitest'
import { firstOpenDay, listDays } from '#features/dining/rules.ts'
import { loadVenue } from '#features/venue/service.ts'
import { addDays, type CalendarDate } from '#lib/venue-time.ts'
import { createSignedTokens, loadSigningKey, type SignedTokens } from '#platform/security/signed-tokens.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { type RunningApp, startApp } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

/** A server that takes dinners, and the dining form as a browser without scripts sends it. */
export function useDiningForms() {
  let database: TestDatabase
  let app: RunningApp
  let tokens: SignedTokens
  let serviceDays: IterableIterator<CalendarDate>
  beforeAll(async () => {
    database = await cloneDatabase(TODAY_TEMPLATE)
    app = await startApp({
      env: { DATABASE_URL: database.url, TRUST_PROXY: 'true', LOG_LEVEL: 'error' },
    })
    tokens = createSignedTokens(await loadSigningKey(database.db))
    const venue = await loadVenue(database)
    const nights = await database.db.selectFrom('events').select('date').execute()
    const nightDates = new Set(nights.map(({ date }) => date))
    // Far enough ahead that the seed has no reservations there, and without a night, whose tables a late dinner must leave.
    serviceDays = listDays(venue, new Date())
      .filter(
        ({ state, date }) =>
          state === 'open' &&
          date > addDays(firstOpenDay(venue, 2, new Date()) ?? '', 21) &&
          !nightDates.has(date),
      )
      .map((day) => day.date)
      .values()
  })
  /** A day that no test of the file has used. Some twenty can be booked. */
  const nextServiceDay = (): CalendarDate => {
    const { value } = serviceDays.next()
    if (value === undefined)
      throw new Error('The tests of this file use more service days than can be booked.')
    return value
  }

  let guests = 0
  /** Gives each guest an address of their own, so that rate limits do not apply. */
  const from = () => ({ 'X-Forwarded-For': `203.0.113.${(guests += 1) % 250}` })

  async function read(path: string, init?: RequestInit) {
    const response = await app.get(path, init)
    const html = await response.text()
    const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
    const words = main
      .replaceAll(/<!--.*?-->/g, '')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll('&#x27;', "'")
      .replaceAll('&amp;', '&')
      .replaceAll(/\s+/g, ' ')
    return { status: response.status, response, html, words }
  }

  const formAt = (date: string, query = '') => `/reservations?service=dining&date=${date}&guests=2${query}`

  /** A form token old enough to be accepted without waiting. */
  function formTokenOf(html: string): string {
    const body = `${(Date.now() - 10_000).toString(36)}.${/name="formToken" value="[^.]+\.([\w-]{12})\./.exec(html)?.[1]}`
    return `${body}.${tokens.fingerprint(`form dining ${body}`)}`
  }

  async function formFor(date: string, change: Record<string, string> = {}): Promise<URLSearchParams> {
    const { html } = await read(formAt(date))
    return new URLSearchParams({
      guests: '2',
      date,
      time: '18:00',
      name: 'Amara Okafor',
      email: 'amara@example.com',
      phone: '(972) 555-0142',
      requests: '',
      formToken: formTokenOf(html),
      topic: '',
      ...change,
    })
  }
  const send = (body: URLSearchParams, headers: Record<string, string> = from()) =>
    read(`/reservations?service=dining&date=${body.get('date')}&guests=${body.get('guests')}`, {
      method: 'POST',
      body,
      headers,
    })
  const dinnersOn = (date: string) =>
    database.db
      .selectFrom('reservations')
      .where('businessDate', '=', date)
      .where('reservationType', '=', 'dining')
      .selectAll()
      .execute()

  return {
    at: () => ({ database, app, tokens }),
    nextServiceDay,
    from,
    read,
    formAt,
    formFor,
    send,
    dinnersOn,
  }
}
