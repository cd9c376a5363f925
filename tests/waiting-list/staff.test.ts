import { describe, expect, test } from 'vitest'
import { buildSeatingChart } from '#features/floor-plan/chart/service.ts'
import { erasePerson, exportPerson } from '#features/guests/privacy/service.ts'
import { changeStatus } from '#features/reservation-management/status/service.ts'
import { listOfferableTables } from '#features/holds/table-blocks/service.ts'
import { openCheckout } from '#features/payments/sessions/service.ts'
import { renderWaitingEmail } from '#features/waiting-list/emails/service.ts'
import { leaveLine } from '#features/waiting-list/offers/service.ts'
import { findPlace } from '#features/waiting-list/service.ts'
import { finishRemovals, removeEntry, undoRemoval } from '#features/waiting-list/removals/service.ts'
import { loadWaitingList, offerByStaff, undoOffer } from '#features/waiting-list/staff/service.ts'
import { addDays, addHours, addMinutes, addSeconds, businessDate } from '#lib/venue-time.ts'
import { eventOf, newParty, statusOf } from './waiting-fixtures.ts'
import { useWaitingNight } from './waiting-night.ts'

const { app, bookings, night, now, asStaff, putInLine, offer, free, offerOf, placeOf, pay } =
  useWaitingNight()

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
    expect(await offerByStaff(asStaff('host'), friend, form)).toMatchObject({ ok: true })
    expect((await lineOf())[1]).toMatchObject({
      status: 'offered',
      place: null,
      offerReason: 'Waits at the bar',
    })
    expect(await offerByStaff(asStaff(), friend, form)).toMatchObject({ reason: { why: 'refused' } })
    const log = await app().db.selectFrom('activity').selectAll().where('entityId', '=', friend).execute()
    expect(log).toMatchObject([
      { action: 'offered a table out of turn to', after: { reason: 'Waits at the bar' } },
    ])
  })

  test('offer a table to the first in line without a reason, and to no other', async () => {
    const [first, second] = [await putInLine({ guestName: 'Ama Mensah' }), await putInLine()]
    await app().db.updateTable('events').set({ soldOut: true }).where('id', '=', night().event.id).execute()
    await free()
    await app().pool.query('delete from freed_tables')
    const form = { tableId: night().tables[0]?.id ?? '', reason: '' }
    expect(await offerByStaff(asStaff(), second, form)).toEqual({
      ok: false,
      reason: { why: 'reason_needed' },
    })
    expect(await offerByStaff(asStaff(), first, form)).toMatchObject({ ok: true })
    expect((await lineOf())[0]).toMatchObject({ status: 'offered', offerReason: null })
    const log = await app().db.selectFrom('activity').selectAll().where('entityId', '=', first).execute()
    expect(log).toMatchObject([{ action: 'offered a table to' }])
  })

  describe('undo an offer out of turn', () => {
    /** A party with an offer of a table that was kept unsold on a sold-out night. */
    async function offerOneOutOfTurn() {
      const [first, id] = [await putInLine(), await putInLine()]
      await app().db.updateTable('events').set({ soldOut: true }).where('id', '=', night().event.id).execute()
      await free()
      await app().pool.query('delete from freed_tables')
      const tableId = night().tables[0]?.id ?? ''
      const done = await offerByStaff(asStaff(), id, { tableId, reason: 'Regular' })
      if (!done.ok) throw new Error(done.reason.why)
      return { first, id, tableId, reservationId: done.value.reservationId }
    }
    const emailLeavesAt = async (id: string): Promise<Date | undefined> =>
      (
        await app().pool.query<{ at: Date }>(
          `select j.run_at as at from email_queue q join graphile_worker.jobs j on j.key = 'send_mail:' || q.id
           where q.waiting_entry_id = $1 and q.kind = 'waiting_offer'`,
          [id],
        )
      ).rows[0]?.at
    const freeTables = async () =>
      (await listOfferableTables(app().db, night().event.id, now())).map((it) => [it.id, it.isForSale])

    test('within 10 seconds: the table is free and unsold, the party in its place, and no email leaves', async () => {
      const { first, id, tableId, reservationId } = await offerOneOutOfTurn()
      const leavesAt = await emailLeavesAt(id)
      expect(leavesAt?.getTime()).toBeGreaterThanOrEqual(addSeconds(now(), 10).getTime())
      const held = await findPlace(bookings().deps(), id)
      expect(held?.entry.offer?.heldUntil).toEqual(addMinutes(leavesAt ?? now(), 15))
      const mail = () =>
        renderWaitingEmail(bookings().deps(), id, { kind: 'waiting_offer', offered: reservationId })
      expect(await mail()).not.toBeNull()
      expect(await undoOffer(asStaff('host'), id, { reservationId })).toMatchObject({ ok: true })
      expect([await statusOf(app().db, id), await placeOf(id), await placeOf(first)]).toEqual([
        'waiting',
        2,
        1,
      ])
      expect((await lineOf())[1]).toMatchObject({ place: 2, offerReason: null })
      expect(await freeTables()).toContainEqual([tableId, false])
      expect(await offer()).toBe(0)
      expect(await mail()).toBeNull()
      // Another offer has an email of its own.
      expect(await offerByStaff(asStaff(), id, { tableId, reason: 'Again' })).toMatchObject({ ok: true })
      expect(await mail()).toBeNull()
      expect(await undoOffer(asStaff(), id, { reservationId })).toMatchObject({ reason: { why: 'refused' } })
      const log = await app().db.selectFrom('activity').select('action').where('entityId', '=', id).execute()
      expect(log.map(({ action }) => action)).toContain('took back the offer to')
    })

    test('not later, and not while the guest pays', async () => {
      const { id, reservationId } = await offerOneOutOfTurn()
      await openCheckout(bookings().deps(), reservationId)
      expect(await undoOffer(asStaff(), id, { reservationId })).toMatchObject({
        reason: { text: expect.stringContaining('is paying') },
      })
      bookings().clock.now = addSeconds(now(), 13)
      expect(await undoOffer(asStaff(), id, { reservationId })).toMatchObject({
        reason: { text: expect.stringContaining('the time for it is over') },
      })
      expect(await statusOf(app().db, id)).toBe('offered')
    })

    test('of a night that has begun as well', async () => {
      const party = await putInLine()
      await free()
      bookings().clock.now = addHours(night().event.startsAt, 2)
      const tableId = night().tables[0]?.id ?? ''
      const done = await offerByStaff(asStaff(), party, { tableId, reason: 'Waits at the bar' })
      if (!done.ok) throw new Error(done.reason.why)
      const { reservationId } = done.value
      expect(await undoOffer(asStaff(), party, { reservationId })).toMatchObject({ ok: true })
      // The first party in line that fits gets it.
      expect(await offer()).toBe(1)
    })
  })

  test('are told why a table cannot be offered', async () => {
    const waiting = await putInLine({ guestName: 'Ama Mensah', guestCount: 8 })
    const offerTable = (tableId: string) => offerByStaff(asStaff(), waiting, { tableId, reason: 'Regular' })
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

  test('remove a party, and its open offer goes to the next in line after 10 seconds', async () => {
    const [first, second] = [await putInLine(), await putInLine()]
    await free()
    await offer()
    expect(await removeEntry(asStaff('host'), first)).toMatchObject({ ok: true })
    expect(await removeEntry(asStaff(), first)).toMatchObject({ reason: { why: 'refused' } })
    expect((await lineOf()).map(({ status, place }) => [status, place])).toEqual([
      ['removed', null],
      ['waiting', 1],
    ])
    await finishRemovals(bookings().deps())
    expect(await offer()).toBe(0)
    bookings().clock.now = addSeconds(now(), 13)
    expect(await undoRemoval(asStaff(), first)).toMatchObject({ reason: { why: 'refused' } })
    await finishRemovals(bookings().deps())
    await offer()
    expect([await statusOf(app().db, first), await statusOf(app().db, second)]).toEqual([
      'removed',
      'offered',
    ])
    await pay(await offerOf(second))
    expect(await removeEntry(asStaff(), second)).toMatchObject({ ok: false })
  })

  test('can undo a removal for 10 seconds: the party has its place and its offer, and no other got one', async () => {
    const [first, second] = [await putInLine(), await putInLine()]
    await removeEntry(asStaff(), first)
    const offered = await offerByStaff(asStaff(), first, { tableId: null, reason: 'Regular' })
    expect(offered).toMatchObject({ reason: { why: 'refused' } })
    await free()
    expect(await offer()).toBe(0)
    expect(await undoRemoval(asStaff('host'), first)).toMatchObject({ ok: true })
    expect([await placeOf(first), await placeOf(second)]).toEqual([1, 2])
    expect(await offer()).toBe(1)
    const held = await offerOf(first)
    await removeEntry(asStaff(), first)
    expect(await undoRemoval(asStaff(), first)).toMatchObject({ ok: true })
    bookings().clock.now = addSeconds(now(), 13)
    await finishRemovals(bookings().deps())
    expect([await statusOf(app().db, first), await offerOf(first)]).toEqual(['offered', held])
    // A guest who pays within the 10 seconds has the table.
    await removeEntry(asStaff(), first)
    await pay(held)
    bookings().clock.now = addSeconds(now(), 13)
    await finishRemovals(bookings().deps())
    expect((await lineOf())[0]).toMatchObject({ status: 'accepted' })
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
