import { beforeEach, expect, test } from 'vitest'
import { loadTonight } from '#features/reservation-management/tonight/service.ts'
import { offerFreeTables } from '#features/waiting-list/offers/service.ts'
import { insertClosing, lockClosing } from '#features/venue/closings/service.ts'
import { listOpenLines } from '#features/waiting-list/lines/service.ts'
import { addHours, momentAt } from '#lib/venue-time.ts'
import { decide, useCloseOutNights } from '../../../../tests/staff/close-out-nights.ts'
import { insertDinnerEntry } from '../../../../tests/waiting-list/insert-entry.ts'
import { statusOf } from '../../../../tests/waiting-list/waiting-fixtures.ts'
import { closeNight, prepareCloseOuts, reopenNight } from '../service.ts'

const { arrive, as, book, database, date, page, setNight } = useCloseOutNights()

const rowsOf = async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
  (await database().pool.query<Row>(text, [...values])).rows

beforeEach(async () => {
  await database().pool.query('update reservations set waiting_entry_id = null')
  await database().pool.query('delete from waiting_entries')
})

/** An event of the night, which goes on until 5 AM. */
const openEvent = async (): Promise<string> =>
  (
    await rowsOf<{ id: string }>(
      `insert into events (slug, title, description, category, date, start_time, price, price_range)
       values ('line-of-' || $1::text, 'Afrobeats', '', 'Nightlife', $1::date, '21:00', 'Free', 'free') returning id`,
      [date()],
    )
  )[0]?.id ?? ''

const wait = async (eventId: string): Promise<string> =>
  (
    await rowsOf<{ id: string }>(
      `insert into waiting_entries (event_id, business_date, guest_name, guest_email, guest_phone, guest_count, consented_at)
       select id, date, 'Wb Two', new_id() || '@example.com', right(new_id()::text, 10), 2, now() from events where id = $1
       returning id`,
      [eventId],
    )
  )[0]?.id ?? ''

test('a party that holds an offer and never accepted it is not asked about, and is no no-show', async () => {
  setNight(date(), addHours(as().now, -4))
  const entry = await wait(await openEvent())
  await offerFreeTables(as())
  const offered = async () =>
    (await loadTonight(as(), new URLSearchParams({ date: date() }))).parties.find((it) => it.isOffered)
  expect(await offered()).toMatchObject({ guestName: 'Wb Two' })
  expect((await page()).undecided).toEqual([])
  expect(await closeNight(as(), date(), decide({ [(await offered())?.id ?? '']: 'no_show' }))).toEqual({
    ok: true,
    value: null,
  })
  expect((await offered())?.events).toEqual([])
  expect(await statusOf(database().db, entry)).toBe('offered')
})

test('a large party whose request staff never answered is no no-show, neither by a manager nor by the job', async () => {
  const request = await book({ name: 'Nana', type: 'dining' })
  await database().pool.query(
    `update reservations set status = 'pending', table_id = null, guest_count = 8 where id = $1`,
    [request],
  )
  await database().pool.query('update venue set large_party_size = 10, close_out_unattended = true')
  expect((await page()).undecided).toEqual([])
  const sixAm = addHours(as().now, 1)
  expect(await prepareCloseOuts({ db: database().db, now: sixAm })).toContainEqual(
    expect.objectContaining({ date: date(), isClosed: true }),
  )
  await database().pool.query('update venue set large_party_size = 8, close_out_unattended = false')
  const { parties } = await loadTonight(as(), new URLSearchParams({ date: date() }))
  expect(parties.find(({ id }) => id === request)).toMatchObject({
    status: 'pending',
    isUnanswered: true,
    events: [],
  })
})

test('a closing frees tables only once the night is closed, and none of them is offered', async () => {
  setNight(date(), addHours(as().now, -4))
  const [came, unseen] = [await book({ name: 'Ada' }), await book({ name: 'Unseen' })]
  await arrive(came)
  const entry = await wait(await openEvent())
  await database().pool.query('create table freed (id uuid, was_closed boolean)')
  await database().pool.query(
    `create function note_freed() returns trigger language plpgsql as $$ begin
       insert into freed values (new.id, exists (select from night_closings where night = new.business_date)); return null;
     end $$`,
  )
  await database().pool.query(
    `create trigger noted after update of left_at on reservations for each row when (new.left_at is not null)
     execute function note_freed()`,
  )
  const before = as()
  expect(await closeNight(as(), date(), decide({ [unseen]: 'came' }))).toMatchObject({ ok: true })
  const freed = await rowsOf<{ id: string }>('select id, was_closed as "wasClosed" from freed')
  expect(freed.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(
    [came, unseen].toSorted().map((id) => ({ id, wasClosed: true })),
  )
  await offerFreeTables(as())
  // A job that began before the closing.
  await offerFreeTables({ ...before, now: addHours(before.now, -1) })
  expect(await statusOf(database().db, entry)).toBe('waiting')
})

/** Offers free tables while a closing of the night is written and not committed yet. */
async function offerDuringClosing(): Promise<void> {
  const { db, actor } = as()
  const offering = db.transaction().execute(async (trx) => {
    await lockClosing(trx, date())
    await insertClosing(trx, { night: date(), closedAt: as().now, actorId: actor.id, actorName: actor.name })
    const offers = offerFreeTables(as())
    const isWaiting = async () =>
      (await rowsOf(`select from pg_locks where locktype = 'advisory' and not granted`)).length > 0
    let isDone = false
    void offers.finally(() => (isDone = true))
    await expect.poll(async () => isDone || (await isWaiting())).toBe(true)
    return { offers }
  })
  await (
    await offering
  ).offers
}

test('a table is offered to no guest while its night is being closed', async () => {
  setNight(date(), addHours(as().now, -4))
  const entry = await wait(await openEvent())
  await offerDuringClosing()
  expect(await statusOf(database().db, entry)).toBe('waiting')
})

test('a dinner is offered to no guest while its night is being closed', async () => {
  const dinnerAt = momentAt(date(), '19:30')
  setNight(date(), momentAt(date(), '17:00'))
  const dinner = await insertDinnerEntry(database(), { dinnerAt: dinnerAt.toISOString(), date: date() })
  await offerDuringClosing()
  expect(await statusOf(database().db, dinner)).toBe('waiting')
})

test('no dinner of a closed night is offered, until the night is opened again', async () => {
  const dinnerAt = momentAt(date(), '19:30')
  setNight(date(), momentAt(date(), '17:00'))
  const entry = await insertDinnerEntry(database(), { dinnerAt: dinnerAt.toISOString(), date: date() })
  const before = as()
  expect(await closeNight(as(), date(), decide({}))).toMatchObject({ ok: true })
  expect((await listOpenLines(database().db, as().now)).dates).toEqual([])
  await offerFreeTables({ ...before, now: addHours(before.now, -1) })
  expect(await statusOf(database().db, entry)).toBe('waiting')

  expect(await reopenNight(as(), date())).toMatchObject({ ok: true })
  await offerFreeTables(as())
  expect(await statusOf(database().db, entry)).toBe('offered')
})
