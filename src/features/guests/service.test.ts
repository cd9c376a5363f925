import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { mergeGuests } from '#features/guests/merges/service.ts'
import { readGuestQuery } from '#features/guests/rules.ts'
import type { StaffRole } from '#features/permissions/schema.ts'
import { matchExistingGuests } from '#features/reservations/service.ts'
import { loadTonight } from '#features/reservation-management/tonight/service.ts'
import { now, openGuestBook } from '../../../tests/staff/guest-book.ts'
import { blockGuest, editGuest, findGuestDetails, findGuestOf, listGuests } from './service.ts'

type Book = Awaited<ReturnType<typeof openGuestBook>>
let book: Book
beforeAll(async () => {
  book = await openGuestBook()
})
const contactsOf = async (id: string) =>
  (
    await book.database.pool.query<{ value: string }>(
      'select value from guest_contacts where guest_id = $1 order by 1',
      [id],
    )
  ).rows.map(({ value }) => value)

describe('a reservation belongs to a guest', () => {
  test.each([
    ['9725550142', '+19725550142'],
    ['(972) 555-0142', '+19725550142'],
    ['+1 972 555 0142', '+19725550142'],
    ['1-972-555-0142', '+19725550142'],
    ['(972) 555-0142 x12', '+19725550142x12'],
    ['+44 20 7946 0958', '+442079460958'],
    ['+44 20 7946 0958 x12', '+442079460958x12'],
    ['0000000000', null],
    ['call me', null],
  ])('%s is the number %s', async (phone, key) => {
    const { rows } = await book.database.pool.query<{ key: string | null }>('select phone_key($1) as key', [
      phone,
    ])
    expect(rows[0]?.key).toBe(key)
  })

  test('with the same phone number, however it was written, or the same email address', async () => {
    const first = await book.book({ phone: '(430) 201-0101', email: 'ada@example.com' })
    const byPhone = await book.book({ name: 'A. Obi', phone: '+1 430 201 0101' })
    const byEmail = await book.book({ name: 'Ada', email: ' ADA@example.com' })
    const other = await book.book({ name: 'Ben Osei', phone: '(430) 201-0102', email: 'ben@example.com' })
    expect([byPhone.guestId, byEmail.guestId]).toEqual([first.guestId, first.guestId])
    expect(other.guestId).not.toBe(first.guestId)
    expect(await book.book({ name: 'Walk-in', source: 'walk_in' })).toMatchObject({ guestId: null })
  })

  test('of the phone number, where the email address is that of another guest', async () => {
    const ada = await book.book({ phone: '(430) 201-0103', email: 'ada3@example.com' })
    await book.book({ phone: '(430) 201-0104', email: 'ben4@example.com' })
    const mixed = await book.book({ phone: '(430) 201-0103', email: 'ben4@example.com' })
    expect(mixed.guestId).toBe(ada.guestId)
    const guest = await book.guestOf('(430) 201-0103')
    expect(guest.alike).toHaveLength(1)
    expect(guest.emails).toEqual(['ada3@example.com'])
  })

  test('one new guest, where thirty bookings of one new number arrive at once', async () => {
    const phone = book.newPhone()
    const booked = await Promise.all(
      Array.from({ length: 30 }, (_, i) => book.book({ phone, email: `crowd${i}@example.com` })),
    )
    expect(new Set(booked.map(({ guestId }) => guestId)).size).toBe(1)
    expect(await contactsOf(booked[0]?.guestId ?? '')).toHaveLength(31)
  })

  test('one new guest, where thirty bookings of one new email address arrive at once, each with its own number', async () => {
    const email = 'one.crowd@example.com'
    const booked = await Promise.all(
      Array.from({ length: 30 }, () => book.book({ phone: book.newPhone(), email })),
    )
    expect(new Set(booked.map(({ guestId }) => guestId)).size).toBe(1)
    expect(await contactsOf(booked[0]?.guestId ?? '')).toHaveLength(31)
    const { rows } = await book.database.pool.query(
      'select from guests g where not exists (select from reservations r where r.guest_id = g.id)',
    )
    expect(rows).toHaveLength(0)
  })

  test('who is another one after staff corrected the contact', async () => {
    const phone = book.newPhone()
    const ben = await book.book({ name: 'Ben Osei', phone })
    const { id } = await book.book({ name: 'Ada Obi', phone: '(430) 201-0109', email: 'typo@example.com' })
    const set = async (column: string, value: string) =>
      (
        await book.database.pool.query<{ guest_id: string }>(
          `update reservations set ${column} = $2 where id = $1 returning guest_id`,
          [id, value],
        )
      ).rows[0]?.guest_id ?? ''
    const guestId = await set('guest_email', 'right@example.com')
    // The mistyped address belongs to another person, whose bookings must not come here.
    expect(await contactsOf(guestId)).toEqual(['+14302010109', 'right@example.com'])
    expect(await set('guest_name', 'Ada Obi-Wan')).toBe(guestId)
    expect((await book.guestOf('(430) 201-0109')).name).toBe('Ada Obi-Wan')
    expect(await set('guest_phone', phone)).toBe(ben.guestId)
  })

  test('from before the book of guests, matched later without a change of its version', async () => {
    const phone = book.newPhone()
    const old = await Promise.all([
      book.book({ phone }),
      book.book({ phone }),
      book.book({ phone: book.newPhone() }),
    ])
    const ids = old.map(({ id }) => id)
    await book.database.pool.query(`update reservations set guest_id = null where id = any($1)`, [ids])
    const read = () =>
      book.database.pool.query<{ version: number; updated_at: Date }>(
        'select version, updated_at from reservations where id = any($1) order by id',
        [ids],
      )
    const before = (await read()).rows
    expect(await matchExistingGuests(book.as())).toBe(3)
    expect((await read()).rows).toEqual(before)
    expect(await matchExistingGuests(book.as())).toBe(0)
    expect((await book.guestOf(phone)).reservations.map(({ id }) => id).toSorted()).toEqual(
      ids.slice(0, 2).toSorted(),
    )
  })
})

describe('the book of guests', () => {
  test('counts visits, no-shows, cancellations and spend, and knows the last and the next date', async () => {
    const phone = book.newPhone()
    const visited = await book.book({ phone, date: '2026-11-01' })
    await book.book({ phone, date: '2026-10-01', status: 'completed' })
    const missed = await book.book({ phone, date: '2026-11-10' })
    await book.book({ phone, date: '2026-11-12', status: 'cancelled' })
    await book.book({ phone, date: '2026-12-24' })
    await book.database.pool.query(
      `insert into arrival_events (id, reservation_id, kind, happened_at, actor_id, actor_name)
       values ($1, $2, 'no_show', $3, $4, 'Efua')`,
      [randomUUID(), missed.id, now, book.staff],
    )
    await book.database.pool.query(
      `insert into checkouts (reservation_id, provider, amount_cents, status, received_cents, expires_at, paid_at)
       values ($1, 'local', 12500, 'paid', 12500, now(), now())`,
      [visited.id],
    )
    const figures = {
      visits: 2,
      dinners: 2,
      nights: 0,
      noShows: 1,
      cancelled: 1,
      lastVisit: '2026-11-01',
      nextBooking: '2026-12-24',
    }
    expect(await book.guestOf(phone)).toMatchObject({ ...figures, spendCents: 12_500 })
    expect(await book.guestOf(phone, 'host')).toMatchObject({ ...figures, spendCents: null })
    const list = await listGuests(book.as(), readGuestQuery(new URLSearchParams({ q: phone })))
    expect(list.items).toMatchObject([{ ...figures, spendCents: 12_500 }])
  })

  test('holds no no-show against a guest whose hold lapsed: it was never a booking', async () => {
    const phone = book.newPhone()
    const held = await book.book({ phone, date: '2026-11-10', status: 'cancelled' })
    await book.database.pool.query(`update reservations set cancel_reason = 'hold_expired' where id = $1`, [
      held.id,
    ])
    await book.database.pool.query(
      `insert into arrival_events (id, reservation_id, kind, happened_at, actor_id, actor_name)
       values ($1, $2, 'no_show', $3, $4, 'Efua')`,
      [randomUUID(), held.id, now, book.staff],
    )
    expect(await book.guestOf(phone)).toMatchObject({ noShows: 0, reservations: [] })
  })

  test('expects a guest who has not come until the business day ends, though the dinner is over', async () => {
    const phone = book.newPhone()
    await book.book({ phone, date: '2026-11-27' })
    const on = async (at: Date) => {
      const found = await findGuestOf(book.as('host', at), { phone, email: '' })
      return found && findGuestDetails(book.as('host', at), found.id)
    }
    const expected = { visits: 0, nextBooking: '2026-11-27', reservations: [{ outcome: 'upcoming' }] }
    // The dinner ends at 8 PM; it is half past eleven.
    expect(await on(new Date('2026-11-28T05:30:00Z'))).toMatchObject(expected)
    expect(await on(new Date('2026-11-28T18:00:00Z'))).toMatchObject({ visits: 1, nextBooking: null })
  })

  test('counts a no-show of the night from which the reservation was moved, and expects its guest on the other', async () => {
    const phone = book.newPhone()
    const moved = await book.book({ phone, date: '2026-11-20' })
    await book.database.pool.query(
      `insert into arrival_events (id, reservation_id, kind, happened_at, actor_id, actor_name)
       values ($1, $2, 'no_show', $3, $4, 'Efua')`,
      [randomUUID(), moved.id, now, book.staff],
    )
    await book.database.pool.query(
      `update reservations set business_date = '2026-12-04', starts_at = starts_at + interval '14 days',
         ends_at = ends_at + interval '14 days' where id = $1`,
      [moved.id],
    )
    expect(await book.guestOf(phone)).toMatchObject({
      noShows: 1,
      visits: 0,
      nextBooking: '2026-12-04',
      reservations: [{ outcome: 'upcoming' }],
    })
  })

  test('is searched by name, phone and email, and shows hosts neither money nor whole addresses', async () => {
    await book.book({ name: 'Zuri Quaye', phone: '(430) 555-0177', email: 'zuri.q@example.com' })
    const find = (q: string, role: StaffRole = 'manager', more = {}) =>
      listGuests(book.as(role), readGuestQuery(new URLSearchParams({ q, ...more })))
    for (const q of ['zuri', 'QUAYE', '430 555', '4305550177', 'zuri.q@'])
      // oxlint-disable-next-line no-await-in-loop -- a handful of searches
      expect((await find(q)).items, q).toMatchObject([{ name: 'Zuri Quaye' }])
    await book.book({ name: 'Zola D’Arcy', phone: book.newPhone() })
    expect((await find('darcy')).items).toMatchObject([{ name: 'Zola D’Arcy' }])
    expect((await find('%')).items).toEqual([])
    expect((await find('zuri', 'host', { sort: 'spend' })).items).toMatchObject([
      { email: 'z•••@example.com', spendCents: null },
    ])
  })

  test('leaves out a guest whose only hold lapsed or was let go, and pages through the others', async () => {
    await book.book({ name: 'Lapsed Larry', phone: book.newPhone(), status: 'cancelled' })
    await book.database.pool.query(
      `update reservations set cancel_reason = 'hold_expired' where guest_name = 'Lapsed Larry'`,
    )
    await book.book({ name: 'Declining Larry', phone: book.newPhone(), status: 'cancelled' })
    await book.database.pool.query(
      `update reservations set cancel_reason = 'guest', reservation_type = 'nightlife', held_until = '2026-11-20' where guest_name = 'Declining Larry'`,
    )
    expect((await listGuests(book.as(), readGuestQuery(new URLSearchParams({ q: 'larry' })))).items).toEqual(
      [],
    )
    for (let i = 0; i < 60; i += 1)
      // oxlint-disable-next-line no-await-in-loop
      await book.book({ name: `Page ${i}`, phone: book.newPhone() })
    const query = (after: string) => readGuestQuery(new URLSearchParams({ q: 'page ', sort: 'name', after }))
    const first = await listGuests(book.as(), query(''))
    const second = await listGuests(book.as(), query(String(first.next)))
    expect(first.items).toHaveLength(50)
    expect(second).toMatchObject({ next: null })
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(60)
  })
})

describe('what staff write about a guest', () => {
  test('follows the guest to every reservation, and names the other editor in a conflict', async () => {
    const phone = book.newPhone()
    const { id } = await book.book({ phone, date: '2026-11-27' })
    const { id: guestId, version } = await book.guestOf(phone)
    const form = { name: 'Ada Obi', tags: ['access', 'vip'] as const, allergies: 'nuts', note: 'Booth 4' }
    const done = await editGuest(book.as('host'), guestId, { ...form, tags: [...form.tags], version })
    expect(done.ok).toBe(true)
    const late = await editGuest(book.as('host'), guestId, { ...form, tags: [], note: 'Mine', version })
    expect(late).toMatchObject({
      ok: false,
      reason: { why: 'version_conflict', current: { note: 'Booth 4', editedBy: 'Efua Boateng' } },
    })
    const tonight = await loadTonight(book.as(), new URLSearchParams({ date: '2026-11-27' }))
    expect(tonight.parties.find((party) => party.id === id)?.guest).toMatchObject({
      tags: ['vip', 'access'],
      allergies: 'nuts',
      note: 'Booth 4',
    })
  })

  test('is sent to open lists of a night, although no reservation changed', async () => {
    const phone = book.newPhone()
    const { id } = await book.book({ phone, date: '2026-11-27' })
    const { id: other } = await book.book({ phone: book.newPhone(), date: '2026-11-27' })
    await book.database.pool.query(`alter table reservations disable trigger user;
      update reservations set created_at = '2026-01-01', updated_at = '2026-01-01' where id in ('${id}', '${other}');
      alter table reservations enable trigger user;
      alter table guests disable trigger user;
      update guests set updated_at = '2026-01-01'; alter table guests enable trigger user`)
    const at = new Date()
    const since = new Date(at.getTime() + 30_000).toISOString()
    const read = () =>
      loadTonight(
        book.as('host', new Date(at.getTime() + 40_000)),
        new URLSearchParams({ date: '2026-11-27', since }),
      )
    const guest = await book.guestOf(phone)
    await editGuest(book.as(), guest.id, { ...guest, tags: ['vip'], note: '', allergies: '' })
    expect((await read()).parties.map((party) => party.id)).toContain(id)
    expect((await read()).parties.map((party) => party.id)).not.toContain(other)
  })

  test('is refused to roles that may not', async () => {
    const phone = book.newPhone()
    await book.book({ phone })
    const { id, version } = await book.guestOf(phone)
    expect(await blockGuest(book.as('host'), id, { reason: 'Fights', version })).toMatchObject({
      reason: { why: 'not_allowed' },
    })
    expect(await mergeGuests(book.as('host'), id, randomUUID())).toMatchObject({
      reason: { why: 'not_allowed' },
    })
  })

  test('is in the audit log', async () => {
    const phone = book.newPhone()
    await book.book({ phone })
    const { id, version } = await book.guestOf(phone)
    await blockGuest(book.as(), id, { reason: 'Fights', version })
    const { rows } = await book.database.pool.query(
      `select actor, action, after from activity where entity = 'guest' and entity_id = $1`,
      [id],
    )
    expect(rows).toMatchObject([
      { actor: 'Efua Boateng', action: 'blocked', after: { blockReason: 'Fights' } },
    ])
  })
})
