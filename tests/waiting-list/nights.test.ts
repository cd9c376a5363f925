import { describe, expect, test } from 'vitest'
import { bookTable, releaseExpiredHolds } from '#features/holds/booking/service.ts'
import { buildSeatingChart } from '#features/floor-plan/chart/service.ts'
import { openCheckout } from '#features/payments/sessions/service.ts'
import { joinNight } from '#features/waiting-list/joining/service.ts'
import { leaveLine } from '#features/waiting-list/offers/service.ts'
import { renderWaitingEmail } from '#features/waiting-list/emails/service.ts'
import { dayAndUntilText } from '#features/waiting-list/rules.ts'
import { findPlace } from '#features/waiting-list/service.ts'
import { addDays, addHours, addMinutes, businessDate, momentAt } from '#lib/venue-time.ts'
import { askFor, newIdentity } from '../booking/booking-fixtures.ts'
import { countOfferJobs, eventOf, newParty, statusOf } from './waiting-fixtures.ts'
import { useWaitingNight } from './waiting-night.ts'

const { app, bookings, night, now, putInLine, offer, free, emailsTo, offerOf, placeOf, pay } =
  useWaitingNight()

describe('joining the line of a night', () => {
  test('gives the places in the order of joining, and an email that says so', async () => {
    const ids = [await putInLine(), await putInLine({ guestCount: 4 }), await putInLine()]
    expect(await Promise.all(ids.map(placeOf))).toEqual([1, 2, 3])
    expect(await emailsTo(ids[1] ?? '')).toEqual(['waiting_joined'])
    const mail = await renderWaitingEmail(bookings().deps(), ids[1] ?? '', { kind: 'waiting_joined' })
    expect(mail?.subject).toContain('You are 2nd in line for a table for 4')
    expect(mail?.text).toContain('/waiting/')
    // There may be no guest next in line.
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain('after it, the table is no longer held for you.')
  })

  test('counts those ahead who compete for the same zone only', async () => {
    await putInLine({ zone: 'Right Red Vip' })
    await putInLine({ zone: 'Left Green Vip' })
    expect(await placeOf(await putInLine({ zone: 'Left Green Vip' }))).toBe(2)
    expect(await placeOf(await putInLine())).toBe(4)
  })

  test('a second time with the same email or phone keeps the place and sends the link again', async () => {
    const own = newIdentity()
    const party = newParty({ joiner: own })
    const event = await eventOf(app(), night(), now())
    const first = await joinNight(bookings().deps(), event, party)
    if (!first.ok) throw new Error(first.reason.why)
    await putInLine()
    const again = [
      newParty({ guestEmail: party.guestEmail.toUpperCase() }),
      newParty({ guestPhone: party.guestPhone.replace('+1', '') }),
    ]
    for (const it of again)
      // oxlint-disable-next-line no-await-in-loop -- one form after the other
      expect(await joinNight(bookings().deps(), event, it)).toEqual({
        ok: false,
        reason: { why: 'known_contact' },
      })
    expect(await placeOf(first.value)).toBe(1)
    expect(await emailsTo(first.value)).toEqual(['waiting_joined', 'waiting_joined'])
    // The browser that joined is led to its place, and no other one.
    const typed = { guestEmail: party.guestEmail }
    expect([
      await joinNight(bookings().deps(), event, newParty({ ...typed, joiner: own })),
      await joinNight(bookings().deps(), event, newParty({ ...typed, joiner: newIdentity() })),
    ]).toMatchObject([
      { ok: true, value: first.value },
      { ok: false, reason: { why: 'known_contact' } },
    ])
    // The same form sent twice is the same entry.
    expect(await joinNight(bookings().deps(), event, party)).toEqual({ ok: true, value: first.value })
    // The page has one form all day: who left the line joins it again.
    await leaveLine(bookings().deps(), first.value)
    const back = await joinNight(bookings().deps(), event, party)
    expect(back.ok && [back.value === first.value, await placeOf(back.value)]).toEqual([false, 2])
  })

  test('20 forms of one guest at once make one entry', async () => {
    const event = await eventOf(app(), night(), now())
    const { guestEmail } = newParty()
    const done = await Promise.all(
      Array.from({ length: 20 }, () => joinNight(bookings().deps(), event, newParty({ guestEmail }))),
    )
    expect(done.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('is refused for a party that no table seats, for a night that is over, closed or not for sale', async () => {
    const event = await eventOf(app(), night(), now())
    const ask = (change: Partial<typeof event>, party = newParty()) =>
      joinNight(bookings().deps(), { ...event, ...change }, party)
    expect(await ask({}, newParty({ guestCount: 30 }))).toMatchObject({ reason: { why: 'too_large' } })
    expect(await ask({}, newParty({ guestCount: 8, zone: 'Floor Seating' }))).toMatchObject({
      reason: { why: 'too_large', zone: 'Floor Seating', largest: 4 },
    })
    expect(await ask({ endsAt: now() })).toMatchObject({ reason: { why: 'ended' } })
    expect(await ask({ closure: 'cancelled' })).toMatchObject({ reason: { why: 'closed' } })
    expect(await ask({ tablesForSale: false })).toMatchObject({ reason: { why: 'not_for_sale' } })
    expect(await ask({ soldOut: true })).toMatchObject({ ok: true })
  })

  test('is refused while a table for the party is free, with the table', async () => {
    const event = await eventOf(app(), night(), now())
    const index = night().tables.findIndex(({ maxGuests }) => maxGuests < 8)
    const [table] = night().tables.slice(index)
    await free(index)
    const ask = (party: Partial<ReturnType<typeof newParty>> = {}) =>
      joinNight(bookings().deps(), event, newParty(party))
    const refused = await ask()
    expect(refused).toMatchObject({
      reason: { why: 'not_full', table: { eventSlug: event.slug, tableNumber: table?.number, guests: 2 } },
    })
    // None that the party fits is free.
    expect(await ask({ guestCount: 8 })).toMatchObject({ ok: true })
    // It belongs to a party in line, which a table that the public cannot book shows.
    await free(night().tables.findIndex(({ maxGuests }) => maxGuests >= 8))
    expect(await ask()).toMatchObject({ reason: { why: 'not_full' } })
    expect(await ask({ guestCount: 7 })).toMatchObject({ ok: true })
  })

  test('is refused to a visitor with as many places or held tables as one may hold', async () => {
    const joiner = newIdentity()
    const [first] = [await putInLine({ joiner }), await putInLine({ joiner })]
    const event = await eventOf(app(), night(), now())
    const again = await joinNight(bookings().deps(), event, newParty({ joiner }))
    expect(again).toMatchObject({ reason: { why: 'too_many' } })
    await free(0)
    await free(1)
    expect(await offer()).toBe(2)
    const held = await app()
      .db.selectFrom('reservations')
      .where('waitingEntryId', '=', first)
      .select(['holderBrowser', 'holderAddress'])
      .executeTakeFirst()
    expect(held).toEqual({ holderBrowser: joiner.browser, holderAddress: joiner.address })
    // The limits on holds count the tables offered.
    await free(2)
    const table = night().tables[2]
    expect(await bookTable(bookings().deps(), askFor(night(), table ? { table } : {}), joiner)).toMatchObject(
      {
        reason: { why: 'too_many_holds' },
      },
    )
  })

  test('the database refuses a party of 0 or 31', async () => {
    await expect(putInLine({ guestCount: 0 })).rejects.toThrow(/guest_count/)
    await expect(
      app().pool.query(
        `insert into waiting_entries (event_id, business_date, guest_name, guest_email, guest_phone, guest_count, consented_at)
         values ($1, '2026-11-27', 'Ama', 'a@example.com', '', 31, now())`,
        [night().event.id],
      ),
    ).rejects.toThrow(/guest_count/)
  })
})

describe('a table that is freed', () => {
  test('enqueues a job, is held for the first who fits, and is not for other guests', async () => {
    const large = await putInLine({ guestCount: 8 })
    const small = await putInLine()
    const before = await countOfferJobs(app().db)
    const index = night().tables.findIndex(({ maxGuests }) => maxGuests < 8)
    await free(index)
    expect(await countOfferJobs(app().db)).toBe(before + 1)
    const table = night().tables[index]
    const event = await eventOf(app(), night(), now())
    const stateOf = async () =>
      (await buildSeatingChart(bookings().deps(), { ...event, bookingPercentage: 0 }, 1)).tables.find(
        ({ id }) => id === table?.id,
      )?.state
    // Before the offer was made, too.
    expect(await stateOf()).toBe('held')
    const ask = askFor(night(), table ? { table } : {})
    expect(await bookTable(bookings().deps(), ask, newIdentity())).toMatchObject({
      ok: false,
      reason: { why: 'table_taken' },
    })
    expect(await offer()).toBe(1)
    expect([await statusOf(app().db, large), await statusOf(app().db, small)]).toEqual(['waiting', 'offered'])
    expect(await stateOf()).toBe('held')
    expect(await emailsTo(small)).toEqual(['waiting_joined', 'waiting_offer'])
    const mail = await renderWaitingEmail(bookings().deps(), small, { kind: 'waiting_offer' })
    expect(mail?.subject).toContain('A table is held for you until 6:15 PM')
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain('decline there, so that another guest can have it.')
    await app().pool.query('update venue_tables set minimum_spend_cents = 40000 where id = $1', [table?.id])
    await app().pool.query(`update events set price = '$25' where id = $1`, [night().event.id])
    const told = await renderWaitingEmail(bookings().deps(), small, { kind: 'waiting_offer' })
    expect(told?.text).toContain('Minimum spend at the table: $400.')
    expect(told?.text).toContain('Cover, separate from the table: $')
    expect(told?.text).toMatch(/You can cancel for a full\s+refund until/)
    await pay(await offerOf(small))
    expect(await statusOf(app().db, small)).toBe('accepted')
    expect(await placeOf(large)).toBe(1)
  })

  test('goes to the next party when the offer is declined, and when it lapses, with an email', async () => {
    const [first, second, third] = [await putInLine(), await putInLine(), await putInLine()]
    await free()
    await offer()
    expect(await leaveLine(bookings().deps(), first)).toBe('declined')
    await offer()
    expect(await statusOf(app().db, second)).toBe('offered')
    bookings().clock.now = addMinutes(now(), 16)
    await releaseExpiredHolds(bookings().deps())
    await offer()
    expect(await Promise.all([first, second, third].map((id) => statusOf(app().db, id)))).toEqual([
      'declined',
      'lapsed',
      'offered',
    ])
    expect(await emailsTo(second)).toEqual(['waiting_joined', 'waiting_offer', 'waiting_lapsed'])
    // An offer that is opened after it lapsed takes no money.
    expect(await openCheckout(bookings().deps(), await offerOf(second))).toMatchObject({
      reason: 'hold_ended',
    })
    expect(await renderWaitingEmail(bookings().deps(), second, { kind: 'waiting_offer' })).toBeNull()
  })

  test('of a sold-out night is offered only if it was freed while the night was sold out', async () => {
    await free(0)
    await app().db.updateTable('events').set({ soldOut: true }).where('id', '=', night().event.id).execute()
    const waiting = await putInLine()
    expect(await offer()).toBe(0)
    await free(1)
    expect(await offer()).toBe(1)
    const { entry } = (await findPlace(bookings().deps(), waiting)) ?? {}
    expect(entry?.offer?.tableNumber).toBe(night().tables[1]?.number)
    await pay(await offerOf(waiting))
    expect(await statusOf(app().db, waiting)).toBe('accepted')
  })

  test('at night is kept for the line until the morning, and is offered then', async () => {
    const date = businessDate(night().event.startsAt)
    const [first, second] = [await putInLine(), await putInLine()]
    bookings().clock.now = momentAt(addDays(date, -1), '02:00')
    await free()
    const table = night().tables[0]
    expect(await offer()).toBe(0)
    const ask = askFor(night(), table ? { table } : {})
    expect(await bookTable(bookings().deps(), ask, newIdentity())).toMatchObject({
      reason: { why: 'table_taken' },
    })
    bookings().clock.now = momentAt(addDays(date, -1), '08:59')
    expect(await offer()).toBe(0)
    bookings().clock.now = momentAt(addDays(date, -1), '09:00')
    expect(await offer()).toBe(1)
    expect([await statusOf(app().db, first), await statusOf(app().db, second)]).toEqual([
      'offered',
      'waiting',
    ])
  })

  test('in the late evening is held until the next morning, and of tonight for the usual minutes', async () => {
    const date = businessDate(night().event.startsAt)
    const heldUntilOf = async (id: string) => (await findPlace(bookings().deps(), id))?.entry.offer?.heldUntil
    const early = await putInLine()
    bookings().clock.now = momentAt(addDays(date, -1), '20:50')
    await free()
    await offer()
    expect(await heldUntilOf(early)).toEqual(momentAt(date, '09:15'))
    const mail = await renderWaitingEmail(bookings().deps(), early, { kind: 'waiting_offer' })
    expect(mail?.subject).toContain(`until ${dayAndUntilText(momentAt(date, '09:15'))}`)
    const tonight = await putInLine()
    bookings().clock.now = momentAt(date, '21:30')
    await free(1)
    await offer()
    expect(await heldUntilOf(tonight)).toEqual(momentAt(date, '21:45'))
    await pay(await offerOf(tonight))
    expect(await statusOf(app().db, tonight)).toBe('accepted')
  })

  test('of a night that has begun is offered for the rest of it', async () => {
    const waiting = await putInLine()
    bookings().clock.now = addHours(night().event.startsAt, 2)
    await app()
      .db.updateTable('reservations')
      .set({ leftAt: addHours(night().event.startsAt, 1) })
      .where('eventId', '=', night().event.id)
      .where('tableId', '=', night().tables[0]?.id ?? '')
      .where('status', '=', 'confirmed')
      .execute()
    expect(await offer()).toBe(1)
    await pay(await offerOf(waiting))
    expect(await statusOf(app().db, waiting)).toBe('accepted')
  })

  test('is not offered to a guest whom staff block, and not after the night', async () => {
    const blocked = await putInLine({ guestEmail: 'blocked@example.com' })
    await app().pool.query(
      `with guest as (insert into guests (name, block_reason, blocked_at) values ('Kojo', 'Fight', now()) returning id)
       insert into guest_contacts (kind, value, guest_id) select 'email', 'blocked@example.com', id from guest`,
    )
    const next = await putInLine()
    await free()
    expect(await offer()).toBe(1)
    expect([await statusOf(app().db, blocked), await statusOf(app().db, next)]).toEqual([
      'waiting',
      'offered',
    ])
    await putInLine()
    bookings().clock.now = night().event.endsAt
    await free(1)
    expect(await offer()).toBe(0)
  })

  test('whose payment page could not be opened is offered to the same party again', async () => {
    const waiting = await putInLine()
    await putInLine()
    await free()
    await offer()
    await bookings().provider.control.setFaults({ api: 'refuse', webhooks: { deliver: 'lost' } })
    expect((await openCheckout(bookings().deps(), await offerOf(waiting))).ok).toBe(false)
    await bookings().provider.control.setFaults({ webhooks: { deliver: 'lost' } })
    expect(await statusOf(app().db, waiting)).toBe('waiting')
    await offer()
    expect(await statusOf(app().db, waiting)).toBe('offered')
  })
})
