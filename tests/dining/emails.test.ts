import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { cancelDinner, moveDinner } from '#features/dining/changes/service.ts'
import { bookDinner } from '#features/dining/service.ts'
import { enqueueEmail } from '#features/emails/service.ts'
import { closeRestaurant } from './closed-day.ts'
import { readReminderOptOut, setReminderOptOut, stopLinkOf } from '#features/reminders/service.ts'
import { confirmComing } from '#features/reminders/answers/service.ts'
import { enqueueReminders } from '#features/reminders/due/service.ts'
import { addDays, momentOf } from '#lib/venue-time.ts'
import { createStaff } from '../staff/sign-in.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { readCalendar } from '../support/read-calendar.ts'
import { readQr } from '../support/read-qr.ts'
import { calendarOf, sequence, useDiningEmails } from './dining-emails.ts'
import { askFor, at, booked, confirmedByStaff, FAR_SATURDAY, FRIDAY } from './dining-fixtures.ts'

let app: TestDatabase
beforeAll(async () => {
  app = await cloneDatabase()
  // Removes the emails that the seed enqueued.
  await app.pool.query('delete from email_queue')
})

const { tokens, depsAt, emailsOf, kindsOf } = useDiningEmails(() => app.db)

describe('a dinner', () => {
  test('is confirmed to its guest with the link, the terms and a calendar file, and announced to staff', async () => {
    const id = await booked(app.db, { guestName: 'Ọlá <b>', specialRequests: 'Nut allergy' })
    const [email] = await emailsOf(id, 'dinner_received')
    expect(email?.subject).toBe('Your dinner at Baobab & Olive: 2 guests, Sat, Jan 16, 6:00 PM')
    expect(email?.text).toContain(`https://baobab.example/my-reservation/${tokens.sign('guest', id)}`)
    expect(email?.text.replaceAll(/\s+/g, ' ')).toContain(
      'Please arrive by 6:15 PM. Your table is yours until 7:30 PM.',
    )
    // Each of the two times is named once.
    expect(email?.text.match(/6:15|7:30|15 minutes/g)).toHaveLength(2)
    expect(email?.text).toContain('until Sat, Jan 16, 4:00 PM')
    // Text that a stranger typed is not repeated to an unconfirmed address.
    expect(email?.text).not.toContain('Nut allergy')
    expect(`${email?.html}${calendarOf(email)}`).not.toContain('Ọlá')
    expect(calendarOf(email)).toMatch(/DTSTART:20270117T000000Z[^]*STATUS:CONFIRMED/)
    const code = email?.attachments?.find(({ cid }) => cid === 'entry-code')
    expect(await readQr(Buffer.from(code?.content ?? ''))).toEqual([
      `https://baobab.example/my-reservation/${tokens.signEntryCode(id, FAR_SATURDAY)}`,
    ])
    const [notice] = await emailsOf(id, 'dinner_notice')
    expect(notice).toMatchObject({ to: 'hello@baobabandolive.example', replyTo: email?.to })
    expect(notice?.text).toContain('Table 11 is reserved for them.')
    expect(notice?.text).toContain('Nut allergy')
  })

  test('that moves to another date goes on in its thread, and in that of the other date', async () => {
    const guestEmail = 'moves@example.com'
    const deps = await at(app.db)
    const id = await booked(app.db, { guestEmail, time: '15:00' })
    const [first] = await emailsOf(id, 'dinner_received')
    const friday = addDays(FAR_SATURDAY, -1)
    const [[other]] = [await emailsOf(await booked(app.db, { guestEmail, date: friday }), 'dinner_received')]
    const [ofSaturday = '', ofFriday = ''] = [first?.threadIds?.[0], other?.threadIds?.[0]]
    expect(ofFriday).not.toBe(ofSaturday)
    expect(await moveDinner(deps, id, { date: friday, time: '15:00' })).toMatchObject({ ok: true })
    const [moved] = await emailsOf(id, 'dinner_moved')
    expect(moved?.threadIds).toEqual([ofSaturday, ofFriday])
    expect(await moveDinner(deps, id, { date: FAR_SATURDAY, time: '15:00' })).toMatchObject({ ok: true })
    const [back] = await emailsOf(id, 'dinner_moved')
    expect(back?.threadIds).toEqual([ofFriday, ofSaturday])
  })

  test('and the night of the same address are one thread, and the second names the first with its link', async () => {
    const guestEmail = 'evening@example.com'
    const id = await booked(app.db, { guestEmail, time: '19:30' })
    const [first] = await emailsOf(id, 'dinner_received')
    expect(first?.text).not.toContain('Your evening')
    const { rows } = await app.pool.query<{ id: string }>(
      `with event as (
         insert into events (slug, title, description, category, date, start_time, end_time, price, price_range)
         values ('one-evening', 'Afro Night', '', 'Nightlife', $1, '21:30', '05:00', 'Free', 'free') returning *
       )
       insert into reservations (event_id, table_id, reservation_type, business_date, starts_at, ends_at, guest_name,
         guest_email, guest_phone, guest_count, status)
       select e.id, t.id, 'nightlife', e.date, e.starts_at, e.ends_at, 'Amara', $2, '+19725550142', 2, 'confirmed'
       from event e, venue_tables t where t.table_number = 4 returning id`,
      [FAR_SATURDAY, guestEmail.toUpperCase()],
    )
    const night = rows[0]?.id ?? ''
    await enqueueEmail(app.db, night, 'confirmation')
    const [second] = await emailsOf(night, 'confirmation')
    expect(first?.threadIds).toEqual([expect.stringMatching(/^evening\.[\w-]+@baobab\.example$/)])
    expect(second?.threadIds).toEqual(first?.threadIds)
    expect(second?.messageId).not.toBe(first?.messageId)
    expect(second?.text).toContain(
      'Your evening: dinner at 7:30 PM, then Afro Night from 9:30 PM at table 4.',
    )
    expect(second?.html).toContain(`https://baobab.example/my-reservation/${tokens.sign('guest', id)}`)
    const entry = readCalendar(String(second?.attachments?.at(-1)?.content))
    expect(entry.description).toContain(
      `\nYour dinner: https://baobab.example/my-reservation/${tokens.sign('guest', id)}`,
    )
    // Staff and other guests have threads of their own.
    const [notice] = await emailsOf(id, 'dinner_notice')
    expect(notice?.threadIds).toBeUndefined()
    expect(notice?.text).not.toContain('Your evening')
    const other = await booked(app.db, { guestEmail: 'stranger@example.com', time: '15:30' })
    const [theirs] = await emailsOf(other, 'dinner_received')
    expect(theirs?.threadIds).not.toEqual(first?.threadIds)
    expect(theirs?.text).not.toContain('Your evening')
    await app.pool.query(`update events set deleted_at = now() where slug = 'one-evening'`)
    await app.pool.query(
      `update reservations set status = 'cancelled', cancel_reason = 'staff' where id = $1`,
      [night],
    )
  })

  test('of a large party is called a request, without a calendar file, until staff confirm it', async () => {
    const id = await booked(app.db, { guests: 9 })
    const [email] = await emailsOf(id, 'dinner_requested')
    expect(email?.subject).toMatch(/^We have your request: 9 guests, /)
    expect(email?.text).toContain('No table is assigned yet')
    expect(email?.text).toMatch(/We will answer by \w{3}, \w{3} \d+, \d+:\d\d\s[AP]M\./)
    expect(email?.text).not.toMatch(/contact you|Your table is|hold your table/i)
    expect(email?.attachments).toEqual([])
    await confirmedByStaff(app.db, id)
    const [confirmed] = await emailsOf(id, 'dinner_confirmed')
    expect(confirmed?.subject).toContain('Dinner confirmed')
    expect(calendarOf(confirmed)).toContain('STATUS:CONFIRMED')
    expect(await kindsOf(id)).toEqual(['dinner_confirmed', 'dinner_notice', 'dinner_requested'])
  })

  test('emails each move once, with a newer calendar file each time, and its cancellation', async () => {
    const deps = await at(app.db)
    const id = await booked(app.db, { time: '17:00' })
    const [first] = await emailsOf(id, 'dinner_received')
    await moveDinner(deps, id, { date: FAR_SATURDAY, time: '17:30' })
    await moveDinner(deps, id, { date: FAR_SATURDAY, time: '17:30' })
    const [moved, ...none] = await emailsOf(id, 'dinner_moved')
    expect(none).toEqual([])
    expect(moved?.subject).toBe('Your dinner was changed: Sat, Jan 16, 5:30 PM')
    expect(sequence(moved)).toBeGreaterThan(sequence(first))
    await moveDinner(deps, id, { date: FAR_SATURDAY, time: '20:00' })
    expect(await emailsOf(id, 'dinner_moved')).toHaveLength(1)
    await cancelDinner(deps, id)
    const [cancelled] = await emailsOf(id, 'dinner_cancelled')
    const off = { method: 'CANCEL', status: 'CANCELLED', uid: readCalendar(calendarOf(first)).uid }
    expect(readCalendar(calendarOf(cancelled))).toMatchObject(off)
    expect(cancelled?.attachments?.[0]?.contentType).toContain('method=CANCEL')
    expect(await emailsOf(id, 'dinner_cancelled_notice')).toHaveLength(1)
  })

  test('is never confirmed by an email that is sent after its cancellation', async () => {
    const id = await booked(app.db, { guestEmail: 'gone@example.com', time: '16:00' })
    await moveDinner(await at(app.db), id, { date: FAR_SATURDAY, time: '15:30' })
    await cancelDinner(await at(app.db), id)
    const outdated = ['dinner_received', 'dinner_moved', 'dinner_moved_notice'].map((it) => emailsOf(id, it))
    expect((await Promise.all(outdated)).flat()).toEqual([])
    expect(await emailsOf(id, 'dinner_cancelled')).toHaveLength(1)
  })

  test('is described by its state at the time of sending', async () => {
    const id = await booked(app.db, { guestEmail: 'quick@example.com', time: '16:30' })
    await confirmedByStaff(app.db, id)
    const [email] = await emailsOf(id, 'dinner_received')
    expect(email?.text).toContain('Your dinner is confirmed')
    expect(email?.text).not.toMatch(/contact you|submitted|request/i)
  })

  test('of a day that was closed is cancelled with the reason that staff published', async () => {
    const date = addDays(FAR_SATURDAY, -7)
    const id = await booked(app.db, { date, guestEmail: 'closed@example.com' })
    const actor = { id: await createStaff(app, 'days@venue.example'), name: 'Ama', role: 'manager' as const }
    await closeRestaurant({ db: app.db, actor }, { date, reason: 'Kitchen repairs', id })
    const [email] = await emailsOf(id, 'dinner_cancelled')
    expect(email?.text).toContain('The reason: Kitchen repairs.')
    expect(email?.text).not.toContain('As you asked')
  })

  test('that is refused sends no confirmation', async () => {
    const before = await app.db.selectFrom('emailQueue').select('id').execute()
    await bookDinner(await at(app.db), askFor({ date: '2026-11-30' }))
    expect(await app.db.selectFrom('emailQueue').select('id').execute()).toHaveLength(before.length)
  })
})

describe('before a dinner or a night', () => {
  const day = '2027-01-10'
  const eve = (time: string) => momentOf(addDays(day, -1), time)
  let dinner: string
  beforeAll(async () => {
    await app.pool.query('update venue set reminders_enabled = true')
    dinner = await booked(app.db, { date: day, guestEmail: 'Amara@Example.com' })
  })

  test('dinners and nights get two reminders each, none of them at night, with the answers in them', async () => {
    const { id: eventId } = await app.db
      .insertInto('events')
      .values({
        slug: 'a-night',
        title: 'A Night',
        description: '',
        category: 'Nightlife',
        date: day,
        startTime: '21:00',
        price: '$20',
        priceRange: 'moderate',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { rows } = await sql<{ id: string }>`
      insert into reservations (event_id, table_id, reservation_type, business_date, starts_at, ends_at, guest_name,
        guest_email, guest_count, status, payment_status, created_at)
      select e.id, t.id, 'nightlife', e.date, e.starts_at, e.ends_at, 'Luca', 'luca@example.com', 2, 'confirmed', 'paid',
        ${FRIDAY} from events e, venue_tables t where e.id = ${eventId} and t.table_number = 20 returning id
    `.execute(app.db)
    const night = rows[0]?.id ?? ''
    const large = await booked(app.db, { date: day, guests: 8 })
    // A setting that staff raise meanwhile confirms no request.
    await app.pool.query('update venue set large_party_size = 10')
    const due = (now: Date): Promise<number> => enqueueReminders(depsAt(now))
    expect(await due(eve('17:59'))).toBe(0)
    expect(await due(eve('18:00'))).toBe(1)
    expect(await due(eve('19:59'))).toBe(0)
    // 24 hours before the night is 9 PM: at night no reminder is sent, so it is due an hour earlier.
    expect(await due(eve('20:00'))).toBe(1)
    expect(await due(eve('20:10'))).toBe(0)
    expect(await due(eve('21:00'))).toBe(0)
    expect(await kindsOf(large)).not.toContain('dinner_reminder')
    const [email] = await emailsOf(dinner, 'dinner_reminder', eve('18:00'))
    expect(email?.subject).toBe('Tomorrow: your dinner, Sun, Jan 10, 6:00 PM')
    const guestLink = `https://baobab.example/my-reservation/${tokens.sign('guest', dinner)}`
    for (const answer of ['?coming=1#coming', '?move=1#change', '?cancel=1#change'])
      expect(email?.text).toContain(guestLink + answer)
    const stop = stopLinkOf(depsAt(), dinner, 'Amara@Example.com ')
    expect(stop).toContain(`https://baobab.example/stop-reminders/${tokens.sign('stop', dinner)}?to=`)
    expect(email?.text).toContain(stop)
    expect(email?.headers).toEqual({
      'List-Unsubscribe': `<${stop}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    const [nightEmail] = await emailsOf(night, 'night_reminder', eve('20:00'))
    expect(nightEmail?.text).toContain('A Night')
    expect(nightEmail?.text).toContain('?cancel=1#cancel')
    expect(nightEmail?.text).toContain(`${tokens.sign('guest', night)}/change`)
    // The last reminder: three hours before, and without the question where the guest has answered it.
    expect(await confirmComing(depsAt(eve('20:00')), dinner)).toEqual({ ok: true, value: null })
    expect(await due(momentOf(day, '14:59'))).toBe(0)
    expect(await due(momentOf(day, '15:00'))).toBe(1)
    const [last] = await emailsOf(dinner, 'dinner_reminder', momentOf(day, '15:00'))
    expect(last?.subject).toBe('Today: your dinner, Sun, Jan 10, 6:00 PM')
    expect(last?.text).toContain('You told us that you are coming.')
    expect(last?.text).not.toContain('coming=1')
    expect(await due(momentOf(day, '18:00'))).toBe(1)
    // Within the notice period a night is not changed online any more.
    const [lastOfNight] = await emailsOf(night, 'night_reminder', momentOf(day, '18:00'))
    expect(lastOfNight?.text).toContain('?coming=1#coming')
    expect(lastOfNight?.text).not.toContain('/change')
    expect(await due(momentOf(day, '18:10'))).toBe(0)
    await app.pool.query('update venue set large_party_size = 8')
  })

  test('a guest who opted out gets none, however the address is typed', async () => {
    const linkOf = (reservationId: string) => ({ reservationId, to: null })
    expect(await setReminderOptOut(depsAt(), linkOf(dinner), true)).toEqual({ ok: true, value: null })
    const other = await booked(app.db, { date: day, time: '15:00', guestEmail: 'amara@example.COM' })
    expect(await enqueueReminders(depsAt(eve('16:00')))).toBe(1)
    expect(await emailsOf(other, 'dinner_reminder', eve('16:00'))).toEqual([])
    expect(await readReminderOptOut(depsAt(), linkOf(other))).toBe('stopped')
    await setReminderOptOut(depsAt(), linkOf(other), false)
    expect(await readReminderOptOut(depsAt(), linkOf(dinner))).toBe('reminded')
    expect(await emailsOf(other, 'dinner_reminder', eve('16:00'))).toHaveLength(1)
  })

  test('one who booked just now gets only the last one, at the hour that staff set', async () => {
    const late = await booked(app.db, { date: day, time: '16:00' }, eve('14:00'))
    expect(await enqueueReminders(depsAt(eve('17:30')))).toBe(0)
    await app.pool.query('update venue set last_reminder_hours = 0')
    expect(await enqueueReminders(depsAt(momentOf(day, '13:00')))).toBe(0)
    await app.pool.query('update venue set last_reminder_hours = 3')
    expect(await enqueueReminders(depsAt(momentOf(day, '12:59')))).toBe(1)
    expect(await kindsOf(late)).not.toContain('dinner_reminder')
    expect(await enqueueReminders(depsAt(momentOf(day, '13:00')))).toBe(1)
    expect(await kindsOf(late)).toContain('dinner_reminder')
  })

  test('no guest is while staff have them off, nor about a cancelled reservation', async () => {
    const off = await booked(app.db, { date: day, time: '17:00' })
    await app.pool.query('update venue set reminders_enabled = false')
    expect(await enqueueReminders(depsAt(eve('17:00')))).toBe(0)
    await app.pool.query('update venue set reminders_enabled = true')
    expect(await enqueueReminders(depsAt(eve('17:00')))).toBe(1)
    await cancelDinner(await at(app.db), off)
    expect(await emailsOf(off, 'dinner_reminder', eve('17:00'))).toEqual([])
    expect(await confirmComing(depsAt(eve('17:00')), off)).toEqual({ ok: false, reason: 'not_expected' })
  })
})
