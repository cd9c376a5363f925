import { describe, expect, test } from 'vitest'
import { useEvenings } from '../booking/evenings.ts'
import { bookNight } from '../staff/parties.ts'

const { app, read, evening, send, statusOf, arrive, moveStart } = useEvenings()

describe('the page of a dinner that has begun', () => {
  test('greets guests who have come, and tells those of an unanswered request of no table that was held', async () => {
    const { dinner } = await evening({ isKept: false })
    const { pool } = app().database
    const begin = (minutesAgo: number) =>
      pool.query(
        `update reservations set table_id = null, starts_at = now() - make_interval(mins => $2),
           ends_at = now() + interval '2 hours' where id = $1`,
        [dinner.id, minutesAgo],
      )
    await pool.query(`update reservations set status = 'pending', guest_count = 20 where id = $1`, [
      dinner.id,
    ])
    await begin(20)
    const unanswered = await read(dinner.link)
    expect(unanswered.words).toContain('Waiting for our answer')
    expect(unanswered.words).toContain('We have not confirmed your request. Please call us before you come.')
    expect(unanswered.words).not.toContain('We held your table')
    await pool.query(`update reservations set status = 'confirmed', guest_count = 4 where id = $1`, [
      dinner.id,
    ])
    expect((await read(dinner.link)).words).toContain('We held your table until')
    await arrive(dinner.id)
    for (const minutes of [20, 5]) {
      // oxlint-disable-next-line no-await-in-loop
      await begin(minutes)
      // oxlint-disable-next-line no-await-in-loop
      const { words } = await read(dinner.link)
      expect(words).toContain('Your party is here. Enjoy your dinner.')
      expect(words).not.toMatch(/We held your table|On your way|Please arrive by|Change your phone/)
    }
    const thanks = await read(`/thank-you?booking=${app().tokens.sign('guest', dinner.id)}`)
    expect(thanks.words).toContain('Your party is here. Enjoy your dinner.')
    expect((await read(dinner.link)).words).toContain('Add to Calendar')
    await pool.query(`update reservations set status = 'completed' where id = $1`, [dinner.id])
    expect((await read(dinner.link)).words).not.toContain('Add to Calendar')
  })
})

describe('a night', () => {
  test('that has begun keeps its phone number, and says so beside what was typed', async () => {
    const begun = await app().confirm()
    const offer = 'Change your phone number or special requests'
    expect((await read(begun.link)).words).toContain(offer)
    await moveStart(begun, -1)
    expect((await read(begun.link)).words).not.toContain(offer)
    const contact = () =>
      app()
        .database.db.selectFrom('reservations')
        .where('id', '=', begun.id)
        .select(['guestPhone', 'specialRequests'])
        .executeTakeFirstOrThrow()
    const before = await contact()
    const body = new URLSearchParams({ phone: '972 555 0188', requests: 'A seat by the window' })
    const late = await read(`${begun.link}/details`, { method: 'POST', body })
    expect([late.status, late.words]).toEqual([409, expect.stringContaining('Not saved')])
    expect(late.words).toContain('only until the reservation begins')
    expect(late.html).toContain('A seat by the window')
    expect(await contact()).toEqual(before)
  })
})

test('a cancelled night has no form for the phone number, and says why', async () => {
  const paying = await app().confirm()
  await app().database.pool.query(
    `update reservations set status = 'cancelled', cancel_reason = 'guest' where id = $1`,
    [paying.id],
  )
  const { words, html } = await read(`${paying.link}/details`)
  expect(words).toContain('Only a confirmed reservation can be changed here.')
  expect(html).not.toContain(`action="${paying.link}/details"`)
})

test('a night for which nothing was paid promises no refund where its table is sold again', async () => {
  const { database, tokens } = app()
  await database.pool.query('update venue set refund_resold_tables = true')
  const [paid, id] = [await app().confirm(), await bookNight(database, 'Ama Owusu', 30_000)]
  const free = { id, link: `/my-reservation/${tokens.sign('guest', id)}` }
  for (const it of [paid, free])
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await moveStart(it, 2)
  const resold = 'If we sell your table again for this night'
  expect((await read(paid.link)).words).toContain(resold)
  const { words } = await read(free.link)
  expect(words).toContain('Online cancellation closed on')
  expect(words).toContain('You paid nothing, and you owe nothing.')
  expect(words).not.toContain(resold)
})

describe('a dinner', () => {
  test('whose guests have come is changed and cancelled by staff only', async () => {
    const { dinner } = await evening()
    await arrive(dinner.id)
    const shown = await read(`${dinner.link}?cancel=1`)
    expect(shown.words).toContain('Your party has begun to arrive. Please ask our team at the entrance.')
    expect(shown.words).not.toMatch(/Cancel my dinner|I can’t come|Change time or party/)
    for (const intent of ['cancel', 'give_up'])
      // oxlint-disable-next-line no-await-in-loop
      expect((await send(dinner.link, { intent })).status).toBe(409)
    expect(await statusOf(dinner)).toBe('confirmed')
  })

  test('is given up after its deadline by guests who do not come, and its table is free', async () => {
    const { dinner } = await evening({ isKept: false })
    await app().database.pool.query(
      `update reservations set table_id = null, starts_at = now() + interval '30 minutes', ends_at = now() + interval '2 hours'
       where id = $1`,
      [dinner.id],
    )
    const { words } = await read(dinner.link)
    expect(words).toMatch(
      /Online changes closed on .*You can still give up your table .* You owe nothing\. I can’t come/,
    )
    const asked = await read(`${dinner.link}?cancel=1`)
    expect(asked.words).toContain('Give up your dinner?')
    expect((await send(dinner.link, { intent: 'cancel' })).status).toBe(409)
    expect((await send(dinner.link, { intent: 'give_up' })).status).toBe(303)
    expect(await statusOf(dinner)).toBe('cancelled')
    expect((await send(dinner.link, { intent: 'give_up' })).status).toBe(303)
    const { rows } = await app().database.pool.query(
      'select kind from email_queue where reservation_id = $1 order by kind',
      [dinner.id],
    )
    expect(rows).toEqual([{ kind: 'dinner_cancelled' }, { kind: 'dinner_cancelled_notice' }])
  })
})
