import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { booked } from '../../../../tests/dining/dining-fixtures.ts'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { addDays, momentOf } from '#lib/venue-time.ts'
import { createSignedTokens } from '#platform/security/signed-tokens.ts'
import { writeReminderMail } from '../service.ts'
import { enqueueReminders } from './service.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
  await database.pool.query('update venue set reminders_enabled = true')
})

test('a promised dinner without a table is reminded of, one that waits for an answer of staff is not', async () => {
  const date = '2027-01-10'
  const [small, large] = [await booked(database.db, { date }), await booked(database.db, { date, guests: 8 })]
  await database.db
    .updateTable('reservations')
    .set({ tableId: null, secondTableId: null })
    .where('id', '=', small)
    .execute()
  const deps = {
    db: database.db,
    now: momentOf(addDays(date, -1), '18:00'),
    tokens: createSignedTokens(randomBytes(32)),
    origin: 'https://baobab.example',
  }
  expect(await enqueueReminders(deps)).toBe(1)
  const reminded = await database.db
    .selectFrom('emailQueue')
    .select('reservationId')
    .where('kind', '=', 'dinner_reminder')
    .where('reservationId', 'in', [small, large])
    .execute()
  expect(reminded).toEqual([{ reservationId: small }])
  expect(await writeReminderMail(deps, small, { kind: 'dinner_reminder', dedupeKey: date })).not.toBeNull()
})
