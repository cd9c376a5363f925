import { describe, expect, test } from 'vitest'
import { buildSeatingChart } from '#features/floor-plan/chart/service.ts'
import { erasePerson, exportPerson } from '#features/privacy/service.ts'
import { changeStatus } from '#features/reservation-management/status/service.ts'
import { leaveLine } from '#features/waiting-list/offers/service.ts'
import { findPlace } from '#features/waiting-list/service.ts'
import { loadWaitingList, offerOutOfTurn, removeEntry } from '#features/waiting-list/staff/service.ts'
import { addDays, addSeconds, businessDate } from '#lib/venue-time.ts'
import { eventOf, newParty, statusOf } from './waiting-fixtures.ts'
import { useWaitingNight } from './waiting-night.ts'

const { app, bookings, night, now, asStaff, putInLine, offer, free, offerOf, pay } = useWaitingNight()

describe('staff', () => {
  const lineOf = async () => {
    const { lines } = await loadWaitingList(
      asStaff(),
      new URLSearchParams({ date: (await eventOf(app(), night(), now())).date }),
    )
    return lines.find(({ key }) => key === night().event.id)?.entries ?? []
  }

  test('read the line with its places, and offer a table out of turn with a reason in the audit log', async () => {
    await putInLine({ guestName: 'Ama Mensah', guestCount: 8 })
    const friend = await putInLine({ guestName: 'Yaw Darko', zone: 'Left Green Vip' })
    await app().db.updateTable('events').set({ soldOut: true }).where('id', '=', night().event.id).execute()
    const index = night().tables.findIndex((it) => it.maxGuests >= 2)
    await free(index)
    await app().pool.query('delete from freed_tables')
    expect((await lineOf()).map(({ place, guestName }) => `${place} ${guestName}`)).toEqual([
      '1 Ama Mensah',
      '2 Yaw Darko',
    ])
    const form = { tableId: night().tables[index]?.id ?? '', reason: 'Waits at the bar' }
    expect(await offerOutOfTurn(asStaff('host'), friend, form)).toMatchObject({ ok: true })
    expect((await lineOf())[1]).toMatchObject({
      status: 'offered',
      place: null,
      offerReason: 'Waits at the bar',
    })
    expect(await offerOutOfTurn(asStaff(), friend, form)).toMatchObject({ reason: { why: 'refused' } })
    const log = await app().db.selectFrom('activity').selectAll().where('entityId', '=', friend).execute()
    expect(log).toMatchObject([
      { action: 'offered a table out of turn to', after: { reason: 'Waits at the bar' } },
    ])
  })

  test('are told why a table cannot be offered', async () => {
    const waiting = await putInLine({ guestName: 'Ama Mensah', guestCount: 8 })
    const offerTable = (tableId: string) => offerOutOfTurn(asStaff(), waiting, { tableId, reason: 'Regular' })
    expect(await offerTable(night().tables[0]?.id ?? '')).toMatchObject({
      reason: { text: 'This table is not free any more. Please choose another one.' },
    })
    const index = night().tables.findIndex(({ maxGuests }) => maxGuests === 4)
    await free(index)
    const table = night().tables[index]
    expect(await offerTable(table?.id ?? '')).toMatchObject({
      reason: { text: `Table ${table?.number} seats 4, and the party is 8.` },
    })
  })

  test('can undo a cancellation for 10 seconds: the table is offered after that', async () => {
    const waiting = await putInLine()
    const { id } = await app()
      .db.selectFrom('reservations')
      .select('id')
      .where('eventId', '=', night().event.id)
      .where('status', '=', 'confirmed')
      .executeTakeFirstOrThrow()
    const form = { status: 'cancelled', seen: 'confirmed' } as const
    expect(await changeStatus(asStaff(), id, form)).toMatchObject({ ok: true })
    expect(await offer()).toBe(0)
    const event = await eventOf(app(), night(), now())
    const chart = await buildSeatingChart(bookings().deps(), { ...event, bookingPercentage: 0 }, 1)
    expect(chart.tables.map(({ state }) => state)).not.toContain('available')
    bookings().clock.now = addSeconds(now(), 60)
    expect(await offer()).toBe(1)
    expect(await statusOf(app().db, waiting)).toBe('offered')
  })

  test('remove a party, and an open offer goes to the next in line', async () => {
    const [first, second] = [await putInLine(), await putInLine()]
    await free()
    await offer()
    expect(await removeEntry(asStaff('host'), first)).toMatchObject({ ok: true })
    await offer()
    expect([await statusOf(app().db, first), await statusOf(app().db, second)]).toEqual([
      'removed',
      'offered',
    ])
    expect(await removeEntry(asStaff(), first)).toMatchObject({ reason: { why: 'refused' } })
    await pay(await offerOf(second))
    expect(await removeEntry(asStaff(), second)).toMatchObject({ ok: false })
  })
})

test('the waiting list opens on the next date on which parties wait, and counts the parties of each', async () => {
  const load = (date: string) => loadWaitingList(asStaff(), new URLSearchParams(date === '' ? {} : { date }))
  const today = businessDate(now())
  expect(await load('next')).toMatchObject({ date: today, dates: [], lines: [] })
  const later = addDays(today, 7)
  await app().pool.query(
    `insert into waiting_entries (dinner_at, business_date, guest_name, guest_email, guest_phone, guest_count, consented_at)
     values ($1::date + time '23:00', $1, 'Esi Owusu', 'esi@example.com', '972 555 0177', 2, now())`,
    [later],
  )
  expect(await load('next')).toMatchObject({ date: later, lines: [{ kind: 'dinner' }] })
  const [left] = [await putInLine(), await putInLine(), await putInLine()]
  await leaveLine(bookings().deps(), left)
  const { date } = await eventOf(app(), night(), now())
  const dates = [
    { date, parties: 2 },
    { date: later, parties: 1 },
  ]
  expect(await load('next')).toMatchObject({ date, dates, lines: [{ kind: 'night' }] })
  expect(await load(later)).toMatchObject({ date: later, dates })
  // The floor asks without a date, and shows its own night even if no party waits.
  expect((await load('')).date).toBe(today)
})

test('a privacy request exports an entry, and erases it once it is over', async () => {
  const party = newParty()
  const id = await putInLine(party)
  expect((await exportPerson(bookings().deps(), party.guestEmail)).waitingEntries).toHaveLength(1)
  expect((await erasePerson(bookings().deps(), party.guestEmail)).erased.waitingEntries).toBe(0)
  await leaveLine(bookings().deps(), id)
  expect((await erasePerson(bookings().deps(), party.guestEmail)).erased.waitingEntries).toBe(1)
  expect(await findPlace(bookings().deps(), id)).toBeNull()
})
