import { randomBytes } from 'node:crypto'
import { CamelCasePlugin, type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import { beforeAll, describe, expect, test } from 'vitest'
import { findEmail } from '#features/emails/store.ts'
import { listUnsettledCheckouts } from '#features/payments/checkouts/service.ts'
import { listTimes } from '#features/dining/service.ts'
import { findEvent } from '#features/events/service.ts'
import { readFloorStates } from '#features/floor-plan/chart/service.ts'
import {
  findReservationDetails,
  listReservations,
  listSpecialRequests,
} from '#features/reservation-management/list/service.ts'
import { summariseReservations } from '#features/reservation-management/list/summary/service.ts'
import { listGuestsOf } from '#features/reservations/affected-guests/store.ts'
import { readMoneyByDate, readMoneyFigures } from '#features/payments/ledger/service.ts'
import { findExpiredHolds, holdTable } from '#features/holds/service.ts'
import { listBooked } from '#features/close-out/figures/service.ts'
import * as closeOut from '#features/close-out/figures/store.ts'
import { listArrivals, readCounts } from '#features/dashboard/store.ts'
import { erasePerson, exportPerson } from '#features/guests/privacy/service.ts'
import { listDueReminders } from '#features/reminders/store.ts'
import { findNightReservation } from '#features/reservations/store.ts'
import { loadVenue } from '#features/venue/service.ts'
import type { DB } from '#platform/db/db-types.ts'
import { addHours } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { createSignedTokens } from '#platform/security/signed-tokens.ts'
import { fillReservations } from '../bench/full-reservations.ts'
import { cloneDatabase, type TestDatabase } from './support/database.ts'

const RESERVATIONS = 12_000
const tokens = createSignedTokens(randomBytes(32))
const now = new Date('2026-11-21T00:00:00Z')
const guest = {
  key: '0190a0b0-0000-7000-8000-000000000000',
  guestName: 'Amara Okafor',
  guestEmail: 'amara@example.com',
  guestPhone: '(972) 555-0142',
  guestCount: 1,
  specialRequests: '',
  birthdayPackage: false,
  screenDisplay: false,
}

let database: TestDatabase
let recorder: Kysely<DB>
let recorded: CompiledQuery[] = []

beforeAll(async () => {
  database = await cloneDatabase()
  recorder = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: database.pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: ({ query }) => void recorded.push(query),
  })
  // A pool without the statement timeout of requests: a loaded machine takes longer to fill the tables.
  const pool = new pg.Pool({ connectionString: database.url, max: 1 })
  await fillReservations(pool, RESERVATIONS)
  await pool.query(`insert into email_queue (reservation_id, kind, sent_at, thread_date)
    select id, 'confirmation', now(), business_date from reservations`)
  await pool.query('analyze email_queue')
  await pool.end()
})

const Plan = z.object({
  'Node Type': z.string(),
  'Relation Name': z.optional(z.string()),
  get Plans() {
    return z.optional(z.array(Plan))
  },
})
type Plan = z.infer<typeof Plan>

const scansOf = (plan: Plan): string[] => [
  ...(plan['Node Type'].endsWith('Seq Scan') ? [plan['Relation Name'] ?? ''] : []),
  ...(plan.Plans ?? []).flatMap(scansOf),
]

/** The tables that the statements read by sequential scan. */
async function scansIn(queries: readonly CompiledQuery[]): Promise<string[]> {
  const scans: string[] = []
  for (const { sql, parameters } of queries) {
    if (!/^\s*(\/\*.*\*\/)?\s*(select|with|insert|update)/i.test(sql)) continue
    // oxlint-disable-next-line no-await-in-loop -- one plan after the other
    const { rows } = await database.pool.query<{ 'QUERY PLAN': unknown }>(`explain (format json) ${sql}`, [
      ...parameters,
    ])
    const [{ Plan: plan }] = z.tuple([z.object({ Plan })]).parse(rows[0]?.['QUERY PLAN'])
    scans.push(...scansOf(plan))
  }
  return scans
}

async function scansOfWork(work: (db: Db) => Promise<unknown>): Promise<string[]> {
  recorded = []
  await work(recorder)
  const queries = recorded
  expect(queries.length).toBeGreaterThan(0)
  return scansIn(queries)
}

const BIG = ['reservations', 'table_occupancies', 'ledger_lines', 'email_queue']

async function nightToCome(db: Db) {
  const { slug } = await db
    .selectFrom('events')
    .select('slug')
    .where('startsAt', '>', now)
    .where('soldOut', '=', false)
    .orderBy('startsAt')
    .executeTakeFirstOrThrow()
  const found = await findEvent({ db, now }, slug)
  if (found?.kind !== 'event') throw new Error('the seed has a night to come')
  return found.event
}

const someReservation = async (): Promise<string> =>
  (await database.db.selectFrom('reservations').select('id').limit(1).executeTakeFirstOrThrow()).id

const actor = { role: 'manager' } as const
const everything = {
  search: '',
  type: null,
  status: null,
  eventId: null,
  date: null,
  sort: 'newest',
} as const

const HOT: Readonly<Record<string, (db: Db) => Promise<unknown>>> = {
  'a hold': async (db) => {
    const { id: eventId } = await nightToCome(db)
    const table = await db.selectFrom('venueTables').selectAll().limit(1).executeTakeFirstOrThrow()
    const request = { ...guest, eventId, tableId: table.id, shownTotalCents: table.reservationPriceCents }
    return holdTable({ db, now }, request, {
      browser: 'a browser',
      address: 'an address',
      network: 'a network',
    })
  },
  'holds whose time is up': (db) => findExpiredHolds({ db, now }),
  'payments nothing was heard of': (db) => listUnsettledCheckouts(db, now),
  'the tables of a night': async (db) => readFloorStates({ db, now }, await nightToCome(db)),
  'the times of an evening': async (db) =>
    listTimes({ db, now, venue: await loadVenue({ db }) }, { date: '2026-11-28', guests: 2 }),
  'the first page of the book': (db) => listReservations({ db, actor }, everything),
  'the next page of the book': async (db) =>
    listReservations({ db, actor }, everything, await someReservation()),
  'a search in the book': (db) => listReservations({ db, actor }, { ...everything, search: '11999@exam' }),
  'a search by phone': (db) => listReservations({ db, actor }, { ...everything, search: '(972) 555-0142' }),
  'the special requests': (db) => listSpecialRequests({ db }, everything),
  'the counts of the book': (db) => summariseReservations({ db, actor }, everything),
  'one reservation': async (db) =>
    findReservationDetails({ db, actor, tokens, now: new Date() }, await someReservation()),
  'the page of a guest': async (db) => findNightReservation(db, await someReservation()),
  'what there is of a guest': (db) => exportPerson({ db }, 'amara.adeyemi5000@example.com'),
  'what is erased of a guest': (db) => erasePerson({ db, now }, 'amara.adeyemi5000@example.com'),
  'the list at the door': async (db) => listGuestsOf(db, (await nightToCome(db)).id, now),
  'the counts of the overview': (db) => readCounts(db, '2026-11-20'),
  'the arrivals of a day': (db) => listArrivals(db, '2026-11-20'),
  'the nights of a month': (db) => listBooked(db, ['2026-10-21', '2026-11-20']),
  'the arrivals of a night': (db) => closeOut.listMovements(db, ['2026-11-20']),
  'the walk-ins of a night': (db) => closeOut.listWalkIns(db, ['2026-11-20']),
  'the no-shows of a night': (db) => closeOut.listNoShows(db, ['2026-11-20']),
  'the money of a night': (db) => closeOut.listMoney(db, '2026-11-20'),
  'the paid parties of a night': (db) => closeOut.listPaidParties(db, '2026-11-20'),
  'the money of thirty dates': (db) => readMoneyByDate({ db, now }, '2025-12-31'),
  'the money of today': (db) => readMoneyFigures({ db, now }),
  'the figures of an event': async (db) =>
    summariseReservations({ db, actor }, { ...everything, eventId: (await nightToCome(db)).id }),
  'the figures of a date': (db) =>
    summariseReservations({ db, actor }, { ...everything, date: '2026-11-20' }),
  'the figures of a search': (db) =>
    summariseReservations({ db, actor }, { ...everything, search: '11999@exam' }),
  'an email that is sent': async (db) => {
    const { id } = await database.db.selectFrom('emailQueue').select('id').limit(1).executeTakeFirstOrThrow()
    return findEmail(db, id)
  },
  'guests to be reminded': (db) =>
    listDueReminders(db, {
      reminder: 'first',
      from: addHours(now, 3),
      until: addHours(now, 24),
      bookedHours: 27,
      bookedBefore: addHours(now, -3),
      limit: 200,
    }),
}

describe('what is asked often never reads all reservations', () => {
  test.each(Object.entries(HOT))('%s', async (_what, work) => {
    const scans = await scansOfWork(work)
    expect(scans.filter((table) => BIG.includes(table))).toEqual([])
  })

  test('and a statement that does is found', async () => {
    const scans = await scansOfWork((db) =>
      db.selectFrom('reservations').select('id').where('guestCount', '=', 77).execute(),
    )
    expect(scans).toContain('reservations')
  })
})
