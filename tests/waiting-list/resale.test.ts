import { expect, test } from 'vitest'
import { renderReservationEmail } from '#features/reservation-management/guest-emails/service.ts'
import { refundResoldTables } from '#features/reservation-management/resale/service.ts'
import { changeStatus } from '#features/reservation-management/status/service.ts'
import { readLedger } from '#features/payments/ledger/service.ts'
import { MOVE_FEE } from '#features/reservations/rules.ts'
import { askFor, tableOf } from '../booking/booking-fixtures.ts'
import { useStaffAndGuests } from '../booking/staff.ts'

const at = useStaffAndGuests()
const db = () => at.app().db

/** Pays for a table of the night; returns the id of the reservation. */
async function sell(index: number): Promise<string> {
  const night = at.night()
  const { id, sessionId } = await at.bookings().begin(night, askFor(night, { table: tableOf(night, index) }))
  await at.bookings().provider.control.pay({ session: sessionId, outcome: 'approve' })
  await at.settle(sessionId)
  return id
}

/** Staff cancel and keep the money. `isLate` decides on which side of the notice period that was. */
async function cancelAndKeep(id: string, isLate = true): Promise<void> {
  const money = { decision: 'keep', reason: 'Cancelled too late' } as const
  const done = await changeStatus(at.asStaff(), id, { status: 'cancelled', seen: 'confirmed', money })
  expect(done).toMatchObject({ ok: true })
  await db()
    .updateTable('reservations')
    .set({ cancelledAt: new Date(isLate ? '2026-11-21T00:00:00Z' : '2026-01-01T00:00:00Z') })
    .where('id', '=', id)
    .execute()
}

const setTo = (isOn: boolean) =>
  db().updateTable('venue').set({ refundResoldTables: isOn, changeNoticeHours: 720 }).execute()
const refundsOf = async (id: string): Promise<number[]> =>
  (await readLedger({ db: db() }, id))
    .filter(({ kind }) => kind === 'refund')
    .map(({ amountCents }) => amountCents)
const run = () => refundResoldTables({ db: db() })

test('a fee for moving to another night is not refunded with the table that was sold again', async () => {
  await setTo(true)
  const moved = await sell(3)
  const { totalPriceCents: cents } = await db()
    .selectFrom('reservations')
    .select('totalPriceCents')
    .where('id', '=', moved)
    .executeTakeFirstOrThrow()
  const fee = { reservationId: moved, kind: 'fee', label: MOVE_FEE, amountCents: 2500 } as const
  await db().insertInto('reservationLines').values(fee).execute()
  await cancelAndKeep(moved)
  await sell(3)
  expect([await run(), await run()]).toEqual([1, 0])
  expect(await refundsOf(moved)).toEqual([2500 - cents])
})

test('a late cancellation is refunded once its table is sold again and paid, once, with an email', async () => {
  await setTo(true)
  const cents = tableOf(at.night()).cents
  const late = await sell(0)
  await cancelAndKeep(late)
  expect(await run()).toBe(0)
  // A hold is no sale yet.
  const night = at.night()
  const { sessionId } = await at.bookings().begin(night, askFor(night, { table: tableOf(night, 0) }))
  expect(await run()).toBe(0)
  await at.bookings().provider.control.pay({ session: sessionId, outcome: 'approve' })
  await at.settle(sessionId)
  const counts = await Promise.all([run(), run(), run()])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(await refundsOf(late)).toEqual([-cents])
  const mail = await renderReservationEmail(at.bookings().deps(), late, 'table_resold')
  expect(mail?.subject).toContain('Your refund is on its way')
  const { rows } = await at
    .app()
    .pool.query('select kind from email_queue where reservation_id = $1 and kind = $2', [
      late,
      'table_resold',
    ])
  expect(rows).toHaveLength(1)
  const log = await db()
    .selectFrom('activity')
    .selectAll()
    .where('entityId', '=', late)
    .orderBy('id', 'desc')
    .execute()
  expect(log[0]).toMatchObject({ actor: 'System', after: { keptCents: 0 } })
})

test('without the setting, for a table that was not sold again, or cancelled before the notice, nothing is refunded', async () => {
  const [one, other, early] = [await sell(1), await sell(2), await sell(3)]
  await cancelAndKeep(one)
  await cancelAndKeep(other)
  await cancelAndKeep(early, false)
  await sell(1)
  await sell(3)
  await setTo(false)
  expect(await run()).toBe(0)
  await setTo(true)
  expect(await run()).toBe(1)
  expect(await Promise.all([one, other, early].map(refundsOf))).toEqual([
    [-tableOf(at.night(), 1).cents],
    [],
    [],
  ])
})
