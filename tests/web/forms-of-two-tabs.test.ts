import { describe, expect, test } from 'vitest'
import { useGuestPages } from '../booking/guest-pages.ts'
import type { Paying } from '../booking/server-with-payments.ts'
import { fieldsOf } from './shown-forms.ts'

const { app, read } = useGuestPages()

type Fields = Readonly<Record<string, string>>
const withoutSeen = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !name.startsWith('seen')))

describe('phone and special requests in two tabs', () => {
  const pathOf = ({ link }: Paying) => `${link}/details`
  const open = async (paying: Paying) => fieldsOf((await read(pathOf(paying))).html, 'name="requests"')
  const save = (paying: Paying, fields: Fields) =>
    read(pathOf(paying), { method: 'POST', body: new URLSearchParams(fields) })
  const stored = ({ id }: Paying) =>
    app()
      .database.db.selectFrom('reservations')
      .where('id', '=', id)
      .select(['guestPhone as phone', 'specialRequests as requests'])
      .executeTakeFirstOrThrow()

  test('each save what was typed in them, and nothing that the other one saved is lost', async () => {
    const paying = await app().confirm()
    const older = await open(paying)
    const allergy = 'Severe nut allergy\nand no shellfish'
    expect((await save(paying, { ...(await open(paying)), requests: allergy })).status).toBe(303)
    expect((await save(paying, { ...older, phone: '972 555 0188' })).status).toBe(303)
    expect(await stored(paying)).toEqual({ phone: '(972) 555-0188', requests: allergy })
    // A text of several lines that is sent back as it was shown is no change.
    expect((await save(paying, { ...(await open(paying)), phone: '972 555 0144' })).status).toBe(303)
    expect(await stored(paying)).toEqual({ phone: '(972) 555-0144', requests: allergy })
    expect((await save(paying, { ...(await open(paying)), requests: '' })).status).toBe(303)
    expect((await stored(paying)).requests).toBeNull()
  })

  test('that are sent at the same moment do not overwrite each other', async () => {
    const paying = await app().confirm()
    const shown = await open(paying)
    const sent = await Promise.all(
      ['A cake', 'A balloon'].map((requests) => save(paying, { ...shown, requests })),
    )
    expect(sent.map(({ status }) => status)).toEqual(expect.arrayContaining([303, 409]))
  })

  test('are refused where both changed one text: the page shows what is stored, and keeps what was typed', async () => {
    const paying = await app().confirm()
    const older = await open(paying)
    await save(paying, { ...(await open(paying)), phone: '972 555 0177', requests: 'Severe nut allergy' })
    const refused = await save(paying, { ...older, requests: 'A cake at ten' })
    expect([refused.status, refused.words]).toEqual([
      409,
      expect.stringContaining('“Severe nut allergy” was saved here meanwhile.'),
    ])
    expect(refused.html).toContain('A cake at ten</textarea>')
    expect(await stored(paying)).toEqual({ phone: '(972) 555-0177', requests: 'Severe nut allergy' })
    // A field that the guest left alone is shown as it is stored.
    const shown = fieldsOf(refused.html, 'name="requests"')
    expect(shown).toMatchObject({ phone: '(972) 555-0177', requests: 'A cake at ten' })
    expect((await save(paying, shown)).status).toBe(303)
    expect(await stored(paying)).toEqual({ phone: '(972) 555-0177', requests: 'A cake at ten' })
  })

  test('that both typed the same are saved, and those with a mistake still know what they showed', async () => {
    const paying = await app().confirm()
    const older = await open(paying)
    await save(paying, { ...(await open(paying)), requests: 'Severe nut allergy' })
    expect((await save(paying, { ...older, requests: ' Severe nut allergy ' })).status).toBe(303)
    const wrong = await save(paying, { ...older, phone: 'none' })
    expect(wrong.status).toBe(422)
    const shown = fieldsOf(wrong.html, 'name="requests"')
    expect((await save(paying, { ...shown, phone: '972 555 0166' })).status).toBe(303)
    expect(await stored(paying)).toEqual({ phone: '(972) 555-0166', requests: 'Severe nut allergy' })
  })

  test('from a page of the version before are saved as they are', async () => {
    const paying = await app().confirm()
    const older = withoutSeen(await open(paying))
    await save(paying, { ...(await open(paying)), requests: 'Severe nut allergy' })
    expect((await save(paying, { ...older, requests: 'A cake at ten' })).status).toBe(303)
    expect((await stored(paying)).requests).toBe('A cake at ten')
  })
})

describe('the content of packages in two tabs', () => {
  const both = { birthdayPackage: true, screenDisplay: true }
  const open = async ({ link }: Paying) => fieldsOf((await read(link)).html, 'name="package"')
  const save = ({ link }: Paying, fields: Fields) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) if (name !== 'package') form.append(name, value)
    for (const key of ['birthday_shoutout', 'screen_display']) form.append('package', key)
    return read(link, { method: 'POST', body: form })
  }
  const stored = async ({ id }: Paying) => {
    const rows = await app()
      .database.db.selectFrom('packageContents')
      .where('reservationId', '=', id)
      .orderBy('packageKey')
      .select(['packageKey', 'name', 'message'])
      .execute()
    return rows.map(({ packageKey, name, message }) => [packageKey, name, message])
  }
  const birthday = {
    'birthday_shoutout.name': 'Amina',
    'birthday_shoutout.message': 'Happy 30th!\nAll of us',
  }

  test('is saved where it was typed, and what the other tab saved stays', async () => {
    const paying = await app().confirm(both)
    const older = await open(paying)
    expect((await save(paying, { ...(await open(paying)), ...birthday })).status).toBe(303)
    expect((await save(paying, { ...older, 'screen_display.message': 'See you' })).status).toBe(303)
    const all = [
      ['birthday_shoutout', 'Amina', 'Happy 30th!\nAll of us'],
      ['screen_display', '', 'See you'],
    ]
    expect(await stored(paying)).toEqual(all)
    // Nothing is typed: nothing is written, however old the page is.
    expect((await save(paying, older)).status).toBe(303)
    expect(await stored(paying)).toEqual(all)
  })

  test('is refused where both changed one text: the page shows what is stored, and keeps what was typed', async () => {
    const paying = await app().confirm(both)
    const older = await open(paying)
    await save(paying, { ...(await open(paying)), ...birthday })
    const refused = await save(paying, {
      ...older,
      'birthday_shoutout.name': 'Zuri',
      'screen_display.message': 'Hi',
    })
    expect([refused.status, refused.words]).toEqual([
      422,
      expect.stringContaining('“Amina” was saved here meanwhile.'),
    ])
    expect(await stored(paying)).toEqual([
      ['birthday_shoutout', 'Amina', 'Happy 30th!\nAll of us'],
      ['screen_display', '', 'Hi'],
    ])
    const shown = fieldsOf(refused.html, 'name="package"')
    expect(shown).toMatchObject({
      'birthday_shoutout.name': 'Zuri',
      'birthday_shoutout.message': 'Happy 30th!\r\nAll of us',
      'screen_display.message': 'Hi',
    })
    expect((await save(paying, shown)).status).toBe(303)
    expect(await stored(paying)).toEqual([
      ['birthday_shoutout', 'Zuri', 'Happy 30th!\nAll of us'],
      ['screen_display', '', 'Hi'],
    ])
  })

  test('with a mistake still knows what it showed, and that of the version before is saved as it is', async () => {
    const paying = await app().confirm(both)
    const older = await open(paying)
    await save(paying, { ...(await open(paying)), ...birthday })
    const wrong = await save(paying, { ...older, 'birthday_shoutout.message': 'x'.repeat(281) })
    expect(wrong.status).toBe(422)
    const shown = fieldsOf(wrong.html, 'name="package"')
    const left = { ...shown, 'birthday_shoutout.message': '' }
    expect((await save(paying, left)).status).toBe(303)
    expect((await stored(paying))[0]).toEqual(['birthday_shoutout', 'Amina', 'Happy 30th!\nAll of us'])
    expect((await save(paying, withoutSeen(older))).status).toBe(303)
    expect((await stored(paying))[0]).toEqual(['birthday_shoutout', '', ''])
  })
})
