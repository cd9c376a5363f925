import { beforeAll, describe, expect, test } from 'vitest'
import { askFor, findNight } from '../booking/booking-fixtures.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { type RunningApp, startApp, waitFor } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

let database: TestDatabase
let app: RunningApp
beforeAll(async () => {
  database = await cloneDatabase(TODAY_TEMPLATE)
  app = await startApp({ env: { DATABASE_URL: database.url } })
})

const SLUG = 'lone-star-highlife'
const change = async (columns: Record<string, unknown>): Promise<void> => {
  await database.db.updateTable('events').set(columns).where('slug', '=', SLUG).execute()
}

/** The text of a page once it meets the expectation: a change shows within a second. */
async function readPage(path: string, isSo: (html: string) => boolean): Promise<string> {
  let html = ''
  await waitFor(async () => {
    html = await (await app.get(path)).text()
    return isSo(html)
  }, 10_000)
  return html
}

const wordsOf = (html: string): string =>
  (/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '')
    .replaceAll(/<!--.*?-->|<style>.*?<\/style>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

describe('an event whose tables are not for sale', () => {
  test('has no chart and no price of a table, and a request in its place', async () => {
    await change({ tablesForSale: false, price: '$95' })
    const html = await readPage(`/events/${SLUG}?view=reserve`, (it) => it.includes('Request a place'))
    const words = wordsOf(html)
    expect(words).not.toMatch(/Seating chart|Reserve Table|\$150|tables available|cover/i)
    expect(html).not.toMatch(/data-table=/)
    expect(html).toContain(`/reservations?service=nightlife&amp;event=${SLUG}`)
    expect(words).toContain('$95')
  })

  test('is described to search engines without an offer of tables', async () => {
    const html = await readPage(`/events/${SLUG}`, (it) => it.includes('Request a place'))
    expect(html).not.toContain('AggregateOffer')
    expect(html).toContain('"Admission"')
  })

  test('that costs $0 is told as free, and only so', async () => {
    await change({ price: '$0' })
    const words = wordsOf(await readPage(`/events/${SLUG}`, (it) => !it.includes('$95')))
    expect(words).toContain('Price Free')
    expect(words).not.toContain('$0')
    await change({ price: '$95' })
  })

  test('leads to its tickets where it has any', async () => {
    await change({ ticketsUrl: 'https://tickets.example/supper' })
    const html = await readPage(`/events/${SLUG}`, (it) => it.includes('https://tickets.example/supper'))
    expect(wordsOf(html)).toMatch(/Get Tickets[\s\S]*Request a place/)
    await change({ ticketsUrl: null })
  })

  test('is not among the nights with tables to choose from', async () => {
    const html = await readPage('/reservations?service=nightlife', (it) => it.includes('<select'))
    expect(html).not.toContain(`/events/${SLUG}?view=reserve`)
  })

  test('holds no table, however the request is made', async () => {
    await change({ tablesForSale: true })
    const night = await findNight(database.db, new Date())
    await database.db
      .updateTable('events')
      .set({ tablesForSale: false })
      .where('id', '=', night.event.id)
      .execute()
    const refused = await app.get('/holds', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(askFor(night)),
    })
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({ error: 'not_for_sale', title: 'No Tables for Sale' })
    await database.db
      .updateTable('events')
      .set({ tablesForSale: true })
      .where('id', '=', night.event.id)
      .execute()
  })

  test('is for sale again as soon as staff say so', async () => {
    await change({ tablesForSale: true, price: '$25' })
    const html = await readPage(`/events/${SLUG}?view=reserve`, (it) => it.includes('Seating chart'))
    expect(html).toContain('AggregateOffer')
  })
})

describe('an event without a table that is left', () => {
  const offered = (html: string): string => /id="reserve"[\s\S]*?<\/section>/.exec(html)?.[0] ?? ''

  test.each([
    ['because it is sold out', { soldOut: true }],
    ['because every table is taken', { bookingPercentage: 100 }],
  ])('offers the waiting list, a request and the next event in place of a list, %s', async (_, columns) => {
    await change(columns)
    const html = await readPage(`/events/${SLUG}?view=reserve`, (it) => wordsOf(it).includes('Sold out'))
    const chart = offered(html)
    // The waiting list is for the party that the address names.
    const forEight = await readPage(`/events/${SLUG}?view=reserve&guests=8`, (it) =>
      it.includes('id="waiting-list"'),
    )
    expect(/<input[^>]*name="guests"[^>]*>/.exec(forEight)?.[0]).toContain('value="8"')
    // A party that it would refuse learns of it before it fills in the form.
    const forFourteen = await readPage(`/events/${SLUG}?view=reserve&guests=14`, (it) =>
      it.includes('id="waiting-list"'),
    )
    expect(wordsOf(forFourteen)).toContain('the waiting list takes parties of up to 10')
    expect(/<input[^>]*name="guests"[^>]*>/.exec(forFourteen)?.[0]).not.toContain('value="14"')
    expect(wordsOf(`<main>${chart}</main>`)).toMatch(
      /There is no table left to choose for this night\. Join the waiting list Request a table Next event: \w/,
    )
    expect(chart).toContain(`/reservations?service=nightlife&amp;event=${SLUG}`)
    expect(chart).not.toContain('Choose from a list')
    await change({ soldOut: false, bookingPercentage: 0 })
    const again = await readPage(`/events/${SLUG}?view=reserve`, (it) => it.includes('Choose from a list'))
    expect(wordsOf(again)).toContain('Want us to find a table for you?')
  })
})

test('the words of the seeded suppers and classes are not those of nights with tables', async () => {
  const { rows } = await database.pool.query<{ slug: string }>(
    `select slug from events where not tables_for_sale order by slug`,
  )
  expect(rows.map(({ slug }) => slug)).toEqual(
    expect.arrayContaining(['hands-in-the-mezze', 'salt-and-smoke-supper']),
  )
  const { rows: told } = await database.pool.query<{ slug: string }>(
    `select slug from events where tables_for_sale and description ~* 'one table of|free to sit|long table'`,
  )
  expect(told).toEqual([])
})

describe('the cover on the page of an event', () => {
  test('is said for the party that the guest named', async () => {
    await change({ price: '$25' })
    const html = await readPage(`/events/${SLUG}?view=reserve&guests=6`, (it) => it.includes('of your 6'))
    expect(wordsOf(html)).toContain('$25 a person, 5 of your 6 pay: $125 at the door')
  })

  test('is mentioned nowhere on a free night', async () => {
    await change({ price: 'Free', bookingPercentage: 0 })
    const chart = await readPage(`/events/${SLUG}?view=reserve`, (it) => !it.includes('$25 a person'))
    const [, number] = /Table (\d+), [^,<"]+, seats \d+, \$\d+, available/.exec(chart) ?? []
    const html = await (await app.get(`/events/${SLUG}?view=reserve&table=${number}`)).text()
    expect(wordsOf(html)).toContain('Pay now')
    expect(wordsOf(html)).not.toMatch(/cover/i)
  })
})
