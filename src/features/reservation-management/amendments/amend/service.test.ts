import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { refusalOf, useAmendedNights } from '../../../../../tests/booking/amended-nights.ts'
import { amend, preview } from '../../../../../tests/booking/amendments.ts'
import { tableOf } from '../../../../../tests/booking/booking-fixtures.ts'
import { done } from '../../../../../tests/booking/staff.ts'
import { insertDinnerEntry } from '../../../../../tests/waiting-list/insert-entry.ts'
import { enqueueReminders } from '#features/reminders/due/service.ts'
import { createSignedTokens } from '#platform/security/signed-tokens.ts'

const { app, night, reloadNight, asStaff, pay, begin, ...rest } = useAmendedNights()
const { bookNight, rowOf, settleWindow, mailsOf } = rest

const dinnerOf = async (change: object = {}): Promise<string> => {
  const { rows } = await app().pool.query<{ id: string }>(
    `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count, status)
     select id, 'dining', '2027-01-16', '2027-01-17 00:00Z', '2027-01-17 01:30Z', 'Kofi Mensah', 'kofi@example.com', 2, 'confirmed'
     from venue_tables t where max_guests = 2 and is_available and not exists (select from table_occupancies o
       where o.table_id = t.id and o.is_active and o.during && '[2027-01-17 00:00Z, 2027-01-17 01:30Z)'::tstzrange)
     order by table_number limit 1 returning id`,
  )
  const id = rows[0]?.id ?? ''
  if (Object.keys(change).length > 0)
    await app().db.updateTable('reservations').set(change).where('id', '=', id).execute()
  return id
}

const waitingEntry = () => insertDinnerEntry(app(), { dinnerAt: '2027-01-17 00:00Z', date: '2027-01-16' })

describe('the guest and the party', () => {
  test('are changed by a host, who sees and sends no totals, and the audit log has both versions', async () => {
    const id = await bookNight('cash')
    const shown = await preview(asStaff('host'), id)
    expect(shown.price).toMatchObject({ totalBeforeCents: null, totalCents: null, receivedCents: null })
    expect(shown.fields.email).toBe('')
    await done(amend(asStaff('host'), id, { name: 'Ama Boateng', phone: '(972) 555-0199' }))
    expect(await rowOf(id)).toMatchObject({ guestName: 'Ama Boateng', guestEmail: 'ama@example.com' })
    const { rows } = await app().pool.query(
      `select before ->> 'guestName' as was, after ->> 'guestName' as "is" from activity
       where entity_id = $1 and action = 'changed'`,
      [id],
    )
    expect(rows).toEqual([{ was: 'Ama Owusu', is: 'Ama Boateng' }])
  })

  test('are refused with both versions where another staff member changed them since', async () => {
    const id = await bookNight()
    const { version } = await preview(asStaff(), id)
    await done(amend(asStaff(), id, { name: 'First Change' }))
    expect(await amend(asStaff(), id, { name: 'Second Change', version })).toMatchObject({
      ok: false,
      reason: {
        why: 'version_conflict',
        current: {
          guestName: 'First Change',
          guestEmail: 'ama@example.com',
          totalPriceCents: expect.any(Number),
        },
      },
    })
    // A host reads no totals and no email address in it.
    expect(await amend(asStaff('host'), id, { name: 'Second Change', version })).toMatchObject({
      reason: { current: { guestEmail: 'a•••@example.com', totalPriceCents: null } },
    })
  })

  test('may be larger than the table only where staff agree', async () => {
    const id = await bookNight()
    const guests = '40'
    expect((await preview(asStaff(), id, { guests })).agreement).toMatchObject({ kind: 'capacity' })
    expect(refusalOf(await amend(asStaff(), id, { guests }))).toContain(`and the party is ${guests}`)
    await done(amend(asStaff(), id, { guests, overCapacity: true }))
    expect(await rowOf(id)).toMatchObject({ guestCount: Number(guests) })
  })

  test('of a cancelled reservation cannot be changed', async () => {
    const id = await bookNight()
    await app().db.updateTable('reservations').set({ status: 'cancelled' }).where('id', '=', id).execute()
    expect(refusalOf(await amend(asStaff(), id, { name: 'Ama' }))).toContain('is cancelled')
  })
})

describe('a dinner', () => {
  test('keeps its table at another time, and gets the best one that fits for a larger party', async () => {
    const id = await dinnerOf()
    const { tableId } = await rowOf(id)
    await done(amend(asStaff('host'), id, { time: '18:30' }))
    expect(await rowOf(id)).toMatchObject({ tableId, startsAt: new Date('2027-01-17T00:30Z') })
    const { seatedAt } = await preview(asStaff('host'), id, { guests: '4' })
    const changed = await done(amend(asStaff('host'), id, { guests: '4' }))
    expect(changed.tableNumbers).toEqual(seatedAt)
    expect((await rowOf(id)).tableId).not.toBe(tableId)
  })

  test('moves to another date, and its guest gets one email with the old and the new time and a later calendar entry', async () => {
    const id = await dinnerOf()
    await done(amend(asStaff(), id, { date: '2027-01-17' }))
    await done(amend(asStaff(), id, { time: '19:00' }))
    await settleWindow(id)
    const [mail, ...others] = await mailsOf(id)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Your reservation was changed: Dinner, Sun, Jan 17, 7:00 PM')
    expect(mail?.text).toContain('Saturday, January 16, 2027 → Sunday, January 17, 2027')
    expect(mail?.text).toContain('6:00 PM → 7:00 PM')
    expect(mail?.text).not.toContain('Table')
    const { version } = await rowOf(id)
    expect(mail?.attachments?.map(({ content }) => String(content)).join('')).toContain(`SEQUENCE:${version}`)
  })

  test('is reminded of both dates where it moves after the first reminder', async () => {
    const id = await dinnerOf()
    const tokens = createSignedTokens(randomBytes(32))
    const remind = async (now: string): Promise<unknown[]> => {
      await enqueueReminders({ db: app().db, tokens, now: new Date(now) })
      const reminders = app().db.selectFrom('emailQueue').select('dedupeKey').where('reservationId', '=', id)
      return reminders.where('kind', '=', 'dinner_reminder').orderBy('dedupeKey').execute()
    }
    const first = { dedupeKey: '2027-01-16' }
    expect(await remind('2027-01-16T00:00Z')).toEqual([first])
    await done(amend(asStaff(), id, { date: '2027-01-17' }))
    expect(await remind('2027-01-16T01:00Z')).toEqual([first])
    expect(await remind('2027-01-17T00:00Z')).toEqual([first, { dedupeKey: '2027-01-17' }])
    expect(await remind('2027-01-17T01:00Z')).toHaveLength(2)
  })

  test('keeps all tables of a large party, names them, and takes them from holds that expired', async () => {
    const id = await dinnerOf()
    const { rows } = await app().pool.query<{ id: string; n: number }>(
      `select id, table_number as n from venue_tables t where is_available and max_guests > 2 and not exists (
         select from table_occupancies o where o.table_id = t.id and o.is_active
           and o.during && '[2027-01-16 20:00Z, 2027-01-18 12:00Z)'::tstzrange) order by table_number limit 3`,
    )
    const [first, second, third] = rows.map((it) => it.id)
    const tables = { tableId: first, secondTableId: second, extraTableIds: [third ?? ''] }
    await app()
      .db.updateTable('reservations')
      .set({ ...tables, guestCount: 10 })
      .where('id', '=', id)
      .execute()
    await app().pool.query(
      `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
         guest_count, status, held_until, waiting_entry_id)
       values ($1, 'dining', '2027-01-17', '2027-01-18 00:00Z', '2027-01-18 02:00Z', 'Expired', 'x@example.com', 2, 'pending',
         '2026-01-01', $2)`,
      [third, await waitingEntry()],
    )
    const changed = await done(amend(asStaff('host'), id, { date: '2027-01-17' }))
    expect(changed.tableNumbers).toEqual(rows.map(({ n }) => n))
    expect(await rowOf(id)).toMatchObject({ ...tables, businessDate: '2027-01-17' })
    await app().pool.query(
      `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
         guest_count, status)
       values ($1, 'dining', '2027-01-17', '2027-01-18 03:00Z', '2027-01-18 05:00Z', 'Esi', 'x@example.com', 2, 'confirmed')`,
      [third],
    )
    expect((await preview(asStaff('host'), id, { time: '19:30' })).seatedAt).not.toContain(rows[2]?.n)
    await done(amend(asStaff('host'), id, { tableId: first ?? '', overCapacity: true }))
    expect(await rowOf(id)).toMatchObject({ tableId: first, secondTableId: null, extraTableIds: [] })
  })

  test('that is offered to a guest of the waiting list is not changed before it is accepted', async () => {
    const id = await dinnerOf({
      status: 'pending',
      heldUntil: new Date(asStaff().now.getTime() + 60_000),
      waitingEntryId: await waitingEntry(),
    })
    expect(refusalOf(await amend(asStaff(), id, { guests: '3' }))).toMatch(
      /^This dinner is offered to a guest of the waiting list: it is held until/,
    )
    await done(amend(asStaff(), id, { name: 'Kofi A. Mensah' }))
  })

  test('says which time does not exist, and that no table is free', async () => {
    const id = await dinnerOf()
    expect(refusalOf(await amend(asStaff(), id, { time: '22:15' }))).toContain('No dinner begins at 10:15 PM')
    expect(refusalOf(await amend(asStaff(), id, { guests: '50' }))).toContain(
      'No table is free for a party of 50',
    )
  })
})

describe('a lost race', () => {
  test('of two changes for one table leaves one winner, and nothing of the other is changed', async () => {
    const [a, b] = [await bookNight('cash'), await bookNight('cash')]
    await reloadNight()
    const table = tableOf(night(), 2)
    const before = await Promise.all([rowOf(a), rowOf(b)])
    const overCapacity = true
    const price = { decision: 'keep', reason: 'Raced' } as const
    const both = await Promise.all(
      [a, b].map((id) => amend(asStaff(), id, { tableId: table.id, overCapacity, name: 'Racer', price })),
    )
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    const lost = both.findIndex(({ ok }) => !ok)
    const text = refusalOf(both[lost])
    expect(text).toBe(`Table ${table.number} was taken meanwhile (Racer). Nothing was changed.`)
    const row = await rowOf([a, b][lost] ?? '')
    expect(row).toEqual(before[lost])
  })

  test('is decided for a table that the house blocks, too', async () => {
    const id = await bookNight()
    await reloadNight()
    const table = tableOf(night())
    await app().pool.query(`insert into table_blocks (event_id, table_id, reason) values ($1, $2, 'Owner')`, [
      night().event.id,
      table.id,
    ])
    const text = refusalOf(await amend(asStaff(), id, { tableId: table.id, overCapacity: true }))
    expect(text).toBe(`Table ${table.number} was taken meanwhile (Owner). Nothing was changed.`)
  })
})

describe('a guest who is paying', () => {
  test('pays first where the payment came through, and staff see what changed', async () => {
    const { id, sessionId } = await begin()
    await pay(sessionId)
    expect(await amend(asStaff(), id, { packages: ['screen_display'] })).toMatchObject({
      reason: { why: 'version_conflict' },
    })
    expect(await rowOf(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
  })

  test('has the payment closed, and the reservation is confirmed, to be paid at the venue', async () => {
    const { id } = await begin()
    expect((await preview(asStaff(), id)).isPaying).toBe(true)
    const changed = await done(amend(asStaff(), id, { packages: ['screen_display'] }))
    const row = await rowOf(id)
    expect(row).toMatchObject({ status: 'confirmed', heldUntil: null, receivedCents: 0 })
    expect(changed.dueCents).toBe(row.totalPriceCents)
  })

  test('keeps paying where only the phone number is changed', async () => {
    const { id } = await begin()
    await done(amend(asStaff(), id, { phone: '(972) 555-0100' }))
    expect(await rowOf(id)).toMatchObject({ status: 'pending', paymentStatus: 'pending' })
  })
})
