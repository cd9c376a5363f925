import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { askFor, findNight } from '../booking/booking-fixtures.ts'
import { HELD_TABLE_PAGES, useGuestPages } from '../booking/guest-pages.ts'
import { useChangeForms } from './change-forms.ts'

const { app, read } = useGuestPages()
const { send, changeOf } = useChangeForms(read)

/** The strip of held tables in a page, without what is for browsers without scripts. */
const stripIn = (html: string): string =>
  (/<div class="held-strip[\s\S]*?<main/.exec(html)?.[0] ?? '').replaceAll(
    /<noscript>[\s\S]*?<\/noscript>/g,
    '',
  )

test('the table of a change whose difference is being paid is on every page of that browser, until it is dropped', async () => {
  const paying = await app().confirm()
  const { rows } = await app().database.pool.query<{ id: string; number: number }>(
    `select t.id, t.table_number as number from reservations r
     join venue_tables own on own.id = r.table_id
     join venue_tables t on t.is_available and t.deleted_at is null and t.max_guests >= own.max_guests
       and t.reservation_price_cents > own.reservation_price_cents
     where r.id = $1 and not exists (select from table_occupancies o join events e on e.id = r.event_id
       where o.table_id = t.id and o.is_active and o.during && tstzrange(e.starts_at, e.ends_at))
     order by t.table_number limit 1`,
    [paying.id],
  )
  const [table] = rows
  if (!table) throw new Error('no dearer table is free')
  const { fields } = await changeOf(paying, `table=${table.id}`)
  const sent = await send(paying, fields)
  expect(sent.response.headers.get('location')).toContain('/test-payment/')
  const cookie = sent.response.headers
    .getSetCookie()
    .map((it) => it.split(';', 1)[0])
    .join('; ')
  const seen = async (path: string, headers = { cookie }) => stripIn((await read(path, { headers })).html)
  for (const path of ['/', '/menu', '/no-such-page']) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const strip = await seen(path)
    expect(strip, path).toMatch(
      /Table (<!-- -->)?\d+(<!-- -->)? is held for you until (<!-- -->)?\d+:\d\d [AP]M/,
    )
    expect(strip, path).toContain(`aria-label="Table ${table.number}"`)
    expect(strip, path).toContain(`href="${paying.link}"`)
  }
  expect(await seen('/menu', { cookie: '' })).not.toContain('is held for you')
  await send(paying, new URLSearchParams({ intent: 'drop' }))
  expect(await seen('/menu')).not.toContain('is held for you')
})

test('a held table is on every page of a browser without scripts, and not on the one that says it is paid', async () => {
  const headers = {
    'Content-Type': 'application/json',
    'X-Forwarded-For': `203.0.${randomInt(256)}.${randomInt(256)}`,
  }
  const body = JSON.stringify(askFor(await findNight(app().database.db, new Date())))
  const held = await app().app.get('/holds', { method: 'POST', headers, body })
  const { hold }: { hold: { reservationId: string; token: string; tableNumber: number } } = await held.json()
  const opened = await app().app.get(`/holds/${hold.token}/checkout`, { method: 'POST', headers })
  const { url }: { url: string } = await opened.json()
  // As a browser without scripts has it.
  const cookie = `${held.headers.getSetCookie()[0]?.split(';', 1)[0]}; table_held=1`
  const at = async (path: string) => {
    const { html, response } = await read(path, { headers: { cookie } })
    const strip = /<div class="held-strip[\s\S]*?<main/.exec(html)?.[0] ?? ''
    return { strip: strip.replaceAll('<!-- -->', ''), cached: response.headers.get('cache-control') }
  }
  for (const path of HELD_TABLE_PAGES) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const { strip, cached } = await at(path)
    expect(strip, path).toContain(`aria-label="Table ${hold.tableNumber}"`)
    expect(strip, path).toMatch(
      new RegExp(`Table ${hold.tableNumber} is held for you until \\d+:\\d\\d [AP]M`),
    )
    expect([path, cached]).toEqual([path, 'private, no-store'])
  }
  const session = url.split('/').at(-1) ?? ''
  await app().provider.control.pay({ session, outcome: 'approve' })
  const paid = `/payment-success?session_id=${session}&reservation_id=${hold.reservationId}&token=${hold.token}`
  expect((await at(paid)).strip).not.toContain('aria-label="Table')
  expect((await read(paid, { headers: { cookie } })).words).toContain('Payment Successful!')
})
