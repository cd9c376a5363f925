import { describe, expect, test } from 'vitest'
import { useEvenings } from '../booking/evenings.ts'
import { useChangeForms } from './change-forms.ts'
import { fieldsOf } from './shown-forms.ts'

const { app, read, evening, send, statusOf, dateOf, refundsOf, moveStart } = useEvenings()
const { changeOf, send: sendChange } = useChangeForms(read)

/** The form that asks whether to cancel, as its page shows it now. */
const cancelForm = async (link: string, intent = 'cancel') => ({
  ...fieldsOf((await read(`${link}?cancel=1`)).html, `value="${intent}"`),
  intent,
})
const valuesOf = (html: string, tag: RegExp): string[] =>
  [...html.matchAll(tag)].flatMap(([it]) =>
    it.includes('disabled') ? [] : (/value="([^"]+)"/.exec(it)?.[1] ?? []),
  )

const partyOf = ({ id }: { readonly id: string }) =>
  app()
    .database.db.selectFrom('reservations')
    .where('id', '=', id)
    .select(['startsAt', 'guestCount'])
    .executeTakeFirstOrThrow()

/** Moves a dinner by its page to a later date, for four guests. */
async function moveToLater(dinner: { readonly id: string; readonly link: string }) {
  const { businessDate } = await dateOf(dinner)
  const move = `${dinner.link}?move=1&guests=4`
  const dates = valuesOf((await read(move)).html, /<option value="\d{4}-\d\d-\d\d"[^>]*>/g)
  const date = dates.find((it) => it > businessDate) ?? ''
  const [time = ''] = valuesOf((await read(`${move}&date=${date}`)).html, /<input[^>]*name="time"[^>]*>/g)
  expect((await send(dinner.link, { intent: 'move', date, time, guests: '4' })).status).toBe(303)
}

test('a form that moves a dinner takes nothing back that another tab has changed, and says what the dinner is now', async () => {
  const { dinner } = await evening({ isKept: false })
  const html = (await read(`${dinner.link}?move=1`)).html
  const older = fieldsOf(html, 'name="time"')
  const [time = ''] = valuesOf(html, /<input[^>]*name="time"[^>]*>/g)
  const { businessDate: date } = await dateOf(dinner)
  await moveToLater(dinner)
  const { startsAt } = await partyOf(dinner)
  const move = { ...older, intent: 'move', date, time, guests: '2' }
  const sent = await send(`${dinner.link}?move=1&date=${date}&guests=2`, move)
  expect(await partyOf(dinner)).toEqual({ startsAt, guestCount: 4 })
  const refused = await read(sent.response.headers.get('location') ?? '')
  expect([sent.status, refused.words]).toEqual([
    303,
    expect.stringMatching(
      /Your dinner was changed since you opened this page, so it stays as it is\. It is now on \w+, \w+ \d+, \d{4}, [\d:]+ [AP]M, for 4 guests\. Please choose party and time once more\./,
    ),
  ])
  expect(refused.html).toMatch(/<option value="4" selected/)
  const { seen = '' } = fieldsOf(refused.html, 'name="time"')
  expect((await send(dinner.link, { ...move, seen })).status).toBe(303)
  expect(await partyOf(dinner)).toMatchObject({ guestCount: 2 })
})

describe('a form that cancels', () => {
  test('a dinner that was moved in another tab cancels nothing, and asks again about what it is now', async () => {
    const { dinner } = await evening({ isKept: false })
    const older = await cancelForm(dinner.link)
    await moveToLater(dinner)
    const refused = await send(dinner.link, older)
    expect(await statusOf(dinner)).not.toBe('cancelled')
    expect([refused.status, refused.words]).toEqual([
      409,
      expect.stringMatching(
        /Your dinner was changed since you opened this page, so nothing was cancelled\. It is now on \w+, \w+ \d+, \d{4}, [\d:]+ [AP]M, for 4 guests\. Cancel your dinner\?/,
      ),
    ])
    const shown = fieldsOf(refused.html, 'value="cancel"')
    for (const time of ['first', 'again'])
      // oxlint-disable-next-line no-await-in-loop
      expect((await send(dinner.link, { ...shown, intent: 'cancel' })).status, time).toBe(303)
    expect(await statusOf(dinner)).toBe('cancelled')
    expect((await send(dinner.link, older)).status).toBe(303)
  })

  test('a night that was changed in another tab cancels and refunds nothing, and asks again', async () => {
    const { night } = await evening({ isKept: false })
    const older = await cancelForm(night.link)
    expect((await sendChange(night, (await changeOf(night, 'guests=2')).fields)).status).toBe(303)
    const refused = await send(night.link, older)
    expect([await statusOf(night), await refundsOf(night)]).toEqual(['confirmed', []])
    expect([refused.status, refused.words]).toEqual([
      409,
      expect.stringMatching(
        /Your reservation was changed since you opened this page, so nothing was cancelled\. It is now table \d+ for .*, for 2 guests\. Cancel table \d+ for .*\?/,
      ),
    ])
    const shown = fieldsOf(refused.html, 'value="cancel"')
    expect((await send(night.link, { ...shown, intent: 'cancel' })).status).toBe(303)
    expect(await statusOf(night)).toBe('cancelled')
    expect((await send(night.link, older)).status).toBe(303)
  })

  test('a night that has another table now cancels nothing', async () => {
    const { night } = await evening({ isKept: false })
    const older = await cancelForm(night.link)
    await app().database.pool.query(
      `update reservations r set table_id = (select t.id from venue_tables t where t.id <> r.table_id and t.deleted_at is null
         and not exists (select from table_occupancies o where o.table_id = t.id and o.is_active
           and o.during && tstzrange(r.starts_at, r.ends_at)) limit 1) where id = $1`,
      [night.id],
    )
    expect((await send(night.link, older)).status).toBe(409)
    expect(await statusOf(night)).toBe('confirmed')
  })

  test('or gives up, without saying what it showed, does so as before', async () => {
    const [first, second] = [await evening({ isKept: false }), await evening({ isKept: false })]
    const { pool } = app().database
    await pool.query('update reservations set guest_count = 3 where id = any($1)', [
      [first.dinner.id, first.night.id],
    ])
    for (const it of [first.dinner, first.night])
      // oxlint-disable-next-line no-await-in-loop
      expect((await send(it.link, { intent: 'cancel' })).status).toBe(303)
    for (const it of [second.dinner, second.night])
      // oxlint-disable-next-line no-await-in-loop
      expect((await send(it.link, { intent: 'give_up' })).status).toBe(303)
    for (const it of [first.dinner, first.night, second.dinner, second.night])
      // oxlint-disable-next-line no-await-in-loop
      expect(await statusOf(it)).toBe('cancelled')
  })

  test('the other reservation of the evening, too, leaves it where it was changed in another tab', async () => {
    const [first, second] = [await evening(), await evening()]
    for (const [it, other, intent] of [
      [first.night, first.dinner, 'give_up'],
      [second.dinner, second.night, 'cancel'],
    ] as const) {
      // oxlint-disable no-await-in-loop -- one after the other
      const older = await cancelForm(it.link)
      await app().database.pool.query('update reservations set guest_count = 3 where id = $1', [other.id])
      const { response } = await send(it.link, { ...older, also: `${intent} ${other.id}` })
      expect([await statusOf(it), await statusOf(other)]).toEqual(['cancelled', 'confirmed'])
      expect(response.headers.get('location')).toContain('other_stays')
      // oxlint-enable no-await-in-loop
    }
  })
})

describe('a form that gives a table up', () => {
  test('after the deadline leaves a night and a dinner that were changed meanwhile, and asks again', async () => {
    const { night, dinner } = await evening({ isKept: false })
    await moveStart(night, 3)
    const { pool } = app().database
    await pool.query(
      `update reservations set table_id = null, status = 'confirmed', cancel_reason = null,
         starts_at = now() + interval '30 minutes', ends_at = now() + interval '2 hours' where id = $1`,
      [dinner.id],
    )
    for (const it of [night, dinner]) {
      // oxlint-disable no-await-in-loop -- one after the other
      const older = await cancelForm(it.link, 'give_up')
      await pool.query('update reservations set guest_count = 3 where id = $1', [it.id])
      const refused = await send(it.link, older)
      expect(await statusOf(it)).toBe('confirmed')
      expect([refused.status, refused.words]).toEqual([
        409,
        expect.stringMatching(/changed since you opened this page.* for 3 guests\. .*Give up .*\?/),
      ])
      const shown = fieldsOf(refused.html, 'value="give_up"')
      expect((await send(it.link, { ...shown, intent: 'give_up' })).status).toBe(303)
      expect(await statusOf(it)).toBe('cancelled')
      // oxlint-enable no-await-in-loop
    }
  })
})
