import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { recordVenuePayment } from '#features/payments/at-venue/service.ts'
import { cancelByGuest } from '#features/reservation-management/cancellation/service.ts'
import { refundReservation } from '#features/reservation-management/service.ts'
import {
  deleteReservation,
  listDeletedReservations,
  restoreReservation,
} from '#features/reservation-management/deletion/service.ts'
import { markLeft } from '#features/reservation-management/status/left/service.ts'
import { changeStatus } from '#features/reservation-management/status/service.ts'
import { undoChange } from '#features/reservation-management/undo/service.ts'
import { findReservation } from '#features/reservations/service.ts'
import { countParties, tableOf } from './booking-fixtures.ts'
import { done, useStaffAndGuests } from './staff.ts'

/* Changes of a reservation by staff, and their undo. */

const { app, bookings, night, asStaff, setStatus, cancel, begin, paidNight, anotherGuest, ...rest } =
  useStaffAndGuests()
const { finish, later, at, find, emailsOf, issuesOf } = rest
const taken = { ok: false, reason: { why: 'table_taken' } }
const firstTable = () => tableOf(night()).id

describe('a status', () => {
  test('never frees a paid table of a coming night, and the table is not sold twice', async () => {
    const { id } = await paidNight()
    expect(await setStatus(id, 'completed', 'confirmed')).toMatchObject({
      ok: false,
      reason: { why: 'refused', text: expect.stringContaining('can be set to completed from then on') },
    })
    expect(await anotherGuest()).toMatchObject(taken)
    expect(await countParties(app().db, night(), firstTable())).toBe(1)
  })

  test('set to completed during the night and back keeps the table all the time', async () => {
    const { id } = await paidNight()
    at(new Date(night().event.startsAt.getTime() + 3_600_000))
    await done(setStatus(id, 'completed', 'confirmed'))
    expect(await anotherGuest()).toMatchObject(taken)
    await done(setStatus(id, 'confirmed', 'completed'))
    expect(await find(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
    expect(await countParties(app().db, night(), firstTable())).toBe(1)
  })

  test('is undone with its email, its payment issue and its table', async () => {
    const { id } = await paidNight()
    const before = await find(id)
    const emails = await emailsOf(id)
    const { act } = await done(cancel(id, 'later'))
    expect(await issuesOf(id)).toEqual([{ kind: 'paid_and_cancelled' }])
    expect(act).toMatchObject({ email: 'cancelled' })
    await done(undoChange(asStaff(), id, act?.actId ?? ''))
    later(13)
    await finish(id)
    expect(await find(id)).toEqual(before)
    expect(await issuesOf(id)).toEqual([])
    expect(await emailsOf(id)).toEqual(emails)
    expect(await anotherGuest()).toMatchObject(taken)
  })

  test('that is cancelled again by Undo keeps no money unnoticed that came in meanwhile', async () => {
    const { id } = await paidNight()
    await done(cancel(id, 'refund'))
    later(13)
    await finish(id)
    const { act } = await done(setStatus(id, 'confirmed', 'cancelled'))
    const payment = { key: randomUUID(), amount: 4000, method: 'cash', note: '' } as const
    await done(recordVenuePayment(asStaff(), id, payment))
    await done(undoChange(asStaff(), id, act?.actId ?? ''))
    expect(await find(id)).toMatchObject({ status: 'cancelled' })
    expect(await issuesOf(id)).toEqual([{ kind: 'paid_and_cancelled' }])
  })

  test('is not undone where another party took the table meanwhile, after ten seconds, or twice', async () => {
    const { id } = await paidNight()
    const { act } = await done(cancel(id, 'refund'))
    await done(anotherGuest())
    const undo = () => undoChange(asStaff(), id, act?.actId ?? '')
    expect(await undo()).toMatchObject({ reason: { text: expect.stringContaining('Amara Okafor') } })
    later(13)
    expect(await undo()).toMatchObject({ reason: { text: expect.stringContaining('no longer be undone') } })
  })

  test('changed back by hand within ten seconds emails nothing, and changed on emails the last one only', async () => {
    const { id } = await paidNight()
    const emails = await emailsOf(id)
    await done(cancel(id, 'keep'))
    later(5)
    await done(setStatus(id, 'confirmed', 'cancelled'))
    await finish(id)
    later(13)
    await finish(id)
    expect(await emailsOf(id)).toEqual(emails)
    await done(cancel(id, 'refund'))
    later(5)
    await done(setStatus(id, 'confirmed', 'cancelled'))
    later(5)
    await done(cancel(id, 'refund'))
    later(13)
    await finish(id)
    await finish(id)
    expect(await emailsOf(id)).toEqual([...emails, 'cancelled'])
    expect(await find(id)).toMatchObject({ refundedCents: (await find(id)).receivedCents })
  })

  test('and an earlier act whose later one was undone is finished all the same', async () => {
    const { id } = await begin()
    await done(setStatus(id, 'confirmed', 'pending'))
    later(8)
    const { act } = await done(setStatus(id, 'cancelled', 'confirmed'))
    later(1)
    await done(undoChange(asStaff(), id, act?.actId ?? ''))
    later(13)
    await finish(id)
    expect(await emailsOf(id)).toEqual(['confirmation'])
  })

  test('that the guest changed again by the link is not emailed by staff on top', async () => {
    const { id } = await begin()
    await done(setStatus(id, 'confirmed', 'pending'))
    await done(cancelByGuest(bookings().deps(), id))
    later(13)
    await finish(id)
    expect(await emailsOf(id)).toEqual(['cancelled'])
  })

  test('cancelled with open money requires a decision about it, and applies it', async () => {
    const refunded = await paidNight()
    expect(await setStatus(refunded.id, 'cancelled', 'confirmed')).toMatchObject({
      reason: { why: 'money_open', openCents: (await find(refunded.id)).receivedCents },
    })
    const host = asStaff('host')
    const form = { status: 'cancelled', seen: 'confirmed' } as const
    expect(await changeStatus(host, refunded.id, form)).toMatchObject({
      reason: { why: 'money_open', openCents: null },
    })
    const money = { decision: 'refund', reason: '' } as const
    expect(await changeStatus(host, refunded.id, { ...form, money })).toMatchObject({
      reason: { why: 'not_allowed' },
    })
    await done(cancel(refunded.id, 'refund'))
    expect(await find(refunded.id)).toMatchObject({ refundedCents: 0 })
    later(13)
    await finish(refunded.id)
    expect(await find(refunded.id)).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' })
    const kept = await paidNight()
    await done(cancel(kept.id, 'keep'))
    later(13)
    await finish(kept.id)
    expect(await find(kept.id)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'paid',
      refundedCents: 0,
    })
    expect(await issuesOf(kept.id)).toEqual([])
  })
})

describe('a party that has left', () => {
  test('frees its table for the rest of the night, and can be undone while no other guest has it', async () => {
    const { id } = await paidNight()
    const left = (hasLeft: boolean) => markLeft(asStaff(), id, { hasLeft })
    expect(await left(true)).toMatchObject({ reason: { why: 'refused' } })
    at(new Date(night().event.startsAt.getTime() + 3_600_000))
    expect(await anotherGuest()).toMatchObject(taken)
    const act = await done(left(true))
    await done(undoChange(asStaff(), id, act?.actId ?? ''))
    expect(await anotherGuest()).toMatchObject(taken)
    await done(left(true))
    await done(anotherGuest())
    expect(await left(false)).toMatchObject({ reason: { text: expect.stringContaining('Amara Okafor') } })
    expect(await find(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
  })
})

describe('a paid reservation', () => {
  test('is not deleted while its money is open, by the service or by the database', async () => {
    const { id } = await paidNight()
    const { receivedCents } = await find(id)
    expect(await deleteReservation(asStaff(), id)).toMatchObject({
      reason: { why: 'money_open', openCents: receivedCents },
    })
    expect(await anotherGuest()).toMatchObject(taken)
    await expect(
      app().pool.query('update reservations set deleted_at = now() where id = $1', [id]),
    ).rejects.toThrow(/open money/)
  })

  test.each(['keep', 'refund'] as const)(
    'is deleted once its money is settled (%s), can still be refunded, and its guest is emailed',
    async (decision) => {
      const { id } = await paidNight()
      const { receivedCents } = await find(id)
      await done(cancel(id, decision))
      await done(deleteReservation(asStaff(), id))
      later(13)
      await finish(id)
      expect(await emailsOf(id)).toEqual(['confirmation', 'cancelled'])
      const back = decision === 'refund' ? receivedCents : 0
      expect(await find(id)).toMatchObject({ receivedCents, refundedCents: back })
      expect(await listDeletedReservations(bookings().deps())).toContainEqual(expect.objectContaining({ id }))
      expect(await findReservation(bookings().deps(), id)).toMatchObject({ status: 'cancelled' })
      const more = await refundReservation(asStaff(), id, { amount: 100, reason: 'A kind word' })
      expect(more.ok).toBe(decision === 'keep')
    },
  )

  test('that was deleted and restored within ten seconds is unchanged', async () => {
    const { id } = await begin()
    await done(setStatus(id, 'confirmed', 'pending'))
    later(13)
    await finish(id)
    await done(deleteReservation(asStaff(), id))
    expect(await findReservation(bookings().deps(), id)).toMatchObject({ status: 'cancelled' })
    await done(restoreReservation(asStaff(), id))
    later(13)
    await finish(id)
    expect(await find(id)).toMatchObject({ status: 'confirmed' })
    expect(await emailsOf(id)).toEqual(['confirmation'])
    await done(deleteReservation(asStaff(), id))
    later(13)
    await finish(id)
    await done(restoreReservation(asStaff(), id))
    later(13)
    await finish(id)
    expect(await find(id)).toMatchObject({ status: 'confirmed' })
    expect(await emailsOf(id)).toEqual(['confirmation', 'cancelled', 'confirmation'])
  })
})
