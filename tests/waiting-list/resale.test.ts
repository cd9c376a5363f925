import { expect, test } from 'vitest'
import { renderReservationEmail } from '#features/reservation-management/guest-emails/service.ts'
import { giveUpByGuest } from '#features/reservation-management/cancellation/service.ts'
import { refundResoldTables } from '#features/reservation-management/cancellation/resale/service.ts'
import { changeStatus } from '#features/reservation-management/status/service.ts'
import { readLedger } from '#features/payments/ledger/service.ts'
import { MOVE_FEE } from '#features/reservations/rules.ts'
import { askFor, tableOf } from '../booking/booking-fixtures.ts'
import { done, useStaffAndGuests } from '../booking/staff.ts'

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

/** Staff cancel and keep the money, by default until the table is sold again. */
async function cancelAndKeep(id: string, isRefundedIfResold = true): Promise<void> {
  const money = { decision: 'keep', reason: 'Cancelled too late', isRefundedIfResold } as const
  await done(changeStatus(at.asStaff(), id, { status: 'cancelled', seen: 'confirmed', money }))
  await setCancelled(id)
}

/** Cancels at a time of the tests, and not of the machine. */
async function setCancelled(id: string): Promise<void> {
  await db()
    .updateTable('reservations')
    .set({ cancelledAt: new Date('2026-11-21T00:00:00Z') })
    .where('id', '=', id)
    .execute()
}

async function giveUp(id: string): Promise<void> {
  await done(giveUpByGuest(at.bookings().deps(), id))
  await setCancelled(id)
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
    .pool.query('select dedupe_key as key from email_queue where reservation_id = $1 and kind = $2', [
      late,
      'table_resold',
    ])
  // Of this cancellation: a later one of the same reservation has an email of its own.
  expect(rows).toEqual([{ key: expect.stringMatching(/^\d+$/) }])
  const log = await db()
    .selectFrom('activity')
    .selectAll()
    .where('entityId', '=', late)
    .orderBy('id', 'desc')
    .execute()
  expect(log[0]).toMatchObject({ actor: 'System', after: { keptCents: 0 } })
})

test('what guests kept paying for goes back by the setting at that time, and what staff keep only if they say so', async () => {
  const [one, without, kept, unsold] = [await sell(1), await sell(2), await sell(4), await sell(5)]
  await setTo(true)
  await giveUp(one)
  await setTo(false)
  await giveUp(without)
  await setTo(true)
  await cancelAndKeep(kept, false)
  await cancelAndKeep(unsold)
  for (const index of [1, 2, 4])
    // oxlint-disable-next-line no-await-in-loop -- one sale after the other
    await sell(index)
  await setTo(false)
  expect(await run()).toBe(1)
  expect(await Promise.all([one, without, kept, unsold].map(refundsOf))).toEqual([
    [-tableOf(at.night(), 1).cents],
    [],
    [],
    [],
  ])
})

test('a party of several tables is refunded once all are sold again, at most what they brought', async () => {
  const [second, third] = [7, 8].map((index) => tableOf(at.night(), index))
  const late = await sell(6)
  await db()
    .updateTable('reservations')
    .set({ extraTableIds: [second?.id ?? '', third?.id ?? ''] })
    .where('id', '=', late)
    .execute()
  await cancelAndKeep(late)
  const paid = (await at.find(late)).receivedCents
  const brought: string[] = []
  for (const index of [6, 7]) {
    // oxlint-disable-next-line no-await-in-loop -- one sale after the other
    brought.push(await sell(index))
    // oxlint-disable-next-line no-await-in-loop -- one sale after the other
    expect(await run()).toBe(0)
  }
  // The last one is a table that another party has beside its own, sold for less; its other table was not the guest's.
  const last = await sell(9)
  await db()
    .updateTable('reservations')
    .set({ extraTableIds: [third?.id ?? ''] })
    .where('id', '=', last)
    .execute()
  const prices = [1000, 2000, 4000]
  for (const [i, id] of [...brought, last].entries())
    // oxlint-disable-next-line no-await-in-loop -- the sales
    await db()
      .updateTable('reservations')
      .set({ receivedCents: prices[i] ?? 0, totalPriceCents: prices[i] ?? 0 })
      .where('id', '=', id)
      .execute()
  const expected = 1000 + 2000 + 4000 / 2
  expect([await run(), await run()]).toEqual([1, 0])
  expect(await refundsOf(late)).toEqual([-expected])
  const { keptCents } = await db()
    .selectFrom('reservations')
    .where('id', '=', late)
    .select('keptCents')
    .executeTakeFirstOrThrow()
  expect(keptCents).toBe(paid - expected)
  const mail = await renderReservationEmail(at.bookings().deps(), late, 'table_resold')
  expect(mail?.text).toContain('So we refund the new price')
})

test('a refund that fails keeps no other cancellation from its refund', async () => {
  await setTo(true)
  const both = [await sell(6), await sell(7)]
  for (const id of both) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await cancelAndKeep(id)
  }
  await sell(6)
  await sell(7)
  const [first = '', second = ''] = both
  await at.app().pool.query(`
    create function fail_refund() returns trigger language plpgsql as $$ begin raise exception 'no refund'; end $$;
    create trigger fail_refund before insert on refunds for each row when (new.reservation_id = '${first}')
      execute function fail_refund()`)
  await expect(run()).rejects.toThrow('no refund')
  await at.app().pool.query('drop trigger fail_refund on refunds')
  expect([(await refundsOf(first)).length, (await refundsOf(second)).length]).toEqual([0, 1])
  expect(await run()).toBe(1)
})
