import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { amend } from '../../../../../tests/booking/amendments.ts'
import { done } from '../../../../../tests/booking/staff.ts'
import { useGuestChanges } from '../../../../../tests/booking/guest-changes.ts'
import { recordVenuePayment } from '#features/payments/at-venue/service.ts'
import { finishAmendments } from '#features/reservation-management/amendments/outcomes/service.ts'
import { cancelByGuest } from '#features/reservation-management/cancellation/service.ts'
import {
  findWaiting,
  makePaidChange,
} from '#features/reservation-management/guest-changes/payments/service.ts'
import { shareEntry, takeShareBack } from '#features/reservation-management/entry-shares/service.ts'
import { formatUsd } from '#lib/money.ts'
import { addHours } from '#lib/venue-time.ts'
import { changeByGuest } from './service.ts'

const {
  asStaff,
  begin,
  reloadNight,
  pay,
  settle,
  at,
  emailsOf,
  deps,
  db,
  rowOf,
  linesOf,
  refundsOf,
  activeAt,
  confirmOf,
  inOrder,
  previewProblem,
  change,
  beginPaying,
  comeBack,
  changeMailOf,
  otherTable,
  laterNight,
  paidAt,
  takenByOther,
} = useGuestChanges()

describe('a change by the guest', () => {
  test('of the party alone is made at once, with an email and an entry of the guest in the audit log', async () => {
    const id = await paidAt('dearest')
    const { payment, change: confirmed } = await confirmOf(id, { guests: 3 })
    expect(payment).toBe('none')
    expect(await done(changeByGuest(deps(), id, confirmed))).toEqual({ step: 'made' })
    expect(await rowOf(id)).toMatchObject({ guestCount: 3, status: 'confirmed', paymentStatus: 'paid' })
    await finishAmendments(deps(), id)
    expect((await emailsOf(id)).toSorted()).toEqual(['confirmation', 'reservation_changed'])
    const audit = await db().selectFrom('activity').selectAll().where('entityId', '=', id).execute()
    expect(audit.at(-1)).toMatchObject({ actor: 'Guest', staffUserId: null, action: 'changed' })
    // The page of another tab still shows the former version.
    const again = await changeByGuest(deps(), id, { ...confirmed, wanted: { guests: 2 } })
    expect(again).toMatchObject({ ok: false, reason: { why: 'changed_meanwhile' } })
    expect(await rowOf(id)).toMatchObject({ guestCount: 3 })
  })

  test('that costs more is made once its difference is paid, and not before', async () => {
    const id = await paidAt('cheapest')
    const { totalPriceCents } = await rowOf(id)
    const session = await beginPaying(id, { guests: 1, packages: ['birthday_shoutout'] })
    expect(await rowOf(id)).toMatchObject({ guestCount: 2, totalPriceCents, paymentStatus: 'paid' })
    expect(await findWaiting(deps(), id)).toMatchObject({ status: 'open', differenceCents: 5000 })
    expect(await comeBack(session)).toBe('not_paid')
    await pay(session)
    expect(await comeBack(session)).toBe('made')
    expect(await comeBack(session)).toBe('made')
    expect(await rowOf(id)).toMatchObject({
      guestCount: 1,
      totalPriceCents: totalPriceCents + 5000,
      receivedCents: totalPriceCents + 5000,
      paymentStatus: 'paid',
    })
    expect(await linesOf(id)).toContain('Birthday Shoutout Package')
    expect(await refundsOf(id)).toEqual([])
    await finishAmendments(deps(), id)
    const { eventId } = await rowOf(id)
    await db()
      .updateTable('events')
      .set({ price: '$25', priceRange: 'moderate' })
      .where('id', '=', eventId ?? '')
      .execute()
    const mail = await changeMailOf(id)
    expect(mail).toContain(`You paid ${formatUsd(totalPriceCents + 5000)} in all, and nothing is due.`)
    expect(mail).toContain('We still need the name for your Birthday Shoutout Package.')
    expect(mail).toContain('Cover, separate from the table: $25 a person, and you enter free')
    // A package that goes again goes back to the card.
    const back = await confirmOf(id, { packages: [] })
    expect([back.payment, back.difference.surplusCents]).toEqual(['refund', 5000])
    expect(await done(changeByGuest(deps(), id, back.change))).toEqual({ step: 'made' })
    await finishAmendments(deps(), id)
    expect(await refundsOf(id)).toEqual([5000])
    expect(await rowOf(id)).toMatchObject({ totalPriceCents, priceRefundedCents: 5000 })
  })

  test('to a dearer table holds that table while the guest pays, and frees the former one afterwards', async () => {
    const id = await paidAt('cheapest')
    const before = await rowOf(id)
    const table = await otherTable(id, 'more')
    const session = await beginPaying(id, { tableId: table.id })
    expect(await activeAt(table.id)).toEqual([
      { reservationId: null, reason: 'A guest pays to change to this table' },
    ])
    expect(await takenByOther(table)).toMatchObject({ ok: false, reason: { why: 'table_taken' } })
    expect(await rowOf(id)).toMatchObject({ tableId: before.tableId })
    // Their own table block refuses others, and not the guest who chooses it once more with another party.
    expect(await previewProblem(id, { tableId: table.id, guests: 1 })).toBeNull()
    const another = await paidAt('cheapest')
    expect(await previewProblem(another, { tableId: table.id })).toMatchObject({ why: 'taken' })
    await pay(session)
    // The guest does not come back: the webhook's job makes the change.
    await settle(session)
    const [checkout] = await db()
      .selectFrom('checkouts')
      .selectAll()
      .where('sessionId', '=', session)
      .execute()
    expect(await makePaidChange(deps(), checkout?.id ?? '')).toBe('made')
    expect(await rowOf(id)).toMatchObject({
      tableId: table.id,
      totalPriceCents: table.cents,
      receivedCents: table.cents,
    })
    expect((await activeAt(table.id)).map(({ reservationId }) => reservationId)).toEqual([id])
    expect((await activeAt(before.tableId ?? '')).some(({ reservationId }) => reservationId === id)).toBe(
      false,
    )
  })

  test('to another night is made there once it is paid, and frees the table of the first night', async () => {
    const id = await paidAt('cheapest')
    const before = await rowOf(id)
    const { wanted, ...to } = await laterNight(id, (cents) => cents >= before.totalPriceCents)
    const session = await beginPaying(id, { ...wanted, packages: ['birthday_shoutout'] })
    expect(await rowOf(id)).toMatchObject({ eventId: before.eventId, tableId: before.tableId })
    await pay(session)
    expect(await comeBack(session)).toBe('made')
    const after = await rowOf(id)
    expect(after).toMatchObject({
      eventId: to.id,
      businessDate: to.date,
      tableId: wanted.tableId,
      paymentStatus: 'paid',
      status: 'confirmed',
    })
    expect(after.receivedCents).toBe(after.totalPriceCents)
    expect((await activeAt(before.tableId ?? '')).map(({ reservationId }) => reservationId)).not.toContain(id)
  })

  test('to a cheaper table is refunded, and a table that another guest has is refused', async () => {
    const id = await paidAt('dearest')
    const { totalPriceCents, tableId } = await rowOf(id)
    const table = await otherTable(id, 'less')
    const { change: confirmed, difference } = await confirmOf(id, { tableId: table.id })
    expect(difference.surplusCents).toBe(totalPriceCents - table.cents)
    await done(takenByOther(table))
    expect(await changeByGuest(deps(), id, confirmed)).toMatchObject({
      ok: false,
      reason: { why: 'taken', text: expect.stringContaining('You keep yours') },
    })
    expect(await rowOf(id)).toMatchObject({ tableId, totalPriceCents })
    const other = await otherTable(id, 'less')
    expect(await done(change(id, { tableId: other.id }))).toEqual({ step: 'made' })
    await finishAmendments(deps(), id)
    expect(await refundsOf(id)).toEqual([totalPriceCents - other.cents])
  })
})

describe('of two changes at once', () => {
  const inTab = async (id: string, guests: number) => {
    const { change: confirmed } = await confirmOf(id, { guests })
    return () => changeByGuest(deps(), id, confirmed)
  }

  test('to one table one is made, and the other guest keeps theirs and is told', async () => {
    const ids = [await paidAt('dearest'), await paidAt('dearest')]
    const before = await Promise.all(ids.map((id) => rowOf(id)))
    const table = await otherTable(ids[1] ?? '', 'less')
    const asked = await Promise.all(
      ids.map(async (id) => ({ id, confirmed: (await confirmOf(id, { tableId: table.id })).change })),
    )
    const outcomes = await Promise.all(asked.map(({ id, confirmed }) => changeByGuest(deps(), id, confirmed)))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    const lost = outcomes.findIndex(({ ok }) => !ok)
    expect(outcomes[lost]).toMatchObject({ reason: { why: 'taken' } })
    const { tableId, totalPriceCents } = before[lost] ?? {}
    expect(await rowOf(ids[lost] ?? '')).toMatchObject({ tableId, totalPriceCents, status: 'confirmed' })
    expect(await activeAt(table.id)).toHaveLength(1)
  })

  test('by the guest and by staff the first is made, and the other looks once more', async () => {
    const id = await paidAt('dearest')
    const byStaff = (guests: string) => () => amend(asStaff(), id, { guests })
    const [staff, late] = await inOrder(id, byStaff('1'), await inTab(id, 3))
    expect([staff.ok, late]).toMatchObject([true, { ok: false, reason: { why: 'changed_meanwhile' } }])
    expect(await rowOf(id)).toMatchObject({ guestCount: 1 })
    const [guest, behind] = await inOrder(id, await inTab(id, 3), byStaff('2'))
    expect([guest.ok, behind]).toMatchObject([true, { ok: false, reason: { why: 'version_conflict' } }])
    expect(await rowOf(id)).toMatchObject({ guestCount: 3 })
  })

  test('in two tabs the first is made, and the other says that something changed', async () => {
    const id = await paidAt('dearest')
    const [first, second] = await inOrder(id, await inTab(id, 3), await inTab(id, 1))
    expect([first.ok, second]).toMatchObject([true, { ok: false, reason: { why: 'changed_meanwhile' } }])
    expect(await rowOf(id)).toMatchObject({ guestCount: 3 })
  })
})

test('a second payment that goes back pays for no later rise of the price', async () => {
  await reloadNight()
  const { id, sessionId } = await begin()
  const { totalPriceCents } = await rowOf(id)
  // Confirmed and paid at the venue while the payment page is open.
  await db()
    .updateTable('reservations')
    .set({ status: 'confirmed', heldUntil: null, paymentStatus: 'none' })
    .where('id', '=', id)
    .execute()
  const cash = { key: randomUUID(), amount: totalPriceCents, method: 'cash', note: '' } as const
  await done(recordVenuePayment(asStaff(), id, cash))
  await pay(sessionId)
  await settle(sessionId)
  expect(await refundsOf(id)).toEqual([totalPriceCents])
  expect(await rowOf(id)).toMatchObject({ priceRefundedCents: totalPriceCents })
  const { difference } = await confirmOf(id, { packages: ['birthday_shoutout'] })
  expect(difference).toMatchObject({ riseCents: 5000, dueCents: 5000 })
})

describe('a guest cannot', () => {
  test('change after the deadline, after the party arrived, or what was cancelled', async () => {
    const id = await paidAt('cheapest')
    const { change: confirmed } = await confirmOf(id, { guests: 1 })
    const { startsAt } = await rowOf(id)
    at(addHours(startsAt, -23))
    expect(await previewProblem(id, { guests: 1 })).toMatchObject({ why: 'too_late' })
    expect(await changeByGuest(deps(), id, confirmed)).toMatchObject({
      ok: false,
      reason: { why: 'too_late' },
    })
    at(addHours(startsAt, -48))
    await db()
      .insertInto('arrivalEvents')
      .values({
        id: crypto.randomUUID(),
        reservationId: id,
        kind: 'arrived',
        guests: 1,
        happenedAt: startsAt,
        actorId: asStaff().actor.id,
        actorName: 'Host',
      })
      .execute()
    expect(await previewProblem(id, { guests: 1 })).toMatchObject({ why: 'arrived' })
    const other = await paidAt('cheapest')
    await done(cancelByGuest(deps(), other))
    expect(await previewProblem(other, { guests: 1 })).toMatchObject({ why: 'not_live' })
  })

  test('bring more than the table seats, nor remove a package that was given', async () => {
    const id = await paidAt('cheapest')
    expect(await previewProblem(id, { guests: 40 })).toMatchObject({
      why: 'too_many',
      text: expect.stringMatching(/^Table \d+ seats up to \d+ guests\. Choose a larger table, or call us\.$/),
    })
    await pay(await beginPaying(id, { packages: ['birthday_shoutout'] }))
    const [{ sessionId } = { sessionId: '' }] = await db()
      .selectFrom('checkouts')
      .select('sessionId')
      .where('reservationId', '=', id)
      .where('guestChangeId', 'is not', null)
      .execute()
    expect(await comeBack(sessionId ?? '')).toBe('made')
    const { businessDate: date } = await rowOf(id)
    await db()
      .insertInto('runSheetTasks')
      .values({ date, reservationId: id, source: 'birthday_shoutout', doneAt: new Date(), doneBy: 'Host' })
      .execute()
    expect(await previewProblem(id, { packages: [] })).toMatchObject({
      why: 'refused',
      text: expect.stringContaining('cannot be removed'),
    })
  })

  test('have a party that is smaller than the friends who got codes of their own', async () => {
    const id = await paidAt('dearest')
    await done(change(id, { guests: 3 }))
    const friend = await done(shareEntry(deps(), id, { guestName: 'Ana', seen: 0 }))
    await done(shareEntry(deps(), id, { guestName: 'Ben', seen: 1 }))
    expect(await previewProblem(id, { guests: 2 })).toMatchObject({
      text: '2 friends of your party have codes of their own. Take codes back first, or choose 3 guests or more.',
    })
    await done(takeShareBack(deps(), id, friend))
    expect(await previewProblem(id, { guests: 2 })).toBeNull()
  })

  test('pay a difference online where the setting lets them pay it on the night', async () => {
    const id = await paidAt('cheapest')
    await db().updateTable('venue').set({ changeDueAtVenue: true }).execute()
    try {
      expect(await done(change(id, { packages: ['screen_display'] }))).toEqual({ step: 'made' })
    } finally {
      await db().updateTable('venue').set({ changeDueAtVenue: false }).execute()
    }
    const { totalPriceCents, receivedCents } = await rowOf(id)
    expect(totalPriceCents - receivedCents).toBe(5000)
  })
})
