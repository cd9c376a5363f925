import { beforeAll, expect, test } from 'vitest'
import { unreachablePayments } from '../../../../tests/booking/bookings.ts'
import { createStaff } from '../../../../tests/staff/sign-in.ts'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { addGuestList } from '#features/guest-lists/service.ts'
import { loadTonight } from '#features/reservation-management/tonight/service.ts'
import { addEntries } from './service.ts'

// 10 PM in Texas, on Friday, November 27.
const now = new Date('2026-11-28T04:00:00Z')
const DATE = '2026-11-27'
let database: TestDatabase
let as: Parameters<typeof addEntries>[0]
beforeAll(async () => {
  database = await cloneDatabase()
  const id = await createStaff(database, 'marks@venue.example')
  as = {
    ...unreachablePayments(),
    db: database.db,
    now,
    actor: { id, name: 'Efua Boateng', role: 'manager' },
  }
})

async function makeList() {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into events (slug, title, description, date, start_time, end_time, category, price, price_range)
     select 'marks-night', 'List Night', description, $1, '21:00', '02:00', category, '$25', price_range
     from events limit 1 returning id`,
    [DATE],
  )
  const added = await addGuestList(as, {
    eventId: rows[0]?.id ?? '',
    name: 'Friends of Kojo',
    promoter: 'Kojo Asante',
    reduced: null,
    untilTime: '23:00',
    maxGuests: 40,
    isOpen: true,
  })
  if (!added.ok) throw new Error(added.reason.why)
  return added.value
}

const tonight = (query: Record<string, string> = {}, at = now) =>
  loadTonight({ db: database.db, now: at }, new URLSearchParams({ date: DATE, ...query }))

test('entries have the marks, the allergies and the block of the guest with their phone number or address, in changes too', async () => {
  const list = await makeList()
  const added = await addEntries(as, list.id, { lines: 'Ama\nKojo\nEsi' })
  const [byPhone, byEmail, stranger] = added.ok ? added.value.added : []
  const { rows } = await database.pool.query<{ id: string }>(
    `with g as (insert into guests (name) values ('Ama Mensah'), ('Kojo Sow') returning id, name),
       c as (insert into guest_contacts (kind, value, guest_id)
         select 'phone', '+19725550177', id from g where name = 'Ama Mensah'
         union all select 'email', 'kojo.sow@example.com', id from g where name = 'Kojo Sow')
     select id from g order by name`,
  )
  await database.pool.query(
    `update guest_list_entries set guest_phone = case id when $1::uuid then '+19725550177' end,
       guest_email = case id when $2::uuid then 'Kojo.Sow@example.com' end where id in ($1, $2)`,
    [byPhone?.id, byEmail?.id],
  )
  const tables = ['guest_list_entries', 'guest_lists', 'events', 'guests', 'guest_contacts']
  const ages = tables.map(
    (table) => `alter table ${table} disable trigger user;
      update ${table} set ${table === 'guest_contacts' ? 'created_at' : 'updated_at'} = now() - interval '1 hour';
      alter table ${table} enable trigger user;`,
  )
  await database.pool.query(ages.join('\n'))
  const at = new Date()
  const changes = async () =>
    (await tonight({ since: at.toISOString() }, new Date())).parties.filter((it) => it.list?.id === list.id)
  expect(await changes()).toEqual([])
  await database.pool.query(
    `update guests set tags = '{vip}', allergies = 'Peanuts', block_reason = 'Broke a mirror', blocked_at = now()
     where id = $1`,
    [rows[0]?.id],
  )
  expect(await changes()).toMatchObject([
    {
      id: byPhone?.id,
      guest: { id: rows[0]?.id, tags: ['vip'], allergies: 'Peanuts', blockReason: 'Broke a mirror' },
    },
  ])
  const all = new Map((await tonight()).parties.map((it) => [it.id, it.guest?.id]))
  expect([byPhone, byEmail, stranger].map((it) => all.get(it?.id ?? ''))).toEqual([
    rows[0]?.id,
    rows[1]?.id,
    undefined,
  ])
})
