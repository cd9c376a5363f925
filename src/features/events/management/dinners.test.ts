import { beforeAll, describe, expect, test } from 'vitest'
import { at } from '../../../../tests/dining/dining-fixtures.ts'
import { createStaff } from '../../../../tests/staff/sign-in.ts'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { newEvent } from '../../../../tests/support/event-form.ts'
import { overlappingText } from '#features/reservations/affected-guests/rules.ts'
import { listAffected } from '#features/reservations/affected-guests/service.ts'
import type { EventForm } from './schema.ts'
import { restoreFromTrash } from '#web/admin/api/management/trash-kinds.ts'
import { addEvent, deleteEvent, editEvent, markEventSoldOut, repeatEvent } from './service.ts'

let app: TestDatabase
let staff: string
beforeAll(async () => {
  app = await cloneDatabase()
  staff = await createStaff(app, 'events@venue.example')
})
const as = async () => ({
  ...(await at(app.db)),
  actor: { id: staff, name: 'Ama', role: 'manager' as const },
})

const event = (change: Partial<EventForm> = {}) => newEvent({ title: 'Afro Night', ...change })

/** Dinner at table 4 from 8 PM until 10 PM. */
async function dineOn(date: string, status = 'confirmed'): Promise<string> {
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
       guest_count, status)
     select id, 'dining', $1, moment_of_business($1, '20:00'), moment_of_business($1, '22:00'), 'Kofi', 'k@example.com', 3, $2
     from venue_tables where table_number = 4 returning id`,
    [date, status],
  )
  return rows[0]?.id ?? ''
}

const refusal = (id: string) => ({
  ok: false,
  reason: { why: 'dinners', dinners: [{ id, guestName: 'Kofi' }] },
})

describe('an event that is put on sale while dinners have tables', () => {
  test('names them before it is added, and is added once staff have agreed to each of them', async () => {
    const id = await dineOn('2031-05-02')
    const refused = await addEvent(await as(), event())
    expect(refused).toMatchObject(refusal(id))
    const text =
      !refused.ok && refused.reason.why === 'dinners' ? overlappingText(refused.reason.dinners) : ''
    expect(text).toMatch(
      /^A dinner has a table during this event: table 4 \(\$\d+\), Kofi, 3 guests, until 10:00 PM\. /,
    )
    expect(await addEvent(await as(), event(), [staff])).toMatchObject(refusal(id))
    expect(await addEvent(await as(), event(), [id])).toMatchObject({ ok: true })
  })

  test('is not asked about where it sells no tables, is sold out, begins later, or its service is closed', async () => {
    const date = '2031-05-03'
    await dineOn(date)
    const late = { title: 'Late', startTime: '22:00' }
    for (const change of [{ tablesForSale: false }, { soldOut: true }, late])
      // oxlint-disable-next-line no-await-in-loop -- one event after the other
      expect(await addEvent(await as(), event({ date, ...change }))).toMatchObject({ ok: true })
    const closed = { businessDate: date, service: 'social' as const, reason: 'Private' }
    await app.db.insertInto('venueSpecialDays').values(closed).execute()
    expect(await addEvent(await as(), event({ date }))).toMatchObject({ ok: true })
  })

  test('names them when it is moved to their day or put on sale later, not when its words change', async () => {
    const id = await dineOn('2031-05-09')
    const added = await addEvent(await as(), event({ date: '2031-05-08' }))
    const it = added.ok ? added.value : { id: '', version: 0 }
    const there = event({ date: '2031-05-09' })
    expect(await editEvent(await as(), it, there)).toMatchObject(refusal(id))
    const moved = await editEvent(await as(), { ...it, agreed: [id] }, there)
    expect(moved).toMatchObject({ ok: true })
    const renamed = await editEvent(await as(), moved.ok ? moved.value : it, { ...there, title: 'Renamed' })
    expect(renamed).toMatchObject({ ok: true })
    await markEventSoldOut(await as(), it.id, { soldOut: true })
    expect(await markEventSoldOut(await as(), it.id, { soldOut: false })).toMatchObject(refusal(id))
    expect(await markEventSoldOut(await as(), it.id, { soldOut: false, agreedDinners: [id] })).toMatchObject({
      ok: true,
    })
  })

  test('names them when it is restored from the trash, and is restored once staff have agreed', async () => {
    const date = '2031-05-16'
    const added = await addEvent(await as(), event({ date, title: 'Back Again' }))
    const eventId = added.ok ? added.value.id : ''
    const restore = async (agreed?: string[]) =>
      restoreFromTrash(await as(), { entity: 'event', id: eventId, ...(agreed && { agreedDinners: agreed }) })
    await deleteEvent(await as(), eventId)
    const id = await dineOn(date)
    expect(await restore()).toMatchObject(refusal(id))
    expect(await restore([staff])).toMatchObject(refusal(id))
    expect(await restore([id])).toEqual({ ok: true, value: null })
    await markEventSoldOut(await as(), eventId, { soldOut: true })
    await deleteEvent(await as(), eventId)
    expect(await restore()).toEqual({ ok: true, value: null })
  })

  test('says on which days it happens where it is repeated weekly', async () => {
    const added = await addEvent(await as(), event({ title: 'Weekly', date: '2031-06-06' }))
    await dineOn('2031-06-20')
    expect(await repeatEvent(await as(), added.ok ? added.value.id : '', 2)).toEqual({
      ok: true,
      value: { added: 2, closed: 0, dinnersOn: ['2031-06-20'] },
    })
  })
})

test('a party that sits at a table, marked completed, still has it until it has left', async () => {
  const id = await dineOn('2031-07-04', 'completed')
  const { rows } = await app.pool.query<{ id: string }>(
    'select table_id as id from reservations where id = $1',
    [id],
  )
  const guests = async () =>
    (await listAffected(await as(), { tableId: rows[0]?.id ?? '' })).filter((it) => it.id === id)
  expect(await guests()).toHaveLength(1)
  await app.pool.query(`update reservations set left_at = starts_at + interval '1 hour' where id = $1`, [id])
  expect(await guests()).toHaveLength(0)
})
