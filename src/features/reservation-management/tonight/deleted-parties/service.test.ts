import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../../../tests/support/database.ts'
import { createStaff } from '../../../../../tests/staff/sign-in.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { recordArrivals } from '#features/reservation-management/tonight/arrival-acts/service.ts'
import { readWalkIns } from '#features/reservation-management/tonight/head-counts/service.ts'

// 10 PM in Texas, on Friday, November 27.
const now = new Date('2026-11-28T04:00:00Z')
const DATE = '2026-11-27'
let database: TestDatabase
let actor: Actor
beforeAll(async () => {
  database = await cloneDatabase()
  actor = { id: await createStaff(database, 'entrance@venue.example'), name: 'Efua Boateng', role: 'host' }
})

async function bookTonight(): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_phone, guest_count, status)
     values ('dining', $1, '2026-11-28 03:30Z', '2026-11-28 11:00Z', 'Yaa Asantewaa', 'yaa@example.com', '9725550142', 6, 'confirmed')
     returning id`,
    [DATE],
  )
  return rows[0]?.id ?? ''
}

const walkIns = () => readWalkIns(database.db, DATE)

test('guests who were let in while staff deleted their reservation are counted once, and the audit log names them', async () => {
  const [before, reservationId] = [await walkIns(), await bookTonight()]
  const at = now.toISOString()
  const record = async (acts: Parameters<typeof recordArrivals>[1]['acts']) => {
    const recorded = await recordArrivals({ db: database.db, now, actor }, { sentAt: at, acts })
    return recorded.ok ? recorded.value : []
  }
  const known = { id: randomUUID(), at, reservationId, kind: 'arrived', guests: 1 } as const
  await record([known])
  await database.pool.query(
    `update reservations set deleted_at = now(), deleted_status = status, status = 'cancelled' where id = $1`,
    [reservationId],
  )
  const came = { ...known, id: randomUUID(), guests: 4 }
  const wrong = { ...known, id: randomUUID(), guests: 2 }
  const undone = { id: randomUUID(), at, reservationId, kind: 'undone', undoesId: wrong.id } as const
  const left = { id: randomUUID(), at, reservationId, kind: 'left', guests: 1 } as const
  const acts = [known, came, wrong, undone, left]
  for (const _ of ['sent', 'sent again'])
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect((await record(acts)).map((it) => it.isRecorded)).toEqual(acts.map(() => true))
  expect(await record([{ id: randomUUID(), at, reservationId, kind: 'no_show' }])).toMatchObject([
    { isRecorded: false, text: 'This reservation no longer exists.' },
  ])
  expect(await walkIns()).toEqual({ cameIn: before.cameIn + 4, wentOut: before.wentOut + 1 })
  const { rows } = await database.pool.query(
    `select action, after ->> 'guestName' as name from activity where entity_id = $1 order by created_at`,
    [reservationId],
  )
  expect(rows).toHaveLength(4)
  expect(rows[0]).toEqual({ action: 'let in the guests of the deleted', name: 'Yaa Asantewaa' })
})
