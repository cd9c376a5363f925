import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findEvent } from '#features/events/service.ts'
import { listOfferableTables } from '#features/holds/table-blocks/service.ts'
import { EVENT_FIELDS } from '#features/events/schema.ts'
import { calledOffNote, movedNote, offSaleNote } from '#web/admin/tabs/events/told-notes.ts'
import type { EventForm } from '#features/events/management/schema.ts'
import {
  addEvent,
  deleteEvent,
  editEvent,
  findStaffEvent,
  markEventSoldOut,
  restoreEvent,
} from '#features/events/management/service.ts'
import { setSpecialDay, undoSpecialDay } from '#features/reservation-management/special-days/service.ts'
import { renderWaitingEmail } from '#features/waiting-list/emails/service.ts'
import { renderCalledOffText, renderMovedText } from '#features/waiting-list/texts/service.ts'
import type { Joining } from '#features/waiting-list/joining/schema.ts'
import { joinNight } from '#features/waiting-list/joining/service.ts'
import { leaveLine, offerFreeTables, offerTable } from '#features/waiting-list/offers/service.ts'
import { listWaitingParties } from '#features/waiting-list/lines/service.ts'
import { findPlace } from '#features/waiting-list/service.ts'
import { loadWaitingList } from '#features/waiting-list/staff/service.ts'
import { pick } from '#lib/records.ts'
import { addSeconds } from '#lib/venue-time.ts'
import { FRIDAY } from '../booking/booking-fixtures.ts'
import { startBookings, type TestBookings } from '../booking/bookings.ts'
import { createStaff } from '../staff/sign-in.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { newEvent } from '../support/event-form.ts'
import { describeWaiting } from '../../src/web/site/waiting-list/waiting-copy.ts'
import { insertDinnerEntry } from './insert-entry.ts'
import { countOfferJobs, newParty, statusOf } from './waiting-fixtures.ts'

let app: TestDatabase
let bookings: TestBookings
let staff = ''
let nights = 0
beforeAll(async () => {
  app = await cloneDatabase()
  bookings = await startBookings(app, FRIDAY)
  staff = await createStaff(app, 'manager@venue.example')
})
beforeEach(() => {
  bookings.clock.now = FRIDAY
})

const asStaff = () => ({ ...bookings.deps(), actor: { id: staff, name: 'Efua', role: 'manager' as const } })
const runJob = () => offerFreeTables(bookings.deps())

/** A sold-out night of its own, some weeks ahead. */
async function makeNight(change: Partial<EventForm> = {}) {
  nights += 1
  const form = newEvent({
    title: `Highlife ${nights}`,
    date: `2027-02-${String(nights).padStart(2, '0')}`,
    startTime: '21:00',
    endTime: '05:00',
    soldOut: true,
    ...change,
  })
  const added = await addEvent(asStaff(), form)
  if (!added.ok) throw new Error(added.reason.why)
  return added.value
}
type Night = Awaited<ReturnType<typeof makeNight>>

async function putInLine(night: Night, change: Partial<Joining> = {}): Promise<string> {
  const found = await findEvent(bookings.deps(), night.slug)
  if (found?.kind !== 'event') throw new Error('the night has no page')
  const joined = await joinNight(bookings.deps(), found.event, newParty({ agreesToTexts: true, ...change }))
  if (!joined.ok) throw new Error(joined.reason.why)
  return joined.value
}

async function moveTo(night: Night, date: string) {
  const now = await findStaffEvent(app.db, night.id, bookings.clock.now)
  if (!now) throw new Error('no night')
  const form = { ...pick(now, EVENT_FIELDS), imageId: null, date }
  return editEvent(asStaff(), { id: night.id, version: now.version }, form)
}

/** Kinds of the emails and texts to a party, in the order in which they were enqueued. */
async function sentTo(id: string): Promise<string[]> {
  const { rows } = await app.pool.query<{ kind: string }>(
    `select kind, created_at from email_queue where waiting_entry_id = $1
     union all select kind || ' by text', created_at from text_messages where waiting_entry_id = $1 order by 2, 1`,
    [id],
  )
  return rows.map(({ kind }) => kind)
}

const pageOf = async (id: string) => {
  const found = await findPlace(bookings.deps(), id)
  if (!found) throw new Error('no entry')
  return describeWaiting({ ...found, canBook: false, noticeHours: 6, now: bookings.clock.now })
}

describe('a night that is called off', () => {
  test('ends its line once staff can no longer undo that, and each party is told once', async () => {
    const night = await makeNight()
    const ids = [await putInLine(night), await putInLine(night, { agreesToTexts: false })]
    const jobs = await countOfferJobs(app.db)
    // The question before the deletion and the form that moves a night name the number.
    const event = await findStaffEvent(app.db, night.id, FRIDAY)
    if (!event) throw new Error('no night')
    expect(movedNote(event, { isOtherDate: false })).toBeUndefined()
    expect([calledOffNote(event), movedNote(event, { isOtherDate: true })]).toEqual([
      '2 parties wait for a table. They are told by email that the night is called off, and leave the list.',
      '2 parties wait for a table. They keep their places and are told the new date by email.',
    ])
    expect(await deleteEvent(asStaff(), night.id)).toMatchObject({ ok: true })
    expect(await countOfferJobs(app.db)).toBe(jobs + 1)
    await runJob()
    expect(await statusOf(app.db, ids[0] ?? '')).toBe('waiting')
    // Undone: nothing happened to the line.
    expect(await restoreEvent(asStaff(), night.id)).toMatchObject({ ok: true })
    bookings.clock.now = addSeconds(FRIDAY, 13)
    await runJob()
    expect(await sentTo(ids[0] ?? '')).toEqual(['waiting_joined'])
    await deleteEvent(asStaff(), night.id)
    bookings.clock.now = addSeconds(FRIDAY, 26)
    await Promise.all([runJob(), runJob()])
    await runJob()
    expect(await Promise.all(ids.map((id) => statusOf(app.db, id)))).toEqual(['called_off', 'called_off'])
    expect(await Promise.all(ids.map(sentTo))).toEqual([
      ['waiting_joined', 'waiting_called_off', 'waiting_called_off by text'],
      ['waiting_joined', 'waiting_called_off'],
    ])
    const mail = await renderWaitingEmail(bookings.deps(), ids[0] ?? '', { kind: 'waiting_called_off' })
    expect(mail?.subject).toContain(`Called off: ${night.title}`)
    expect((await renderCalledOffText(bookings.deps(), ids[0] ?? ''))?.body).toContain('is called off')
    expect((await pageOf(ids[0] ?? '')).text).toContain(`${night.title} is called off.`)
  })

  test('while offers go out is either kept for the party with an offer, or leaves no table held', async () => {
    for (let round = 0; round < 6; round += 1) {
      // oxlint-disable no-await-in-loop -- one night after the other
      bookings.clock.now = FRIDAY
      const night = await makeNight()
      const ids = [await putInLine(night), await putInLine(night)]
      await markEventSoldOut(asStaff(), night.id, { soldOut: false, agreedDinners: undefined })
      const [, calledOff] = await Promise.all([runJob(), deleteEvent(asStaff(), night.id), runJob()])
      bookings.clock.now = addSeconds(FRIDAY, 13)
      await runJob()
      const states = await Promise.all(ids.map((id) => statusOf(app.db, id)))
      const { rows } = await app.pool.query(
        `select id from reservations where event_id = $1 and status <> 'cancelled'`,
        [night.id],
      )
      const held = ['offered', 'offered', 'guests', 2]
      const ended = ['called_off', 'called_off', null, 0]
      expect([...states, calledOff.ok ? null : calledOff.reason.why, rows.length]).toEqual(
        calledOff.ok ? ended : held,
      )
      // oxlint-enable no-await-in-loop
    }
  })

  test('waits for an offer that is being made, and is refused then; an offer waits for it, and is not made', async () => {
    const night = await makeNight()
    const [id, next] = [await putInLine(night), await putInLine(night)]
    await markEventSoldOut(asStaff(), night.id, { soldOut: false, agreedDinners: undefined })
    const { now } = bookings.clock
    const [party] = await listWaitingParties(app.db, { eventId: night.id })
    const [table] = await listOfferableTables(app.db, night.id, now)
    if (!party || !table) throw new Error('nothing to offer')
    const deletion = await app.db.transaction().execute(async (tx) => {
      expect(await offerTable({ db: tx, now }, { night, party, table })).toBe(true)
      const done = deleteEvent(asStaff(), night.id)
      await expect.poll(countLockWaits).toBe(1)
      return { done }
    })
    expect(await deletion.done).toMatchObject({ reason: { why: 'guests' } })
    await leaveLine(bookings.deps(), id)
    const offers = await app.db.transaction().execute(async (tx) => {
      await tx.selectFrom('events').select('id').where('id', '=', night.id).forUpdate().execute()
      await tx.updateTable('events').set({ deletedAt: now }).where('id', '=', night.id).execute()
      const done = runJob()
      await expect.poll(countLockWaits).toBe(1)
      return { done }
    })
    expect(await offers.done).toBe(0)
    expect(await statusOf(app.db, next)).toBe('waiting')
  })
})

const countLockWaits = async (): Promise<number> =>
  (
    await app.pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
  ).rows[0]?.count ?? 0

test('a night that is moved keeps its line on the new date, and each party is told, twice if it is moved twice', async () => {
  const night = await makeNight()
  const [first, second] = [await putInLine(night), await putInLine(night)]
  const jobs = await countOfferJobs(app.db)
  expect(await moveTo(night, '2027-03-05')).toMatchObject({ ok: true })
  expect(await countOfferJobs(app.db)).toBe(jobs + 1)
  await Promise.all([runJob(), runJob()])
  expect(await sentTo(second)).toEqual(['waiting_joined', 'waiting_moved', 'waiting_moved by text'])
  expect((await findPlace(bookings.deps(), second))?.place).toBe(2)
  const { lines } = await loadWaitingList(asStaff(), new URLSearchParams({ date: '2027-03-05' }))
  expect(lines.map(({ entries }) => entries.map(({ id }) => id))).toEqual([[first, second]])
  const mail = await renderWaitingEmail(bookings.deps(), second, { kind: 'waiting_moved' })
  expect(mail?.subject).toContain(`Moved to another date: ${night.title}, Fri Mar 5`)
  expect(mail?.text).toContain('you are 2nd in line')
  expect((await renderMovedText(bookings.deps(), second))?.body).toContain('to Fri Mar 5')
  expect((await pageOf(second)).text).toContain('You keep your place.')
  await moveTo(night, '2027-03-06')
  await runJob()
  expect((await sentTo(second)).filter((kind) => kind === 'waiting_moved')).toHaveLength(2)
  expect(await sentTo(first)).toContain('waiting_moved')
})

test('a day on which everything is cancelled ends its lines, an open offer among them, and staff read the number first', async () => {
  const night = await makeNight()
  const ids = [await putInLine(night, { guestCount: 8 }), await putInLine(night)]
  await markEventSoldOut(asStaff(), night.id, { soldOut: false, agreedDinners: undefined })
  // A table of 8 is left for the first, and none for the second.
  await app.pool.query(
    `insert into table_blocks (event_id, table_id, reason)
     select $1, id, 'Private' from venue_tables where max_guests < 8 and deleted_at is null`,
    [night.id],
  )
  await runJob()
  expect(await Promise.all(ids.map((id) => statusOf(app.db, id)))).toEqual(['offered', expect.anything()])
  const before = await Promise.all(ids.map((id) => statusOf(app.db, id)))
  const day = { date: night.date, service: 'social', opens: '', closes: '', reason: 'Storm' } as const
  expect(await setSpecialDay(asStaff(), { ...day, closedEvents: null })).toMatchObject({
    reason: { affected: { waiting: 2 } },
  })
  const set = await setSpecialDay(asStaff(), { ...day, closedEvents: 'cancelled' })
  expect(set).toMatchObject({ ok: true, value: { waiting: 2, emailed: 0 } })
  await runJob()
  // Undone within 10 seconds, nothing happened to the line.
  expect(await undoSpecialDay(asStaff(), day)).toMatchObject({ ok: true })
  expect(await Promise.all(ids.map((id) => statusOf(app.db, id)))).toEqual(before)
  for (const id of ids) expect(await sentTo(id)).not.toContain('waiting_called_off')
  await setSpecialDay(asStaff(), { ...day, closedEvents: 'cancelled' })
  bookings.clock.now = addSeconds(FRIDAY, 13)
  await runJob()
  expect(await Promise.all(ids.map((id) => statusOf(app.db, id)))).toEqual(['called_off', 'called_off'])
  for (const id of ids) expect(await sentTo(id)).toContain('waiting_called_off')
})

test('a party whose offered table was taken before the closing of the day was undone is back in line, and is not told', async () => {
  const night = await makeNight()
  const [id, next] = [await putInLine(night), await putInLine(night)]
  await markEventSoldOut(asStaff(), night.id, { soldOut: false, agreedDinners: undefined })
  await app.pool.query(
    `insert into table_blocks (event_id, table_id, reason)
     select $1, id, 'Private' from venue_tables where table_number <> 5 and deleted_at is null`,
    [night.id],
  )
  await runJob()
  expect(await statusOf(app.db, id)).toBe('offered')
  const day = { date: night.date, service: 'social', opens: '', closes: '', reason: 'Storm' } as const
  await setSpecialDay(asStaff(), { ...day, closedEvents: 'cancelled' })
  // Staff seat a dinner at the table meanwhile.
  await app.pool.query(
    `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
       guest_count, status)
     select t.id, 'dining', e.date, e.starts_at, e.starts_at + interval '2 hours', 'Yaw Dinner', 'yaw@example.com', 2, 'confirmed'
     from venue_tables t, events e where t.table_number = 5 and e.id = $1`,
    [night.id],
  )
  expect(await undoSpecialDay(asStaff(), day)).toEqual({ ok: true, value: { restored: 0, left: [] } })
  await runJob()
  bookings.clock.now = addSeconds(FRIDAY, 13)
  await runJob()
  expect([await statusOf(app.db, id), await statusOf(app.db, next)]).toEqual(['waiting', 'waiting'])
  expect((await findPlace(bookings.deps(), id))?.place).toBe(1)
  expect(await sentTo(id)).not.toContain('waiting_called_off')
})

test('a day on which the restaurant cancels everything ends the lines of its dinners', async () => {
  const date = '2027-02-27'
  const id = await insertDinnerEntry(app, { dinnerAt: '2027-02-28T00:30:00Z', date })
  const day = { date, service: 'restaurant', opens: '', closes: '', reason: 'Storm' } as const
  expect(await setSpecialDay(asStaff(), { ...day, closedEvents: 'cancelled' })).toMatchObject({
    value: { waiting: 1 },
  })
  bookings.clock.now = addSeconds(FRIDAY, 13)
  await runJob()
  expect(await statusOf(app.db, id)).toBe('called_off')
  const mail = await renderWaitingEmail(bookings.deps(), id, { kind: 'waiting_called_off' })
  expect(mail?.text).toContain('The restaurant is closed on that day.')
  expect((await pageOf(id)).text).toContain('The restaurant is closed on that day.')
})

test('a night whose tables go off sale, and a day on which nothing is sold, end their lines', async () => {
  const [off, closed] = [await makeNight(), await makeNight()]
  const ids = [await putInLine(off), await putInLine(closed)]
  expect(offSaleNote(1)).toContain('no more tables are sold')
  const event = await findStaffEvent(app.db, off.id, FRIDAY)
  if (!event) throw new Error('no night')
  const form = { ...pick(event, EVENT_FIELDS), imageId: null, tablesForSale: false }
  expect(await editEvent(asStaff(), { id: off.id, version: event.version }, form)).toMatchObject({ ok: true })
  // The clock of the database is the real one.
  await app.pool.query('alter table events disable trigger user')
  await app.pool.query('update events set updated_at = $2 where id = $1', [off.id, FRIDAY])
  await app.pool.query('alter table events enable trigger user')
  const day = { date: closed.date, service: 'social', opens: '', closes: '', reason: 'Storm' } as const
  expect(await setSpecialDay(asStaff(), { ...day, closedEvents: 'not_sold' })).toMatchObject({
    value: { waiting: 1 },
  })
  await runJob()
  expect(await Promise.all(ids.map((id) => statusOf(app.db, id)))).toEqual(['waiting', 'waiting'])
  bookings.clock.now = addSeconds(FRIDAY, 13)
  await runJob()
  expect(await Promise.all(ids.map((id) => statusOf(app.db, id)))).toEqual(['called_off', 'called_off'])
  for (const [id, { title }] of [
    [ids[0] ?? '', off],
    [ids[1] ?? '', closed],
  ] as const) {
    // oxlint-disable no-await-in-loop -- one party after the other
    expect(await sentTo(id)).toContain('waiting_called_off')
    const mail = await renderWaitingEmail(bookings.deps(), id, { kind: 'waiting_called_off' })
    expect(mail?.subject).toContain(`Your waiting list has ended: ${title}`)
    expect(mail?.text).toContain(`No more tables are sold for ${title}.`)
    expect((await renderCalledOffText(bookings.deps(), id))?.body).toContain('No more tables are sold for')
    expect((await pageOf(id)).text).toContain(`No more tables are sold for ${title}.`)
    // oxlint-enable no-await-in-loop
  }
})
