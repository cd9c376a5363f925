import { randomBytes } from 'node:crypto'
import { beforeAll } from 'vitest'
import { migrateJobs } from '#platform/jobs/jobs.ts'
import {
  submitApplication,
  submitInquiry,
  submitTableRequest,
} from '#features/requests/submissions/service.ts'
import { createSignedTokens } from '#platform/security/signed-tokens.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'

const now = new Date('2026-11-21T00:00:00Z')
type Guest = { readonly status?: string; readonly phone?: string; readonly name?: string }

/** A database with records of people, each under a phone number of their own. */
export function usePersonalData() {
  let database: TestDatabase
  beforeAll(async () => {
    database = await cloneDatabase()
    await migrateJobs(database.url)
  })
  const tokens = createSignedTokens(randomBytes(32))
  const deps = () => ({ db: database.db, now, tokens })

  const phones = new Map<string, string>()

  /** Each guest has a number of their own: guests who share one are the same person in the book. */
  function phoneOf(email: string): string {
    const phone = phones.get(email.toLowerCase()) ?? `972 555 01${phones.size + 10}`
    phones.set(email.toLowerCase(), phone)
    return phone
  }

  async function sendEverything(email: string): Promise<void> {
    const person = { name: 'Ada Obi', phone: phoneOf(email) }
    await submitInquiry(
      deps(),
      {
        ...person,
        email,
        eventType: 'birthday',
        guestCount: null,
        selectedDate: null,
        budget: null,
        eventDetails: 'Ada turns 30.',
      },
      `i ${email}`,
    )
    await submitApplication(
      deps(),
      {
        ...person,
        email,
        performanceType: 'Poets',
        experience: 'Ada has read in nine cities.',
        availability: 'Ask Ada',
        socialMedia: 'https://ada.example/',
        additionalInfo: 'Call Ada',
      },
      `a ${email}`,
    )
    await submitTableRequest(
      deps(),
      { ...person, email, partySize: 4, tablePreference: 'vip', eventId: null, note: 'For Ada' },
      `t ${email}`,
    )
  }

  async function book(email: string, startsAt: string, of: Guest | string = {}): Promise<string> {
    const {
      status = 'confirmed',
      phone = phoneOf(email),
      name = 'Ada Obi',
    } = typeof of === 'string' ? { status: of } : of
    const { rows } = await database.pool.query<{ id: string }>(
      `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_phone,
       guest_count, special_requests, status, total_price_cents, payment_status)
     values ('nightlife', ($1::timestamptz)::date, $1, $1::timestamptz + interval '2 hours', $5, $2, $4,
       4, 'Ada is allergic to nuts', $3, 12000, 'paid') returning id`,
      [startsAt, email, status, phone, name],
    )
    return rows[0]?.id ?? ''
  }

  /** Puts a guest on a list of a night of their own. */
  async function list(email: string, date: string): Promise<string> {
    const { rows } = await database.pool.query<{ id: string }>(
      `with night as (
       insert into events (slug, title, description, date, start_time, end_time, category, price, price_range)
       select 'night-' || substr(new_id()::text, 25), 'A Night', description, $2, '21:00', '02:00', category, price, price_range
       from events limit 1 returning id
     ), list as (
       insert into guest_lists (event_id, name, terms, max_guests) select id, 'Friends', 'free', 10 from night returning id
     )
     insert into guest_list_entries (list_id, guest_name, guest_count, guest_email, source, consented_at, note)
     select id, 'Ada Obi', 2, $1, 'self', now(), 'Ada comes late' from list returning id`,
      [email, date],
    )
    return rows[0]?.id ?? ''
  }

  /** Every row and column that still contains words about a person. */
  async function mentionsOf(words: RegExp): Promise<string[]> {
    const { rows: tables } = await database.pool.query<{ table: string }>(
      `select quote_ident(tablename) as table from pg_tables where schemaname = 'public' and tablename <> 'events'`,
    )
    const found: string[] = []
    for (const { table } of tables) {
      // oxlint-disable-next-line no-await-in-loop -- one table after the other
      const { rows } = await database.pool.query<{ row: string }>(
        `select row_to_json(t)::text as row from ${table} t`,
      )
      found.push(...rows.filter(({ row }) => words.test(row)).map(({ row }) => `${table} ${row}`))
    }
    return found
  }
  return { database: () => database, deps, sendEverything, book, list, mentionsOf }
}
