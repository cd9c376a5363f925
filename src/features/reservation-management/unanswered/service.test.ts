import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { findDinner, writeDinnerMail } from '#features/dining/dinners/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import { addHours, momentOf } from '#lib/venue-time.ts'
import { createSignedTokens } from '#platform/security/signed-tokens.ts'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { describeDinner } from '../../../web/site/my-reservation/my-dinner-copy.ts'
import { endUnanswered } from './service.ts'

const DAY = '2027-01-15'
const [STARTS, ENDS] = [momentOf(DAY, '18:00'), momentOf(DAY, '20:00')]
let app: TestDatabase
beforeAll(async () => {
  app = await cloneDatabase()
})

/** A dinner of ten that waits for an answer of staff. */
async function request(columns = ''): Promise<string> {
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_phone,
       guest_count, status)
     values ('dining', $1, $2, $3, 'Abena', 'abena@example.com', '+19725550161', 10, 'pending') returning id`,
    [DAY, STARTS, ENDS],
  )
  const id = rows[0]?.id ?? ''
  if (columns !== '') await app.pool.query(`update reservations set ${columns} where id = $1`, [id])
  return id
}
const statusOf = async (id: string): Promise<string> =>
  (
    await app.pool.query<{ status: string }>(
      `select status || coalesce(' ' || cancel_reason, '') as status from reservations where id = $1`,
      [id],
    )
  ).rows[0]?.status ?? ''
const emailsTo = async (id: string) =>
  (await app.pool.query('select kind from email_queue where reservation_id = $1', [id])).rows

const end = (now: Date) => endUnanswered({ db: app.db, now })

test('a request of a large party that staff never answered ends with its time, and its guest is told so once', async () => {
  const id = await request()
  expect(await end(addHours(ENDS, -1))).toBe(0)
  expect(await Promise.all([end(ENDS), end(ENDS)])).toContain(1)
  expect(await end(addHours(ENDS, 1))).toBe(0)
  expect(await statusOf(id)).toBe('cancelled hold_expired')
  expect(await emailsTo(id)).toEqual([{ kind: 'dinner_cancelled' }])
  const deps = {
    db: app.db,
    now: ENDS,
    tokens: createSignedTokens(randomBytes(32)),
    origin: 'https://venue.example',
    findStay: async () => ({ line: null, isForNight: false }),
  }
  const mail = await writeDinnerMail(deps, id, 'dinner_cancelled')
  expect(mail?.subject).toBe('Your request was not answered: Fri, Jan 15, 6:00 PM')
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(
    'We did not answer your request in time, and no table was reserved for you.',
  )
  expect(mail?.attachments).toEqual([])
  const dinner = await findDinner({ db: app.db }, id)
  if (!dinner) throw new Error('no dinner')
  const venue = await loadVenue({ db: app.db })
  const page = describeDinner({
    dinner,
    venue,
    stay: { isForNight: false },
    link: '/mine',
    entryLink: '/entry',
    hasArrived: false,
    now: ENDS,
  })
  expect(page).toMatchObject({
    title: 'We did not answer your request',
    status: 'Not answered',
    hasCalendar: false,
    messages: [expect.stringMatching(/^We are sorry\. We did not answer your request in time/)],
  })
  const { rows } = await app.pool.query(
    `select actor, action from activity where entity = 'reservation' and entity_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ actor: 'System', action: 'ended the unanswered request of' }])
})

test('a party with a table or an answer stays, one whose guests came as well, and no guest is written to days later', async () => {
  const kept = [
    await request(`status = 'confirmed'`),
    await request(`table_id = (select id from venue_tables order by table_number limit 1)`),
    await request(`is_large_party = false`),
    await request(),
  ]
  await app.pool.query(
    `insert into arrival_events (id, reservation_id, kind, guests, happened_at, actor_id, actor_name)
     values ($1, $2, 'arrived', 10, $3, $1, 'Ama')`,
    [randomUUID(), kept[3], STARTS],
  )
  const old = await request()
  const before = await Promise.all(kept.map(statusOf))
  expect(await end(addHours(ENDS, 25))).toBe(1)
  expect(await Promise.all(kept.map(statusOf))).toEqual(before)
  expect([await statusOf(old), await emailsTo(old)]).toEqual(['cancelled hold_expired', []])
})
