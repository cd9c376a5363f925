import { beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { listAuditLog, recordActivity } from './service.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})

const ALL = {
  entity: null,
  entityId: null,
  actorId: null,
  search: null,
  from: null,
  until: null,
  after: null,
}
/** A date is shown with its year where that is another one. */
const NOW = new Date('2026-11-21T00:00:00Z')
const subjectsOf = async (entityId: string) =>
  (await listAuditLog({ ...database, now: NOW }, { ...ALL, entityId })).entries.map(
    ({ action, subject }) => `${action} ${subject}`,
  )

/** Inserts a reservation for the latest event and returns its id and names. */
async function bookNight(): Promise<{ id: string; table: string; title: string }> {
  const { rows } = await database.pool.query<{ id: string; table: string; title: string }>(
    `with night as (select * from events where deleted_at is null order by date desc limit 1)
     insert into reservations (event_id, table_id, reservation_type, business_date, starts_at, ends_at, guest_name,
       guest_email, guest_count, status)
     select night.id, t.id, 'nightlife', '2027-11-26', night.starts_at, night.ends_at, 'Ada Obi', 'ada@example.com', 1, 'cancelled'
     from night, venue_tables t where table_number = 13
     returning id, (select table_number from venue_tables where id = table_id) as table, (select title from night) as title`,
  )
  return rows[0] ?? { id: '', table: '', title: '' }
}

test('a reservation is named by guest, event, date and table', async () => {
  const { id, title } = await bookNight()
  const actor = { id: null, name: 'Ama' }
  const before = { guestName: 'Ada Obi', service: 'nightlife', date: '2027-11-26', tableNumber: 13 }
  await recordActivity(database.db, {
    actor,
    action: 'deleted',
    entity: 'reservation',
    entityId: id,
    before,
    after: null,
  })
  await recordActivity(database.db, {
    actor,
    action: 'refunded',
    entity: 'reservation',
    entityId: id,
    after: { guestName: 'Ada Obi', refundedCents: 100 },
  })
  const name = `Ada Obi for ${title}, Fri, Nov 26, 2027, table 13`
  expect(await subjectsOf(id)).toEqual([`refunded ${name}`, `deleted ${name}`])
  // A changed table leaves older audit entries as they were.
  await database.pool.query('update reservations set table_id = null where id = $1', [id])
  expect(await subjectsOf(id)).toContain(`deleted ${name}`)
  const found = await listAuditLog({ ...database, now: new Date() }, { ...ALL, search: title.toUpperCase() })
  expect(found.entries.map(({ entityId }) => entityId)).toContain(id)
})

test('a dinner is named as one, and a purged reservation by its audit entry', async () => {
  const entityId = '0198c0de-0000-7000-8000-000000000001'
  await recordActivity(database.db, {
    actor: { id: null, name: 'Ama' },
    action: 'moved',
    entity: 'reservation',
    entityId,
    after: { guestName: 'Kofi Mensah', service: 'dining', date: '2027-01-08', tableNumber: null },
  })
  expect(await subjectsOf(entityId)).toEqual(['moved Kofi Mensah for dinner, Fri, Jan 8, 2027'])
})

test('other things keep their own names', async () => {
  const auditEntry = { actor: { id: null, name: 'Ama' }, action: 'updated', entityId: 'x' } as const
  await recordActivity(database.db, { ...auditEntry, entity: 'table', after: { tableNumber: 7 } })
  await recordActivity(database.db, { ...auditEntry, entity: 'settings', after: { version: 1 } })
  expect(await subjectsOf('x')).toEqual(['updated ', 'updated 7'])
})
