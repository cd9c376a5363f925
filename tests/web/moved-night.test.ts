import { describe, expect, test } from 'vitest'
import { addDays, formatDate } from '#lib/venue-time.ts'
import { useGuestPages } from '../booking/guest-pages.ts'
import type { Paying } from '../booking/server-with-payments.ts'
import { actionOf, confirmation } from './change-forms.ts'

const { app, read } = useGuestPages()

const send = ({ link }: Paying, body: URLSearchParams) => read(`${link}/change`, { method: 'POST', body })
const changeOf = async ({ link }: Paying, query: string) => {
  const shown = await read(`${link}/change?review=1&${query}`)
  return { shown, fields: confirmation(shown.html) }
}
const rowOf = ({ id }: Paying) =>
  app().database.db.selectFrom('reservations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('a guest whose wanted night was moved before they confirm it', () => {
  const radio = (html: string, value: string) =>
    [...html.matchAll(/<input[^>]*type="radio"[^>]*>/g)].find(([it]) => it.includes(`value="${value}"`))?.[0]

  test('sees the change with its new date, keeps what they chose, and agrees to it or not', async () => {
    const paying = await app().confirm()
    const { db } = app().database
    const { eventId, tableId, businessDate, totalPriceCents } = await rowOf(paying)
    // No table is shown as reserved by chance.
    await db.updateTable('events').set({ bookingPercentage: 0 }).execute()
    const night = await db
      .selectFrom('events')
      .select(['id', 'date'])
      .where('date', '>', businessDate)
      .where('id', '<>', eventId ?? '')
      .where('deletedAt', 'is', null)
      .where('tablesForSale', '=', true)
      .where('soldOut', '=', false)
      .orderBy('startsAt')
      .executeTakeFirstOrThrow()
    // The table of the guest may be booked that night, by the day of the test.
    await db
      .updateTable('reservations')
      .set({ status: 'cancelled', cancelReason: 'staff' })
      .where('eventId', '=', night.id)
      .where('status', '<>', 'cancelled')
      .execute()
    await db.updateTable('events').set({ price: 'Free' }).where('id', '=', eventId).execute()
    await db.updateTable('events').set({ price: '$40' }).where('id', '=', night.id).execute()
    const { shown, fields } = await changeOf(paying, `event=${night.id}&table=${tableId}&guests=2`)
    expect(shown.words).toContain('Cover, a separate fee: $40 a person, 1 of your 2 pays: $40 at the door.')
    expect((await changeOf(paying, 'guests=2')).shown.words).not.toContain('Cover, a separate fee')
    const moved = addDays(night.date, 400)
    await db.updateTable('events').set({ date: moved }).where('id', '=', night.id).execute()
    const refused = await read(actionOf(shown.html), { method: 'POST', body: fields })
    expect([refused.status, refused.words]).toEqual([
      409,
      expect.stringContaining('The price or the date has changed'),
    ])
    expect(await rowOf(paying)).toMatchObject({ businessDate, guestCount: 1, totalPriceCents })
    expect(refused.words).toContain('Your change')
    expect(refused.words).toContain(formatDate(moved))
    expect(refused.html.match(/id="review"/g)).toHaveLength(1)
    expect(refused.html).toMatch(/<input [^>]*name="guests"[^>]*value="2"/)
    expect(/<option [^>]*selected[^>]*>/.exec(refused.html)?.[0]).toContain(night.id)
    expect(radio(refused.html, tableId ?? '')).toContain('checked')
    expect((await send(paying, confirmation(refused.html))).status).toBe(303)
    expect(await rowOf(paying)).toMatchObject({ businessDate: moved, guestCount: 2 })
  })

  test('is asked again where the form names no date, or none that exists', async () => {
    const paying = await app().confirm()
    const { fields } = await changeOf(paying, 'guests=2')
    for (const night of ['', '2027-02-30', 'soon']) {
      fields.set('night', night)
      // oxlint-disable-next-line no-await-in-loop -- each is looked at by itself
      expect((await send(paying, fields)).status, night).toBe(409)
    }
    fields.delete('night')
    expect((await send(paying, fields)).status).toBe(409)
    expect(await rowOf(paying)).toMatchObject({ guestCount: 1 })
  })
})
