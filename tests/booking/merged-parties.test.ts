import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { listCoverTaken } from '#features/payments/cover/service.ts'
import { raiseIssue } from '#features/payments/issues/service.ts'
import { requestPartRefund } from '#features/payments/refunds/service.ts'
import { listOpenIssues, refundIssue, settleIssue } from '#features/payments/revenue/service.ts'
import { erasePerson } from '#features/guests/privacy/service.ts'
import { recordArrivals } from '#features/reservation-management/tonight/arrival-acts/service.ts'
import { listArrivalEvents } from '#features/reservation-management/arrivals/service.ts'
import { findCode } from '#features/reservation-management/check-in/service.ts'
import { recordCover } from '#features/reservation-management/tonight/cover-acts/service.ts'
import { undoChange } from '#features/reservation-management/undo/service.ts'
import { findMergedInto, previewMerge } from '#features/reservation-management/merge/service.ts'
import { changeTask, loadRunSheet } from '#features/reservation-management/floor/run-sheet/service.ts'
import { readSplitSource } from '#features/reservation-management/merge/split/service.ts'
import { loadTonight } from '#features/reservation-management/tonight/service.ts'
import { dueAtVenue } from '#features/reservations/rules.ts'
import { failRefund, refundIdsOf } from './failed-refunds.ts'
import { done } from './staff.ts'
import { useMerges } from './merges.ts'

const { app, bookings, asStaff, at, merge, split, paidOnline, textOf, ...rest } = useMerges()
const { bookNight, rowOf, settleWindow, issuesOf } = rest

const KOFI = { name: 'Kofi Mensah', email: 'kofi@example.com', phone: '972 555 0177' }

/** Kofi's table, merged into Ama's. */
async function mergedPair() {
  const stays = await bookNight()
  const goes = await bookNight('at_door', { ...KOFI, guests: '3' })
  await done(merge(stays, goes, { isEmailed: false }))
  await settleWindow(stays)
  return { stays, goes, table: (await rowOf(goes)).tableId }
}

const taskOf = async (id: string, source: string) => {
  const query = new URLSearchParams({ date: (await rowOf(id)).businessDate })
  const { tasks } = await loadRunSheet(bookings().deps(), query)
  return tasks.find((it) => it.reservationId === id && it.source === source)
}

describe('a device with a list from before a merge', () => {
  test('admits guests, friends and cover of the other reservation into the party that they are part of', async () => {
    const stays = await bookNight()
    const goes = await bookNight('at_door', { ...KOFI, guests: '3' })
    const friend = await app()
      .db.insertInto('entryShares')
      .values({ reservationId: goes, guestName: 'Esi' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await done(merge(stays, goes, { isEmailed: false }))
    const last = await bookNight()
    await settleWindow(stays)
    await done(merge(last, stays, { isEmailed: false }))
    const { startsAt, businessDate } = await rowOf(last)
    at(new Date(startsAt.getTime() + 3_600_000))

    const sentAt = asStaff().now.toISOString()
    const common = { at: sentAt, reservationId: goes } as const
    const outcomes = await done(
      recordArrivals(asStaff(), {
        sentAt,
        acts: [
          { ...common, id: randomUUID(), kind: 'arrived', guests: 2 },
          { ...common, id: randomUUID(), kind: 'arrived', guests: 1, shareId: friend.id },
          { ...common, id: randomUUID(), kind: 'no_show' },
        ],
      }),
    )
    expect(outcomes).toMatchObject([
      { isRecorded: true },
      { isRecorded: true },
      { isRecorded: false, text: expect.stringContaining('part of another one now') },
    ])
    const events = await listArrivalEvents(app().db, [goes, stays, last])
    expect(events.map(({ partyId, guests }) => [partyId, guests])).toEqual([
      [last, 2],
      [last, 1],
    ])

    const items = [{ kind: 'full', guests: 2, eachCents: 2500 }] as const
    const act = { ...common, id: randomUUID(), kind: 'cover', night: businessDate, method: 'cash' } as const
    const form = { sentAt, deviceName: 'phone', acts: [{ ...act, items: [...items] }] }
    expect(await done(recordCover(asStaff(), form))).toMatchObject([{ isRecorded: true }])
    expect(await listCoverTaken(app().db, [goes, stays, last])).toMatchObject([{ partyId: last, id: act.id }])
  })
})

/** Refunds a part of an online payment, which the provider does at first, and then says that it failed. */
async function refundFailed(id: string, amountCents: number, between?: () => Promise<void>): Promise<string> {
  await app()
    .db.transaction()
    .execute((trx) => requestPartRefund(trx, id, { amountCents, note: 'Agreed', requestedBy: null }))
  const [refundId] = await refundIdsOf(bookings(), id)
  await failRefund(bookings(), refundId, between)
  const { checkoutId } = await app()
    .db.selectFrom('refunds')
    .where('reservationId', '=', id)
    .select('checkoutId')
    .executeTakeFirstOrThrow()
  return checkoutId
}

/** Merges a reservation whose price was lowered, and the difference refunded, into another one. */
async function mergeAfterLowerPrice(stays: string, goes: string): Promise<void> {
  await app()
    .db.updateTable('reservations')
    .set((eb) => ({ priceRefundedCents: 1000, totalPriceCents: eb('totalPriceCents', '-', 1000) }))
    .where('id', '=', goes)
    .execute()
  await done(merge(stays, goes, { isEmailed: false }))
}

const refundOpen = async (id: string) => {
  const issues = (await listOpenIssues(bookings().deps())).filter((it) => it.reservation?.id === id)
  for (const issue of issues)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await refundIssue(asStaff(), issue.id, 'Once more')).toMatchObject({ ok: true })
  return issues.map(({ kind, refundableCents }) => [kind, refundableCents])
}

describe('a refund that fails later', () => {
  test('is an issue of the part that was split off, which is refunded its own part of the payment only', async () => {
    const id = await paidOnline({ guestCount: 4 })
    await done(merge(id, await bookNight('cash'), { isEmailed: false }))
    await settleWindow(id)
    const [source, whole] = [await readSplitSource(asStaff(), id), await rowOf(id)]
    const table = source?.tables.find((it) => it.id !== whole.tableId)
    const line = source?.lines.find(({ label }) => label === `Table ${table?.tableNumber}`)
    const cents = line?.amountCents ?? 0
    const { id: part } = await done(
      split(id, { guests: '2', tableIds: [table?.id], lineIds: [line?.id], paid: String(cents / 100) }),
    )
    const checkoutId = await refundFailed(part, cents)
    expect(await issuesOf(id)).toEqual([])
    expect(await refundOpen(part)).toEqual([['refund_failed', cents]])
    const left = await rowOf(part)
    expect(left.receivedCents - left.refundedCents).toBe(0)
    expect((await rowOf(id)).refundedCents).toBe(0)

    const issue = { kind: 'refund_failed', subject: 'another', checkoutId, amountCents: cents } as const
    await raiseIssue(app().db, { ...issue, reservationId: part, detail: 'Nothing is left of this part' })
    const open = (await listOpenIssues(bookings().deps())).find((it) => it.reservation?.id === part)
    expect(open?.refundableCents).toBe(0)
  })

  test('is an issue of the reservation that stays after a merge, with its money', async () => {
    const [stays, goes] = [await paidOnline(), await paidOnline()]
    const before = await rowOf(stays)
    await refundFailed(goes, 1000, async () => {
      await mergeAfterLowerPrice(stays, goes)
    })
    const open = await rowOf(goes)
    expect(open.receivedCents - open.refundedCents).toBe(0)
    expect(await issuesOf(goes)).toEqual([])
    expect(await refundOpen(stays)).toEqual([['refund_failed', 1000]])
    expect(await rowOf(stays)).toMatchObject({ refundedCents: before.refundedCents + 1000 })
  })

  test('pays nothing of what the party that stays still owes', async () => {
    const [stays, goes] = [await bookNight(), await paidOnline()]
    const dueOf = async () => {
      const it = await rowOf(stays)
      return dueAtVenue({ ...it, totalCents: it.totalPriceCents })
    }
    const due = await dueOf()
    await refundFailed(goes, 1000, async () => {
      await mergeAfterLowerPrice(stays, goes)
    })
    expect(await dueOf()).toBe(due)
    expect(await refundOpen(stays)).toEqual([['refund_failed', 1000]])
    expect(await dueOf()).toBe(due)
  })

  test('before the merge, and was given back by a check, pays nothing of the party that stays either', async () => {
    const [stays, goes] = [await bookNight(), await paidOnline()]
    const dueOf = async () => {
      const it = await rowOf(stays)
      return dueAtVenue({ ...it, totalCents: it.totalPriceCents })
    }
    const due = await dueOf()
    await app()
      .db.updateTable('reservations')
      .set((eb) => ({ priceRefundedCents: 1000, totalPriceCents: eb('totalPriceCents', '-', 1000) }))
      .where('id', '=', goes)
      .execute()
    await refundFailed(goes, 1000)
    const [issue] = (await listOpenIssues(bookings().deps())).filter((it) => it.reservation?.id === goes)
    await done(settleIssue(asStaff(), issue?.id ?? '', 'Sent a check'))
    expect((await previewMerge(asStaff(), stays, goes))?.after.dueCents).toBe(due)
    const { actId } = await done(merge(stays, goes, { isEmailed: false }))
    expect(await dueOf()).toBe(due)
    await done(undoChange(asStaff(), stays, actId))
    expect(await rowOf(stays)).toMatchObject({ priceRefundedCents: 0 })
    expect(await dueOf()).toBe(due)
    // The other tests need the tables.
    for (const id of [stays, goes]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await done(rest.cancel(id, 'later'))
    }
  })

  test('pays nothing of a party that was cancelled, refunded and confirmed again', async () => {
    const [stays, goes] = [await paidOnline(), await paidOnline()]
    await refundFailed(goes, 1000, async () => {
      await mergeAfterLowerPrice(stays, goes)
      await settleWindow(stays)
      await done(rest.cancel(stays, 'refund'))
      rest.later(13)
      await rest.finish(stays)
    })
    await done(rest.setStatus(stays, 'confirmed', 'cancelled'))
    const it = await rowOf(stays)
    expect(it.receivedCents - it.refundedCents).toBe(1000)
    expect(dueAtVenue({ ...it, totalCents: it.totalPriceCents })).toBe(it.totalPriceCents)
    // The other tests need the tables.
    await done(rest.cancel(stays, 'later'))
  })
})

describe('a merge that is taken back by a split', () => {
  test('leads the code and the link of the other guest to their own reservation again', async () => {
    const { stays, goes, table } = await mergedPair()
    const { entryCode, businessDate } = await rowOf(goes)
    const { id: part } = await done(split(stays, { ...KOFI, guests: '3', tableIds: [table] }))
    expect(await findMergedInto(app().db, goes)).toMatchObject({ id: part })
    expect(await findCode(bookings().deps(), entryCode)).toMatchObject({ mergedInto: { id: part } })
    const { parties } = await loadTonight(bookings().deps(), new URLSearchParams({ date: businessDate }))
    expect(parties.find(({ id }) => id === part)?.merged).toMatchObject([{ entryCode }])
    expect(parties.find(({ id }) => id === stays)?.merged).toEqual([])
  })

  test('leaves them where another guest gets the part', async () => {
    const { stays, goes, table } = await mergedPair()
    await done(split(stays, { tableIds: [table] }))
    expect(await findMergedInto(app().db, goes)).toMatchObject({ id: stays })
  })
})

test('neither a merge nor a split is possible while a guest pays for a change', async () => {
  const [stays, goes] = [await bookNight(), await bookNight()]
  await app()
    .db.insertInto('guestChanges')
    .values({
      reservationId: goes,
      status: 'open',
      wanted: JSON.stringify({ guests: 3 }),
      basis: '{}',
      totalCents: 50_000,
      differenceCents: 1000,
      heldUntil: new Date(asStaff().now.getTime() + 600_000),
    })
    .execute()
  expect(textOf(await merge(stays, goes))).toContain('is paying online')
  expect((await readSplitSource(asStaff(), goes))?.problem).toContain('is paying online')
})

test('tasks of the run sheet move with their packages and requests, ticked off or not', async () => {
  const stays = await bookNight()
  const goes = await paidOnline({ birthdayPackage: true, specialRequests: 'Two high chairs' })
  const tick = async (reservationId: string, source: 'birthday_shoutout' | 'request', isDone = true) =>
    done(changeTask(asStaff(), { task: { reservationId, source }, change: { kind: 'done', isDone } }))
  await tick(goes, 'birthday_shoutout')
  await tick(goes, 'request')
  // A tick on a request that was taken off again says nothing about the request that comes.
  await tick(stays, 'request')
  await tick(stays, 'request', false)
  await done(merge(stays, goes, { isEmailed: false }))
  expect(await taskOf(stays, 'birthday_shoutout')).toMatchObject({ doneBy: 'Manager' })
  expect(await taskOf(stays, 'request')).toMatchObject({ doneBy: 'Manager' })

  await settleWindow(stays)
  const source = await readSplitSource(asStaff(), stays)
  const { tableId } = await rowOf(goes)
  const lineIds = source?.lines.filter(({ label }) => label.startsWith('Birthday')).map(({ id }) => id)
  const { id: part } = await done(split(stays, { tableIds: [tableId], lineIds }))
  expect(await taskOf(part, 'birthday_shoutout')).toMatchObject({ doneBy: 'Manager' })
  expect(await taskOf(stays, 'request')).toMatchObject({ doneBy: 'Manager' })
})

test('what a merge copied from a guest is erased with this guest, and the rest stays', async () => {
  const [first, stays] = [await bookNight(), await bookNight()]
  const goes = await bookNight('at_door', KOFI)
  const write = (id: string, specialRequests: string, staffNote: string) =>
    app().db.updateTable('reservations').set({ specialRequests, staffNote }).where('id', '=', id).execute()
  await write(stays, 'Window seat', 'Regular')
  await write(goes, 'Kofi has a nut allergy', 'Kofi is a lawyer')
  await done(merge(stays, goes, { isEmailed: false }))
  await settleWindow(stays)
  await done(merge(first, stays, { isEmailed: false }))
  expect((await rowOf(first)).specialRequests).toBe('Window seat\nKofi has a nut allergy')
  await erasePerson(bookings().deps(), KOFI.email)
  for (const id of [stays, first])
    // oxlint-disable-next-line no-await-in-loop -- both have the text
    expect(await rowOf(id)).toMatchObject({ specialRequests: 'Window seat', staffNote: 'Regular' })
})
