import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { recordMails } from '../../../../tests/support/recorded-mails.ts'
import { createStaff } from '../../../../tests/staff/sign-in.ts'
import { sendMail } from '#features/emails/service.ts'
import type { StaffRole } from '#features/permissions/schema.ts'
import { finishChanges } from '#features/reservation-management/changes/service.ts'
import { createLog } from '#platform/observability/log.ts'
import { planMessages, planStatuses, sendMessages, setStatuses, undoStatuses } from './service.ts'
import { unreachablePayments } from '../../../../tests/booking/bookings.ts'

const now = new Date('2026-11-21T00:00:00Z')
let database: TestDatabase
let staff: string
beforeAll(async () => {
  database = await cloneDatabase()
  staff = await createStaff(database, 'bulk@venue.example')
})
const as = (role: StaffRole = 'manager') => ({
  db: database.db,
  now,
  actor: { id: staff, name: 'Ama', role },
  log: createLog('silent'),
})

/** Unreachable payment provider: no guest of these tests has a payment in progress. */
const payments = unreachablePayments()

type Party = {
  readonly status?: string
  readonly email?: string
  readonly day?: string
  readonly type?: 'dining' | 'nightlife'
}

async function book({
  status = 'pending',
  email = 'g@example.com',
  day = '2031-03-01',
  type = 'dining',
}: Party = {}) {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count, status, source)
     values ($4, $1, $1::date + time '23:00', $1::date + interval '25 hours', 'Ada Obi', $2, 2, $3, 'phone') returning id`,
    [day, email, status, type],
  )
  return rows[0]?.id ?? ''
}

async function pay(id: string): Promise<void> {
  await database.pool.query(
    `insert into checkouts (reservation_id, provider, amount_cents, status, received_cents, expires_at, paid_at)
     values ($1, 'local', 5000, 'paid', 5000, now(), now())`,
    [id],
  )
}

const statusesOf = async (ids: readonly string[]) => {
  const { rows } = await database.pool.query<{ status: string }>(
    'select status from unnest($1::uuid[]) with ordinality as w (id, n) join reservations using (id) order by n',
    [ids],
  )
  return rows.map(({ status }) => status)
}

test('the preview of a status change matches its result', async () => {
  const ids = [
    await book(),
    await book({ email: '' }),
    await book({ status: 'cancelled' }),
    await book({ status: 'confirmed' }),
  ]
  await pay(ids[3] ?? '')
  const plan = await planStatuses(as(), { ids, status: 'cancelled' })
  expect(plan).toMatchObject({ changed: 2, unchanged: 1, emails: 1, refused: [{ id: ids[3] }] })
  expect(await statusesOf(ids)).toEqual(['pending', 'pending', 'cancelled', 'confirmed'])
  const done = await setStatuses({ ...payments, ...as() }, { ids, status: 'cancelled' })
  expect(done).toMatchObject({
    ok: true,
    value: {
      outcomes: [
        { outcome: 'done' },
        { outcome: 'done' },
        { outcome: 'unchanged' },
        { outcome: 'refused', text: expect.stringContaining('paid') },
      ],
    },
  })
  expect(await statusesOf(ids)).toEqual(['cancelled', 'cancelled', 'cancelled', 'confirmed'])
})

test('the preview of a cancellation lists the other reservations of the evenings that are not selected', async () => {
  const night = { type: 'nightlife', status: 'confirmed', day: '2031-04-01' } as const
  const evening = async (email: string) =>
    [await book({ email, day: night.day }), await book({ ...night, email })] as const
  const [dinner, unpaid] = await evening('unpaid@example.com')
  const [early, paid] = await evening('paid@example.com')
  const [both, too] = await evening('both@example.com')
  const [, settled] = await evening('settled@example.com')
  await Promise.all([pay(paid), pay(settled)])
  const alone = await book({ email: 'alone@example.com', day: night.day })
  // A paid night is refused itself, so that its dinner is not asked about.
  const ids = [dinner, early, both, too, settled, alone]
  const { others, changed } = await planStatuses(as(), { ids, status: 'cancelled' })
  expect(changed).toBe(5)
  expect(others.toSorted((a, b) => Number(a.refusal !== null) - Number(b.refusal !== null))).toEqual([
    { id: unpaid, text: expect.stringMatching(/^Ada Obi: the night from /), refusal: null, isEmailed: true },
    expect.objectContaining({ id: paid, refusal: expect.stringContaining('paid') }),
  ])
  expect((await planStatuses(as(), { ids, status: 'confirmed' })).others).toEqual([])
})

test('a reservation that has not begun cannot be completed, and a deleted one is skipped', async () => {
  const ids = [await book(), await book({ day: '2020-03-01' }), await book()]
  await database.pool.query('update reservations set deleted_at = now() where id = $1', [ids[2]])
  const done = await setStatuses({ ...payments, ...as() }, { ids, status: 'completed' })
  expect(done.ok && done.value.outcomes.map(({ outcome }) => outcome)).toEqual(['refused', 'done'])
})

test('a message reaches each guest with an address once, even if its batch is sent twice', async () => {
  const ids = [await book(), await book(), await book({ email: '' })]
  expect(await planMessages(as(), { ids })).toEqual({ recipients: 2, unreachable: 1, reached: 0 })
  const message = { key: randomUUID(), ids, subject: 'The band', text: 'We begin at ten.' }
  for (let i = 0; i < 2; i += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the second one is sent after the first
    const sent = await sendMessages(as(), message)
    expect(sent.ok && sent.value.outcomes.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'refused'])
  }
  const { rows } = await database.pool.query(
    `select count(*)::int as emails, (select recipients from staff_messages where id = $1) as recipients,
       (select count(*)::int from activity where action = 'emailed the guest of') as "auditEntries"
     from email_queue where kind = 'staff_message' and dedupe_key = $1::text`,
    [message.key],
  )
  expect(rows).toEqual([{ emails: 2, recipients: 2, auditEntries: 2 }])
})

test('another text under the key of a message is refused, and reaches those who are left under a key of its own', async () => {
  const ids = [await book(), await book(), await book()]
  const first = { key: randomUUID(), ids: ids.slice(0, 2), subject: 'The band', text: 'We begin at ten.' }
  expect(await sendMessages(as(), first)).toMatchObject({ ok: true })
  const refusal = {
    ok: false,
    reason: { why: 'sent_before', text: 'Sent before to 2 guests, as first written.' },
  }
  const corrected = { ...first, ids, text: 'We begin at nine.' }
  expect(await sendMessages(as(), corrected)).toEqual(refusal)
  expect(await sendMessages(as(), { ...first, ids, subject: 'Our band' })).toEqual(refusal)

  const after = [first.key]
  expect(await planMessages(as(), { ids, after })).toEqual({ recipients: 1, unreachable: 0, reached: 2 })
  const again = { ...corrected, key: randomUUID(), after }
  for (let i = 0; i < 2; i += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the second one is sent after the first
    const sent = await sendMessages(as(), again)
    expect(sent.ok && sent.value.outcomes.map(({ outcome }) => outcome)).toEqual([
      'unchanged',
      'unchanged',
      'done',
    ])
  }
  const { rows } = await database.pool.query(
    `select m.body, q.reservation_id as id from email_queue q join staff_messages m on m.id::text = q.dedupe_key
     where q.reservation_id = any($1) order by array_position($1, q.reservation_id)`,
    [ids],
  )
  expect(rows).toEqual([
    { id: ids[0], body: 'We begin at ten.' },
    { id: ids[1], body: 'We begin at ten.' },
    { id: ids[2], body: 'We begin at nine.' },
  ])
})

test('a batch of a message that arrives after its corrected one is not sent', async () => {
  const ids = [await book(), await book()]
  const first = { key: randomUUID(), ids: ids.slice(0, 1), subject: 'The band', text: 'We begin at ten.' }
  expect(await sendMessages(as(), first)).toMatchObject({ ok: true })
  const corrected = { ...first, key: randomUUID(), after: [first.key], ids, text: 'We begin at nine.' }
  expect(await sendMessages(as(), corrected)).toMatchObject({ ok: true })
  expect(await sendMessages(as(), { ...first, ids })).toMatchObject({ reason: { why: 'sent_before' } })
  const { rows } = await database.pool.query(
    'select reservation_id as id, dedupe_key as key from email_queue where reservation_id = any($1) order by created_at, id',
    [ids],
  )
  expect(rows).toEqual([
    { id: ids[0], key: first.key },
    { id: ids[1], key: corrected.key },
  ])
})

/** A reservation whose change fails by a fault of the database. */
const breakReservation = (id: string) =>
  database.pool.query(
    `create or replace function break_reservation() returns trigger language plpgsql as $$
       begin raise exception 'a fault of the test'; end $$;
     create trigger broken before update of status on reservations for each row
       when (old.id = '${id}') execute function break_reservation()`,
  )
const mendReservation = () => database.pool.query('drop trigger broken on reservations')

test('a fault on the way leaves what was done with its Undo, and names the rest', async () => {
  const ids = [await book(), await book(), await book()]
  const deps = { ...payments, ...as() }
  await breakReservation(ids[1] ?? '')
  try {
    const done = await setStatuses(deps, { ids, status: 'confirmed' })
    expect(done).toMatchObject({
      value: { outcomes: [{ id: ids[0], outcome: 'done' }], left: ids.slice(1) },
    })
    expect(await statusesOf(ids)).toEqual(['confirmed', 'pending', 'pending'])
    expect(await undoStatuses(as(), { acts: actsOf(done) })).toMatchObject({
      value: { outcomes: [{ outcome: 'done' }], left: [] },
    })
    const broken = ids.slice(1)
    await expect(setStatuses(deps, { ids: broken, status: 'confirmed' })).rejects.toThrow(
      'a fault of the test',
    )
  } finally {
    await mendReservation()
  }
})

test('a message that reached no guest yet is written as it was sent last', async () => {
  const ids = [await book({ email: '' }), await book()]
  const first = { key: randomUUID(), ids: ids.slice(0, 1), subject: 'The band', text: 'We begin at ten.' }
  expect(await sendMessages(as(), first)).toMatchObject({ ok: true })
  expect(await sendMessages(as(), { ...first, ids, text: 'We begin at nine.' })).toMatchObject({ ok: true })
  const { rows } = await database.pool.query('select body, recipients from staff_messages where id = $1', [
    first.key,
  ])
  expect(rows).toEqual([{ body: 'We begin at nine.', recipients: 1 }])
})

const actsOf = (done: Awaited<ReturnType<typeof setStatuses>>) =>
  done.ok ? done.value.outcomes.flatMap(({ id, actId }) => (actId === null ? [] : [{ id, actId }])) : []
const emailsOf = async (ids: readonly string[]) =>
  (
    await database.pool.query<{ kind: string }>(
      'select kind from email_queue where reservation_id = any($1) order by created_at',
      [ids],
    )
  ).rows.map(({ kind }) => kind)
const secondsLater = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const finishAt = async (ids: readonly string[], seconds: number): Promise<void> => {
  for (const id of ids)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await finishChanges({ db: database.db, now: secondsLater(seconds) }, id)
}

test('statuses of a selection are undone together, and no email is sent', async () => {
  const ids = [await book(), await book(), await book({ status: 'cancelled' })]
  const done = await setStatuses({ ...payments, ...as() }, { ids, status: 'cancelled' })
  expect(actsOf(done).map(({ id }) => id)).toEqual(ids.slice(0, 2))
  await finishAt(ids, 11)
  expect(await emailsOf(ids)).toEqual([])
  expect(await undoStatuses({ ...as(), now: secondsLater(11) }, { acts: actsOf(done) })).toMatchObject({
    value: { outcomes: [{ guestName: 'Ada Obi', outcome: 'done' }, { outcome: 'done' }] },
  })
  await finishAt(ids, 20)
  expect(await statusesOf(ids)).toEqual(['pending', 'pending', 'cancelled'])
  expect(await emailsOf(ids)).toEqual([])
})

test('a selected reservation that changed since is not undone, and its result gives the reason', async () => {
  const ids = [await book(), await book()]
  const done = await setStatuses({ ...payments, ...as() }, { ids, status: 'confirmed' })
  await setStatuses({ ...payments, ...as() }, { ids: ids.slice(0, 1), status: 'cancelled' })
  expect(await undoStatuses(as(), { acts: actsOf(done) })).toMatchObject({
    value: {
      outcomes: [
        { outcome: 'refused', text: expect.stringContaining('something was changed since') },
        { outcome: 'done' },
      ],
    },
  })
  expect(await statusesOf(ids)).toEqual(['cancelled', 'pending'])
})

test('the first change of a long selection can be undone until the last one is done', async () => {
  const ids = [await book()]
  const done = await setStatuses({ ...payments, ...as() }, { ids, status: 'cancelled', selected: 1000 })
  await finishAt(ids, 60)
  expect(await emailsOf(ids)).toEqual([])
  expect(await undoStatuses({ ...as(), now: secondsLater(60) }, { acts: actsOf(done) })).toMatchObject({
    value: { outcomes: [{ outcome: 'done' }] },
  })
})

test('a host may not send messages, and a manager may not exceed the hourly limit', async () => {
  const ids = [await book()]
  const message = { key: randomUUID(), ids, subject: 'The band', text: 'We begin at ten.' }
  expect(await sendMessages(as('host'), message)).toEqual({ ok: false, reason: { why: 'not_allowed' } })
  await database.pool.query(
    `insert into staff_messages (id, staff_user_id, subject, body, recipients, created_at) values ($1, $2, 'x', 'x', 500, $3)`,
    [randomUUID(), staff, now],
  )
  const refused = await sendMessages(as(), message)
  expect(refused).toMatchObject({
    ok: false,
    reason: { why: 'refused', text: expect.stringContaining('500 guests an hour') },
  })
})

test('the email contains the message as escaped text, the reservation and the link to it', async () => {
  const ids = [await book()]
  const key = randomUUID()
  await database.pool.query('delete from staff_messages where recipients = 500')
  await sendMessages(as(), {
    key,
    ids,
    subject: 'The band & more',
    text: 'We begin at <b>ten</b>.\nSee you.',
  })
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from email_queue where dedupe_key = $1',
    [key],
  )
  const { sent, depsAt } = recordMails()
  await sendMail(depsAt(database.db, as().now), rows[0]?.id ?? '')
  expect(sent).toMatchObject([{ to: 'g@example.com', subject: 'The band & more' }])
  expect(sent[0]?.html).toContain('We begin at &lt;b&gt;ten&lt;/b&gt;.')
  expect(sent[0]?.text).toContain('Dear Ada Obi')
  expect(sent[0]?.text).toContain('https://lounge.example/my-reservation/')
})
