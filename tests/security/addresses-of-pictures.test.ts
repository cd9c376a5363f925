import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { type ProbedApp, startProbedApp } from './probed-server.ts'
import { sendRaw } from './raw-request.ts'

/* Canonical image URLs: an id has one spelling, and other spellings store nothing. */

let at: ProbedApp
let picture: string
let event: string
beforeAll(async () => {
  at = await startProbedApp({ LOG_LEVEL: 'error' })
  const first = async (sql: string) => String((await at.database.pool.query(sql)).rows[0]?.id)
  picture = await first(`select id from media where id::text ~ '[a-f].*[a-f].*[a-f].*[a-f].*[a-f]' limit 1`)
  event = await first(`select id from events where ends_at > now() and id::text ~ '[a-f].*[a-f]' limit 1`)
})

const read = async (path: string) => (await sendRaw(at.app.origin, { method: 'GET', path })).status
const renditions = () => join(inject('dataDir'), 'renditions')
const stored = (): string[] =>
  existsSync(renditions())
    ? readdirSync(renditions(), { recursive: true, withFileTypes: true })
        .filter((it) => it.isFile())
        .map((it) => join(it.parentPath, it.name))
    : []

/** Spellings of one id in upper and lower case. */
const spellings = (id: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => {
    let email = 0
    return id.replaceAll(/[a-f]/g, (it) => (((i + 1) >> email++) & 1 ? it.toUpperCase() : it))
  }).filter((it) => it !== id)

const escaped = (text: string): string => `%${(text.codePointAt(0) ?? 0).toString(16)}${text.slice(1)}`

describe('a picture', () => {
  test('is answered and stored under one spelling of its id only', async () => {
    expect(await read(`/media/${picture}/160.jpg`)).toBe(200)
    const before = stored()
    const statuses = new Set<number>()
    for (const id of [
      ...spellings(picture, 30),
      escaped(picture),
      picture.replaceAll('-', ''),
      `{${picture}}`,
    ])
      // oxlint-disable-next-line no-await-in-loop -- one at a time: a rendering costs what it costs
      statuses.add(await read(`/media/${id}/160.jpg`))
    expect([...statuses]).toEqual([404])
    expect(stored()).toEqual(before)
  })

  test('is made in known widths and formats only, written in one way', async () => {
    const before = stored()
    for (const name of [
      '161.jpg',
      '160.JPG',
      '0160.jpg',
      '160.jpeg',
      '160.png',
      '+160.jpg',
      '160.0.jpg',
      '1e3.jpg',
      '99999.avif',
      '160.jpg.jpg',
      '160.jp%67',
      '%3160.jpg',
      '160.jpg%20',
      '160.jpg/',
      '..%2f160.jpg',
      '160.jpg%00',
    ])
      // oxlint-disable-next-line no-await-in-loop
      expect(await read(`/media/${picture}/${name}`), name).not.toBe(200)
    expect(await read(`/MEDIA/${picture}/160.jpg`)).toBe(404)
    expect(await read(`//media/${picture}/160.jpg`)).not.toBe(200)
    expect(stored()).toEqual(before)
  })

  test('that was never stored writes nothing', async () => {
    const before = stored()
    for (let i = 0; i < 50; i += 1)
      // oxlint-disable-next-line no-await-in-loop
      expect(await read(`/media/00000000-0000-7000-8000-${String(i).padStart(12, '0')}/160.jpg`)).toBe(404)
    expect(stored()).toEqual(before)
  })
})

describe('every other name', () => {
  test('has one spelling: an id or a path in capitals is not found', async () => {
    expect(await read(`/events/${event}`)).toBe(301)
    expect(await read(`/events/${event.toUpperCase()}`)).toBe(404)
    expect(await read(`/live/floor/${event.toUpperCase()}?variant=1`)).toBe(404)
    for (const path of ['/Menu', '/EVENTS', '/Gallery', '/menu/Jollof-Arancini', '/HEALTHZ', '/Admin/menu'])
      // oxlint-disable-next-line no-await-in-loop
      expect(await read(path), path).toBe(404)
  })

  test('of a staff address is refused in capitals', async () => {
    const cookie = await at.enter('owner')
    const { id } = (
      await at.database.pool.query<{ id: string }>(
        `select id from menu_items where id::text ~ '[a-f]' limit 1`,
      )
    ).rows[0] ?? { id: '' }
    const patched = await at.app.get(`/admin/api/menu/${id.toUpperCase()}/sold-out`, {
      method: 'PUT',
      headers: { Cookie: cookie, 'Content-Type': 'application/json' },
      body: JSON.stringify({ isSoldOut: true }),
    })
    expect(patched.status).toBe(404)
  })
})
