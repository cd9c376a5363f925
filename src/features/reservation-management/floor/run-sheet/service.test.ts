import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../../../tests/support/database.ts'
import { insertDinnerEntry } from '../../../../../tests/waiting-list/insert-entry.ts'
import { createStaff } from '../../../../../tests/staff/sign-in.ts'
import type { Actor, StaffRole } from '#features/permissions/schema.ts'
import { isForAbsent, isLate, openTasks } from './rules.ts'
import { newTaskForm } from './schema.ts'
import { addTask, changeTask, loadRunSheet } from './service.ts'

// 10 PM in Texas, on Friday, November 27.
const now = new Date('2026-11-28T04:00:00Z')
const DATE = '2026-11-27'
let database: TestDatabase
let staff: string
beforeAll(async () => {
  database = await cloneDatabase()
  staff = await createStaff(database, 'mc@venue.example')
})
// Every test has the night for itself.
beforeEach(async () => {
  await database.pool.query(
    `update reservations set status = 'cancelled', cancel_reason = 'hold_expired' where business_date >= $1`,
    [DATE],
  )
  await database.pool.query('delete from run_sheet_tasks')
})

const as = (role: StaffRole = 'host', name = 'Efua Boateng', at = now) => {
  const actor: Actor = { id: staff, name, role }
  return { db: database.db, now: at, actor }
}
const sheet = async (date = DATE) => (await loadRunSheet(as(), new URLSearchParams({ date }))).tasks

/** Books a table with the birthday package and what the guest sent for it. */
async function book(name: string, { request = '', birthday = '' } = {}): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
       guest_phone, guest_count, status, special_requests)
     select t.id, 'nightlife', $1, '2026-11-28 03:00Z', '2026-11-28 08:00Z', $2, 'ada@example.com', '9725550142', 6,
       'confirmed', nullif($3, '') from venue_tables t where not exists (select from table_occupancies o
         where o.table_id = t.id and o.is_active and o.during && tstzrange('2026-11-28 03:00Z', '2026-11-28 08:00Z'))
     order by table_number limit 1 returning id`,
    [DATE, name, request],
  )
  const id = rows[0]?.id ?? ''
  await database.pool.query(
    `insert into reservation_lines (reservation_id, kind, package_key, label, amount_cents)
     values ($1, 'package', 'birthday_shoutout', 'Birthday Shoutout Package', 5000)`,
    [id],
  )
  if (birthday)
    await database.pool.query(
      `insert into package_contents (reservation_id, package_key, name, message)
       values ($1, 'birthday_shoutout', $2, '30 at last')`,
      [id, birthday],
    )
  return id
}
const bookAll = async (...names: readonly string[]): Promise<string[]> => {
  const ids: string[] = []
  // oxlint-disable-next-line no-await-in-loop -- each takes the next free table
  for (const name of names) ids.push(await book(name, { birthday: name }))
  return ids
}

/** Records an act about a party of that night. */
const record = (id: string | undefined, kind: 'arrived' | 'left' | 'no_show', guests: number | null = null) =>
  database.pool.query(
    `insert into arrival_events (id, reservation_id, kind, guests, happened_at, actor_id, actor_name)
     values ($1, $2, $3, $4, $5, $1, 'Ama')`,
    [randomUUID(), id, kind, guests, now],
  )
const birthdayOf = (reservationId: string) => ({ reservationId, source: 'birthday_shoutout' }) as const

describe('the run sheet of a night', () => {
  test('has packages at the time of the settings and requests when their party is expected', async () => {
    const id = await book('Ada Obi', { request: 'Candles, please', birthday: 'Ama' })
    expect(await sheet()).toMatchObject([
      { title: 'Request', dueTime: '21:00', details: 'Candles, please', guestName: 'Ada Obi' },
      {
        id: `${id}:birthday_shoutout`,
        title: 'Shoutout and sparklers',
        dueTime: '23:30',
        dueAt: '2026-11-28T05:30:00.000Z',
        guestName: 'Ada Obi',
        packageName: 'Ama',
        details: 'Message: 30 at last.',
        missing: null,
        tableNumbers: [expect.any(Number)],
      },
    ])
    await database.pool.query(`update packages set run_sheet_time = '00:15' where key = 'birthday_shoutout'`)
    // A quarter past midnight is still the same night, and later than everything before it.
    expect((await sheet()).at(-1)).toMatchObject({ dueTime: '00:15', dueAt: '2026-11-28T06:15:00.000Z' })
    await database.pool.query(`update packages set run_sheet_time = null where key = 'birthday_shoutout'`)
    expect((await sheet()).map(({ title }) => title)).toEqual(['Request'])
    await database.pool.query(`update packages set run_sheet_time = '23:30' where key = 'birthday_shoutout'`)
  })

  test('says whether each party is here, from its date on', async () => {
    const ids = await bookAll('Ada Obi', 'Kofi Mensah', 'Esi Owusu', 'Yaw Darko')
    await record(ids[1], 'arrived', 6)
    await record(ids[2], 'no_show')
    await record(ids[3], 'arrived', 6)
    await record(ids[3], 'left', 6)
    const states = async (at = now) => {
      const { tasks } = await loadRunSheet(as('server', 'MC', at), new URLSearchParams({ date: DATE }))
      return ids.map((id) => tasks.find(({ reservationId }) => reservationId === id)?.attendance)
    }
    // Outside, with their table kept.
    expect(await states()).toEqual(['expected', 'arrived', 'no_show', 'out'])
    expect((await sheet()).filter(isForAbsent).map(({ reservationId }) => reservationId)).toEqual([ids[2]])
    await database.pool.query('update reservations set left_at = $2 where id = $1', [ids[3], now])
    expect(await states()).toEqual(['expected', 'arrived', 'no_show', 'left'])
    expect(await states(new Date('2026-11-27T04:00:00Z'))).toEqual([null, null, null, null])
  })

  test('has tasks of absent parties at its end, and never late', async () => {
    const [gone = '', expected = ''] = await bookAll('Ada Obi', 'Kofi Mensah')
    await changeTask(as(), {
      task: birthdayOf(gone),
      change: { kind: 'planned', time: '21:30', assignee: '' },
    })
    const open = async () => openTasks(await sheet()).map(({ reservationId }) => reservationId)
    expect(await open()).toEqual([gone, expected])
    await record(gone, 'no_show')
    expect(await open()).toEqual([expected, gone])
    const midnight = new Date('2026-11-28T06:00:00Z')
    expect(openTasks(await sheet()).map((it) => [isForAbsent(it), isLate(it, midnight)])).toEqual([
      [false, true],
      [true, false],
    ])
  })

  test('says what the guest has not sent yet, and follows a cancellation', async () => {
    const id = await book('Ada Obi')
    expect(await sheet()).toMatchObject([{ missing: 'the name' }])
    await database.pool.query(
      `update reservations set status = 'cancelled', cancel_reason = 'staff' where id = $1`,
      [id],
    )
    expect(await sheet()).toEqual([])
  })
})

describe('a task', () => {
  test('of a dinner that was not answered yet is on the sheet, and one of an offer is not', async () => {
    const id = await book('Ada Obi', { request: 'A high chair' })
    const set = (columns: string) =>
      database.pool.query(`update reservations set ${columns} where id = $1`, [id])
    await set(`reservation_type = 'dining', status = 'pending', event_id = null`)
    expect((await sheet()).map(({ title }) => title)).toContain('Request')
    const entry = await insertDinnerEntry(database, { dinnerAt: '2026-11-28 03:00Z', date: DATE })
    await set(`waiting_entry_id = '${entry}', held_until = '2026-11-28 05:00Z'`)
    expect(await sheet()).toEqual([])
  })

  test('keeps following its package where only its person is changed', async () => {
    const task = birthdayOf(await book('Ada Obi'))
    await changeTask(as(), { task, change: { kind: 'planned', assignee: 'Kofi' } })
    await database.pool.query(`update packages set run_sheet_time = '00:15' where key = 'birthday_shoutout'`)
    expect(await sheet()).toMatchObject([{ dueTime: '00:15', assignee: 'Kofi' }])
    await database.pool.query(`update packages set run_sheet_time = '23:30' where key = 'birthday_shoutout'`)
  })

  test('is open again where its reservation moves to another date, and done again on the first', async () => {
    const id = await book('Ada Obi')
    const tick = () => changeTask(as(), { task: birthdayOf(id), change: { kind: 'done', isDone: true } })
    const move = (days: number) =>
      database.pool.query(
        `update reservations set business_date = business_date + $2::int, starts_at = starts_at + $2::int * interval '1 day',
           ends_at = ends_at + $2::int * interval '1 day' where id = $1`,
        [id, days],
      )
    await tick()
    await move(1)
    expect(await sheet('2026-11-28')).toMatchObject([{ doneAt: null, doneBy: null }])
    await move(-1)
    expect(await sheet()).toMatchObject([{ doneBy: 'Efua Boateng' }])
    await move(1)
    await changeTask(as(), { task: birthdayOf(id), change: { kind: 'planned', assignee: 'Kofi' } })
    expect(await sheet('2026-11-28')).toMatchObject([{ doneAt: null, assignee: 'Kofi' }])
    await tick()
    expect(await sheet('2026-11-28')).toMatchObject([{ doneBy: 'Efua Boateng' }])
  })

  test('is ticked off by servers, and planned by hosts only', async () => {
    const task = birthdayOf(await book('Ada Obi'))
    const done = { task, change: { kind: 'done', isDone: true } } as const
    expect(await changeTask(as('server'), done)).toEqual({ ok: true, value: null })
    const planned = { task, change: { kind: 'planned', assignee: 'Kofi' } } as const
    expect(await changeTask(as('server'), planned)).toEqual({ ok: false, reason: { why: 'not_allowed' } })
    expect(await changeTask(as('door'), done)).toEqual({ ok: false, reason: { why: 'not_allowed' } })
  })

  test('ticked off on two devices at once names one person, and the tick can be taken back', async () => {
    const task = birthdayOf(await book('Ada Obi'))
    const done = { task, change: { kind: 'done', isDone: true } } as const
    const answers = await Promise.all([
      changeTask(as('host', 'Ama'), done),
      changeTask(as('manager', 'Kofi'), done),
    ])
    expect(answers).toEqual([
      { ok: true, value: null },
      { ok: true, value: null },
    ])
    const [first] = await sheet()
    expect(first).toMatchObject({ doneAt: now.toISOString(), doneBy: expect.stringMatching(/^(Ama|Kofi)$/) })
    // A later tick changes nothing.
    await changeTask(as('host', 'Yaw', new Date('2026-11-28T06:00:00Z')), done)
    expect((await sheet())[0]).toEqual(first)
    expect(openTasks(await sheet())).toEqual([])
    await changeTask(as(), { task, change: { kind: 'done', isDone: false } })
    expect(await sheet()).toMatchObject([{ doneAt: null, doneBy: null }])
  })

  test('is assigned, moved to another time, taken off the sheet, and put back', async () => {
    const task = birthdayOf(await book('Ada Obi'))
    await changeTask(as(), { task, change: { kind: 'planned', time: '00:10', assignee: 'Kojo' } })
    expect(await sheet()).toMatchObject([
      { dueTime: '00:10', assignee: 'Kojo', dueAt: '2026-11-28T06:10:00.000Z' },
    ])
    await changeTask(as(), { task, change: { kind: 'removed', isRemoved: true } })
    expect(await sheet()).toEqual([])
    await changeTask(as(), { task, change: { kind: 'removed', isRemoved: false } })
    expect(await sheet()).toMatchObject([{ dueTime: '00:10' }])
  })

  test('added by hand is added once, however often it is sent', async () => {
    const form = {
      id: randomUUID(),
      date: DATE,
      time: '22:45',
      title: 'Drummers to the stage',
      details: '',
      assignee: 'Kojo',
    }
    await Promise.all([addTask(as(), form), addTask(as(), form), addTask(as(), form)])
    expect(await sheet()).toMatchObject([{ id: form.id, title: 'Drummers to the stage', assignee: 'Kojo' }])
    expect(await sheet('2026-11-28')).toEqual([])
    expect(await changeTask(as(), { task: { id: form.id }, change: { kind: 'done', isDone: true } })).toEqual(
      {
        ok: true,
        value: null,
      },
    )
    expect(await sheet()).toMatchObject([{ doneBy: 'Efua Boateng' }])
  })

  test('that does not exist is not found, and an invalid one is refused by name', async () => {
    const done = { kind: 'done', isDone: true } as const
    const unknown = { ok: false, reason: { why: 'not_found' } }
    expect(await changeTask(as(), { task: { id: randomUUID() }, change: done })).toEqual(unknown)
    expect(await changeTask(as(), { task: birthdayOf(randomUUID()), change: done })).toEqual(unknown)
    const typed = { id: randomUUID(), date: DATE, time: '25:99', title: ' ', details: '', assignee: '' }
    const messages = newTaskForm.safeParse(typed).error?.issues.map(({ message }) => message)
    expect(messages).toEqual(['Enter a time such as 23:30.', 'Please enter what is to be done.'])
  })
})
