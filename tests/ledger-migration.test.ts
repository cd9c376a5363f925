import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#platform/db/migrate.ts'
import { createEmptyDatabase } from './support/database.ts'

const MIGRATIONS = 'db/migrations'
const LEDGER = '0024'

let before = ''
beforeAll(async () => {
  before = await mkdtemp(join(tmpdir(), 'lounge-before-ledger-'))
  const names = (await readdir(MIGRATIONS)).filter((name) => name < LEDGER)
  await Promise.all(names.map((name) => copyFile(join(MIGRATIONS, name), join(before, name))))
})
afterAll(() => rm(before, { recursive: true, force: true }))

/** A database of the version before, with a row for every case that its schema could record. */
const BOOK = `
  insert into reservations (id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count,
    status, payment_status, total_price_cents, source, paid_at_venue, deleted_at, created_at)
  select ('00000000-0000-0000-0000-00000000000' || n)::uuid, 'nightlife', '2026-11-20', '2026-11-21T03:00Z',
    '2026-11-21T11:00Z', 'Guest ' || n, 'g@example.com', 2, status, payment_status, cents, source, venue, deleted, '2026-11-18T18:00Z'
  from (values
    (1, 'confirmed', 'paid', 50000, 'website', null, null::timestamptz),
    (2, 'cancelled', 'partly_refunded', 40000, 'website', null, null),
    (3, 'confirmed', 'paid', 30000, 'phone', 'cash', null),
    (4, 'cancelled', 'paid', 20000, 'phone', 'card', null),
    (5, 'completed', 'paid', 10000, 'website', null, null),
    (6, 'confirmed', 'none', 60000, 'phone', null, null),
    (7, 'confirmed', 'paid', 70000, 'website', null, '2026-11-19T00:00Z'),
    (8, 'confirmed', 'paid', 80000, 'website', null, null)
  ) as told (n, status, payment_status, cents, source, venue, deleted);
  insert into checkouts (id, reservation_id, provider, session_id, amount_cents, received_cents, status, paid_at, expires_at)
  select ('10000000-0000-0000-0000-00000000000' || n)::uuid, ('00000000-0000-0000-0000-00000000000' || n)::uuid, 'local',
    'cs_' || n, cents, cents, 'paid', at, at
  from (values (1, 50000, timestamptz '2026-11-19T05:00Z'), (2, 40000, '2026-11-20T20:00Z'), (7, 70000, '2026-11-18T20:00Z'),
    (8, 80000, '2026-11-18T20:00Z')) as paid (n, cents, at);
  insert into refunds (checkout_id, reservation_id, amount_cents, reason, status, created_at) values
    ('10000000-0000-0000-0000-000000000002', '00000000-0000-0000-0000-000000000002', 10000, 'staff', 'succeeded', '2026-11-21T02:00Z'),
    ('10000000-0000-0000-0000-000000000002', '00000000-0000-0000-0000-000000000002', 5000, 'staff', 'failed', '2026-11-21T02:00Z');
  insert into payment_exceptions (kind, subject, reservation_id, checkout_id, amount_cents, detail) values
    ('dispute', 'dp_lost', '00000000-0000-0000-0000-000000000008', '10000000-0000-0000-0000-000000000008', 80000,
     'A guest disputes $800.00 with their bank (fraudulent). It stands at: lost.'),
    ('dispute', 'dp_open', '00000000-0000-0000-0000-000000000001', '10000000-0000-0000-0000-000000000001', 50000,
     'A guest disputes $500.00 with their bank (fraudulent). It stands at: needs_response.');`

async function open(): Promise<{ url: string; client: pg.Client }> {
  const url = await createEmptyDatabase()
  await migrate(url, before)
  const client = new pg.Client(url)
  await client.connect()
  await client.query(BOOK)
  return { url, client }
}

describe('the migration that fills the ledger', () => {
  test('has a line for every movement, and every reservation agrees with its lines', async () => {
    const { url, client } = await open()
    await migrate(url, MIGRATIONS)
    const { rows } = await client.query(
      `select right(reservation_id::text, 1) as n, kind, method, amount_cents as cents, moved_on::text as moved_on
       from ledger_lines order by reservation_id, kind`,
    )
    expect(rows).toEqual([
      // 5 AM UTC is before the business day starts in Addison.
      { n: '1', kind: 'payment', method: 'online', cents: 50_000, moved_on: '2026-11-18' },
      { n: '2', kind: 'payment', method: 'online', cents: 40_000, moved_on: '2026-11-20' },
      { n: '2', kind: 'refund', method: 'online', cents: -10_000, moved_on: '2026-11-20' },
      { n: '3', kind: 'payment', method: 'cash', cents: 30_000, moved_on: '2026-11-18' },
      { n: '4', kind: 'payment', method: 'card', cents: 20_000, moved_on: '2026-11-18' },
      { n: '5', kind: 'payment', method: 'card', cents: 10_000, moved_on: '2026-11-18' },
      { n: '7', kind: 'payment', method: 'online', cents: 70_000, moved_on: '2026-11-18' },
      { n: '8', kind: 'dispute_lost', method: 'online', cents: -80_000, moved_on: expect.any(String) },
      { n: '8', kind: 'payment', method: 'online', cents: 80_000, moved_on: '2026-11-18' },
    ])
    const { rows: counted } = await client.query(
      `select (select sum(earned_cents) from reservation_counters)::int as counters,
        (select sum(amount_cents) from ledger_lines l join reservations r on r.id = l.reservation_id where deleted_at is null)::int as lines,
        (select sum(received_cents - refunded_cents - disputed_cents) from reservations)::int as columns,
        (select sum(amount_cents) from ledger_lines)::int as ledger`,
    )
    expect(counted[0]).toEqual({
      counters: 140_000,
      lines: 140_000,
      columns: 210_000,
      ledger: 210_000,
    })
    await client.end()
  })

  test('stops the upgrade where the sums would differ, and rolls back', async () => {
    const { url, client } = await open()
    await client.query(`alter table reservations disable trigger user;
      update reservations set received_cents = received_cents + 1 where received_cents > 0 and deleted_at is null;
      alter table reservations enable trigger user`)
    await expect(migrate(url, MIGRATIONS)).rejects.toThrow(/cents of revenue where the lists had/)
    const { rows } = await client.query(`select to_regclass('ledger_lines') as ledger`)
    expect(rows).toEqual([{ ledger: null }])
    await client.end()
  })
})
