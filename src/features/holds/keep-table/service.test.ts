import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newIdentity } from '../../../../tests/booking/booking-fixtures.ts'
import { createStaff } from '../../../../tests/staff/sign-in.ts'
import { insertDinnerEntry } from '../../../../tests/waiting-list/insert-entry.ts'
import { releaseHold } from '#features/holds/booking/service.ts'
import { findHold, listHeldTables } from '#features/holds/service.ts'
import { settleCheckout } from '#features/payments/checkouts/service.ts'
import { openCheckout } from '#features/payments/sessions/service.ts'
import { setPartyTables } from '#features/reservation-management/party-tables/service.ts'
import { addMinutes, momentOf } from '#lib/venue-time.ts'
import { writeDinnerMail } from '#features/dining/dinners/service.ts'
import { findKeepOffer, findStay, releaseOutdatedKeep } from './service.ts'
import {
  DAY,
  NOW,
  app,
  bookings,
  eventId,
  guest,
  rowsOf,
  table,
  dine,
  set,
  offerOf,
  shown,
  keep,
  holdByOther,
  nightsAt,
  useKeepTable,
} from '../../../../tests/booking/keep-table-fixtures.ts'

useKeepTable()

describe('the table of a dinner', () => {
  test('is held for the night at its price, once however often the form is sent, and is kept once it is paid', async () => {
    const id = await dine()
    const offer = await shown(id)
    expect(offer).toMatchObject({
      state: 'open',
      priceCents: table().cents,
      table: { tableNumber: table().number },
      event: { title: 'Afro Night', startTime: '21:00', endTime: '05:00' },
    })
    expect(await findStay(bookings.deps(), id)).toEqual({
      line: expect.stringContaining(`Keep table ${table().number} until 5:00 AM for $`),
      isForNight: false,
    })
    const setMinimum = (cents: number | null) =>
      app.pool.query('update venue_tables set minimum_spend_cents = $2 where id = $1', [table().id, cents])
    await setMinimum(40_000)
    expect(await shown(id)).toMatchObject({ minimumSpendCents: 40_000 })
    await setMinimum(null)
    expect(await shown(id)).toMatchObject({ minimumSpendCents: null })
    const [first, again] = await Promise.all([keep(id, offer), keep(id, offer)])
    if (!first.ok || !again.ok) throw new Error('not held')
    expect(again.value.reservationId).toBe(first.value.reservationId)
    expect(await nightsAt(table().id)).toEqual([{ id: first.value.reservationId, dinnerId: id }])
    // Every page of this browser shows it, with the way to the dinner's page.
    expect(await listHeldTables(bookings.deps(), guest.browser)).toMatchObject([
      { tableNumber: table().number, paidAt: { page: 'reservation', id } },
    ])
    // The page after a cancelled payment leads back to the dinner.
    expect(await findHold(bookings.deps(), first.value.reservationId)).toMatchObject({ dinnerId: id })
    // Another device of the guest continues the same hold.
    expect(await findKeepOffer(bookings.deps(), id, newIdentity())).toMatchObject({ state: 'held' })
    const elsewhere = await keep(id, await shown(id), newIdentity())
    expect(elsewhere).toMatchObject({ ok: true, value: { reservationId: first.value.reservationId } })
    const opened = await openCheckout(bookings.deps(), first.value.reservationId)
    const sessionId = opened.ok ? (opened.value.sessionId ?? '') : ''
    await bookings.provider.control.pay({ session: sessionId, outcome: 'approve' })
    await settleCheckout(bookings.deps(), sessionId)
    expect(await offerOf(id)).toMatchObject({ state: 'kept', nightId: first.value.reservationId })
    expect(await listHeldTables(bookings.deps(), guest.browser)).toEqual([])
    expect(await keep(id, offer)).toEqual({ ok: false, reason: 'already_kept' })
    expect(await findStay(bookings.deps(), id)).toEqual({ line: null, isForNight: true })
    const mail = await writeDinnerMail({ ...bookings.deps(), findStay }, id, 'dinner_moved')
    expect(mail?.text).toContain('Your table stays yours for the night.')
    expect(mail?.text).not.toContain('Your table is yours until')
    expect(mail?.text).not.toContain('stays as it is')
    await set(
      id,
      `business_date = business_date + 1, starts_at = starts_at + interval '1 day', ends_at = ends_at + interval '1 day'`,
    )
    const elsewhen = await writeDinnerMail({ ...bookings.deps(), findStay }, id, 'dinner_moved')
    expect(elsewhen?.text).toContain('Your table for Afro Night on Fri, Jan 15, stays as it is.')
  })

  test('is not offered again for a night that its guests gave up and were not refunded', async () => {
    const id = await dine()
    const offer = await shown(id)
    const held = await keep(id, offer)
    if (!held.ok) throw new Error('not held')
    const night = held.value.reservationId
    await set(
      night,
      `status = 'confirmed', held_until = null, received_cents = 20000, payment_status = 'paid'`,
    )
    expect(await offerOf(id)).toMatchObject({ state: 'kept' })
    await set(night, `status = 'cancelled', cancel_reason = 'guest', kept_cents = 20000`)
    expect(await offerOf(id)).toBeNull()
    expect(await findStay(bookings.deps(), id)).toEqual({ line: null, isForNight: false })
    // A form of the page from before holds nothing either.
    expect(await keep(id, { ...offer, key: randomUUID() })).toEqual({ ok: false, reason: 'changed' })
    // The same night without the dinner's table, of the same guest.
    await set(night, 'dinner_id = null')
    expect(await offerOf(id)).toBeNull()
    // The money went back after all, such as once the table was sold again.
    await set(night, 'kept_cents = 0')
    expect(await offerOf(id)).toMatchObject({ state: 'open' })
    await set(night, 'received_cents = 0')
  })

  test('goes to one of two guests who want it for the night at once, and the other is told', async () => {
    for (const i of [0, 1, 2, 3]) {
      // oxlint-disable no-await-in-loop -- one race after the other
      const id = await dine(i)
      const offer = await shown(id)
      const [own, ...others] = await Promise.all([keep(id, offer), holdByOther(i), holdByOther(i)])
      expect([own, ...others].filter((it) => it.ok)).toHaveLength(1)
      expect(await nightsAt(table(i).id)).toHaveLength(1)
      expect(own).toMatchObject(own.ok ? { ok: true } : { reason: { why: 'table_taken' } })
      expect(await offerOf(id)).toMatchObject({ state: own.ok ? 'held' : 'sold' })
      // A guest holds two tables of a night at most.
      if (own.ok) await releaseHold(bookings.deps(), own.value.reservationId, 'guest')
      // oxlint-enable no-await-in-loop
    }
  })

  test('is not sold to a guest whose dinner staff moved meanwhile, and a hold of it stays at its table', async () => {
    const [id, moved] = [await dine(), await dine(1)]
    const staff = await createStaff(app, `${randomUUID()}@venue.example`)
    const actor = { id: staff, name: 'Efua', role: 'host' as const }
    const move = (dinner: string, from: number, to: number) =>
      setPartyTables({ ...bookings.deps(), actor }, dinner, {
        tableIds: [table(to).id],
        seen: [table(from).id],
      })
    const offer = await shown(id)
    expect(await move(id, 0, 2)).toMatchObject({ ok: true })
    expect(await keep(id, offer)).toEqual({ ok: false, reason: 'changed' })
    expect((await shown(id)).table.tableNumber).toBe(table(2).number)
    const seen = await shown(moved)
    const [held] = await Promise.all([keep(moved, seen), move(moved, 1, 3)])
    expect(await nightsAt(table(1).id)).toHaveLength(held.ok ? 1 : 0)
    expect(await nightsAt(table(3).id)).toEqual([])
  })

  test('that a guest holds and has not paid is let go when they move the dinner to another one', async () => {
    const id = await dine()
    const held = await keep(id, await shown(id))
    if (!held.ok) throw new Error('not held')
    const opened = await openCheckout(bookings.deps(), held.value.reservationId)
    const sessionId = opened.ok ? (opened.value.sessionId ?? '') : ''
    expect(await releaseOutdatedKeep(bookings.deps(), id)).toBe(false)
    await set(id, `table_id = '${table(2).id}'`)
    expect(await releaseOutdatedKeep(bookings.deps(), id)).toBe(true)
    expect(await nightsAt(table().id)).toEqual([])
    expect(await bookings.deps().payments.getCheckout(sessionId)).toMatchObject({ state: 'expired' })
    // The new table is offered in its place, and a payment that came first counts.
    const again = await keep(id, await shown(id))
    const paying = await openCheckout(bookings.deps(), again.ok ? again.value.reservationId : '')
    const session = paying.ok ? (paying.value.sessionId ?? '') : ''
    await bookings.provider.control.pay({ session, outcome: 'approve' })
    await set(id, `table_id = '${table(3).id}'`)
    expect(await releaseOutdatedKeep(bookings.deps(), id)).toBe(false)
    expect(await nightsAt(table(2).id)).toHaveLength(1)
  })

  test('is refunded where the payment came after another guest had bought it', async () => {
    const id = await dine()
    const held = await keep(id, await shown(id))
    if (!held.ok) throw new Error('not held')
    const { reservationId } = held.value
    const opened = await openCheckout(bookings.deps(), reservationId)
    const sessionId = opened.ok ? (opened.value.sessionId ?? '') : ''
    await bookings.provider.control.pay({ session: sessionId, outcome: 'approve' })
    bookings.clock.now = addMinutes(NOW, 16)
    await app.pool.query(
      `update reservations set status = 'cancelled', cancel_reason = 'hold_expired', payment_status = 'none' where id = $1`,
      [reservationId],
    )
    expect((await holdByOther()).ok).toBe(true)
    bookings.clock.now = addMinutes(NOW, 20)
    await settleCheckout(bookings.deps(), sessionId)
    const [night] = await rowsOf<{ status: string }>('select status from reservations where id = $1', [
      reservationId,
    ])
    expect(night?.status).toBe('cancelled')
    expect(
      await rowsOf(
        'select 1 from refunds f join checkouts c on c.id = f.checkout_id where c.reservation_id = $1',
        [reservationId],
      ),
    ).toHaveLength(1)
    expect(await offerOf(id)).toMatchObject({ state: 'sold' })
  })

  test('is another guest’s once staff handed the hold of it over, whose payment is not theirs to continue', async () => {
    const id = await dine()
    const offer = await shown(id)
    const held = await keep(id, offer)
    if (!held.ok) throw new Error('not held')
    await set(held.value.reservationId, `guest_email = 'esi@example.com', guest_phone = '+19725550143'`)
    expect(await offerOf(id)).toMatchObject({ state: 'sold', nightId: null })
    expect(await findStay(bookings.deps(), id)).toEqual({ line: null, isForNight: false })
    expect(await keep(id, offer)).toEqual({ ok: false, reason: 'changed' })
  })

  test('is offered again once the hold was let go', async () => {
    const id = await dine()
    const held = await keep(id, await shown(id))
    if (!held.ok) throw new Error('not held')
    await releaseHold(bookings.deps(), held.value.reservationId, 'guest')
    const offer = await shown(id)
    expect(offer.state).toBe('open')
    expect((await keep(id, { ...offer, priceCents: 1 })).ok).toBe(false)
    expect(await keep(id, offer)).toMatchObject({ ok: true, value: { isNew: true } })
  })
})

describe('nothing is offered', () => {
  test('for a dinner at several tables, one that is offered itself, one that is cancelled or over, or stays longer', async () => {
    const id = await dine()
    expect(await offerOf(id)).not.toBeNull()
    await set(id, `second_table_id = '${table(1).id}'`)
    expect(await offerOf(id)).toBeNull()
    await set(id, `second_table_id = null, extra_table_ids = '{${table(1).id}}'`)
    expect(await offerOf(id)).toBeNull()
    const entry = await insertDinnerEntry(app, { dinnerAt: `${DAY} 19:00Z`, date: DAY })
    await set(
      id,
      `extra_table_ids = '{}', status = 'pending', waiting_entry_id = '${entry}', held_until = '${DAY} 23:30Z'`,
    )
    expect(await offerOf(id)).toBeNull()
    await set(id, `held_until = null, ends_at = ends_at + interval '1 minute'`)
    expect(await offerOf(id)).toBeNull()
    await set(id, `ends_at = ends_at - interval '1 minute'`)
    expect(await offerOf(id)).not.toBeNull()
    bookings.clock.now = momentOf(DAY, '21:00')
    expect(await offerOf(id)).toBeNull()
    bookings.clock.now = NOW
    await set(id, `status = 'cancelled', cancel_reason = 'guest'`)
    expect(await offerOf(id)).toBeNull()
  })

  test('to a guest who has a table for the night, at whichever table they dine', async () => {
    const id = await dine()
    const offer = await shown(id)
    const night = await rowsOf<{ id: string }>(
      `insert into reservations (table_id, event_id, reservation_type, business_date, starts_at, ends_at, guest_name,
         guest_email, guest_phone, guest_count, status, total_price_cents)
       select $1, e.id, 'nightlife', e.date, e.starts_at, e.ends_at, 'Kofi Mensah', 'KOFI@example.com', '', 4, 'confirmed', 0
       from events e where e.id = $2 returning id`,
      [table(1).id, eventId],
    )
    expect(await offerOf(id)).toBeNull()
    expect(await keep(id, offer)).toMatchObject({ ok: false, reason: 'already_kept' })
    // Their own night at the table of the dinner is not called sold.
    await set(night[0]?.id ?? '', `table_id = '${table().id}'`)
    expect(await offerOf(id)).toBeNull()
    await set(night[0]?.id ?? '', `status = 'cancelled', cancel_reason = 'guest'`)
    expect(await offerOf(id)).toMatchObject({ state: 'open' })
  })

  test('for a night that is not on sale, and to a guest whose bookings staff refuse', async () => {
    const id = await dine()
    await app.pool.query('update events set tables_for_sale = false where id = $1', [eventId])
    expect(await offerOf(id)).toBeNull()
    await app.pool.query('update events set tables_for_sale = true, sold_out = true where id = $1', [eventId])
    expect(await offerOf(id)).toMatchObject({ state: 'sold' })
    await app.pool.query('update events set sold_out = false where id = $1', [eventId])
    await app.pool.query(
      `update guests set block_reason = 'Broke a window', blocked_at = now() where id = (select guest_id from reservations where id = $1)`,
      [id],
    )
    expect(await offerOf(id)).toBeNull()
  })
})
