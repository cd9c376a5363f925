import { describe, expect, test } from 'vitest'
import { formatUsd } from '#lib/money.ts'
import { formatDate } from '#lib/venue-time.ts'
import { readCalendar } from '../support/read-calendar.ts'
import { useEvenings } from '../booking/evenings.ts'
import { GUEST } from '../booking/guest-pages.ts'

const { app, read, rowOf, refundsOf, evening, send, statusOf, dateOf, contactOf, traceOf } = useEvenings()

const calendarOf = async (link: string) =>
  readCalendar(await (await app().app.get(`${link}/calendar.ics`)).text())

describe('dinner and night of one guest', () => {
  test('are shown on the page of each other, with table, code, money and link', async () => {
    const { night, dinner } = await evening()
    const { number, title } = dinner
    const text = new RegExp(
      `Your evening: dinner at [\\d:]+ [AP]M at table ${number}, then ${title} from [\\d:]+ [AP]M at table ${number}\\.`,
    )
    const ofDinner = await read(dinner.link)
    expect(ofDinner.words).toMatch(text)
    expect(ofDinner.words).toContain(`Total Paid ${formatUsd(night.totalCents)}`)
    expect(ofDinner.words).toContain(`Entry code ${(await rowOf(night)).entryCode}`)
    expect(ofDinner.html).toContain(`href="${night.link}"`)
    const ofNight = await read(night.link)
    // A preview in a chat is shown to everybody there.
    const [head = ''] = /<head>.*?<\/head>/s.exec(ofNight.html) ?? []
    expect(head).toContain(`property="og:image" content="${app().app.origin}/films/hero-share.jpg"`)
    expect(head).not.toMatch(new RegExp(`${GUEST}|${night.link}`))
    expect(ofNight.words).toMatch(text)
    expect(ofNight.words).toContain(`Entry code ${dinner.code}`)
    expect(ofNight.html).toContain(`href="${dinner.link}"`)
    const confirmations = [
      { path: `/thank-you?booking=${app().tokens.sign('guest', dinner.id)}`, other: night.link },
      { path: `${night.successPath}&wait=1`, other: dinner.link },
    ]
    for (const { path, other } of confirmations) {
      // oxlint-disable-next-line no-await-in-loop
      const { words, html } = await read(path)
      expect(words).toMatch(text)
      expect(html).toContain(`href="${other}"`)
    }
    expect((await calendarOf(night.link)).description).toContain(
      `Your dinner: ${app().app.origin}${dinner.link}`,
    )
    expect((await calendarOf(dinner.link)).description).toContain(
      `Your reservation for the night: ${app().app.origin}${night.link}`,
    )
  })

  test('are shown to the browser that booked both, and not to a person who typed the same email and phone', async () => {
    const own = await evening({ isKept: false, isSameBrowser: true })
    expect((await read(own.dinner.link)).html).toContain(own.night.link)
    const stranger = await evening({ isKept: false })
    for (const link of [stranger.dinner.link, stranger.night.link]) {
      // oxlint-disable-next-line no-await-in-loop
      const { html, words } = await read(`${link}?cancel=1`)
      expect(words).not.toContain('Your evening')
      expect(html).not.toContain(link === stranger.night.link ? stranger.dinner.link : stranger.night.link)
      expect(words).not.toContain('Also cancel')
      expect((await calendarOf(link)).description).not.toMatch(/Your (dinner|reservation)/)
    }
    await send(stranger.dinner.link, { intent: 'cancel', also: `cancel ${stranger.night.id}` })
    expect([await statusOf(stranger.dinner), await statusOf(stranger.night)]).toEqual([
      'cancelled',
      'confirmed',
    ])
  })
})

const valuesOf = (html: string, tag: RegExp): string[] =>
  [...html.matchAll(tag)].flatMap(([it]) =>
    it.includes('disabled') ? [] : (/value="([^"]+)"/.exec(it)?.[1] ?? []),
  )

describe('moving one of the two to another date', () => {
  test('leaves the dinner on its date, and says so before the guest agrees', async () => {
    const { night } = await evening()
    const { businessDate, eventId } = await dateOf(night)
    const stays = `Your dinner on ${formatDate(businessDate, 'medium')}, stays as it is.`
    const change = `${night.link}/change`
    const { html } = await read(change)
    const events = valuesOf(html, /<option [^>]*>/g).filter((it) => it !== eventId)
    const { rows } = await app().database.pool.query<{ id: string }>(
      'select id from events where id::text = any($1) and date <> $2 order by starts_at',
      [events, businessDate],
    )
    const moved = `event=${rows[0]?.id}`
    const [table] = valuesOf((await read(`${change}?${moved}`)).html, /<input[^>]*name="table"[^>]*>/g)
    expect((await read(`${change}?review=1&${moved}&table=${table}`)).words).toContain(stays)
    const [, other] = valuesOf(html, /<input[^>]*name="table"[^>]*>/g)
    const { words } = await read(`${change}?review=1&table=${other}`)
    expect(words).toContain('Your change')
    expect(words).not.toContain('Your dinner on')
  })

  test('says before the guest agrees that a night at another table is not at that of the dinner', async () => {
    const { night, dinner } = await evening()
    const change = `${night.link}/change`
    const [, other] = valuesOf((await read(change)).html, /<input[^>]*name="table"[^>]*>/g)
    const { words } = await read(`${change}?review=1&table=${other}`)
    expect(words).toMatch(
      new RegExp(
        `You will change tables after dinner: dinner stays at table ${dinner.number}, the night is at table \\d+\\.`,
      ),
    )
    expect((await read(`${change}?review=1&guests=1`)).words).not.toContain('change tables')
  })

  test('leaves the night on its date, and says so beside the times of another day', async () => {
    const { dinner } = await evening()
    const { businessDate } = await dateOf(dinner)
    const stays = `>Your table for ${dinner.title} on ${formatDate(businessDate, 'medium')}, stays as it is.</p>`
    const move = `${dinner.link}?move=1&guests=2`
    const { html } = await read(`${move}&date=${businessDate}`)
    expect(html).not.toContain('stays as it is.</p>')
    const other = valuesOf(html, /<option value="\d{4}-\d\d-\d\d"[^>]*>/g).find((it) => it > businessDate)
    const times = await read(`${move}&date=${other}`)
    expect(times.html).toContain(stays)
    const [time = ''] = valuesOf(times.html, /<input[^>]*name="time"[^>]*>/g)
    const moved = await send(dinner.link, { intent: 'move', date: other ?? '', time, guests: '2' })
    const after = await read(moved.response.headers.get('location') ?? '')
    expect(after.words).toContain('Your dinner has moved to')
    expect(after.words).toContain(
      `Your table for the night of ${formatDate(businessDate, 'medium')}, stays as it is.`,
    )
  })
})

describe('cancelling one of the two', () => {
  test('asks about the other with its money, unticked, and leaves it without a tick', async () => {
    const { night, dinner } = await evening()
    const asked = await read(`${dinner.link}?cancel=1`)
    expect(asked.words).toMatch(/You owe nothing\..*Also cancel .* from .*\. Exactly \$[\d,.]+ goes back/)
    expect(asked.html).toMatch(/<input type="checkbox"[^>]* name="also"[^>]* value="cancel [0-9a-f-]{36}"/)
    expect(asked.html).not.toMatch(/<input[^>]* name="also"[^>]* checked/)
    await send(dinner.link, { intent: 'cancel' })
    expect([await statusOf(dinner), await statusOf(night)]).toEqual(['cancelled', 'confirmed'])
    const { words } = await read(dinner.link)
    expect(words).toMatch(/You cancelled this dinner.*Entry code/)
    expect((await read(night.link)).words).not.toContain('Your evening')
  })

  test('cancels both with the tick, the night with its refund, and the dinner of a night with the night', async () => {
    const first = await evening()
    await send(first.dinner.link, { intent: 'cancel', also: `cancel ${first.night.id}` })
    expect([await statusOf(first.dinner), await statusOf(first.night)]).toEqual(['cancelled', 'cancelled'])
    expect(await refundsOf(first.night)).toEqual([{ amountCents: first.night.totalCents }])
    const second = await evening()
    expect((await read(`${second.night.link}?cancel=1`)).words).toMatch(
      /Also cancel dinner at .*\. You owe nothing for it\./,
    )
    const [both, again] = await Promise.all([
      send(second.night.link, { intent: 'cancel', also: `give_up ${second.dinner.id}` }),
      send(second.night.link, { intent: 'cancel', also: `give_up ${second.dinner.id}` }),
    ])
    expect([both.status, again.status]).toEqual([303, 303])
    expect([await statusOf(second.dinner), await statusOf(second.night)]).toEqual(['cancelled', 'cancelled'])
    expect(await refundsOf(second.night)).toHaveLength(1)
  })

  test('cancels the one that the page named, however often the form is sent, and no other night of the evening', async () => {
    const { night, dinner } = await evening()
    const another = await app().confirm()
    await expect.poll(async () => (await rowOf(another)).status).toBe('confirmed')
    await app().database.pool.query(
      `update reservations o set dinner_id = null, holder_browser = d.holder_browser, guest_email = d.guest_email,
         guest_phone = d.guest_phone, business_date = d.business_date
       from reservations d where d.id = $2 and o.id = $1`,
      [another.id, dinner.id],
    )
    const value =
      /name="also"[^>]* value="([^"]+)"/.exec((await read(`${dinner.link}?cancel=1`)).html)?.[1] ?? ''
    expect(value).toBe(`cancel ${night.id}`)
    for (const time of ['first', 'again']) {
      // oxlint-disable-next-line no-await-in-loop
      const { response } = await send(dinner.link, { intent: 'cancel', also: value })
      expect(response.headers.get('location'), time).not.toContain('other_stays')
    }
    expect([await statusOf(dinner), await statusOf(night), await statusOf(another)]).toEqual([
      'cancelled',
      'cancelled',
      'confirmed',
    ])
    expect((await read(dinner.link)).html).toContain(another.link)
  })

  test('tells of a ticked reservation that stays, because it is not known to be of the same guests any more', async () => {
    const { night, dinner } = await evening()
    await app().database.pool.query(
      `update reservations set guest_email = 'other@example.com', guest_phone = '+19725550199' where id = $1`,
      [night.id],
    )
    for (const also of [`cancel ${night.id}`, 'cancel']) {
      // oxlint-disable-next-line no-await-in-loop
      const { response } = await send(dinner.link, { intent: 'cancel', also })
      expect(response.headers.get('location')).toContain('other_stays')
    }
    expect([await statusOf(dinner), await statusOf(night)]).toEqual(['cancelled', 'confirmed'])
  })

  test('gives no money up that the page did not name: a night whose deadline has passed meanwhile stays', async () => {
    const { night, dinner } = await evening({ isKept: false })
    // The hours around this time tomorrow are free of others, whatever the time is.
    await app().database.pool.query(
      `update reservations set status = 'cancelled', cancel_reason = 'staff' where status = 'confirmed' and id not in ($1, $2)`,
      [night.id, dinner.id],
    )
    await app().database.pool.query(
      `update reservations set starts_at = now() + interval '23 hours', ends_at = now() + interval '29 hours'
       where id = $1`,
      [night.id],
    )
    await app().database.pool.query('update reservations set dinner_id = $2 where id = $1', [
      night.id,
      dinner.id,
    ])
    const sent = await send(dinner.link, { intent: 'cancel', also: `cancel ${night.id}` })
    expect([await statusOf(dinner), await statusOf(night)]).toEqual(['cancelled', 'confirmed'])
    const location = sent.response.headers.get('location') ?? ''
    const { words } = await read(location.replace(/#.*/, ''))
    expect(words).toContain('The other reservation of your evening is unchanged')
  })
})

describe('correcting the contact data of one of the two', () => {
  test('corrects the email of both, as the form says, and confirms each; the audit log has both', async () => {
    const { night, dinner } = await evening()
    const booking = `/thank-you?booking=${app().tokens.sign('guest', dinner.id)}`
    for (const path of [dinner.link, booking])
      // oxlint-disable-next-line no-await-in-loop
      expect((await read(path)).words).toContain('Send confirmation Also changes your table of that night.')
    expect((await read(night.link)).words).toContain('Also changes your dinner of that evening.')
    const email = 'right@example.com'
    const { response } = await send(dinner.link, { intent: 'email', email })
    expect(response.headers.get('location')).toBe(`${dinner.link}?email=both#status`)
    expect((await read(`${dinner.link}?email=both`)).words).toContain(
      `The confirmations of your dinner and of your table for the night are on their way to ${email}.`,
    )
    for (const it of [dinner, night])
      // oxlint-disable-next-line no-await-in-loop
      expect(await contactOf(it)).toMatchObject({ guestEmail: email })
    const line = { actor: 'Guest', after: { guestName: GUEST, guestEmail: email } }
    expect(await traceOf(dinner)).toEqual({ emails: ['dinner_received'], audit: [line] })
    expect(await traceOf(night)).toEqual({ emails: ['confirmation'], audit: [line] })
    // The address that is right is sent the one confirmation again.
    const again = await send(night.link, { intent: 'email', email })
    expect(again.response.headers.get('location')).toBe(`${night.link}?email=1#status`)
    expect((await traceOf(dinner)).emails).toHaveLength(1)
    // Each correction counts for both: three an hour, whichever page they are made on.
    await send(night.link, { intent: 'email', email: 'other@example.com' })
    expect((await send(night.link, { intent: 'email', email: 'third@example.com' })).status).toBe(429)
    expect((await traceOf(dinner)).emails).toHaveLength(2)
  })

  test('changes the phone number of both, and the special requests of the one', async () => {
    const { night, dinner } = await evening()
    expect((await read(`${night.link}/details`)).words).toContain('Also changes your dinner of that evening.')
    const fields = { phone: '972 555 0188', requests: 'Near the stage' }
    const { response } = await send(`${night.link}/details`, fields)
    const location = response.headers.get('location') ?? ''
    expect(location).toBe(`${night.link}?change=details_dining#status`)
    expect((await read(location.replace(/#.*/, ''))).words).toContain(
      'Your dinner of that evening has the new number, too.',
    )
    for (const it of [dinner, night])
      // oxlint-disable-next-line no-await-in-loop
      expect(await contactOf(it)).toMatchObject({ guestPhone: '(972) 555-0188' })
    const { rows } = await app().database.pool.query(
      'select special_requests as text from reservations where id = any($1) order by 1 nulls last',
      [[night.id, dinner.id]],
    )
    expect(rows).toEqual([{ text: 'Near the stage' }, { text: null }])
    expect((await traceOf(dinner)).audit).toEqual([
      { actor: 'Guest', after: { guestName: GUEST, guestPhone: '(972) 555-0188' } },
    ])
    // Special requests alone are those of the one, and nothing is said about the other.
    const requests = await send(`${dinner.link}/details`, { ...fields, requests: 'A high chair' })
    expect(requests.response.headers.get('location')).toBe(`${dinner.link}?change=details#status`)
  })

  test('leaves the other one alone where it has another address, or is not known to be theirs', async () => {
    const other = await evening()
    await app().database.pool.query(`update reservations set guest_email = 'own@example.com' where id = $1`, [
      other.night.id,
    ])
    for (const { night, dinner } of [other, await evening({ isKept: false })]) {
      // oxlint-disable no-await-in-loop
      const former = await contactOf(night)
      expect((await read(dinner.link)).words).not.toContain('Also changes')
      const { response } = await send(dinner.link, { intent: 'email', email: 'right@example.com' })
      expect(response.headers.get('location')).toBe(`${dinner.link}?email=1#status`)
      expect(await contactOf(dinner)).toMatchObject({ guestEmail: 'right@example.com' })
      expect(await contactOf(night)).toEqual(former)
      expect(await traceOf(night)).toEqual({ emails: [], audit: [] })
      // oxlint-enable no-await-in-loop
    }
  })

  test('leaves a dinner that has begun its phone number, which its own page would not change either', async () => {
    const { night, dinner } = await evening({ isKept: false, isSameBrowser: true })
    await app().database.pool.query(
      `update reservations set starts_at = now() - interval '1 hour', ends_at = now() + interval '30 minutes'
       where id = $1`,
      [dinner.id],
    )
    const former = await contactOf(dinner)
    // Its email is corrected as long as guests who are late may come.
    expect((await read(night.link)).words).toContain('Also changes your dinner of that evening.')
    expect((await read(`${night.link}/details`)).words).not.toContain('Also changes')
    const { response } = await send(`${night.link}/details`, { phone: '972 555 0188', requests: '' })
    expect(response.headers.get('location')).toBe(`${night.link}?change=details#status`)
    expect(await contactOf(dinner)).toEqual(former)
  })
})
