import { describe, expect, test } from 'vitest'
import { amend } from '../../../../tests/booking/amendments.ts'
import { useGuestChanges } from '../../../../tests/booking/guest-changes.ts'
import { done } from '../../../../tests/booking/staff.ts'
import { finishAmendments } from '#features/reservation-management/amendments/outcomes/service.ts'
import { renderReservationEmail } from '#features/reservation-management/guest-emails/service.ts'
import { undoChange } from '#features/reservation-management/undo/service.ts'
import { formatUsd } from '#lib/money.ts'
import { addHours } from '#lib/venue-time.ts'
import { cancelByGuest, giveUpByGuest } from './service.ts'

const {
  asStaff,
  at,
  beginPaying,
  change,
  comeBack,
  deps,
  db,
  pay,
  rowOf,
  refundsOf,
  previewProblem,
  laterNight,
  paidAt,
  emailsOf,
  finish,
  later,
  setStatus,
} = useGuestChanges()

/** The table of a night, a week later. */
async function sameTableLater(id: string) {
  const { startsAt, tableId } = await rowOf(id)
  const { id: eventId } = await laterNight(id, () => true, addHours(startsAt, 24 * 7))
  return { eventId, tableId: tableId ?? '' }
}

/** A paid night that staff move to one a week later, so many hours before it begins. */
async function movedByStaff(hoursBefore: number) {
  const id = await paidAt('cheapest')
  const { startsAt, totalPriceCents } = await rowOf(id)
  const to = await sameTableLater(id)
  at(addHours(startsAt, -hoursBefore))
  const { act } = await done(amend(asStaff(), id, to))
  return { id, startsAt, totalPriceCents, actId: act?.actId ?? '' }
}

test('a night that staff move after its deadline is not refunded by a cancellation of the new one', async () => {
  const { id, startsAt, totalPriceCents } = await movedByStaff(2)
  expect((await rowOf(id)).refundableUntil).toEqual(addHours(startsAt, -24))
  expect(await cancelByGuest(deps(), id)).toEqual({ ok: false, reason: 'too_late' })
  const mail = await renderReservationEmail(
    { ...deps(), origin: 'https://lounge.example' },
    id,
    'confirmation',
  )
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain('You can see it there. Anyone')
  // Nor by a change to something cheaper.
  expect(await previewProblem(id, { guests: 1 })).toMatchObject({ why: 'too_late' })
  await done(giveUpByGuest(deps(), id))
  expect(await rowOf(id)).toMatchObject({ status: 'cancelled', keptCents: totalPriceCents })
  expect(await refundsOf(id)).toEqual([])
})

test('the move undone, the deadline is that of the first night again', async () => {
  const { id, actId } = await movedByStaff(2)
  await done(undoChange(asStaff(), id, actId))
  expect((await rowOf(id)).refundableUntil).toBeNull()
})

test('a night that staff move in time is refunded until the deadline of the new one', async () => {
  const { id, totalPriceCents } = await movedByStaff(25)
  expect((await rowOf(id)).refundableUntil).toBeNull()
  expect(await done(cancelByGuest(deps(), id))).toMatchObject({ refundCents: totalPriceCents })
})

test('the email of a cancellation names what goes back now, without the refund of an earlier change', async () => {
  const id = await paidAt('cheapest')
  const { totalPriceCents } = await rowOf(id)
  const session = await beginPaying(id, { packages: ['birthday_shoutout'] })
  await pay(session)
  expect(await comeBack(session)).toBe('made')
  await done(change(id, { packages: [] }))
  await finishAmendments(deps(), id)
  await done(cancelByGuest(deps(), id))
  expect((await refundsOf(id)).reduce((sum, cents) => sum + cents, 0)).toBe(totalPriceCents + 5000)
  const mail = await renderReservationEmail({ ...deps(), origin: 'https://lounge.example' }, id, 'cancelled')
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(
    `Refund ${formatUsd(totalPriceCents)} This is what was left of the ${formatUsd(totalPriceCents + 5000)} you paid.`,
  )
})

describe('a night that its guest cancelled and staff confirmed again', () => {
  async function confirmedAgain() {
    const id = await paidAt('cheapest')
    await done(cancelByGuest(deps(), id))
    later(3600)
    await done(setStatus(id, 'confirmed', 'cancelled'))
    later(3600)
    await finish(id)
    return id
  }
  const cancelled = async (id: string) => (await emailsOf(id)).filter((kind) => kind === 'cancelled')

  test('is cancelled by an email of its own when the guest cancels again', async () => {
    const id = await confirmedAgain()
    await done(cancelByGuest(deps(), id))
    expect(await cancelByGuest(deps(), id)).toEqual({ ok: false, reason: 'not_confirmed' })
    expect(await cancelled(id)).toHaveLength(2)
  })

  test('is not called cancelled by an email that is sent only then', async () => {
    const id = await confirmedAgain()
    const write = () =>
      renderReservationEmail({ ...deps(), origin: 'https://lounge.example' }, id, 'cancelled')
    expect(await write()).toBeNull()
    await done(cancelByGuest(deps(), id))
    expect(await write()).toMatchObject({ subject: expect.stringContaining('Cancelled') })
  })

  test('is cancelled by an email of its own when the guest gives it up after the deadline', async () => {
    const id = await confirmedAgain()
    at(addHours((await rowOf(id)).startsAt, -2))
    await done(giveUpByGuest(deps(), id))
    expect(await cancelled(id)).toHaveLength(2)
  })
})

test('a night that the venue does not hold gives its guests the deadline of the one they are moved to', async () => {
  const id = await paidAt('cheapest')
  const { startsAt, eventId, totalPriceCents } = await rowOf(id)
  const to = await sameTableLater(id)
  at(addHours(startsAt, -2))
  await db()
    .updateTable('events')
    .set({ deletedAt: deps().now })
    .where('id', '=', eventId ?? '')
    .execute()
  await done(amend(asStaff(), id, to))
  expect(await done(cancelByGuest(deps(), id))).toMatchObject({ refundCents: totalPriceCents })
})
