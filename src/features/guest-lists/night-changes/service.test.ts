import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { recordConsent } from '#features/emails/text-messages/service.ts'
import { loadOwnEntry } from '#features/guest-lists/sign-ups/service.ts'
import { addSeconds } from '#lib/venue-time.ts'
import { createSignedTokens } from '#platform/security/signed-tokens.ts'
import { makeGuestList } from '../../../../tests/guest-lists/listed-nights.ts'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import type { NightChange } from './schema.ts'
import { listedNote, tellerText, toldText } from './rules.ts'
import { loadListsTold, renderNightChangeEmail, renderNightChangeText, tellListGuests } from './service.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
const tokens = createSignedTokens(randomBytes(32))
const deps = (seconds = 0) => ({
  db: database.db,
  now: addSeconds(new Date(), seconds),
  tokens,
  origin: 'https://venue.example',
})
const run = (statement: string, values: unknown[]) => database.pool.query(statement, values)

/** A list with guests who gave an email, a phone and consent to texts, a phone alone, and nothing; and one who took the name off. */
async function listWithGuests(inDays: number) {
  const list = await makeGuestList(database, { inDays })
  const { rows } = await database.pool.query<{ id: string; guest_name: string }>(
    `insert into guest_list_entries (list_id, guest_name, guest_count, guest_phone, guest_email, source, consented_at, removed_at)
     values ($1, 'Ama', 2, '+19725550101', 'ama@example.com', 'self', now(), null),
       ($1, 'Kofi', 1, '+19725550102', null, 'self', now(), null), ($1, 'Esi', 1, '+19725550103', null, 'self', now(), null),
       ($1, 'Nana', 4, null, null, 'staff', null, null), ($1, 'Yaw', 1, null, 'yaw@example.com', 'self', now(), now())
     returning id, guest_name`,
    [list.id],
  )
  const idOf = (name: string): string => rows.find((it) => it.guest_name === name)?.id ?? ''
  await recordConsent(deps(), { subject: 'list_entry', id: idOf('Kofi'), source: 'guest' })
  return { ...list, idOf }
}

const toldTo = async (listId: string): Promise<string[]> =>
  (
    await database.pool.query<{ told: string }>(
      `select n.guest_name || ' ' || m.kind as told from guest_list_entries n join (
         select list_entry_id, kind, created_at from email_queue union all
         select list_entry_id, kind, created_at from text_messages) m on m.list_entry_id = n.id
       where n.list_id = $1 order by m.created_at, n.guest_name`,
      [listId],
    )
  ).rows.map(({ told }) => told)

const change = (id: string, kind: NightChange) => ({ id, change: kind })

test('guests of a list are told where its night moves, once, by email or the text that they agreed to', async () => {
  const list = await listWithGuests(3)
  expect(await tellListGuests(deps())).toBe(0)
  await run('update events set date = date + 7 where id = $1', [list.eventId])
  expect(await tellListGuests(deps())).toBe(1)
  expect(await tellListGuests(deps(60))).toBe(0)
  expect(await toldTo(list.id)).toEqual(['Ama list_moved', 'Kofi list_moved'])
  const mail = await renderNightChangeEmail(deps(), change(list.idOf('Ama'), 'list_moved'))
  expect(mail).toMatchObject({
    to: 'ama@example.com',
    subject: expect.stringMatching(/^Moved: Highlife Saturday, /),
    text: expect.stringContaining(`/list-entry/${tokens.sign('list_entry', list.idOf('Ama'))}`),
  })
  const text = await renderNightChangeText(deps(), change(list.idOf('Kofi'), 'list_moved'))
  expect(text).toMatchObject({
    to: '+19725550102',
    body: expect.stringContaining('Highlife Saturday has moved'),
  })
})

test('a deleted night is told once its Undo is over, and again where it is restored', async () => {
  const list = await listWithGuests(4)
  await run('update events set deleted_at = now() where id = $1', [list.eventId])
  expect(await tellListGuests(deps(5))).toBe(0)
  expect(await tellListGuests(deps(20))).toBe(1)
  const calledOff = change(list.idOf('Ama'), 'list_called_off')
  expect(await renderNightChangeEmail(deps(), calledOff)).toMatchObject({
    subject: expect.stringMatching(/^Called off: Highlife Saturday/),
    text: expect.stringContaining('https://venue.example/events'),
  })
  await run('update events set deleted_at = null where id = $1', [list.eventId])
  // The first email was still waiting: it does not apply any more.
  expect(await renderNightChangeEmail(deps(), calledOff)).toBeNull()
  expect(await tellListGuests(deps(80))).toBe(1)
  expect(await toldTo(list.id)).toEqual([
    'Ama list_called_off',
    'Kofi list_called_off',
    'Ama list_on_again',
    'Kofi list_on_again',
  ])
})

test('a day that is closed with its events calls the night off, after its Undo, and the page of the guest says so', async () => {
  const list = await listWithGuests(5)
  await run(
    `insert into venue_special_days (business_date, service, reason, closed_events, undo_until)
     select date, 'social', 'Storm', 'cancelled', now() + interval '12 seconds' from events where id = $1`,
    [list.eventId],
  )
  expect(await tellListGuests(deps(5))).toBe(0)
  expect(await tellListGuests(deps(20))).toBe(1)
  expect(await toldTo(list.id)).toEqual(['Ama list_called_off', 'Kofi list_called_off'])
  expect(await loadOwnEntry(deps(), list.idOf('Ama'))).toMatchObject({
    isOver: false,
    entry: { isCalledOff: true },
  })
})

test('no guest is told of a night that is over, or of one that was changed back before the job ran', async () => {
  const [past, back] = [await listWithGuests(-2), await listWithGuests(6)]
  await run('update events set deleted_at = now() where id = $1', [past.eventId])
  await run('update events set date = date + 7 where id = $1', [back.eventId])
  await run('update events set date = date - 7 where id = $1', [back.eventId])
  expect(await tellListGuests(deps(60))).toBe(0)
})

test('several processes at once tell the guests once', async () => {
  const list = await listWithGuests(8)
  await run(`update events set start_time = '22:00' where id = $1`, [list.eventId])
  await Promise.all([0, 1, 2, 3].map((seconds) => tellListGuests(deps(seconds))))
  expect(await toldTo(list.id)).toEqual(['Ama list_moved', 'Kofi list_moved'])
})

test('staff see how many names were told of a change, and who has to be told by a person', async () => {
  const list = await listWithGuests(9)
  const told = async (seconds = 0) => (await loadListsTold(deps(seconds), { listId: list.id }))[0]
  expect(await told()).toBeUndefined()
  await run('update events set date = date + 7 where id = $1', [list.eventId])
  await tellListGuests(deps())
  // The email and the text have not left yet; a guest who is added later knows the new night.
  await run(
    `insert into guest_list_entries (list_id, guest_name, guest_count, source, created_at) values ($1, 'Zoe', 1, 'staff', $2)`,
    [list.id, addSeconds(new Date(), 60)],
  )
  expect(await told()).toMatchObject({ names: 4, told: 0, waiting: 2 })
  await run('update email_queue set sent_at = now() where list_entry_id = $1', [list.idOf('Ama')])
  await run(`update text_messages set status = 'failed' where list_entry_id = $1`, [list.idOf('Kofi')])
  const shown = await told()
  if (!shown) throw new Error('nothing was told')
  expect(shown.untold).toEqual([
    {
      id: list.idOf('Esi'),
      guestName: 'Esi',
      guestCount: 1,
      guestPhone: '(972) 555-0103',
      why: 'no_contact',
    },
    { id: list.idOf('Kofi'), guestName: 'Kofi', guestCount: 1, guestPhone: '(972) 555-0102', why: 'failed' },
    { id: list.idOf('Nana'), guestName: 'Nana', guestCount: 4, guestPhone: null, why: 'no_contact' },
  ])
  expect(toldText(shown, 'Sat, Nov 28')).toBe(
    '1 of 4 names were told on Sat, Nov 28 that the night has moved.',
  )
  expect(tellerText(shown)).toBe('Kojo Asante or you must tell the 3 who were not told:')
  // A deleted night is still among those of its date, until it would be over.
  const { rows } = await database.pool.query<{ date: string }>(
    'update events set deleted_at = now() where id = $1 returning date::text as date',
    [list.eventId],
  )
  const date = rows[0]?.date ?? ''
  await tellListGuests(deps(20))
  expect(await loadListsTold(deps(20), { from: date, until: date })).toMatchObject([
    { listId: list.id, isDeleted: true, change: 'list_called_off', names: 4, waiting: 2 },
  ])
  expect(await told(20 * 86_400)).toBeUndefined()
})

test.each([
  [0, 0, undefined],
  [1, 1, '1 name is on guest lists, told by email or text.'],
  [
    15,
    12,
    '15 names are on guest lists: 12 are told by email or text. 3 gave no email and did not agree to texts: the promoter or you must tell them.',
  ],
  [
    2,
    0,
    '2 names are on guest lists. 2 gave no email and did not agree to texts: the promoter or you must tell them.',
  ],
])(
  'the question before a change of a night with %i names, %i of them reachable, counts them',
  (names, reachable, text) => {
    expect(listedNote({ names, reachable })).toBe(text)
  },
)
