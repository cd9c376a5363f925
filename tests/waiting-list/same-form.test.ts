import { expect, test } from 'vitest'
import type { Joining } from '#features/waiting-list/joining/schema.ts'
import { joinNight } from '#features/waiting-list/joining/service.ts'
import { addMinutes } from '#lib/venue-time.ts'
import { newIdentity } from '../booking/booking-fixtures.ts'
import { eventOf, newParty } from './waiting-fixtures.ts'
import { useWaitingNight } from './waiting-night.ts'

/* The page of a night has one form for all guests, so that its key is a function of the typed values. */

const { app, bookings, night, now } = useWaitingNight()

test('a place in line is shown to a form that is sent again in the same browser, and for minutes from the same address', async () => {
  const own = newIdentity()
  const party = newParty({ joiner: own })
  const event = await eventOf(app(), night(), now())
  const first = await joinNight(bookings().deps(), event, party)
  if (!first.ok) throw new Error(first.reason.why)
  const again = (joiner: Joining['joiner'], minutes = 0) =>
    joinNight({ ...bookings().deps(), now: addMinutes(now(), minutes) }, event, { ...party, joiner })
  const elsewhere = newIdentity()
  const [same, lost, late, foreign, unknown] = [
    await again({ ...elsewhere, browser: own.browser }, 60),
    await again({ ...own, browser: elsewhere.browser }, 4),
    await again({ ...own, browser: elsewhere.browser }, 6),
    await again(elsewhere),
    await again(null),
  ]
  const known = { ok: false, reason: { why: 'known_contact' } }
  expect([same, lost, late, foreign, unknown]).toEqual([first, first, known, known, known])
  // Nor does another browser learn that the guest has a table by now.
  await app().pool.query(`update waiting_entries set status = 'accepted' where id = $1`, [first.value])
  expect([await again(own), await again(elsewhere)]).toMatchObject([
    first,
    { ok: true, value: expect.not.stringContaining(first.value) },
  ])
})
