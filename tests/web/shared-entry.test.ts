import { describe, expect, test } from 'vitest'
import { readCalendar } from '../support/read-calendar.ts'
import { expectPrivate, GUEST, useGuestPages } from '../booking/guest-pages.ts'

const { app, read, post, rowOf } = useGuestPages()

describe('the entry of a night table', () => {
  const share = (link: string, fields: Record<string, string>) =>
    read(link, { method: 'POST', body: new URLSearchParams({ intent: 'share', ...fields }) })
  const linksIn = (html: string) => [...html.matchAll(/\/shared-entry\/[\w-]{43}/g)].map(([it]) => it)

  test('is shared by plain forms; the friend sees a code and nothing of the contact, until it is taken back', async () => {
    const paying = await app().confirm()
    await app().database.pool.query('update reservations set guest_count = 2 where id = $1', [paying.id])
    const wrong = await share(paying.link, { name: ' ' })
    expect([wrong.status, wrong.words]).toEqual([422, expect.stringContaining('the name of your friend')])
    const made = await share(paying.link, { name: 'Ana Sow' })
    expect([made.status, made.response.headers.get('location')]).toEqual([303, `${paying.link}#friends`])
    const full = await share(paying.link, { name: 'Ben Sow' })
    expect([full.status, full.words]).toEqual([
      409,
      expect.stringContaining('Your party is 2 guests, with you.'),
    ])
    const { html } = await read(paying.link)
    const [friend = ''] = linksIn(html)
    const page = await read(friend)
    expectPrivate(page.response)
    expect(page.words).toContain('Ana Sow')
    expect(page.words).toContain(`With ${GUEST.split(' ')[0]}'s party`)
    expect(page.html).toContain(`href="${friend}/calendar.ics"`)
    const inCalendar = await app().app.get(`${friend}/calendar.ics`)
    const entry = readCalendar(await inCalendar.text())
    expectPrivate(inCalendar)
    expect(entry).toMatchObject({ method: 'PUBLISH' })
    expect(page.html).toContain('role="img"')
    const venuePhone = '(972) 555-0142'
    for (const secret of ['@example.com', '555-', GUEST, (await rowOf(paying)).entryCode, paying.link])
      expect(page.html.replaceAll(venuePhone, '')).not.toContain(secret)
    const [, id = ''] =
      /name="share" value="([\w-]+)"/.exec(html) ?? /value="([\w-]{36})"[^>]*name="share"/.exec(html) ?? []
    expect((await share(paying.link, { share: 'x' })).status).toBe(422)
    expect((await share(paying.link, { share: id })).status).toBe(303)
    const ended = await read(friend)
    expect(ended.words).toContain('took this code back')
    expect(ended.words).toContain('Remove from Calendar')
    expect(await (await app().app.get(`${friend}/calendar.ics`)).text()).toContain('METHOD:CANCEL')
    expect(
      (await app().app.get(`${paying.link.replace('my-reservation', 'shared-entry')}/calendar.ics`)).status,
    ).toBe(404)
  })

  test('says when the night begins and ends as the host’s own page does', async () => {
    const paying = await app().confirm()
    await app().database.pool.query('update reservations set guest_count = 3 where id = $1', [paying.id])
    await share(paying.link, { name: 'Ana Sow' })
    const [friend = ''] = linksIn((await read(paying.link)).html)
    for (const [end, times] of [
      ['02:00', '9:00 PM – 2:00 AM'],
      [null, '9:00 PM'],
    ]) {
      // oxlint-disable no-await-in-loop -- one end after the other
      await app().database.pool.query(
        'update events set end_time = $2 where id = (select event_id from reservations where id = $1)',
        [paying.id, end],
      )
      expect((await read(paying.link)).words).toContain(`Time ${times} Your table`)
      expect((await read(friend)).words).toMatch(new RegExp(`20\\d\\d, ${times} (Cover|Entry)`))
      // oxlint-enable no-await-in-loop
    }
  })

  test('names the cover of a paid night until it ends with the reservation', async () => {
    const paying = await app().confirm()
    await app().database.pool.query('update reservations set guest_count = 3 where id = $1', [paying.id])
    await share(paying.link, { name: 'Ana Sow' })
    const [friend = ''] = linksIn((await read(paying.link)).html)
    const setPrice = (price: string) =>
      app().database.pool.query(
        'update events set price = $2 where id = (select event_id from reservations where id = $1)',
        [paying.id, price],
      )
    await setPrice('Free')
    expect((await read(friend)).words).not.toContain('Cover')
    await setPrice('$25')
    expect((await read(friend)).words).toContain('Cover at the door, a separate fee $25 a person')
    await post(paying.link)
    const { words, html } = await read(friend)
    expect(words).toContain('reservation was cancelled, so this code is not valid any more')
    expect(html).not.toContain('role="img"')
    expect((await share(paying.link, { name: 'Ben Sow' })).status).toBe(409)
    expect((await read(friend.replace('shared-entry', 'my-reservation'))).status).toBe(404)
    expect((await read(paying.link.replace('my-reservation', 'shared-entry'))).status).toBe(404)
  })
})
