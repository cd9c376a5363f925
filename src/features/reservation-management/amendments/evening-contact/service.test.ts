import { describe, expect, test } from 'vitest'
import { useAmendedNights } from '../../../../../tests/booking/amended-nights.ts'
import { amend, preview } from '../../../../../tests/booking/amendments.ts'
import { done } from '../../../../../tests/booking/staff.ts'
import { moveToTable } from '#features/reservation-management/party-tables/service.ts'
import { leavesDinnerText } from '#features/reservation-management/rules.ts'
import { listSeatChoices } from '#features/reservation-management/service.ts'
import { undoChange } from '#features/reservation-management/undo/service.ts'

const { app, asStaff, bookNight, rowOf, settleWindow, mailsOf, tableThat } = useAmendedNights()

describe('the dinner of the same evening', () => {
  let evenings = 0
  /** A night of Ama Owusu and a dinner before it with the same email and phone, which no other guest has. */
  async function bookEvening() {
    evenings += 1
    const own = { email: `ama${evenings}@example.com`, phone: `972 555 021${evenings}` }
    const id = await bookNight('at_door', own)
    const { rows } = await app().pool.query<{ id: string }>(
      `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_phone,
         guest_count, status)
       select 'dining', business_date, starts_at - interval '3 hours', starts_at - interval '90 minutes', guest_name,
         guest_email, guest_phone, 2, 'confirmed' from reservations where id = $1 returning id`,
      [id],
    )
    return { id, dinner: rows[0]?.id ?? '' }
  }
  const contactOf = async (id: string) => {
    const { guestEmail, guestPhone } = await rowOf(id)
    return { guestEmail, guestPhone }
  }
  const contact = { email: 'right@example.com', phone: '972 555 0177' } as const

  test('gets the new email and phone where staff say so, with its own email, audit log entry and Undo', async () => {
    const { id, dinner } = await bookEvening()
    const former = await contactOf(dinner)
    const { evening } = await preview(asStaff(), id)
    expect(evening).toMatchObject({ id: dinner, type: 'dining', email: true, phone: true })
    expect((await preview(asStaff(), dinner)).evening).toMatchObject({ id, type: 'nightlife' })
    const { act, other } = await done(amend(asStaff(), id, { ...contact, name: 'Ama Boateng', also: dinner }))
    expect(other).toMatchObject({ id: dinner, act: { email: 'reservation_changed' } })
    const now = { guestEmail: 'right@example.com', guestPhone: '(972) 555-0177' }
    expect(await contactOf(id)).toEqual(now)
    // The name is that of the one reservation.
    expect(await rowOf(dinner)).toMatchObject({ ...now, guestName: 'Ama Owusu' })
    const { rows } = await app().pool.query<{ email: string }>(
      `select after ->> 'guestEmail' as email from activity where entity_id = $1 and action = 'changed'`,
      [dinner],
    )
    expect(rows).toEqual([{ email: now.guestEmail }])
    await done(undoChange(asStaff(), id, act?.actId ?? ''))
    await done(undoChange(asStaff(), dinner, other?.act?.actId ?? ''))
    expect([await contactOf(id), await contactOf(dinner)]).toEqual([former, former])
    await done(amend(asStaff(), id, { ...contact, also: dinner }))
    await settleWindow(id)
    await settleWindow(dinner)
    for (const each of [id, dinner])
      // oxlint-disable-next-line no-await-in-loop
      expect((await mailsOf(each)).map(({ to }) => to)).toEqual([now.guestEmail])
  })

  test('has the table that the night leaves: staff are told before, and its guest in the email', async () => {
    const { id, dinner } = await bookEvening()
    const { tableId } = await rowOf(id)
    await app().pool.query('update reservations set table_id = $2 where id = $1', [dinner, tableId])
    const text =
      /The guests will change tables after dinner: dinner stays at table \d+, the night is at table \d+\./
    const other = (await tableThat('more', id)).id
    expect((await preview(asStaff(), id, { tableId: other })).tableChange).toMatch(text)
    expect((await preview(asStaff(), id, { name: 'Ama Boateng' })).tableChange).toBeNull()
    const seats = (await listSeatChoices(asStaff(), id)) ?? []
    expect(seats.filter(({ isFromDinner }) => isFromDinner).map((seat) => seat.id)).toEqual([tableId])
    expect(leavesDinnerText(seats, [other])).toMatch(text)
    expect(leavesDinnerText(seats, [other, tableId ?? ''])).toBeNull()
    await done(moveToTable(asStaff(), id, { tableId: other, seen: tableId, isEmailed: true }))
    await settleWindow(id)
    const [mail] = await mailsOf(id)
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toMatch(
      /You will change tables after dinner: dinner stays at table \d+, the night is at table \d+\./,
    )
  })

  test('keeps what is its own, and keeps all without the tick, or where it is not of that evening any more', async () => {
    const { id, dinner } = await bookEvening()
    const former = await contactOf(dinner)
    expect(await done(amend(asStaff(), id, { email: 'other@example.com' }))).toMatchObject({ other: null })
    expect(await contactOf(dinner)).toEqual(former)
    expect((await preview(asStaff(), id)).evening).toMatchObject({ email: false, phone: true })
    await done(amend(asStaff(), id, { email: 'third@example.com', phone: '972 555 0188', also: dinner }))
    const own = { guestEmail: former.guestEmail, guestPhone: '(972) 555-0188' }
    expect(await contactOf(dinner)).toEqual(own)
    await app().db.updateTable('reservations').set({ status: 'cancelled' }).where('id', '=', dinner).execute()
    expect((await preview(asStaff(), id)).evening).toBeNull()
    const changed = await done(amend(asStaff(), id, { phone: '972 555 0166', also: dinner }))
    expect(changed).toMatchObject({ other: null })
    expect(await contactOf(dinner)).toEqual(own)
  })
})
