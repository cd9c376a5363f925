import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { erasePerson } from '#features/guests/privacy/service.ts'
import { purgePackageContents } from '#features/reservations/package-contents/service.ts'
import { createDiskStorage } from '#platform/storage/storage.ts'
import { useGuestPages } from '../booking/guest-pages.ts'
import type { Paying } from '../booking/server-with-payments.ts'

const { app, read, moveStart } = useGuestPages()

const both = { birthdayPackage: true, screenDisplay: true }
const picture = (options: { width?: number } = {}) =>
  sharp({ create: { width: options.width ?? 900, height: 600, channels: 3, background: '#a33' } })
    .withExif({ IFD0: { Copyright: 'my secret street' } })
    .jpeg()
    .toBuffer()

type Given = Readonly<Record<string, string | Blob>>
async function give({ link }: Paying, fields: Given) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ intent: 'package', name: '', message: '', ...fields }))
    form.append(name, value)
  return read(link, { method: 'POST', body: form })
}
/** Sends the form that has both packages. */
async function sendBoth({ link }: Paying, fields: Given) {
  const form = new FormData()
  for (const key of ['birthday_shoutout', 'screen_display']) form.append('package', key)
  for (const [name, value] of Object.entries({ intent: 'package', ...fields })) form.append(name, value)
  return read(link, { method: 'POST', body: form })
}
const file = (bytes: Buffer, type = 'image/jpeg') => new Blob([new Uint8Array(bytes)], { type })
const rowsOf = async ({ id }: Paying) =>
  (await app().database.pool.query('select * from package_contents where reservation_id = $1', [id])).rows
const discarded = async () =>
  (
    await app().database.pool.query<{ storage_key: string }>('select storage_key from discarded_uploads')
  ).rows.map((it) => it.storage_key)

describe('a package that needs content', () => {
  test('asks for it on the page after paying, and on the guest’s own page, until it is there', async () => {
    const paying = await app().confirm(both)
    const paid = await read(`${paying.successPath}&wait=1`)
    expect(paid.words).toContain('We still need the name for your Birthday Shoutout Package.')
    expect(paid.words).toContain('We still need a message or a picture for your Screen Display Package.')
    const own = await read(paying.link)
    expect(own.words).toContain('Name to be called out')
    await give(paying, { package: 'birthday_shoutout', name: '', message: '' })
    expect((await read(`${paying.link}?saved=1`)).words).toContain('Nothing is entered yet.')
    const saved = await give(paying, { package: 'birthday_shoutout', name: ' Ọlá <b> ', message: 'Thirty!' })
    expect([saved.status, saved.response.headers.get('location')]).toEqual([
      303,
      `${paying.link}?saved=1#packages`,
    ])
    const after = await read(`${paying.link}?saved=1`)
    expect(after.words).toContain('Saved. Our team has it.')
    expect(after.html).toContain('value="Ọlá &lt;b&gt;"')
    expect(after.words).toContain('We have all we need.')
    expect((await read(`${paying.successPath}&wait=1`)).words).not.toContain('Birthday Shoutout Package. ')
  })

  test('accepts an image, re-encodes it, shows it to its guest only and replaces it completely', async () => {
    const paying = await app().confirm(both)
    const at = `${paying.link}/packages/screen_display.jpg`
    expect((await read(at)).status).toBe(404)
    await give(paying, { package: 'screen_display', picture: file(await picture()) })
    const shown = await app().app.get(at)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(shown.headers.get('cache-control')).toBe('private, no-store')
    expect(shown.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    const bytes = Buffer.from(await shown.arrayBuffer())
    expect(bytes.toString('latin1')).not.toContain('secret street')
    const [{ picture_key: first }] = await rowsOf(paying)
    expect(first).toMatch(/^guest-uploads\/[0-9a-f]{2}\/[0-9a-f]{36}\.jpg$/)
    const other = await app().confirm(both)
    expect((await read(`${other.link}/packages/screen_display.jpg`)).status).toBe(404)
    expect((await read(`/my-reservation/${paying.token}/packages/screen_display.jpg`)).status).toBe(404)
    expect((await read(`/my-reservation/${paying.id}/packages/screen_display.jpg`)).status).toBe(404)
    await give(paying, { package: 'screen_display', picture: file(await picture({ width: 300 })) })
    expect(await discarded()).toContain(first)
    await give(paying, { package: 'screen_display', message: 'Only words', remove: 'on' })
    expect((await read(at)).status).toBe(404)
    expect((await rowsOf(paying))[0]).toMatchObject({ message: 'Only words', picture_key: null })
  })

  test.each([
    [
      'a page called a picture',
      () => Buffer.from('<html><script>alert(1)</script>'),
      'Please choose a JPEG, PNG or WebP picture.',
    ],
    ['half a picture', async () => (await picture()).subarray(0, 900), 'The picture is damaged'],
    [
      'nine megabytes',
      async () => Buffer.concat([await picture(), Buffer.alloc(9 * 1024 * 1024)]),
      'larger than 8 MB',
    ],
  ])('refuses %s beside its form, and keeps what was typed', async (_what, make, words) => {
    const paying = await app().confirm(both)
    const refused = await give(paying, {
      package: 'screen_display',
      message: 'See you at midnight',
      picture: file(await make()),
    })
    expect([refused.status, refused.words]).toEqual([422, expect.stringContaining(words)])
    expect(refused.html).toContain('See you at midnight')
    expect(await rowsOf(paying)).toEqual([])
  })

  test('saves both packages with one form, and keeps the words of one where the other is refused', async () => {
    const paying = await app().confirm(both)
    const { html } = await read(paying.link)
    expect(html.match(/<form[^>]*multipart\/form-data/g)).toHaveLength(1)
    const send = (fields: Given) => sendBoth(paying, fields)
    const given = await send({
      'birthday_shoutout.name': 'Ola',
      'birthday_shoutout.message': '',
      'screen_display.name': '',
      'screen_display.message': 'See you at midnight',
      'screen_display.picture': file(Buffer.from('no picture')),
    })
    expect(given.status).toBe(422)
    expect(given.words).toContain('Please choose a JPEG, PNG or WebP picture.')
    expect(given.html).toContain('See you at midnight</textarea>')
    expect(given.html).toContain('value="Ola"')
    expect((await send({ 'birthday_shoutout.name': 'Ola', 'screen_display.message': 'Later' })).status).toBe(
      303,
    )
    const rows = await rowsOf(paying)
    expect(rows).toHaveLength(2)
    expect(rows).toContainEqual(expect.objectContaining({ name: 'Ola', message: '' }))
    expect(rows).toContainEqual(expect.objectContaining({ name: '', message: 'Later' }))
  })

  test('answers the page with its form to pictures that are too large to be read', async () => {
    const paying = await app().confirm(both)
    const refused = await give(paying, {
      package: 'screen_display',
      picture: file(Buffer.concat([await picture(), Buffer.alloc(24 * 1024 * 1024)])),
    })
    expect(refused.status).toBe(303)
    const page = await read(refused.response.headers.get('location') ?? '')
    expect(page.words).toContain('larger than 8 MB. Please choose a smaller one. Nothing was saved.')
    expect(page.words).toContain('Name to be called out')
    expect(await rowsOf(paying)).toEqual([])
  })

  test('refuses words that are too long, a package that was not bought, and one that does not exist', async () => {
    const paying = await app().confirm({ birthdayPackage: true })
    const long = await give(paying, { package: 'birthday_shoutout', message: 'x'.repeat(281) })
    expect([long.status, long.words]).toEqual([422, expect.stringContaining('under 280 characters')])
    expect((await give(paying, { package: 'screen_display', message: 'hello' })).status).toBe(422)
    expect((await give(paying, { package: 'fireworks', message: 'hello' })).status).toBe(422)
    expect(await rowsOf(paying)).toEqual([])
  })

  test('accepts nothing for an unpaid table, and in the last two hours and during the night no change, but a missing part', async () => {
    const unpaid = await app().begin(both)
    await give(unpaid, { package: 'birthday_shoutout', name: 'Ola' })
    expect(await rowsOf(unpaid)).toEqual([])
    const late = await app().confirm(both)
    await give(late, { package: 'birthday_shoutout', name: 'Ola' })
    await moveStart(late, 1.5)
    const refused = await give(late, { package: 'birthday_shoutout', name: 'Ada' })
    expect([refused.status, refused.words]).toEqual([422, expect.stringContaining('Please call us')])
    await moveStart(late, -1)
    // A page from before the deadline sends the complete package as it is, beside the missing part of the other.
    const stale = {
      'seen.birthday_shoutout.name': 'Ola',
      'seen.birthday_shoutout.message': '',
      'birthday_shoutout.message': '',
      'seen.screen_display.name': '',
      'seen.screen_display.message': '',
      'screen_display.name': '',
      'screen_display.message': '',
    }
    expect((await sendBoth(late, { ...stale, 'birthday_shoutout.name': 'Ada' })).status).toBe(422)
    expect((await sendBoth(late, { ...stale, 'birthday_shoutout.name': 'Ola' })).status).toBe(303)
    expect((await read(late.link)).words).toContain('Please send us the missing part as soon as you can.')
    expect((await give(late, { package: 'screen_display', message: 'Thirty!' })).status).toBe(303)
    expect((await give(late, { package: 'screen_display', message: 'Forty!' })).status).toBe(422)
    expect((await read(late.link)).words).toContain('Online changes closed on')
    expect((await rowsOf(late)).map((it) => [it.name, it.message])).toEqual(
      expect.arrayContaining([
        ['Ola', ''],
        ['', 'Thirty!'],
      ]),
    )
  })

  test('has a rate limit of changes an hour', async () => {
    const paying = await app().confirm(both)
    for (let i = 0; i < 20; i += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as a person would
      expect((await give(paying, { package: 'birthday_shoutout', name: `Ola ${i}` })).status).toBe(303)
    }
    expect((await give(paying, { package: 'birthday_shoutout', name: 'Once more' })).status).toBe(422)
  })
})

test('content is deleted with its guest, and its file after it', async () => {
  const email = `ada-${Math.random()}@example.com`
  const paying = await app().confirm({ ...both, guestEmail: email })
  await give(paying, { package: 'screen_display', picture: file(await picture()) })
  const [{ picture_key: key }] = await rowsOf(paying)
  const { db, pool } = app().database
  await pool.query(`update reservations set status = 'cancelled', cancel_reason = 'guest' where id = $1`, [
    paying.id,
  ])
  await erasePerson({ db, now: new Date() }, email)
  expect(await rowsOf(paying)).toEqual([])
  expect(await discarded()).toContain(key)
  const removed: string[] = []
  const storage = {
    ...createDiskStorage('/nowhere'),
    remove: async (it: string) => void removed.push(it),
  }
  const soon = new Date(Date.now() + 30 * 60_000)
  await purgePackageContents({ db, now: soon, storage })
  expect(removed).toEqual([])
  await purgePackageContents({ db, now: new Date(Date.now() + 2 * 3_600_000), storage })
  expect(removed).toContain(key)
  expect(await discarded()).toEqual([])
})

test('a word about the visit is taken of a guest who came; the page keeps what was typed with a mistake, and asks no one else', async () => {
  const paying = await app().confirm()
  await moveStart(paying, -7)
  const send = (fields: Record<string, string>) =>
    read(paying.link, { method: 'POST', body: new URLSearchParams({ intent: 'feedback', ...fields }) })
  const stored = () => app().database.db.selectFrom('visitFeedback').select(['rating', 'comment']).execute()
  expect((await read(paying.link)).words).not.toContain('Leave a word')
  expect((await send({ rating: '5', comment: 'I was not there' })).status).toBe(303)
  expect(await stored()).toEqual([])
  await app().database.pool.query(`update reservations set status = 'completed' where id = $1`, [paying.id])
  expect((await read(paying.link)).words).toContain('Leave a word for our team')
  const wrong = await send({ rating: '6', comment: 'Too <b>loud</b>' })
  expect([wrong.status, wrong.words]).toEqual([
    422,
    expect.stringContaining('Please choose a rating from 1 to 5.'),
  ])
  expect(wrong.html).toContain('Too &lt;b&gt;loud&lt;/b&gt;</textarea>')
  expect((await send({ rating: '3', comment: 'x'.repeat(2001) })).status).toBe(422)
  expect(await stored()).toEqual([])
  const right = await send({ rating: '3', comment: 'Too loud' })
  expect([right.status, right.response.headers.get('location')]).toEqual([303, `${paying.link}#feedback`])
  await send({ rating: '4', comment: '' })
  expect(await stored()).toEqual([{ rating: 4, comment: '' }])
  expect((await read(paying.link)).words).toContain('Thank you for your words')
})
