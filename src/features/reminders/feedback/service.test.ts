import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { erasePerson, exportPerson } from '#features/guests/privacy/service.ts'
import { setReminderOptOut } from '#features/reminders/service.ts'
import { enqueueThanks, writeThanksMail } from '#features/reminders/thanks/service.ts'
import { addDays, addHours, momentAt } from '#lib/venue-time.ts'
import { createSignedTokens } from '#platform/security/signed-tokens.ts'
import { dateToThank, readFeedbackQuery } from './rules.ts'
import { countUnseen, leaveFeedback, listFeedback, markFeedbackSeen, readOwnFeedback } from './service.ts'

/** Evening of a test: each has one of its own. */
let date = '2030-03-01'
const on = (time: string, days = 0): Date => momentAt(addDays(date, days), time)
const morning = (): Date => on('10:00', 1)
const tokens = createSignedTokens(randomBytes(32))
let app: TestDatabase
beforeAll(async () => {
  app = await cloneDatabase()
})
beforeEach(() => {
  date = addDays(date, 2)
})
const deps = (now = morning()) => ({ db: app.db, now, tokens, origin: 'https://lounge.example' })

type Visit = {
  readonly email?: string
  readonly status?: string
  readonly hours?: number
  readonly name?: string
}

/** A dinner of the evening; returns its id. */
const phones = new Map<string, string>()

/** A phone number of its own for each email address: guests who share a number are one person. */
function phoneOf(email: string): string {
  const key = email.toLowerCase()
  const phone = phones.get(key) ?? `972 555 0${100 + phones.size}`
  phones.set(key, phone)
  return phone
}

async function visit({
  email = 'ada@example.com',
  status = 'confirmed',
  hours = 0,
  name = 'Ada Obi',
}: Visit = {}) {
  const startsAt = addHours(on('19:00'), hours)
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_phone,
       guest_count, status) values ('dining', $6, $1, $2, $3, $4, $7, 2, $5) returning id`,
    [startsAt, addHours(startsAt, 2), name, email, status, date, phoneOf(email)],
  )
  return rows[0]?.id ?? ''
}

async function record(reservationId: string, kind: 'arrived' | 'no_show', undoesId: string | null = null) {
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into arrival_events (id, reservation_id, kind, guests, undoes_id, happened_at, actor_id, actor_name)
     values (new_id(), $1, $2::text, case $2::text when 'arrived' then 2 end, $3, $4, $5, 'Ama') returning id`,
    [reservationId, undoesId === null ? kind : 'undone', undoesId, on('19:00'), randomUUID()],
  )
  return rows[0]?.id ?? ''
}

const thanked = async (): Promise<string[]> =>
  (
    await app.pool.query<{ id: string }>(
      `select reservation_id as id from email_queue m join reservations r on r.id = m.reservation_id
       where kind = 'visit_thanks' and r.business_date = $1`,
      [date],
    )
  ).rows.map(({ id }) => id)

describe('thanks', () => {
  test('go to guests who came, once, in the daytime of the next day', async () => {
    const came = await visit()
    await record(came, 'arrived')
    const completed = await visit({ email: 'ben@example.com', status: 'completed' })
    const takenBack = await visit({ email: 'cho@example.com' })
    await record(takenBack, 'arrived', await record(takenBack, 'arrived'))
    const noShow = await visit({ email: 'dee@example.com' })
    await record(noShow, 'no_show')
    const closed = await visit({ email: 'eve@example.com', status: 'completed' })
    await record(closed, 'no_show')
    await visit({ email: 'fay@example.com', status: 'cancelled' })
    await visit({ email: 'gus@example.com' })
    expect(await enqueueThanks(deps(on('09:59', 1)))).toBe(0)
    expect(await enqueueThanks(deps(on('20:00', 1)))).toBe(0)
    expect(await enqueueThanks(deps(on('10:00', 2)))).toBe(0)
    expect(await enqueueThanks(deps())).toBe(2)
    expect(await enqueueThanks(deps())).toBe(0)
    expect(new Set(await thanked())).toEqual(new Set([came, completed]))
    expect(dateToThank(on('10:00', 1))).toBe(date)
  })

  test('are one email about a dinner and the night after it', async () => {
    const dinner = await visit()
    const night = await visit({ email: 'ADA@example.com', hours: 3 })
    await record(dinner, 'arrived')
    await record(night, 'arrived')
    expect(await enqueueThanks(deps())).toBe(1)
    expect(await thanked()).toEqual([night])
    expect(await enqueueThanks(deps())).toBe(0)
  })

  test('lead to the guest’s page and to a booking, and are not sent after a stop, without the setting, or to a no-show', async () => {
    const id = await visit()
    const arrival = await record(id, 'arrived')
    const mail = await writeThanksMail(deps(), id)
    expect(mail?.text).toContain(`https://lounge.example/my-reservation/${tokens.sign('guest', id)}#feedback`)
    expect(mail?.text).toContain('https://lounge.example/reservations?service=dining')
    const stop = `https://lounge.example/stop-reminders/${tokens.sign('stop', id)}?to=`
    expect(mail?.headers?.['List-Unsubscribe']).toContain(`<${stop}`)
    await setReminderOptOut(deps(), { reservationId: id, to: null }, true)
    expect(await writeThanksMail(deps(), id)).toBeNull()
    await setReminderOptOut(deps(), { reservationId: id, to: null }, false)
    await app.pool.query('update venue set thanks_enabled = false')
    expect([await enqueueThanks(deps()), await writeThanksMail(deps(), id)]).toEqual([0, null])
    await app.pool.query('update venue set thanks_enabled = true')
    await record(id, 'arrived', arrival)
    expect(await writeThanksMail(deps(), id)).toBeNull()
  })
})

describe('feedback', () => {
  const word = { rating: 4, comment: 'Ada liked the lamb' }

  test('is left by a guest who came, after the visit, for a month, and can be changed', async () => {
    const id = await visit()
    expect(await leaveFeedback(deps(), id, word)).toEqual({ ok: false, reason: 'not_open' })
    await record(id, 'arrived')
    expect(await readOwnFeedback(deps(on('20:00')), id)).toBeNull()
    expect(await readOwnFeedback(deps(addHours(morning(), 31 * 24)), id)).toBeNull()
    expect(await readOwnFeedback(deps(), id)).toEqual({ given: null })
    expect((await leaveFeedback(deps(), id, word)).ok).toBe(true)
    expect((await leaveFeedback(deps(), id, { ...word, rating: 2 })).ok).toBe(true)
    expect(await readOwnFeedback(deps(), id)).toEqual({ given: { ...word, rating: 2 } })
  })

  test('is listed for staff with filters, the latest first, and pages do not overlap', async () => {
    for (let i = 0; i < 52; i += 1) {
      const id = await visit({ email: `g${i}@example.com`, name: `Listed ${i}`, status: 'completed' })
      await leaveFeedback(deps(addHours(morning(), i)), id, {
        rating: (i % 5) + 1,
        comment: i === 7 ? '50% of it was cold' : '',
      })
    }
    const list = (query: string) =>
      listFeedback(app, readFeedbackQuery(new URLSearchParams(`q=Listed&${query}`)))
    const first = await list('')
    expect([first.items.length, first.items[0]?.guestName, first.count]).toEqual([50, 'Listed 51', 52])
    const rest = await list(`after=${first.next}`)
    expect(rest.items.map(({ guestName }) => guestName)).toEqual(['Listed 1', 'Listed 0'])
    expect(rest.next).toBeNull()
    expect((await list('rating=low')).items.every(({ rating }) => rating <= 3)).toBe(true)
    expect(await list('rating=5')).toMatchObject({ count: 10, average: 5 })
    expect((await list('words=1')).items.map(({ guestName }) => guestName)).toEqual(['Listed 7'])
    const found = await listFeedback(app, readFeedbackQuery(new URLSearchParams('q=50%25')))
    expect(found.items.map(({ guestName }) => guestName)).toEqual(['Listed 7'])
    expect(await list('type=nightlife')).toMatchObject({ count: 0, average: null })
    expect((await list('rating=9&type=x&after=y')).count).toBe(52)
  })

  test('that is low waits for staff to look at it, and again after a second thought of the guest', async () => {
    const id = await visit({ name: 'Unseen Low', email: 'unseen@example.com' })
    await record(id, 'arrived')
    const manager = { ...deps(), actor: { id: randomUUID(), name: 'Ama', role: 'manager' as const } }
    const unseen = async () =>
      (await listFeedback(app, readFeedbackQuery(new URLSearchParams('q=Unseen&rating=unseen')))).items.length
    const before = await countUnseen(app.db)
    await leaveFeedback(deps(), id, { rating: 2, comment: 'Cold soup' })
    expect([await unseen(), (await countUnseen(app.db)) - before]).toEqual([1, 1])
    const host = { ...manager, actor: { ...manager.actor, role: 'host' as const } }
    expect(await markFeedbackSeen(host, id)).toMatchObject({ reason: { why: 'not_allowed' } })
    expect(await markFeedbackSeen(manager, id)).toMatchObject({ ok: true })
    expect([await unseen(), (await countUnseen(app.db)) - before]).toEqual([0, 0])
    await leaveFeedback(deps(), id, { rating: 1, comment: 'Cold soup, and loud' })
    expect(await unseen()).toBe(1)
    await leaveFeedback(deps(), id, { rating: 4, comment: 'They called me' })
    expect(await unseen()).toBe(0)
  })

  test('is in the export of a person, and loses its words with the name', async () => {
    const id = await visit({ email: 'ida@example.com' })
    await record(id, 'arrived')
    await leaveFeedback(deps(), id, word)
    const exported = await exportPerson(app, 'ida@example.com')
    expect(exported.reservations).toMatchObject([{ feedback: word }])
    await erasePerson(deps(), 'ida@example.com')
    const { rows } = await app.pool.query(
      'select rating, comment from visit_feedback where reservation_id = $1',
      [id],
    )
    expect(rows).toEqual([{ rating: 4, comment: '' }])
    expect(await leaveFeedback(deps(), id, word)).toEqual({ ok: false, reason: 'not_found' })
    expect(await readOwnFeedback(deps(), id)).toBeNull()
    expect(await writeThanksMail(deps(), id)).toBeNull()
  })
})
