import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import {
  askFor,
  countParties,
  findNight,
  FRIDAY,
  type Night,
  newIdentity,
  tableOf,
} from './booking-fixtures.ts'
import { waitFor } from '../support/server.ts'
import { openDatabase } from '#platform/db/db.ts'
import { changeHold, findHold, findExpiredHolds, holdTable } from '#features/holds/service.ts'

let app: TestDatabase
let night: Night
beforeAll(async () => {
  app = await cloneDatabase()
})
beforeEach(async () => {
  night = await findNight(app.db)
})

const minutesLater = (minutes: number) => new Date(FRIDAY.getTime() + minutes * 60_000)
const at = (now: Date) => ({ db: app.db, now })
const statusOf = (id: string) =>
  app.db
    .selectFrom('reservations')
    .select(['status', 'cancelReason', 'guestEmail'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

async function held(now = FRIDAY, ask = askFor(night), visitor = newIdentity()) {
  const taken = await holdTable(at(now), ask, visitor)
  if (!taken.ok) throw new Error(`not held: ${taken.reason.why}`)
  return taken.value
}

test('a hold reserves the table for fifteen minutes, with a total made of lines', async () => {
  const hold = await held(FRIDAY, askFor(night, { birthdayPackage: true, screenDisplay: true }))
  expect(hold.heldUntil).toEqual(minutesLater(15))
  expect(hold.totalCents).toBe(tableOf(night).cents + 10_000)
  const lines = await app.db
    .selectFrom('reservationLines')
    .select(['kind', 'amountCents'])
    .where('reservationId', '=', hold.reservationId)
    .execute()
  expect(lines.reduce((sum, it) => sum + it.amountCents, 0)).toBe(hold.totalCents)
  expect(lines.map((it) => it.kind).toSorted()).toEqual(['package', 'package', 'table'])
  expect(await findHold(at(FRIDAY), hold.reservationId)).toMatchObject({ state: 'held' })
})

test('a hold ends with its event, also where there are fewer than fifteen minutes left', async () => {
  const { endsAt } = night.event
  const hold = await held(new Date(endsAt.getTime() - 60_000))
  expect(hold.heldUntil).toEqual(endsAt)
  // The tests after this one need the table.
  await app.db
    .updateTable('reservations')
    .set({ status: 'cancelled' })
    .where('id', '=', hold.reservationId)
    .execute()
})

test('the next guest loses cleanly to a live hold', async () => {
  await held()
  const lost = await holdTable(at(minutesLater(14)), askFor(night), newIdentity())
  expect(lost).toEqual({
    ok: false,
    reason: { why: 'table_taken', maxGuests: tableOf(night).maxGuests, waitMinutes: null },
  })
})

test("an expired hold is ended by the next guest's hold, and its row stays", async () => {
  const old = await held()
  const next = await held(minutesLater(16))
  expect(next.reservationId).not.toBe(old.reservationId)
  expect(await statusOf(old.reservationId)).toMatchObject({
    status: 'cancelled',
    cancelReason: 'hold_expired',
  })
  expect(await countParties(app.db, night, tableOf(night).id)).toBe(1)
})

test('an expired hold whose payment can still be made is not ended by another guest', async () => {
  const old = await held()
  await app.db
    .updateTable('reservations')
    .set({ paymentStatus: 'pending' })
    .where('id', '=', old.reservationId)
    .execute()
  const lost = await holdTable(at(minutesLater(60)), askFor(night), newIdentity())
  expect(lost).toMatchObject({ ok: false, reason: { why: 'table_taken' } })
  expect(await findExpiredHolds(at(minutesLater(60)))).toContainEqual({
    id: old.reservationId,
    isPayable: true,
  })
})

test('no table of an event whose tables are not for sale is held', async () => {
  const { id } = night.event
  const sell = (tablesForSale: boolean) =>
    app.db.updateTable('events').set({ tablesForSale }).where('id', '=', id).execute()
  const hold = await held()
  await sell(false)
  try {
    const refused = await holdTable(at(FRIDAY), askFor(night, { table: tableOf(night, 1) }), newIdentity())
    expect(refused).toMatchObject({ ok: false, reason: { why: 'not_for_sale' } })
    // A hold whose checkout is open stays.
    expect(await findHold(at(FRIDAY), hold.reservationId)).toMatchObject({ state: 'held' })
    // The database rejects it where the statement read an older snapshot.
    const { rows } = await app.pool.query('select * from reservations where id = $1', [hold.reservationId])
    const { starts_at, ends_at, business_date } = rows[0]
    await expect(
      app.pool.query(
        `insert into reservations (event_id, table_id, reservation_type, business_date, starts_at, ends_at, guest_name,
           guest_email, guest_count, hold_key) values ($1, $2, 'nightlife', $3, $4, $5, 'A', 'a@example.com', 1, gen_random_uuid())`,
        [id, tableOf(night, 2).id, business_date, starts_at, ends_at],
      ),
    ).rejects.toThrow('changed meanwhile')
  } finally {
    await sell(true)
  }
})

test('a table that is held by the house is not sold until the block ends', async () => {
  const { event } = night
  const { id: tableId } = tableOf(night)
  await app.db
    .insertInto('tableBlocks')
    .values({ eventId: event.id, tableId, reason: 'The band', expiresAt: minutesLater(30) })
    .execute()
  expect(await holdTable(at(minutesLater(29)), askFor(night), newIdentity())).toMatchObject({
    ok: false,
    reason: { why: 'table_taken' },
  })
  await held(minutesLater(30))
})

describe('the same guest', () => {
  test('two requests with one idempotency key make one hold', async () => {
    const ask = askFor(night)
    const visitor = newIdentity()
    const [one, two] = await Promise.all([held(FRIDAY, ask, visitor), held(FRIDAY, ask, visitor)])
    expect(one.reservationId).toBe(two.reservationId)
    expect(one.isNew).not.toBe(two.isNew)
    expect(await countParties(app.db, night, tableOf(night).id)).toBe(1)
  })

  test('in a second tab has the same hold, with the changed form', async () => {
    const visitor = newIdentity()
    const ask = askFor(night)
    const one = await held(FRIDAY, ask, visitor)
    const same = await held(FRIDAY, { ...ask, key: askFor(night).key }, visitor)
    expect(same).toMatchObject({ reservationId: one.reservationId, isNew: false, differs: false })
    const other = await held(FRIDAY, { ...ask, key: askFor(night).key, guestName: 'Another Guest' }, visitor)
    expect(other).toMatchObject({ reservationId: one.reservationId, differs: true })
  })

  test('can change what the form says, and pays for what it says then', async () => {
    const visitor = newIdentity()
    const ask = askFor(night)
    const { reservationId } = await held(FRIDAY, ask, visitor)
    const changed = {
      ...ask,
      birthdayPackage: true,
      guestName: 'Amara O.',
      shownTotalCents: ask.shownTotalCents + 5000,
    }
    expect(await changeHold(at(FRIDAY), reservationId, changed)).toMatchObject({
      ok: true,
      value: { totalCents: ask.shownTotalCents + 5000 },
    })
    expect(await changeHold(at(FRIDAY), reservationId, { ...changed, screenDisplay: true })).toMatchObject({
      ok: false,
      reason: { why: 'price_changed' },
    })
    expect((await findHold(at(FRIDAY), reservationId))?.totalCents).toBe(changed.shownTotalCents)
  })

  test('whose hold is over has to begin anew', async () => {
    const ask = askFor(night)
    const visitor = newIdentity()
    await held(FRIDAY, ask, visitor)
    expect(await holdTable(at(minutesLater(16)), ask, visitor)).toMatchObject({
      ok: false,
      reason: { why: 'hold_ended' },
    })
  })

  test.each([
    ['guestEmail', 'too_many_for_contact'],
    ['guestPhone', 'too_many_for_contact'],
    ['browser', 'too_many_holds'],
  ] as const)('holds two tables of a night and no third, known by %s', async (by, why) => {
    const same = { guestEmail: 'two-at-most@example.com', guestPhone: '(972) 555-0142', ...newIdentity() }
    const asking = (index: number) => {
      const table = tableOf(night, index)
      const known = { [by]: by === 'guestPhone' && index % 2 ? '+1 972-555-0142' : same[by] }
      return holdTable(at(FRIDAY), { ...askFor(night, { table }), ...known }, { ...newIdentity(), ...known })
    }
    const answers = await Promise.all([1, 2, 3, 4].map(asking))
    expect(answers.filter((it) => it.ok)).toHaveLength(2)
    expect(answers.filter((it) => !it.ok && it.reason.why === why)).toHaveLength(2)
  })
})

describe('is refused', () => {
  test.each([
    ['an event that is not there', { eventId: '00000000-0000-7000-8000-000000000000' }, 'unknown_event'],
    ['a table of another floor', { tableId: '00000000-0000-7000-8000-000000000000' }, 'unknown_table'],
    ['a party too large for the table', { guestCount: 40 }, 'too_many_guests'],
    ['a total that is not ours', { shownTotalCents: 1 }, 'price_changed'],
  ])('%s', async (_what, change, why) => {
    const refused = await holdTable(at(FRIDAY), askFor(night, change), newIdentity())
    expect(refused).toMatchObject({ ok: false, reason: { why } })
  })

  test('a night that is over, and one that is sold out', async () => {
    const after = new Date(night.event.endsAt.getTime() + 1)
    expect(await holdTable(at(after), askFor(night), newIdentity())).toMatchObject({
      reason: { why: 'event_over' },
    })
    await app.db.updateTable('events').set({ soldOut: true }).where('id', '=', night.event.id).execute()
    expect(await holdTable(at(FRIDAY), askFor(night), newIdentity())).toMatchObject({
      reason: { why: 'sold_out' },
    })
    await app.db.updateTable('events').set({ soldOut: false }).where('id', '=', night.event.id).execute()
  })

  test('an event of a service that is closed that day, until the service opens again', async () => {
    const close = (decision: string) =>
      app.pool.query(
        `insert into venue_special_days (business_date, service, reason, closed_events)
         select date, 'social', 'Private', $2 from events where id = $1
         on conflict (business_date, service) do update set closed_events = excluded.closed_events`,
        [night.event.id, decision],
      )
    await close('not_sold')
    expect(await holdTable(at(FRIDAY), askFor(night), newIdentity())).toMatchObject({
      reason: { why: 'event_closed' },
    })
    await close('kept_open')
    await held(FRIDAY, askFor(night, { table: tableOf(night, 1) }))
    await close('cancelled')
    expect(await holdTable(at(FRIDAY), askFor(night), newIdentity())).toMatchObject({
      reason: { why: 'event_closed' },
    })
    await app.pool.query('delete from venue_special_days')
    await held(FRIDAY, askFor(night, { table: tableOf(night, 2) }))
  })

  test('a table that is not sold for nights', async () => {
    const { id } = tableOf(night)
    await app.db.updateTable('venueTables').set({ isAvailable: false }).where('id', '=', id).execute()
    expect(await holdTable(at(FRIDAY), askFor(night), newIdentity())).toMatchObject({
      reason: { why: 'table_unavailable' },
    })
    await app.db.updateTable('venueTables').set({ isAvailable: true }).where('id', '=', id).execute()
  })
})

describe('a hundred guests at once', () => {
  const CONNECTIONS = 2
  const POOL_SIZE = 20

  /** A hundred concurrent holds of one table, where the first requests have all read it as free before one commits. */
  async function race({ url, pool }: TestDatabase, fresh: Night, now = FRIDAY): Promise<number> {
    const connections = Array.from({ length: CONNECTIONS }, () => openDatabase(url, { max: POOL_SIZE }))
    const persistence = await pool.connect()
    await persistence.query('begin')
    await persistence.query('select 1 from venue_tables where id = $1 for update', [tableOf(fresh).id])
    const asked = Array.from({ length: 100 }, (_, index) =>
      holdTable({ db: connections[index % CONNECTIONS]?.db ?? app.db, now }, askFor(fresh), newIdentity()),
    )
    await waitFor(async () => {
      const { rows } = await pool.query(
        'select 1 from pg_stat_activity where datname = current_database() and wait_event_type = $1',
        ['Lock'],
      )
      return rows.length === CONNECTIONS * POOL_SIZE
    })
    await persistence.query('commit')
    persistence.release()
    const answers = await Promise.all(asked)
    await Promise.all(connections.map((connection) => connection.close()))
    const lost = answers.filter((it) => !it.ok)
    expect(lost.every((it) => !it.ok && it.reason.why === 'table_taken')).toBe(true)
    return answers.length - lost.length
  }

  test('for one table: one has it', async () => {
    const fresh = await findNight(app.db)
    expect(await race(app, fresh)).toBe(1)
    expect(await countParties(app.db, fresh, tableOf(fresh).id)).toBe(1)
  })

  test('for a table whose hold expired: one has it', async () => {
    const fresh = await findNight(app.db)
    await held(FRIDAY, askFor(fresh))
    expect(await race(app, fresh, minutesLater(20))).toBe(1)
    expect(await countParties(app.db, fresh, tableOf(fresh).id)).toBe(1)
  })

  test('without the constraint the table is sold more than once: this race can be lost', async () => {
    const other = await cloneDatabase()
    await other.pool.query('alter table table_occupancies drop constraint one_party_per_table')
    const fresh = await findNight(other.db)
    expect(await race(other, fresh)).toBeGreaterThan(1)
    expect(await countParties(other.db, fresh, tableOf(fresh).id)).toBeGreaterThan(1)
  })
})
