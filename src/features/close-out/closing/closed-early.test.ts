import { expect, test } from 'vitest'
import { decide, useCloseOutNights } from '../../../../tests/staff/close-out-nights.ts'
import { findEvent } from '#features/events/service.ts'
import { holdTable } from '#features/holds/service.ts'
import { listOfferableTables } from '#features/holds/table-blocks/service.ts'
import { closeNight, reopenNight } from '../service.ts'
import { holdRequest, newIdentity } from '../../../../tests/booking/booking-fixtures.ts'

const { as, database, date, dayAfter, page, setNight } = useCloseOutNights()

test('a night that is closed before its end sells nothing and is over, until it is opened again', async () => {
  // 1 AM: the event goes on until 5 AM.
  setNight(date(), new Date(as().now.getTime() - 4.5 * 3_600_000))
  const { rows } = await database().pool.query<{ eventId: string; tableId: string; cents: number }>(
    `with night as (
       insert into events (slug, title, description, category, date, start_time, price, price_range)
       values ('early-end', 'Early End', '', 'Nightlife', $1, '21:00', 'Free', 'free') returning id
     )
     select night.id as "eventId", t.id as "tableId", reservation_price_cents as cents
     from night, venue_tables t where table_number = 9`,
    [date()],
  )
  const [{ eventId, tableId, cents } = { eventId: '', tableId: '', cents: 0 }] = rows
  const hold = async () => {
    const done = await holdTable(as(), holdRequest({ eventId, tableId, cents }), newIdentity())
    return done.ok ? 'held' : done.reason.why
  }
  const offerable = async () => (await listOfferableTables(database().db, eventId, as().now)).length
  const hasEnded = async () => {
    const found = await findEvent(as(), 'early-end')
    return found?.kind === 'event' && found.hasEnded
  }
  expect(await offerable()).toBeGreaterThan(0)
  expect((await page()).runsUntil).toBe(`${dayAfter(1)}T10:00:00.000Z`)
  expect(await closeNight(as(), date(), decide({}))).toEqual({ ok: true, value: null })
  expect(await hold()).toBe('event_over')
  // Nor does the waiting list offer the tables that the closing freed.
  expect(await offerable()).toBe(0)
  expect(await hasEnded()).toBe(true)

  expect(await reopenNight(as(), date())).toEqual({ ok: true, value: null })
  expect(await hasEnded()).toBe(false)
  expect(await hold()).toBe('held')
})
