import { beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { type RunningApp, startApp } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

/* The links of the seating chart without JavaScript. Each drawing of the chart shows another share of the tables as reserved. */

const EVENT = '/events/lone-star-highlife'

let database: TestDatabase
let app: RunningApp
beforeAll(async () => {
  database = await cloneDatabase(TODAY_TEMPLATE)
  await database.db
    .updateTable('events')
    .set({ bookingPercentage: 50 })
    .where('slug', '=', 'lone-star-highlife')
    .execute()
  app = await startApp({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'error' } })
})

const read = async (path: string, init?: RequestInit): Promise<string> =>
  (await (await app.get(path, init)).text()).replaceAll('<!-- -->', '')

/** Addresses of the tables that a page offers, each once. */
const linksOf = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/href="(\?view=reserve[^"#]*table=\d+[^"#]*)#book"/g)].map(([, it = '']) => it),
  ),
]
const asAddress = (query: string): string => EVENT + query.replaceAll('&amp;', '&')
const tableIn = (query: string): string => /table=(\d+)/.exec(query)?.[1] ?? ''

test('an address with a larger party than the chart takes shows the largest, and names the way of more guests', async () => {
  const html = await read(`${EVENT}?view=reserve&guests=16`)
  expect(html).toContain('<option value="15" selected="">15 guests</option>')
  expect(html).toContain('More than 15 guests? Call us at')
  expect(await read(`${EVENT}?view=reserve&guests=15`)).not.toContain('More than 15 guests?')
})

describe('a table that a chart shows as available', () => {
  test('is offered by the page that its link opens, in every drawing of the chart', async () => {
    const refused: string[] = []
    for (let drawing = 0; drawing < 4; drawing += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one drawing after the other
      const links = linksOf(await read(`${EVENT}?view=reserve`))
      expect(links.length).toBeGreaterThan(5)
      // oxlint-disable-next-line no-await-in-loop
      const pages = await Promise.all(links.map(async (link) => [link, await read(asAddress(link))] as const))
      for (const [link, html] of pages)
        if (!html.includes(`Reserve Table ${tableIn(link)}</h2>`)) refused.push(link)
    }
    expect(refused).toEqual([])
  })

  test('stays so once the party is named, and after a form that must be corrected', async () => {
    const [link = ''] = linksOf(await read(`${EVENT}?view=reserve`))
    const chart = /chart=(\d+)/.exec(link)?.[1] ?? ''
    const forParty = linksOf(await read(`${EVENT}?view=reserve&chart=${chart}&guests=1`))
    expect(forParty.map(tableIn)).toContain(tableIn(link))
    for (let attempt = 0; attempt < 6; attempt += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      const html = await sendIncomplete(asAddress(link))
      expect(html).toContain(`Reserve Table ${tableIn(link)}</h2>`)
      expect(html).not.toContain('no longer available')
    }
  })

  /** Sends the form of the page without a name, an email and a phone. */
  async function sendIncomplete(address: string): Promise<string> {
    const page = await read(address)
    const hidden = [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
    const body = new URLSearchParams({
      guestName: '',
      guestEmail: '',
      guestPhone: '',
      guestCount: '1',
      specialRequests: '',
    })
    for (const [, name = '', value = ''] of hidden)
      if (/^(tableId|key|shown\w+)$/.test(name)) body.set(name, value)
    const action = /<form[^>]* action="(\?view=reserve[^"]*)"/.exec(page)?.[1] ?? ''
    const response = await app.get(asAddress(action), { method: 'POST', body })
    expect(response.status).toBe(422)
    return (await response.text()).replaceAll('<!-- -->', '')
  }
})

test('crawlers are kept from the addresses of single tables', async () => {
  const [link = ''] = linksOf(await read(`${EVENT}?view=reserve`))
  const rules = [...(await read('/robots.txt')).matchAll(/^Disallow: (\S+)$/gm)].map(([, rule = '']) => rule)
  const isKeptOut = (path: string): boolean =>
    rules.some((rule) => new RegExp(`^${rule.replace(/[.?]/g, '\\$&').replaceAll('*', '.*')}`).test(path))
  expect(isKeptOut(asAddress(link))).toBe(true)
  expect(isKeptOut(`${EVENT}?view=reserve&table=7`)).toBe(true)
  for (const path of [EVENT, `${EVENT}?view=reserve`, '/menu', '/events?page=2'])
    expect(isKeptOut(path)).toBe(false)
})

/** The events that a page describes to search engines. */
const describedIn = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)]
    .map(([, json]) => JSON.parse(json ?? ''))
    .filter((it) => it['@type'] === 'Event')

test('a night that is over offers nothing to search engines', async () => {
  const { rows } = await database.pool.query<{ slug: string }>(
    `insert into events (title, slug, date, start_time, end_time, category, description, price, price_range, tables_for_sale)
     select 'Over', 'over', (now() - interval '9 days')::date, start_time, end_time, category, description, price, price_range, false
     from events where slug = 'lone-star-highlife' returning slug`,
  )
  const described = describedIn(await read(`/events/${rows[0]?.slug}`))
  expect(described).toMatchObject([{ name: 'Over' }])
  expect(described[0]).not.toHaveProperty('offers')
})

test('a sold-out night offers its tables to search engines with their prices', async () => {
  const offersOf = (html: string): Record<string, unknown>[] =>
    describedIn(html)
      .flatMap((it) => it.offers)
      .filter((it) => it['@type'] === 'AggregateOffer')
  const [open] = offersOf(await read(EVENT))
  expect(open).toMatchObject({ availability: 'https://schema.org/InStock' })
  const { rows } = await database.pool.query<{ slug: string }>(
    'select slug from events where sold_out and tables_for_sale and ends_at > now() limit 1',
  )
  const [soldOut] = offersOf(await read(`/events/${rows[0]?.slug}`))
  expect(soldOut).toMatchObject({
    lowPrice: expect.stringMatching(/^\d+\.\d\d$/),
    highPrice: expect.stringMatching(/^\d+\.\d\d$/),
    priceCurrency: 'USD',
    availability: 'https://schema.org/SoldOut',
  })
})

describe('a party that has said how many it is', () => {
  const bestFor6 = (html: string) => /Best for 6: Table (\d+)/.exec(html)?.[1]

  test('is shown the best table with the reason, and compares what is left, without scripts', async () => {
    const [link = ''] = linksOf(await read(`${EVENT}?view=reserve`))
    const at = `${EVENT}?view=reserve&${/chart=\d+/.exec(link)?.[0]}&guests=6`
    // A drawing with a pre-booked share may leave no table of the kind that is asked about below.
    await database.pool.query("update events set booking_percentage = 0 where slug = 'lone-star-highlife'")
    await expect.poll(() => read(at)).toContain('Mixers, ice and a host of your own')
    const html = await read(at)
    const best = bestFor6(html) ?? ''
    expect(html).toMatch(/It (seats exactly 6|leaves \d seats? empty), [^<]*at (about )?\$\d+ a guest/)
    const offered = linksOf(html).map(tableIn)
    expect(offered).toContain(best)
    const byPrice = pricesOf(html)
    expect(byPrice.length).toBeGreaterThan(2)
    expect(byPrice).toEqual(byPrice.toSorted((a, b) => a - b))
    const bySeats = await read(`${at}&order=seats`)
    expect(bySeats).toMatch(/<details id="compare-tables" open/)
    expect(bySeats).toMatch(/aria-sort="ascending"[^>]*><a[^>]*>Seats/)
  })

  test('reads the minimum spend and what is included before it books', async () => {
    await database.pool.query(
      "update venue_tables set minimum_spend_cents = 50000, included = 'Mixers and ice'",
    )
    const [link = ''] = linksOf(await read(`${EVENT}?view=reserve`))
    const booking = () => read(`${asAddress(link)}&guests=1`)
    await expect.poll(booking).toContain('<p>Included: Mixers and ice</p>')
    const html = await booking()
    const best = /<section aria-label="Best for 1"[\s\S]*?<\/section>/.exec(html)?.[0]
    const heading = /<form[^>]* aria-labelledby="book-title"[\s\S]*?<\/header>/.exec(html)?.[0]
    for (const part of [best, heading]) {
      expect(part).toContain('<p>Minimum spend at the table $500</p>')
      expect(part).toContain('<p>Included: Mixers and ice</p>')
    }
  })

  test('is not told of a table that is sold or held', async () => {
    const [link = ''] = linksOf(await read(`${EVENT}?view=reserve`))
    const at = `${EVENT}?view=reserve&${/chart=\d+/.exec(link)?.[0]}&guests=6`
    const best = bestFor6(await read(at)) ?? ''
    await database.pool.query(
      `insert into reservations (reservation_type, event_id, business_date, starts_at, ends_at, table_id, guest_name,
         guest_email, guest_count, status, held_until)
       select 'nightlife', e.id, e.date, e.starts_at, e.ends_at, t.id, 'Nia', 'nia@example.com', 6, 'pending', now() + interval '1 hour'
       from events e, venue_tables t where e.slug = 'lone-star-highlife' and t.table_number = $1`,
      [best],
    )
    await expect.poll(async () => bestFor6(await read(at))).not.toBe(best)
    const html = await read(at)
    expect(bestFor6(html)).toMatch(/^\d+$/)
    expect(bestFor6(html)).not.toBe(best)
    expect(linksOf(html).map(tableIn)).not.toContain(best)
  })

  test('reads the terms of the only table that is left', async () => {
    await database.pool.query("update events set booking_percentage = 0 where slug = 'lone-star-highlife'")
    const [link = ''] = linksOf(await read(`${EVENT}?view=reserve`))
    await database.pool.query('update venue_tables set is_available = table_number = $1', [tableIn(link)])
    let html = ''
    // The server is told of the change, and may render the page once more before.
    await expect
      .poll(async () => {
        html = await read(`${EVENT}?view=reserve`)
        return pricesOf(html).length
      })
      .toBe(1)
    expect(html).toMatch(/<summary[\s\S]*?The table that is left[\s\S]*?Minimum spend/)
  })
})

const pricesOf = (html: string): number[] =>
  [...html.matchAll(/<tr class="border-t[\s\S]*?<\/tr>/g)].map(([row]) => Number(/>\$(\d+)</.exec(row)?.[1]))
