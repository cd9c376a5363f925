import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useMerges } from '../../../../tests/booking/merges.ts'
import { done } from '../../../../tests/booking/staff.ts'
import { requestFullRefund } from '#features/payments/refunds/service.ts'
import { findCode } from '#features/reservation-management/check-in/service.ts'
import { purgeReservations, restoreReservation } from '#features/reservation-management/deletion/service.ts'
import { readSplitSource } from '#features/reservation-management/merge/split/service.ts'
import { purgeGooglePasses } from '#features/reservation-management/wallet-passes/google/service.ts'
import { purgePassDevices } from '#features/reservation-management/wallet-passes/service.ts'
import { addHours } from '#lib/venue-time.ts'
import { loadTonight } from '#features/reservation-management/tonight/service.ts'
import { findMergedInto, listMergeChoices, mergeReservations, previewMerge } from './service.ts'

const { app, night, reloadNight, asStaff, bookings, merge, split, paidOnline, textOf, ...rest } = useMerges()
const { bookNight, rowOf, settleWindow, mailsOf, linesOf, emailsOf } = rest

const ledgerSum = async (): Promise<number> => {
  const { rows } = await app().pool.query<{ cents: number }>(
    'select coalesce(sum(amount_cents), 0)::int as cents from ledger_lines',
  )
  return rows[0]?.cents ?? 0
}

const openMoney = async (id: string): Promise<number> => {
  const { receivedCents, refundedCents } = await rowOf(id)
  return receivedCents - refundedCents
}

describe('two reservations of a night that are merged', () => {
  test('are one with all guests, tables, prices and payments, as the preview said, and the ledger has the same sum', async () => {
    const stays = await bookNight('cash')
    const goes = await paidOnline({ birthdayPackage: true, guestCount: 3 })
    const [one, other, sum] = [await rowOf(stays), await rowOf(goes), await ledgerSum()]
    const shown = await previewMerge(asStaff(), stays, goes)
    await done(merge(stays, goes))

    const after = await rowOf(stays)
    expect(await ledgerSum()).toBe(sum)
    expect(after).toMatchObject({
      guestCount: one.guestCount + 3,
      totalPriceCents: one.totalPriceCents + other.totalPriceCents,
      receivedCents: one.receivedCents + other.receivedCents,
      paymentStatus: 'paid',
      tableId: one.tableId,
      extraTableIds: [other.tableId],
    })
    expect(shown?.after).toMatchObject({
      guestCount: after.guestCount,
      totalCents: after.totalPriceCents,
      receivedCents: after.receivedCents,
      dueCents: 0,
    })
    expect(await rowOf(goes)).toMatchObject({ receivedCents: 0, refundedCents: 0, totalPriceCents: 0 })
    expect((await linesOf(goes)).map(([kind]) => kind)).toEqual(['payment', 'transfer'])
    const { rows } = await app().pool.query(
      'select label from reservation_lines where reservation_id = $1 order by label',
      [stays],
    )
    expect(rows).toHaveLength(3)
  })

  test('are refunded together: the provider gets back what was paid for either of them', async () => {
    const stays = await paidOnline()
    const goes = await paidOnline()
    await done(merge(stays, goes))
    const open = await openMoney(stays)
    const refund = await app()
      .db.transaction()
      .execute((trx) => requestFullRefund(trx, stays, { reason: 'staff', note: 'Closed' }))
    expect(refund).toEqual({ refundCents: open, venueRefundCents: 0 })
    const refunds = await app()
      .db.selectFrom('refunds as f')
      .innerJoin('checkouts as c', 'c.id', 'f.checkoutId')
      .where('f.reservationId', '=', stays)
      .select('c.reservationId')
      .execute()
    expect(refunds.map(({ reservationId }) => reservationId).toSorted()).toEqual([stays, goes].toSorted())
    expect(await openMoney(stays)).toBe(0)
  })

  test('leave no cancellation behind, and the code, the link and the list of the night lead to the one that remains', async () => {
    const stays = await bookNight()
    const goes = await bookNight('at_door', { name: 'Kofi Mensah', email: 'kofi@example.com' })
    const { entryCode, businessDate } = await rowOf(goes)
    const friend = { reservationId: goes, guestName: 'Esi' }
    await app().db.insertInto('entryShares').values(friend).execute()
    await done(merge(stays, goes))

    expect(await findMergedInto(app().db, goes)).toMatchObject({ id: stays })
    expect(await findCode(bookings().deps(), entryCode)).toMatchObject({ mergedInto: { id: stays } })
    const { parties } = await loadTonight(bookings().deps(), new URLSearchParams({ date: businessDate }))
    expect(parties.find(({ id }) => id === goes)).toBeUndefined()
    expect(parties.find(({ id }) => id === stays)?.shares).toMatchObject([{ guestName: 'Esi' }])
    expect(parties.find(({ id }) => id === stays)?.merged).toMatchObject([
      { entryCode, guestName: 'Kofi Mensah' },
    ])
    expect(JSON.stringify(await restoreReservation(asStaff(), goes))).toContain('was merged into another one')
    const restoring = app().db.updateTable('reservations').set({ deletedAt: null }).where('id', '=', goes)
    await expect(restoring.execute()).rejects.toThrow('was merged')

    await settleWindow(stays)
    const [mail] = await mailsOf(stays)
    expect(mail?.text).toContain('2 guests → 4 guests')
    expect(await emailsOf(goes)).toContain('reservation_merged')
    expect(await emailsOf(goes)).not.toContain('cancelled')
  })

  test('lead to the one that remains also where it was moved to another night since', async () => {
    const [stays, goes] = [await bookNight(), await bookNight()]
    const { entryCode, endsAt } = await rowOf(goes)
    for (const table of [
      'wallet_registrations (device_id, push_token, reservation_id)',
      'google_passes (reservation_id)',
    ])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await app().pool.query(
        `insert into ${table} values (${table.startsWith('wallet') ? `'phone', 'token', ` : ''}$1)`,
        [goes],
      )
    await done(merge(stays, goes))
    await app().pool.query(
      `update reservations set business_date = business_date + 60, starts_at = starts_at + interval '60 days',
         ends_at = ends_at + interval '60 days', event_id = null where id = $1`,
      [stays],
    )
    const { businessDate: date } = await rowOf(stays)
    expect(await findCode(bookings().deps(), entryCode)).toMatchObject({ date, mergedInto: { id: stays } })
    const later = { db: app().db, now: addHours(endsAt, 40 * 24) }
    await purgePassDevices(later)
    await purgeGooglePasses(later)
    await purgeReservations(app(), addHours(endsAt, 10 * 24))
    const left = async (table: string) =>
      (await app().pool.query(`select from ${table} where reservation_id = $1`, [goes])).rowCount
    expect([await left('wallet_registrations'), await left('google_passes')]).toEqual([1, 1])
    expect(await findMergedInto(app().db, goes)).toMatchObject({ id: stays, date })
  })

  test('follow each other: a reservation merged twice leads to the last one', async () => {
    const [first, second, third] = [await bookNight(), await bookNight(), await bookNight()]
    await done(merge(second, first, { isEmailed: false }))
    // The first change is not finished before its job has run.
    await settleWindow(second)
    await done(merge(third, second, { isEmailed: false }))
    expect(await findMergedInto(app().db, first)).toMatchObject({ id: third })
    expect(await emailsOf(second)).not.toContain('reservation_merged')
  })

  test('are refused with a clear word where a merge would be wrong, and nothing changes', async () => {
    const stays = await bookNight()
    const goes = await bookNight()
    expect((await listMergeChoices(asStaff(), stays)).map(({ id }) => id)).toContain(goes)
    expect(await merge(stays, goes, { otherVersion: 99 })).toMatchObject({
      reason: { why: 'version_conflict' },
    })
    expect(textOf(await merge(stays, stays))).toContain('another reservation')
    const form = { version: 1, otherId: goes, otherVersion: 1, isEmailed: false }
    expect(await mergeReservations(asStaff('host'), stays, form)).toMatchObject({
      reason: { why: 'not_allowed' },
    })
    const disputed = await paidOnline()
    const dispute = async (status: string): Promise<string> => {
      await app().pool.query(
        `insert into disputes (id, checkout_id, reservation_id, amount_cents, status)
         select 'dp_merge', id, reservation_id, received_cents, $2 from checkouts where reservation_id = $1
         on conflict (id) do update set status = excluded.status`,
        [disputed, status],
      )
      const { goes: it, problem } = (await previewMerge(asStaff(), stays, disputed)) ?? {}
      return problem ?? `merged with ${it?.guestName}`
    }
    expect(await dispute('needs_response')).toContain('Settle it first, under Payments.')
    expect(await dispute('lost')).toContain(
      'after a dispute. A reservation with a lost dispute stays as it is',
    )
    for (const status of ['won', 'prevented'])
      // oxlint-disable-next-line no-await-in-loop -- one status after the other
      expect(await dispute(status)).toBe('merged with Amara Okafor')
    await reloadNight()
    const begun = await bookings().begin(night())
    expect(textOf(await merge(stays, begun.id))).toContain('is paying online')
    const event = (kind: string, guests: number | null) =>
      app().pool.query(
        `insert into arrival_events (id, reservation_id, kind, guests, happened_at, actor_id, actor_name)
         values (gen_random_uuid(), $1, $2, $3, now(), gen_random_uuid(), 'Ama')`,
        [goes, kind, guests],
      )
    await event('no_show', null)
    expect(textOf(await merge(stays, goes))).toBe('Ama Owusu is marked as a no-show. Take that back first.')
    await event('arrived', 1)
    expect(textOf(await merge(stays, goes))).toContain('have checked in')
    expect((await rowOf(goes)).deletedAt).toBeNull()
  })
})

test('dinners are merged at the time of the one that stays, unless another party has the table then', async () => {
  const dinner = async (from: string, until: string, tableId: string): Promise<string> => {
    const { rows } = await app().pool.query<{ id: string }>(
      `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count, status)
       values ($1, 'dining', '2027-01-16', $2, $3, 'Kofi Mensah', 'kofi@example.com', 2, 'confirmed') returning id`,
      [tableId, from, until],
    )
    return rows[0]?.id ?? ''
  }
  const { rows } = await app().pool.query<{ id: string }>(
    'select id from venue_tables order by table_number limit 2',
  )
  const [one = '', other = ''] = rows.map(({ id }) => id)
  const early = await dinner('2027-01-16 23:00Z', '2027-01-17 00:30Z', one)
  const late = await dinner('2027-01-17 01:00Z', '2027-01-17 02:30Z', other)
  const blocking = await dinner('2027-01-16 23:00Z', '2027-01-17 00:30Z', other)
  expect(textOf(await merge(early, late))).toContain('already taken for that time: Kofi Mensah')
  expect(await rowOf(late)).toMatchObject({ deletedAt: null, mergedIntoId: null })
  await app().db.updateTable('reservations').set({ status: 'cancelled' }).where('id', '=', blocking).execute()
  // The table of the one that goes is for sale for a night that begins meanwhile: the preview says so, and asks.
  await app().pool.query(
    `insert into events (slug, title, description, category, date, start_time, price, price_range)
     values ('early-night', 'Early Night', '', 'Nightlife', '2027-01-16', '18:00', 'Free', 'free')`,
  )
  const apart = app().db.updateTable('reservations').where('id', '=', late)
  await apart
    .set({ startsAt: new Date('2027-01-16T22:00Z'), endsAt: new Date('2027-01-16T23:30Z') })
    .execute()
  const offSale = { tableIds: [other], text: expect.stringContaining('will not be for sale for Early Night') }
  expect((await previewMerge(asStaff(), early, late))?.offSale).toMatchObject(offSale)
  expect(await merge(early, late)).toMatchObject({ reason: { why: 'off_sale', ...offSale } })
  await done(merge(early, late, { offSale: [other] }))
  expect(await rowOf(early)).toMatchObject({ tableId: one, secondTableId: other, guestCount: 4 })
})

describe('a party that is split', () => {
  test('is two reservations with a code each, and the shares of price and payments have the sum from before', async () => {
    const id = await paidOnline({ guestCount: 4, birthdayPackage: true })
    const other = await bookNight('cash')
    await done(merge(id, other))
    await settleWindow(id)
    const [whole, sum, source] = [await rowOf(id), await ledgerSum(), await readSplitSource(asStaff(), id)]
    const table = source?.tables.find((it) => it.id !== whole.tableId)
    const line = source?.lines.find(({ label }) => label === `Table ${table?.tableNumber}`)
    const cents = line?.amountCents ?? 0
    const { id: splitOff } = await done(
      split(id, { guests: '2', tableIds: [table?.id], lineIds: [line?.id], paid: String(cents / 100) }),
    )
    const [left, part] = [await rowOf(id), await rowOf(splitOff)]
    expect(await ledgerSum()).toBe(sum)
    expect(left.receivedCents + part.receivedCents).toBe(whole.receivedCents)
    expect(left.totalPriceCents + part.totalPriceCents).toBe(whole.totalPriceCents)
    expect(part).toMatchObject({
      guestCount: 2,
      guestName: 'Ben Lee',
      tableId: table?.id,
      status: 'confirmed',
      paymentStatus: 'paid',
      receivedCents: cents,
      businessDate: whole.businessDate,
      eventId: whole.eventId,
    })
    expect(left).toMatchObject({ guestCount: 4, extraTableIds: [], paymentStatus: 'paid' })
    expect(part.entryCode).not.toBe(left.entryCode)
    expect(await emailsOf(splitOff)).toContain('confirmation')
    const refund = await app()
      .db.transaction()
      .execute((trx) => requestFullRefund(trx, splitOff, { reason: 'staff', note: 'Ill' }))
    expect(refund).toEqual({ refundCents: cents, venueRefundCents: 0 })
    expect(await openMoney(id)).toBe(left.receivedCents)
  })

  test('waits for staff in both parts, where it waited as a whole', async () => {
    const { rows } = await app().pool.query<{ id: string }>(
      `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count, status)
       values ('dining', '2027-01-22', '2027-01-23 00:00Z', '2027-01-23 02:00Z', 'Efua', 'efua@example.com', 12, 'pending') returning id`,
    )
    const id = rows[0]?.id ?? ''
    const { id: part } = await done(split(id, { guests: '6' }))
    expect([await rowOf(id), await rowOf(part)]).toMatchObject([
      { guestCount: 6, isLargeParty: true },
      { guestCount: 6, isLargeParty: true },
    ])
  })

  test('is split once where the form is sent twice', async () => {
    const id = await bookNight('at_door', { guests: '4' })
    await done(merge(id, await bookNight()))
    await settleWindow(id)
    const source = await readSplitSource(asStaff(), id)
    const form = { key: randomUUID(), version: source?.version, tableIds: [source?.tables[1]?.id] }
    const { id: first } = await done(split(id, form))
    expect(await done(split(id, form))).toEqual({ id: first })
  })

  test('keeps at least a guest and a table, and no more money goes along than its price', async () => {
    const id = await bookNight('cash')
    expect(textOf(await split(id, {}))).toContain('a second table')
    await done(merge(id, await bookNight()))
    await settleWindow(id)
    const tables = (await readSplitSource(asStaff(), id))?.tables ?? []
    expect(textOf(await split(id, { guests: '4' }))).toContain('At least one guest stays')
    expect(textOf(await split(id, { tableIds: tables.map((it) => it.id) }))).toContain('At least one table')
    expect(textOf(await split(id, { tableIds: [tables[1]?.id], paid: '1' }))).toContain(
      'No more of the payments',
    )
  })
})
