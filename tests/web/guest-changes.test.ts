import { describe, expect, test } from 'vitest'
import { useGuestPages } from '../booking/guest-pages.ts'
import type { Paying } from '../booking/server-with-payments.ts'
import { eventually } from '../support/eventually.ts'
import { actionOf, confirmation, useChangeForms } from './change-forms.ts'
import { formatUsd } from '#lib/money.ts'

const { app, read, post, pay, refundsOf, moveStart } = useGuestPages()

const { send, preview, changeOf, successOf } = useChangeForms(read)
const rowOf = ({ id }: Paying) =>
  app().database.db.selectFrom('reservations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Sends the change, pays, and comes back as the provider's page sends the guest. */
async function payFor(paying: Paying, query: string) {
  const { fields } = await changeOf(paying, query)
  const sent = await send(paying, fields)
  const url = sent.response.headers.get('location') ?? ''
  expect([sent.status, url]).toEqual([303, expect.stringContaining('/test-payment/')])
  const sessionId = url.split('/').at(-1) ?? ''
  await pay({ ...paying, sessionId })
  return { sessionId, returned: await read(`${successOf(paying, sessionId)}&wait=1`) }
}

describe('a guest changes a reservation without scripts', () => {
  test('sees the price before, after and the difference, pays it, and reads the change on their page', async () => {
    const paying = await app().confirm()
    const { totalPriceCents } = await rowOf(paying)
    const own = await read(paying.link)
    expect(own.html).toContain(`href="${paying.link}/change"`)
    const { shown } = await changeOf(paying, 'packages=chosen&package=screen_display')
    expect(shown.words).toContain('Packages None → Screen Display Package')
    expect(shown.words).toContain('$50.00 to pay now.')
    expect(shown.words).toContain('Your reservation stays as it is until the payment is done.')
    expect(shown.words).toContain('Pay $50.00 and change')
    expect(shown.words).toMatch(
      /After this change (you can change it or cancel for a refund until|it can no longer be)/,
    )
    expect(await rowOf(paying)).toMatchObject({ totalPriceCents })
    const { returned } = await payFor(paying, 'packages=chosen&package=screen_display')
    expect([returned.status, returned.response.headers.get('location')]).toEqual([
      302,
      `${paying.link}?change=made#status`,
    ])
    const after = await read(`${paying.link}?change=made`)
    expect(after.words).toContain('Your change is made. An email confirms it.')
    expect(after.words).toContain('Screen Display Package')
    expect(await rowOf(paying)).toMatchObject({ totalPriceCents: totalPriceCents + 5000 })
    // Without the package again: the difference goes back to the card.
    const less = await changeOf(paying, 'packages=chosen')
    expect(less.shown.words).toContain('Change and get $50.00 back')
    const sent = await send(paying, less.fields)
    expect(sent.response.headers.get('location')).toBe(`${paying.link}?change=made#status`)
    // At once, and not only when the refund was requested from the provider; once, in whichever moment the page is read.
    for (let moment = 0; moment < 10; moment += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one moment after the other
      const { words } = await read(`${paying.link}?change=made`)
      expect(
        words.match(/\$50\.00 was refunded on \w{3}, \w{3} \d+, \d+:\d\d [AP]M\. Refunds go back/g),
        String(moment),
      ).toHaveLength(1)
    }
    const received = totalPriceCents + 5000
    expect((await read(paying.link)).words).toMatch(
      new RegExp(
        `Paid \\${formatUsd(received)} Refunded on \\w{3}, \\w{3} \\d+ -\\$50\\.00 Paid after refunds \\${formatUsd(totalPriceCents)}`,
      ),
    )
    await eventually(async () => expect(await refundsOf(paying)).toEqual([{ amountCents: 5000 }]))
    // The cancellation refunds the rest, and says which part that is.
    const [rest, all] = [formatUsd(totalPriceCents), formatUsd(totalPriceCents + 5000)]
    expect((await read(`${paying.link}?cancel=1`)).words).toContain(`Exactly ${rest} goes back`)
    await post(paying.link)
    const { words } = await read(paying.link)
    expect(words).toContain(`${rest} of the ${all} you paid goes back`)
    expect(words).toContain('$50.00 was refunded to you before.')
  })

  test('of a merged party reads for how many the cover is due, before and after the change', async () => {
    const paying = await app().confirm()
    const { eventId } = await rowOf(paying)
    const { db } = app().database
    await db.updateTable('events').set({ price: '$25' }).where('id', '=', eventId).execute()
    const party = db.updateTable('reservations').set({ guestCount: 4, holderCount: 2 })
    await party.where('id', '=', paying.id).execute()
    expect((await read(paying.link)).words).toContain('$25 a person, 2 of your 4 pay: $50 at the door')
    const { words } = (await changeOf(paying, 'guests=3')).shown
    expect(words).toContain('Cover, a separate fee: $25 a person, 1 of your 3 pays: $25 at the door.')
  })

  test('of two tabs the later one is told, and nothing is changed twice', async () => {
    const paying = await app().confirm()
    const first = await changeOf(paying, 'guests=2')
    const second = await changeOf(paying, 'guests=3')
    expect((await send(paying, first.fields)).status).toBe(303)
    const late = await read(actionOf(second.shown.html), { method: 'POST', body: second.fields })
    expect(late.status).toBe(409)
    expect(late.words).toContain('Your reservation was changed since you opened this page.')
    // With the price of what they chose, from what they have now.
    expect(late.words).toContain('Your change')
    expect(confirmation(late.html).get('guests')).toBe('3')
    expect(await rowOf(paying)).toMatchObject({ guestCount: 2 })
  })
})

describe('phone and special requests', () => {
  const save = ({ link }: Paying, fields: Record<string, string>) =>
    read(`${link}/details`, { method: 'POST', body: new URLSearchParams(fields) })

  test('are saved, and staff see that it was the guest', async () => {
    const paying = await app().confirm()
    const page = await read(`${paying.link}/details`)
    expect(page.html).toContain('name="requests"')
    const saved = await save(paying, { phone: '972 555 0199', requests: 'Wheelchair 🦽\nNear the exit' })
    expect([saved.status, saved.response.headers.get('location')]).toEqual([
      303,
      `${paying.link}?change=details#status`,
    ])
    expect(await rowOf(paying)).toMatchObject({
      guestPhone: '(972) 555-0199',
      specialRequests: 'Wheelchair 🦽\nNear the exit',
    })
    const audit = await app()
      .database.db.selectFrom('activity')
      .select(['actor', 'action'])
      .where('entityId', '=', paying.id)
      .execute()
    expect(audit).toEqual([{ actor: 'Guest', action: 'updated' }])
  })

  test('keep what was typed where something is wrong', async () => {
    const paying = await app().confirm()
    const before = await rowOf(paying)
    const wrong = await save(paying, { phone: 'none', requests: '🎂'.repeat(2001) })
    expect(wrong.status).toBe(422)
    expect(wrong.html).toContain('value="none"')
    expect(await rowOf(paying)).toEqual(before)
    expect((await save({ ...paying, link: `/my-reservation/${paying.token}` }, {})).status).toBe(404)
  })
})

describe('the tables of a night', () => {
  test('with a minimum spend say so before the guest agrees to change, and on the page of who has one', async () => {
    const paying = await app().confirm()
    const { pool } = app().database
    const setMinimum = (cents: number | null, where: string) =>
      pool.query(`update venue_tables set minimum_spend_cents = $1 where ${where}`, [cents])
    await setMinimum(null, 'true')
    expect((await read(paying.link)).words).not.toContain('Minimum spend')
    const { html } = await read(`${paying.link}/change`)
    const own = (await rowOf(paying)).tableId
    const free = [...html.matchAll(/<input[^>]*type="radio"[^>]*>/g)].flatMap(([input]) =>
      input.includes('disabled') ? [] : (/value="([^"]+)"/.exec(input)?.[1] ?? []),
    )
    const other = free.find((id) => id !== own) ?? ''
    const before = await preview(paying, `table=${other}`)
    expect(before.words).toContain('Your change')
    expect(before.words).not.toContain('Minimum spend')
    await setMinimum(42_000, `id = '${other}'`)
    expect((await preview(paying, `table=${other}`)).words).toContain('Minimum spend at the table: $420.')
    await setMinimum(35_050, `id = '${own}'`)
    expect((await read(paying.link)).words).toContain('Minimum spend at the table $350.50')
  })

  const tablesOf = (html: string) =>
    [...html.matchAll(/<input [^>]*name="table"[^>]*>/g)].flatMap(([input]) =>
      input.includes('disabled=""') ? [] : [/value="([^"]+)"/.exec(input)?.[1] ?? ''],
    )

  test('that went off sale are not offered, and a night that did is named', async () => {
    const paying = await app().confirm()
    const { pool } = app().database
    const { eventId, tableId } = await rowOf(paying)
    const before = tablesOf((await read(`${paying.link}/change`)).html)
    expect(before.length).toBeGreaterThan(1)
    const other = await app()
      .database.db.selectFrom('events')
      .select('id')
      .where('id', '<>', eventId ?? '')
      .where('deletedAt', 'is', null)
      .orderBy('startsAt', 'desc')
      .executeTakeFirstOrThrow()
    const nights = [eventId, other.id]
    const { rows } = await pool.query<{ id: string; tables_for_sale: boolean }>(
      'select id, tables_for_sale from events where id = any($1)',
      [nights],
    )
    await pool.query('update events set tables_for_sale = false where id = any($1)', [nights])
    try {
      const off = await read(`${paying.link}/change`)
      expect(tablesOf(off.html)).toEqual([tableId])
      const wanted = before.find((it) => it !== tableId)
      const refused = await preview(paying, `table=${wanted}`)
      expect(refused.words).toContain('That table is not for sale.')
      const gone = await read(`${paying.link}/change?event=${other.id}`)
      expect(gone.words).toContain('That night is no longer on sale.')
      expect(/<option [^>]*selected[^>]*>/.exec(gone.html)?.[0]).toContain(eventId)
    } finally {
      for (const { id, tables_for_sale: isForSale } of rows)
        // oxlint-disable-next-line no-await-in-loop -- two rows
        await pool.query('update events set tables_for_sale = $2 where id = $1', [id, isForSale])
    }
  })
})

describe('what a guest sends wrong', () => {
  test('has a text of its own, and changes nothing', async () => {
    const paying = await app().confirm()
    const before = await rowOf(paying)
    const cases = [
      ['table=12', 'That table or night does not exist.'],
      ['event=tonight', 'That table or night does not exist.'],
      ['guests=0', 'There must be at least 1 guest.'],
      ['guests=99', 'For more than 50 guests, please call us or plan a private event.'],
      ['guests=many', 'Please enter a whole number.'],
      ['guests=11', 'Choose a larger table, or call us.'],
      ['guests=20', 'Choose a larger table, or call us.'],
      ['guests=1&package=vip&packages=chosen', 'This is what you have already.'],
      [`table=${paying.id}`, 'That table is not in use.'],
      [`event=${paying.id}`, 'That event is no longer on.'],
    ] as const
    for (const [query, text] of cases) {
      // oxlint-disable-next-line no-await-in-loop -- each is looked at by itself
      const shown = await preview(paying, query)
      expect([shown.status, shown.words], query).toEqual([200, expect.stringContaining(text)])
      expect(shown.words).not.toContain('Your change Price')
    }
    const { fields } = await changeOf(paying, 'packages=chosen&package=screen_display')
    fields.set('due', '1')
    const cheap = await send(paying, fields)
    expect([cheap.status, cheap.words]).toEqual([
      409,
      expect.stringContaining('The price or the date has changed'),
    ])
    const empty = await send(paying, new URLSearchParams({ intent: 'change' }))
    expect(empty.status).toBe(409)
    expect(await rowOf(paying)).toEqual(before)
  })

  test('a link of another kind or of no booking opens nothing, and a late change is for the phone', async () => {
    const paying = await app().confirm()
    const { fields } = await changeOf(paying, 'guests=2')
    for (const wrong of [paying.token, paying.id, 'none']) {
      const link = `/my-reservation/${wrong}`
      // oxlint-disable-next-line no-await-in-loop
      expect((await read(`${link}/change`)).status).toBe(404)
      // oxlint-disable-next-line no-await-in-loop
      expect((await send({ ...paying, link }, fields)).status).toBe(404)
    }
    await moveStart(paying, 3)
    const late = await read(`${paying.link}/change`)
    expect(late.words).toContain('Online changes are closed for this reservation. Please call us')
    expect(late.html).not.toContain('See the price')
    expect((await read(paying.link)).html).not.toContain(`href="${paying.link}/change"`)
    const refused = await send(paying, fields)
    expect(refused.status).toBe(409)
    expect(await rowOf(paying)).toMatchObject({ guestCount: 1 })
  })

  test('a token opens the pages of its own kind, and the link of one party changes nothing of another', async () => {
    const [mine, other] = [await app().confirm(), await app().confirm()]
    await app().database.pool.query('update reservations set guest_count = 3 where id = any($1)', [
      [mine.id, other.id],
    ])
    const share = ({ link }: Paying, fields: Record<string, string>) =>
      read(link, { method: 'POST', body: new URLSearchParams({ intent: 'share', ...fields }) })
    expect((await share(other, { name: 'Ana Sow' })).status).toBe(303)
    const friend = /\/shared-entry\/[\w-]+/.exec((await read(other.link)).html)?.[0] ?? ''
    const { id } = await app()
      .database.db.selectFrom('entryShares')
      .where('reservationId', '=', other.id)
      .select('id')
      .executeTakeFirstOrThrow()
    expect((await share(mine, { share: id })).status).toBe(409)
    expect((await read(friend)).words).not.toContain('took this code back')
    const long = await share(mine, { name: '🎉'.repeat(300) })
    expect([long.status, long.words]).toEqual([422, expect.stringContaining('name under 120 characters')])
    expect(long.html).toContain(`value="${'🎉'.repeat(300)}"`)
    const [guest = '', shared = ''] = [mine.link, friend].map((it) => it.split('/').at(-1))
    const wrong = [
      ...['', '/change', '/details', '/calendar.ics', '/times'].map((it) => `/my-reservation/${shared}${it}`),
      ...['shared-entry', 'waiting', 'list-entry', 'stop-reminders'].map((it) => `/${it}/${guest}`),
    ]
    for (const path of wrong) {
      // oxlint-disable-next-line no-await-in-loop -- each is looked at by itself
      const opened = await read(path)
      expect([path, opened.status]).toEqual([path, 404])
      expect(opened.html).not.toContain('@example.com')
    }
  })
})
