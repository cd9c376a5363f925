import { describe, expect, test } from 'vitest'
import { stopLinkOf } from '#features/reminders/service.ts'
import { addDays } from '#lib/venue-time.ts'
import { useDiningForms } from '../dining/dining-forms.ts'

const { at, dinnersOn, formFor, nextServiceDay, read, send } = useDiningForms()

describe("a guest's own page", () => {
  async function booked(): Promise<{ id: string; date: string; link: string }> {
    const date = nextServiceDay()
    await send(await formFor(date))
    const [dinner] = await dinnersOn(date)
    const id = dinner?.id ?? ''
    return { id, date, link: `/my-reservation/${at().tokens.sign('guest', id)}` }
  }
  const post = (path: string, fields: Record<string, string>) =>
    read(path, { method: 'POST', body: new URLSearchParams(fields) })

  test('shows the dinner, how long the table is kept, and a calendar file; reading changes nothing', async () => {
    const { link } = await booked()
    const { words, response } = await read(`${link}?cancel=1&move=1`)
    expect(words).toContain('6:00 PM')
    expect(words).toContain('Table reserved')
    expect(words).toContain('Please arrive by 6:15 PM. Your table is yours until 7:30 PM.')
    expect(words).toMatch(/move or cancel here until \w{3}, \w{3} \d+, 4:00 PM, 2 hours before your dinner\./)
    expect(words.match(/until 7:30 PM|15 minutes/g)).toEqual(['until 7:30 PM'])
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const calendar = await at().app.get(`${link}/calendar.ics`)
    expect(await calendar.text()).toContain('SUMMARY:Dinner at Baobab & Olive')
    expect((await read(link)).words).toContain('Table reserved')
  })

  test('corrects a mistyped email, sends the confirmation there, and not as often as one likes', async () => {
    const { id, link } = await booked()
    const wrong = await post(link, { intent: 'email', email: 'no-address' })
    expect([wrong.status, wrong.words]).toEqual([422, expect.stringContaining('name@example.com')])
    const right = await post(link, { intent: 'email', email: ' right@example.com ' })
    expect([right.status, right.response.headers.get('location')]).toEqual([303, `${link}?email=1#status`])
    const { words } = await read(`${link}?email=1`)
    expect(words).toContain('The confirmation is on its way to right@example.com.')
    const { rows } = await at().database.pool.query(
      `select r.guest_email, count(m.*)::int as emails from reservations r join email_queue m on m.reservation_id = r.id
       where r.id = $1 and m.kind = 'dinner_received' group by 1`,
      [id],
    )
    expect(rows).toEqual([{ guest_email: 'right@example.com', emails: 2 }])
    await post(link, { intent: 'email', email: 'second@example.com' })
    await post(link, { intent: 'email', email: 'third@example.com' })
    expect((await post(link, { intent: 'email', email: 'fourth@example.com' })).status).toBe(429)
    await post(link, { intent: 'cancel' })
    expect((await read(link)).words).not.toContain('Correct your email')
  })

  test('says confirmed once staff have said so, and nothing else beside it', async () => {
    const { id, link } = await booked()
    await at().database.pool.query(`update reservations set status = 'confirmed' where id = $1`, [id])
    const { words } = await read(link)
    expect(words).toContain('Your dinner is confirmed')
    expect(words).toContain('Please arrive by 6:15 PM. Your table is yours until 7:30 PM.')
    expect(words).not.toMatch(/waiting for|contact you|submitted|Table reserved/i)
  })

  test('moves it to another time, and cancels it, each by a button', async () => {
    const { id, date, link } = await booked()
    const moving = await read(`${link}?move=1&date=${date}`)
    expect(moving.words).toContain('6:00 PM Available')
    const moved = await post(link, { intent: 'move', date, time: '19:30' })
    expect([moved.status, moved.response.headers.get('location')]).toEqual([303, `${link}?moved=1#status`])
    expect((await read(`${link}?moved=1`)).words).toMatch(/Your dinner has moved to .*, 7:30 PM/)
    const larger = await post(link, { intent: 'move', date, time: '19:30', guests: '4' })
    expect([larger.status, larger.response.headers.get('location')]).toEqual([303, `${link}?party=1#status`])
    expect((await read(`${link}?party=1`)).words).toContain('Your change is made. An email confirms it.')
    expect((await read(link)).words).toContain('4 guests')
    const friends = ['Ana', 'Ben'].map((guestName) => ({ reservationId: id, guestName }))
    await at().database.db.insertInto('entryShares').values(friends).execute()
    const small = await post(link, { intent: 'move', date, time: '19:30', guests: '2' })
    expect([small.status, small.words]).toEqual([
      409,
      expect.stringContaining('2 friends of your party have codes of their own.'),
    ])
    expect((await read(link)).words).toContain('4 guests')
    const many = await post(link, { intent: 'move', date, time: '19:30', guests: '11' })
    expect([many.status, many.words]).toEqual([
      422,
      expect.stringContaining('Online dinners are for 10 guests at most. Your dinner is unchanged.'),
    ])
    const large = await post(link, { intent: 'move', date, time: '19:30', guests: '9' })
    expect([large.status, large.words]).toEqual([
      409,
      expect.stringContaining('We confirm a party of 9 ourselves. Your dinner is unchanged.'),
    ])
    // The form says so before, and offers that party no time.
    const asked = await read(`${link}?move=1&guests=9`)
    expect(asked.words).toContain('We confirm a party of 9 ourselves. Your dinner is unchanged.')
    expect(asked.html).not.toContain('Change my dinner')
    const none = await read(`${link}?move=1&guests=11`)
    expect(none.words).toContain('Online dinners are for 10 guests at most.')
    const wrong = await post(`${link}?move=1`, { intent: 'move', date, time: '25:00' })
    expect([wrong.status, wrong.words]).toEqual([
      422,
      expect.stringContaining('Please choose a day and one of its times.'),
    ])
    expect((await post(link, {})).status).toBe(422)
    expect((await post(link, { intent: 'cancel' })).status).toBe(303)
    expect((await post(link, { intent: 'cancel' })).status).toBe(303)
    const { words } = await read(link)
    expect(words).toContain('You cancelled this dinner. You owe nothing.')
    const kinds = await at()
      .database.db.selectFrom('emailQueue')
      .where('reservationId', '=', id)
      .select('kind')
      .execute()
    expect(kinds.filter(({ kind }) => kind === 'dinner_cancelled')).toHaveLength(1)
  })

  test('shows the phone number from two hours before on, and accepts no change any more', async () => {
    const { id, date, link } = await booked()
    // Without its table, which may be sold for tonight.
    await at().database.pool.query(
      `update reservations set table_id = null, starts_at = now() + interval '90 minutes', ends_at = now() + interval '3 hours'
       where id = $1`,
      [id],
    )
    const { words } = await read(link)
    expect(words).toContain('Online changes closed on')
    expect(words).toContain('(972) 555-0142')
    expect(words).not.toContain('Change time or party')
    const late = await post(link, { intent: 'cancel' })
    expect([late.status, late.words]).toEqual([409, expect.stringContaining('Please call us')])
    expect((await post(link, { intent: 'move', date: addDays(date, 7), time: '18:00' })).status).toBe(409)
    await at().database.pool.query(
      `update reservations set starts_at = now() - interval '20 minutes' where id = $1`,
      [id],
    )
    expect((await read(link)).words).toContain('15 minutes after the booked time. On your way?')
  })

  test('offers the table for the night at its price, holds it by a plain form, and says when it was sold', async () => {
    const { id, date, link } = await booked()
    expect((await read(link)).words).not.toContain('Stay for')
    const { pool } = at().database
    const { rows: events } = await pool.query<{ id: string }>(
      `insert into events (slug, title, description, category, date, start_time, end_time, price, price_range)
       values ('stay-on', 'Afro Night', '', 'Nightlife', $1, '21:00', '05:00', 'Free', 'free') returning id`,
      [date],
    )
    const page = await read(link)
    expect(page.words).toMatch(
      /Stay for Afro Night.*Keep table \d+ until 5:00 AM for \$\d+\..*full refund until/,
    )
    expect((await read(`/thank-you?booking=${link.split('/').at(-1)}`)).words).toContain(
      'Stay for Afro Night',
    )
    const fieldsOf = (html: string) =>
      Object.fromEntries(
        ['eventId', 'tableId', 'key', 'shownCents'].map((name) => [
          name,
          new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? '',
        ]),
      )
    const fields: Record<string, string> = { intent: 'keep', ...fieldsOf(page.html) }
    for (const wrong of [{ ...fields, key: 'x' }, { intent: 'keep' }])
      // oxlint-disable-next-line no-await-in-loop
      expect((await post(link, wrong)).status).toBe(422)
    const cheap = await post(link, { ...fields, shownCents: '100' })
    expect([cheap.status, cheap.words]).toEqual([409, expect.stringContaining('The price changed')])
    await pool.query(
      `insert into text_consents (reservation_id, source, consented_at) values ($1, 'guest', now())`,
      [id],
    )
    const held = await post(link, fields)
    expect([held.status, held.response.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^https?:/),
    ])
    const nights = () =>
      pool.query<{ id: string; dinner: string }>(
        `select id, dinner_id as dinner from reservations where event_id = $1 and status <> 'cancelled'`,
        [events[0]?.id],
      )
    const { rows } = await nights()
    expect(rows).toEqual([{ id: expect.any(String), dinner: id }])
    const consents = await pool.query('select from text_consents where reservation_id = $1', [rows[0]?.id])
    expect(consents.rowCount).toBe(1)
    expect((await read(link)).words).toContain('You hold the table and have not paid yet')
    await pool.query(`update reservations set status = 'cancelled', cancel_reason = 'guest' where id = $1`, [
      rows[0]?.id,
    ])
    await pool.query(`insert into table_blocks (event_id, table_id, reason) values ($1, $2, 'Owner')`, [
      events[0]?.id,
      fields['tableId'],
    ])
    const sold = await post(link, { ...fields, ...fieldsOf(page.html), key: crypto.randomUUID() })
    expect([sold.status, sold.words]).toEqual([
      409,
      expect.stringContaining('Your table was just sold for this night'),
    ])
    expect(sold.html).toContain('href="/events/stay-on?view=reserve&amp;guests=')
    await pool.query('update events set deleted_at = now() where id = $1', [events[0]?.id])
  })

  test('of a merged reservation leads each of its pages to the same one of the reservation that remains', async () => {
    const [goes, stays] = [await booked(), await booked()]
    await at().database.pool.query(
      `update reservations set status = 'cancelled', cancel_reason = 'staff', deleted_at = now(), deleted_status = 'pending',
         merged_into_id = $2 where id = $1`,
      [goes.id, stays.id],
    )
    const answers = async (path: string, init?: RequestInit) => {
      const { status, headers } = (await read(path, init)).response
      return [status, headers.get('location')?.replace(/^https?:\/\/[^/]+/, '')]
    }
    const times = `/times?date=${goes.date}&guests=2`
    for (const page of ['', '/change', '/details', '/calendar.ics', times, '/packages/screen_display.jpg'])
      expect(await answers(goes.link + page)).toEqual([303, stays.link + page])
    expect(await answers(`${goes.link}/change`, { method: 'POST', body: new URLSearchParams() })).toEqual([
      303,
      `${stays.link}/change`,
    ])
    const booking = goes.link.split('/').at(-1)
    expect(await answers(`/thank-you?booking=${booking}`)).toEqual([303, stays.link])
    expect((await at().app.get(`${stays.link}/calendar.ics`)).status).toBe(200)
  })

  test('is private: another valid token, or a changed one, opens nothing', async () => {
    const { id, link } = await booked()
    for (const path of [
      `/my-reservation/${at().tokens.sign('stop', id)}`,
      `${link.slice(0, -2)}AA`,
      `/my-reservation/${at().tokens.sign('stop', id)}/times?date=2026-12-04`,
      `/stop-reminders/${at().tokens.sign('guest', id)}`,
    ])
      expect([path, (await read(path)).status]).toEqual([path, 404])
  })

  test('reminders are stopped by the link, also by a mail program’s own button, and can be resumed', async () => {
    const { id } = await booked()
    const link = `/stop-reminders/${at().tokens.sign('stop', id)}`
    expect((await read(link)).words).toContain('Stop reminders?')
    expect((await read(link)).words).toContain('Stop reminders?')
    expect((await post(link, { 'List-Unsubscribe': 'One-Click' })).status).toBe(303)
    expect((await read(link)).words).toContain('Reminders are stopped')
    await post(link, { intent: 'resume' })
    expect((await read(link)).words).toContain('Stop reminders?')
  })

  test('a link to stop reminders stores ten changes a day at most, whatever address it names', async () => {
    const { id } = await booked()
    const linkOf = (email: string) => stopLinkOf({ tokens: at().tokens, origin: '' }, id, email)
    const count = async () =>
      Number((await at().database.pool.query('select count(*) as n from reminder_opt_outs')).rows[0].n)
    const before = await count()
    for (let i = 0; i < 10; i += 1)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await post(linkOf(`${i}@example.com`), { 'List-Unsubscribe': 'One-Click' })).status).toBe(303)
    const { status, words } = await post(linkOf('11@example.com'), { intent: 'stop' })
    expect([status, words]).toEqual([
      429,
      expect.stringContaining('This was changed many times today. Please try again tomorrow or call us at'),
    ])
    expect(await count()).toBe(before + 10)
    const other = await booked()
    expect((await post(`/stop-reminders/${at().tokens.sign('stop', other.id)}`, {})).status).toBe(303)
  })

  test('reminders are stopped for the address that was written to, also once the reservation has another one', async () => {
    const { id } = await booked()
    const { pool } = at().database
    const written = stopLinkOf({ tokens: at().tokens, origin: '' }, id, 'typo@example.com')
    await pool.query(`update reservations set guest_email = 'corrected@example.com' where id = $1`, [id])
    const corrected = stopLinkOf({ tokens: at().tokens, origin: '' }, id, 'corrected@example.com')
    const stopped = await post(written, { 'List-Unsubscribe': 'One-Click' })
    expect([stopped.status, stopped.response.headers.get('location')]).toEqual([303, written])
    expect((await read(written)).words).toContain('Reminders are stopped')
    expect((await read(corrected)).words).toContain('Stop reminders?')
    await pool.query(`update reservations set guest_email = 'gone@guest.invalid' where id = $1`, [id])
    const [old = ''] = written.split('?')
    for (const path of [old, `${old}?to=`, `${old}?to=someone@example.com`])
      expect([path, (await read(path)).status]).toEqual([path, 404])
    expect((await read(written)).words).toContain('Reminders are stopped')
  })
})
