import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bookDinner, readServiceDayFacts } from '#features/dining/service.ts'
import { moveDinner } from '#features/dining/changes/service.ts'
import { buildSeatingChart } from '#features/floor-plan/chart/service.ts'
import type { TableForm } from '#features/floor-plan/tables/schema.ts'
import { editTable, listStaffTables } from '#features/floor-plan/tables/service.ts'
import { bookTable, releaseExpiredHolds } from '#features/holds/booking/service.ts'
import { listOfferableTables } from '#features/holds/table-blocks/service.ts'
import { issueRefund } from '#features/payments/refunds/issuing/service.ts'
import { moveToTable } from '#features/reservation-management/party-tables/service.ts'
import { listSeatChoices } from '#features/reservation-management/service.ts'
import { nightForm } from '#features/reservation-management/staff-bookings/schema.ts'
import { addNight, listFreeTables } from '#features/reservation-management/staff-bookings/service.ts'
import { undoChange } from '#features/reservation-management/undo/service.ts'
import { listPartiesAtTables, listPartiesToMove } from '#features/reservations/affected-guests/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import { addHours } from '#lib/venue-time.ts'
import { askFor as askForDinner, at, booked, FAR_SATURDAY, occupanciesOf } from '../dining/dining-fixtures.ts'
import { eventually } from '../support/eventually.ts'
import { amend } from './amendments.ts'
import { refusalOf } from './amended-nights.ts'
import { askFor, newIdentity, type Night, tableOf } from './booking-fixtures.ts'
import { useGuestChanges } from './guest-changes.ts'
import { done } from './staff.ts'
import { WAITING_FOR_LOCK } from './waiting-for-lock.ts'

/* A table that breaks while parties have it. */

const venue = useGuestChanges()
const { app, asStaff, change, db, deps, laterNight, night, paidAt, previewProblem, rowOf } = venue

beforeEach(() => venue.reloadNight())
afterEach(() => db().updateTable('venueTables').set({ isAvailable: true }).execute())

const NOT_IN_USE = 'That table is not in use. Please choose another table.'

/** Switches a table off or on, as the screen does. */
async function setAvailable(tableId: string, isAvailable: boolean, agreedParties?: readonly string[]) {
  const table = (await listStaffTables(db())).find(({ id }) => id === tableId)
  if (!table) throw new Error('there is no such table')
  const { id, version, reservationPriceCents, minimumSpendCents, picture, ...rest } = table
  const form: TableForm = {
    ...rest,
    isAvailable,
    reservationPrice: reservationPriceCents,
    minimumSpend: minimumSpendCents,
    imageId: picture?.id ?? null,
  }
  return editTable(asStaff(), { id, version, agreedParties }, form)
}

/** Takes a table out of use after staff saw who has it. */
async function takeOut(tableId: string) {
  const parties = await listPartiesAtTables(deps(), [tableId])
  await done(
    setAvailable(
      tableId,
      false,
      parties.map(({ id }) => id),
    ),
  )
}

const toMove = async (tableId: string): Promise<string[]> =>
  (await listPartiesToMove(deps())).filter((it) => it.tableId === tableId).map(({ id }) => id)

/** A paid night whose table breaks. */
async function broken() {
  const id = await paidAt('cheapest')
  const tableId = (await rowOf(id)).tableId ?? ''
  await takeOut(tableId)
  return { id, tableId }
}

/** Another night on which the table is free. */
async function anotherNight(id: string): Promise<Night> {
  const { startsAt } = await rowOf(id)
  const event = await db()
    .selectFrom('events')
    .select(['id', 'slug', 'startsAt', 'endsAt'])
    .where('startsAt', '>', addHours(startsAt, 24))
    .where('tablesForSale', '=', true)
    .where('soldOut', '=', false)
    .orderBy('startsAt', 'desc')
    .executeTakeFirstOrThrow()
  return { event, tables: night().tables }
}

describe('a table that is taken out of use', () => {
  test('stays with its parties, whom staff saw by name, time and number', async () => {
    const id = await paidAt('cheapest')
    const { tableId, guestName, startsAt } = await rowOf(id)
    const named = { id, guestName, guestCount: 2, startsAt }
    expect(await setAvailable(tableId ?? '', false)).toMatchObject({
      ok: false,
      reason: { why: 'parties', parties: expect.arrayContaining([expect.objectContaining(named)]) },
    })
    const seen = (await listPartiesAtTables(deps(), [tableId ?? ''])).map((it) => it.id)
    // A party that staff did not see has the table, too.
    const unseen = seen.filter((it) => it !== id)
    expect(await setAvailable(tableId ?? '', false, unseen)).toMatchObject({ ok: false })
    expect(await toMove(tableId ?? '')).toEqual([])
    expect(await setAvailable(tableId ?? '', false, seen)).toMatchObject({ ok: true })
    expect(await rowOf(id)).toMatchObject({ status: 'confirmed', tableId })
    expect(await toMove(tableId ?? '')).toEqual(seen)
    const { rows } = await app().pool.query(
      `select action, after -> 'partiesToMove' as parties from activity where entity_id = $1`,
      [tableId],
    )
    expect(rows).toEqual([{ action: 'taken out of use', parties: seen.length }])
    await done(setAvailable(tableId ?? '', true))
    expect(await toMove(tableId ?? '')).toEqual([])
  })

  test('is sold to no guest: not for a night, a dinner, by staff or to the waiting list', async () => {
    const { id, tableId } = await broken()
    const other = await anotherNight(id)
    const table = night().tables.find((it) => it.id === tableId)
    if (!table) throw new Error('the table was not free before')
    expect(await bookTable(deps(), askFor(other, { table }), newIdentity())).toMatchObject({
      reason: { why: 'table_unavailable' },
    })
    const { startsAt, endsAt } = other.event
    const chart = await buildSeatingChart(
      deps(),
      { startsAt, endsAt, soldOut: false, closure: null, bookingPercentage: 0 },
      1,
    )
    expect(chart.tables.find((it) => it.id === tableId)?.state).toBe('unavailable')
    const form = nightForm.parse({
      source: 'phone',
      guests: '1',
      name: 'Ama Owusu',
      phone: '972 555 0142',
      email: '',
      note: '',
      key: randomUUID(),
      eventId: other.event.id,
      tableId,
      packages: [],
      payment: 'at_door',
      paymentNote: '',
      shownTotalCents: table.cents,
    })
    expect(await addNight({ ...asStaff(), venue: await loadVenue(deps()) }, form)).toMatchObject({
      reason: { text: 'That table is not in use.' },
    })
    const offered = [
      ...(await listFreeTables(db(), other.event, deps().now)),
      ...(await listOfferableTables(db(), other.event.id, deps().now)),
      ...(await readServiceDayFacts(db(), { date: FAR_SATURDAY, from: startsAt, until: endsAt })).tables,
    ]
    expect(offered.map((it) => it.id)).not.toContain(tableId)
  })

  test('is given to no other party of the night, and a party that has it sees it as its own', async () => {
    const { id, tableId } = await broken()
    await venue.reloadNight()
    const guest = await done(bookTable(deps(), askFor(night(), { table: tableOf(night()) }), newIdentity()))
    await db()
      .updateTable('reservations')
      .set({ status: 'confirmed', heldUntil: null })
      .where('id', '=', guest.reservationId)
      .execute()
    const move = { tableId, seen: guest.tableId }
    expect(await moveToTable(asStaff(), guest.reservationId, move)).toMatchObject({
      reason: { text: 'That table is not in use.' },
    })
    const own = (await listSeatChoices(deps(), id))?.find((it) => it.id === tableId)
    expect(own).toMatchObject({ isFree: true, isInUse: false })
    const choices = (await listSeatChoices(deps(), guest.reservationId)) ?? []
    expect(choices.map((it) => it.id)).not.toContain(tableId)
  })

  test('needs no more parties moved once each has another table, and Undo of a move counts again', async () => {
    const { id, tableId } = await broken()
    await venue.reloadNight()
    const others = (await toMove(tableId)).filter((it) => it !== id)
    const moved = await done(moveToTable(asStaff(), id, { tableId: tableOf(night()).id, seen: tableId }))
    expect(await toMove(tableId)).toEqual(others)
    await done(undoChange(asStaff(), id, moved?.actId ?? ''))
    expect(await toMove(tableId)).toContain(id)
  })
})

describe('a guest who is paying for a table that breaks', () => {
  test('keeps it once the payment is made, and then needs another one', async () => {
    const { id, sessionId } = await venue.begin()
    const tableId = (await rowOf(id)).tableId ?? ''
    expect((await listPartiesAtTables(deps(), [tableId])).find((it) => it.id === id)?.isHeld).toBe(true)
    await takeOut(tableId)
    expect(await toMove(tableId)).not.toContain(id)
    await venue.pay(sessionId)
    await venue.settle(sessionId)
    expect(await rowOf(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid', tableId })
    expect(await toMove(tableId)).toContain(id)
  })

  test('loses it where the hold lapses: a payment that comes later goes back', async () => {
    const { id, sessionId } = await venue.begin()
    const tableId = (await rowOf(id)).tableId ?? ''
    await takeOut(tableId)
    await db()
      .updateTable('reservations')
      .set({ status: 'cancelled', cancelReason: 'hold_expired' })
      .where('id', '=', id)
      .execute()
    await releaseExpiredHolds(deps())
    await venue.pay(sessionId)
    await venue.settle(sessionId)
    expect(await rowOf(id)).toMatchObject({ status: 'cancelled' })
    const refund = await db()
      .selectFrom('refunds')
      .select(['id', 'reason'])
      .where('reservationId', '=', id)
      .executeTakeFirstOrThrow()
    expect(refund.reason).toBe('table_gone')
    await issueRefund(deps(), refund.id)
    expect(await toMove(tableId)).not.toContain(id)
  })
})

describe('a change of a reservation at a table that is not in use', () => {
  test('by its guest leaves the party there, or takes a table that is in use, on that night or another', async () => {
    const { id, tableId } = await broken()
    const { wanted } = await laterNight(id)
    expect(await previewProblem(id, { eventId: wanted.eventId })).toMatchObject({ text: NOT_IN_USE })
    expect(await previewProblem(id, { eventId: wanted.eventId, tableId })).toMatchObject({ text: NOT_IN_USE })
    expect(await done(change(id, { guests: 1 }))).toEqual({ step: 'made' })
    expect(await rowOf(id)).toMatchObject({ guestCount: 1, tableId })
    expect(await previewProblem(id, wanted)).toBeNull()
  })

  test('by staff asks for another table on another night', async () => {
    const { id, tableId } = await broken()
    const { wanted } = await laterNight(id)
    expect(refusalOf(await amend(asStaff(), id, { eventId: wanted.eventId }))).toBe(NOT_IN_USE)
    expect(refusalOf(await amend(asStaff(), id, { eventId: wanted.eventId, tableId }))).toBe(NOT_IN_USE)
    await done(amend(asStaff(), id, { name: 'Ama Boateng' }))
    expect(await rowOf(id)).toMatchObject({ guestName: 'Ama Boateng', tableId })
  })

  test('of a dinner takes another table at another time, by its guest and by staff, and none at all of that name', async () => {
    const ids = [await booked(db()), await booked(db())]
    const tableIds: string[] = []
    for (const id of ids) {
      // oxlint-disable no-await-in-loop -- one table after the other
      const { tableId } = await rowOf(id)
      await takeOut(tableId ?? '')
      tableIds.push(tableId ?? '')
      // oxlint-enable no-await-in-loop
    }
    const [guests = '', staffs = ''] = ids
    // A party that gets smaller at its time keeps what it has.
    await done(moveDinner(await at(db()), guests, { date: FAR_SATURDAY, time: '18:00', guests: 1 }))
    expect((await rowOf(guests)).tableId).toBe(tableIds[0])
    await done(moveDinner(await at(db()), guests, { date: FAR_SATURDAY, time: '18:30' }))
    await done(amend(asStaff(), staffs, { time: '18:30' }))
    for (const id of ids)
      // oxlint-disable-next-line no-await-in-loop -- one dinner after the other
      expect(tableIds).not.toContain((await rowOf(id)).tableId)
    expect(refusalOf(await amend(asStaff(), staffs, { tableId: tableIds[0] ?? '' }))).toBe(NOT_IN_USE)
  })
})

test('a dinner that is booked in the moment in which its table is taken out of use gets another one', async () => {
  const first = await booked(db(), { time: '19:00' })
  const [taken] = await occupanciesOf(db(), first)
  const { tableId } = await rowOf(first)
  await db().updateTable('reservations').set({ status: 'cancelled' }).where('id', '=', first).execute()
  const booking = await db()
    .transaction()
    .execute(async (trx) => {
      // As the edit of a table does.
      await trx.selectFrom('venueTables').select('id').where('id', '=', tableId).forUpdate().execute()
      await trx.updateTable('venueTables').set({ isAvailable: false }).where('id', '=', tableId).execute()
      const running = bookDinner(await at(db()), askForDinner({ time: '19:00' }))
      await eventually(async () => expect((await app().pool.query(WAITING_FOR_LOCK)).rows).toHaveLength(1))
      return { running }
    })
  const { id } = await done(booking.running)
  expect((await occupanciesOf(db(), id)).map((it) => it.number)).not.toEqual([taken?.number])
})
