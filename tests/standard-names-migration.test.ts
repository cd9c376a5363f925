import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { migrate } from '#platform/db/migrate.ts'
import { createEmptyDatabase } from './support/database.ts'

/* 0036_standard_names.sql on a database in use. It goes together with the former names. */

const disposers: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const dispose of disposers.toReversed())
    // oxlint-disable-next-line no-await-in-loop -- in the reverse order of opening
    await dispose()
})

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  disposers.push(() => client.end())
  return client
}

/** A database as the version before left it, with a row in the tables whose columns get a twin. */
async function createFormerDatabase(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'lounge-former-'))
  disposers.push(() => rm(directory, { recursive: true, force: true }))
  await cp('db/migrations', directory, {
    recursive: true,
    filter: (path) => !(Number(/\/(\d{4})_/.exec(path)?.[1] ?? 0) >= 36),
  })
  const url = await createEmptyDatabase()
  await migrate(url, directory)
  const client = await open(url)
  await client.query(`
    insert into venue (name, tagline, description, story, cuisine, phone, email, events_email, street_address, city, region,
        postal_code, latitude, longitude, policies_changed_on)
      values ('Lounge', '', '', '', '', '+19725550100', 'a@example.com', 'b@example.com', '', '', '', '', 0, 0, '2026-01-01');
    update venue set owners_need_codes = true, reminders_on = false, dining_without_table = true;
    insert into sign_in_attempts (key, tries, resets_at) values ('k', 4, now() + interval '1 hour');
    insert into inquiries (name, email, phone, event_type, event_details, form_key)
      values ('Ada', 'ada@example.com', '1', 'other', 'x', 'first');
    insert into mails (inquiry_id, kind, occasion) select id, 'inquiry_received', '7' from inquiries`)
  return url
}

test('waits for a transaction in progress while others proceed, and keeps settings, counts and emails', async () => {
  const url = await createFormerDatabase()
  const [writer, other] = [await open(url), await open(url)]
  await writer.query(`begin; update inquiries set notes = 'called'`)

  let isMigrated = false
  const migrated = migrate(url, 'db/migrations').then(() => (isMigrated = true))
  const statements: number[] = []
  for (let i = 0; i < 20; i += 1) {
    const begun = performance.now()
    // oxlint-disable-next-line no-await-in-loop -- one after the other, during several attempts of the migration
    await other.query('update venue set reminders_on = reminders_on; select from mails; select pg_sleep(0.1)')
    statements.push(performance.now() - begun)
  }
  expect(isMigrated).toBe(false)
  // The transaction of the version before writes a table that the migration wants, too: neither is refused.
  await writer.query(
    `update venue set reminders_on = false; insert into reminder_stops (address_hash) values ('a'); commit`,
  )
  await migrated

  const { rows } = await other.query(
    `select v.owners_require_two_factor, v.reminders_enabled, v.allow_overbooking, a.attempts, i.idempotency_key, i.notes,
       q.dedupe_key, q.subject_id = i.id as about, (select count(*)::int from reminder_opt_outs) as opt_outs
     from venue v, sign_in_attempts a, inquiries i, email_queue q`,
  )
  expect(rows).toEqual([
    {
      owners_require_two_factor: true,
      reminders_enabled: false,
      allow_overbooking: true,
      attempts: 4,
      idempotency_key: 'first',
      notes: 'called',
      dedupe_key: '7',
      about: true,
      opt_outs: 1,
    },
  ])
})

test('leaves no former name in a function, which would fail once the views are gone', async () => {
  const url = await createEmptyDatabase()
  await migrate(url, 'db/migrations')
  const client = await open(url)
  const { rows } = await client.query<{ name: string }>(
    `select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = 'public' and p.prosrc ~
       '\\m(house_holds|table_claims|mails|form_counts|reminder_stops|reservation_tallies|dining_sittings|staff_used_codes)\\M'`,
  )
  expect(rows).toEqual([])
})
