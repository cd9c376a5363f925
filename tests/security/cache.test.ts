import { beforeAll, describe, expect, test } from 'vitest'
import { type ProbedHouse, startProbedHouse } from './probed-house.ts'
import { type Answered, sendRaw } from './raw-request.ts'

/* Pages that are rendered once and sent to everyone: nothing that one guest says may be shown to the next. */

let at: ProbedHouse
beforeAll(async () => {
  at = await startProbedHouse({ LOG_LEVEL: 'error' })
})

const MARK = 'evil-mark-7319'
const PAGES = [
  '/',
  '/menu',
  '/menu?tab=drinks',
  '/menu/jollof-arancini',
  '/gallery',
  '/events',
  '/events/lone-star-highlife',
  '/reservations',
  '/thank-you?for=table',
  '/privacy-policy',
]
const read = (path: string, headers: Record<string, string> = {}): Promise<Answered> =>
  sendRaw(at.house.origin, { method: 'GET', path, headers })

const UNKEYED: Readonly<Record<string, string>> = {
  Host: `${MARK}.example`,
  'X-Forwarded-Host': `${MARK}.example`,
  'X-Forwarded-Proto': MARK,
  'X-Forwarded-For': MARK,
  'X-Forwarded-Prefix': `/${MARK}`,
  'X-Original-Url': `/${MARK}`,
  'X-Rewrite-Url': `/${MARK}`,
  'X-Request-Id': MARK,
  'X-Http-Method-Override': 'DELETE',
  Forwarded: `host=${MARK}.example`,
  Origin: `https://${MARK}.example`,
  Referer: `https://${MARK}.example/`,
  'User-Agent': MARK,
  'Accept-Language': MARK,
  Accept: `text/${MARK}`,
  Cookie: `guest=${MARK}; theme=${MARK}; cookie_consent=${MARK}`,
}
const UNKEYED_QUERIES = [
  `utm_source=${MARK}`,
  `callback=${MARK}`,
  `_routes=${MARK}`,
  `index=${MARK}`,
  `for=${MARK}`,
  `tab=${MARK}`,
  `view=${MARK}`,
  `page=${MARK}`,
  `lang=${MARK}`,
]

/** The pages that show `mark` to a guest who said nothing. */
async function poisoned(reads: typeof read, mark = MARK): Promise<string[]> {
  const found = await Promise.all(
    PAGES.map(async (path) => {
      const { status, text, headers } = await reads(path)
      const isClean = status === 200 && !text.includes(mark) && !JSON.stringify(headers).includes(mark)
      return isClean ? [] : [`${path} ${status}`]
    }),
  )
  return found.flat()
}

describe('a page that is kept', () => {
  test('is the same for everyone, whatever headers and queries the first who asked for it sent', async () => {
    for (const path of PAGES) {
      // Whoever comes first is the one who means harm: the page is rendered for them.
      // oxlint-disable-next-line no-await-in-loop -- first the one, then the other
      await read(path, UNKEYED)
      for (const query of UNKEYED_QUERIES)
        // oxlint-disable-next-line no-await-in-loop
        await read(`${path}${path.includes('?') ? '&' : '?'}${query}`, UNKEYED)
    }
    expect(await poisoned(read)).toEqual([])
  })

  test('names its own address as canonical, not the one that a client claims', async () => {
    const { text } = await read('/menu', { Host: `${MARK}.example`, 'X-Forwarded-Host': `${MARK}.example` })
    expect(text).toContain(`${at.house.origin}/menu`)
    expect(text).not.toContain(MARK)
  })

  test('is not a page of one guest: it sets no cookie, and shows no hold', async () => {
    const held = await at.house.get(at.guests.paying.cancelledPath)
    expect(held.headers.get('Cache-Control')).toBe('no-store')
    for (const path of PAGES) {
      // oxlint-disable-next-line no-await-in-loop
      const { headers, text } = await read(path)
      expect(headers['set-cookie'], path).toBeUndefined()
      expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate')
      expect(text).not.toContain(at.guests.paying.id)
      expect(text).not.toContain(at.guests.paying.token)
    }
  })

  test('takes no room for addresses that mean the same: a thousand queries are one page', async () => {
    const first = await read('/menu')
    for (let query = 0; query < 1000; query += 1)
      // oxlint-disable-next-line no-await-in-loop
      expect((await read(`/menu?x=${query}`)).headers.etag).toBe(first.headers.etag)
  })

  test('control: a page that repeats what it was sent would have been found', async () => {
    const echo: typeof read = async (path) => ({
      status: 200,
      headers: {},
      text: path === '/menu' ? MARK : 'clean',
    })
    expect(await poisoned(echo)).toEqual(['/menu 200'])
  })
})
