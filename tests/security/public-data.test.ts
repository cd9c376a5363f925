import { beforeAll, describe, expect, test } from 'vitest'
import { type RunningApp, startApp } from '../support/server.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

/* Public pages carry the settings that they show, and no others. */

let app: RunningApp
let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(TODAY_TEMPLATE)
  app = await startApp({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'error' } })
})

const camel = (name: string): string => name.replaceAll(/_(\w)/g, (_, email: string) => email.toUpperCase())

/** Columns of the venue's settings that guests do not need. */
const INTERNAL = [
  'ownersRequireTwoFactor',
  'ownersNeedCodes',
  'retentionYears',
  'remindersEnabled',
  'remindersOn',
  'diningCoversPerSlot',
  'coversPerSlot',
  'withoutTable',
  'allowOverbooking',
  'diningWithoutTable',
  'createdAt',
  'updatedAt',
  'singleton',
]
const PAGES = [
  '/',
  '/menu',
  '/events',
  '/reservations?service=dining',
  '/plan-event',
  '/privacy-policy',
  '/thank-you?for=table',
  '/nowhere',
  // The staff area gets the same settings, as the data of the root route.
  '/admin',
  '/admin.data',
]

describe('the data of a public page', () => {
  test('names no setting that staff alone need', async () => {
    const found: string[] = []
    for (const path of PAGES) {
      // oxlint-disable-next-line no-await-in-loop
      const text = await (await app.get(path)).text()
      found.push(
        ...INTERNAL.filter((key) => text.includes(`"${key}"`) || text.includes(`\\"${key}\\"`)).map(
          (key) => `${path}: ${key}`,
        ),
      )
    }
    expect(found).toEqual([])
  })

  test('carries no column of the settings but the allowed ones', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = 'venue'`,
    )
    const text = await (await app.get('/admin.data')).text()
    const sent = rows
      .map(({ name }) => camel(name))
      .filter((key) => text.includes(`"${key}"`))
      .toSorted()
    expect(sent).toEqual([
      'arriveEarlyMinutes',
      'changeNoticeHours',
      'city',
      'creditMonths',
      'creditOnMove',
      'cuisine',
      'description',
      'diningCancelHours',
      'email',
      'eventsEmail',
      'graceMinutes',
      'holdMinutes',
      'largePartySize',
      'latitude',
      'longitude',
      'minimumAge',
      'moveFeeCents',
      'name',
      'phone',
      'policiesChangedOn',
      'postalCode',
      'refundResoldTables',
      'region',
      'story',
      'streetAddress',
      'tagline',
    ])
  })
})
