import { beforeAll, describe, expect, test } from 'vitest'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askFor, findNight } from '../booking/booking-fixtures.ts'
import { booked } from '../dining/dining-fixtures.ts'
import { GOOD } from '../web/forms.ts'
import { type ProbedApp, startProbedApp } from './probed-server.ts'
import { sendRaw } from './raw-request.ts'
import { issueFormToken } from '../../src/forms/form-token.ts'
import { waitFor } from '../support/server.ts'

/* Text that anybody may type is shown as text, wherever it is shown. */

const MARKUP = `<script>alert(7319)</script><img src=x onerror=alert(7319)>"'</script></title></style>\u2028{{7*7}}\${7*7}`
const LINES = 'Ada\r\nBcc: evil@example.com\r\nBEGIN:VALARM'

let at: ProbedApp
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lounge-stored-'))
  at = await startProbedApp({ LOG_LEVEL: 'error', DATA_DIR: dataDir })
  return () => rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
})

/** Markup of the payload that is active in a page; null where it is escaped. */
function aliveIn(html: string): string | null {
  return /<script>alert\(7319|<img src=x|"'<\/script>|<\/script><\/title>/.exec(html)?.[0] ?? null
}

/** The cells of a CSV that a spreadsheet would calculate. */
function formulasIn(table: string): string[] {
  const cells = [...table.matchAll(/(?<=^|,|\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)]
  return cells
    .map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '')
    .filter((cell) => /(^|[;\t])\s*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]/.test(cell))
}

/** Writes the payload into every text column that staff can edit, in every row. */
async function writeEverywhere(): Promise<string[]> {
  const { pool } = at.database
  const texts: Readonly<Record<string, readonly string[]>> = {
    events: ['title', 'description', 'price'],
    menu_items: ['name', 'description'],
    gallery_items: ['title', 'description', 'alt'],
    home_modals: ['title', 'description'],
    venue: ['tagline', 'story', 'description', 'cuisine', 'name'],
  }
  const written: string[] = []
  for (const [table, columns] of Object.entries(texts))
    for (const column of columns) {
      // oxlint-disable-next-line no-await-in-loop -- one column after the other
      const done = await pool
        .query(`update ${table} set ${column} = $1`, [MARKUP.replace('\u2028', ' ').slice(0, 110)])
        .catch(() => null)
      if (done && (done.rowCount ?? 0) > 0) written.push(`${table}.${column}`)
    }
  return written
}

describe('what staff write', () => {
  test('is text on every public page, in what machines read there, and in the sitemap', async () => {
    const written = await writeEverywhere()
    expect(written).toEqual(expect.arrayContaining(['events.title', 'menu_items.name', 'gallery_items.alt']))
    const paths = [
      '/',
      '/menu',
      '/menu?tab=drinks',
      '/menu/jollof-arancini',
      '/gallery',
      '/events',
      '/events?q=script',
      '/events/lone-star-highlife',
      '/events/lone-star-highlife?view=reserve',
      '/reservations',
      '/reservations?service=nightlife',
      '/reservations?service=dining',
      '/plan-event',
      '/perform',
      '/thank-you?for=table',
      '/privacy-policy',
      '/terms-of-service',
      '/sitemap.xml',
      at.guests.confirmed.link,
      '/nowhere',
    ]
    await waitFor(async () => (await (await at.app.get('/menu/jollof-arancini')).text()).includes('7319'))
    let shown = 0
    for (const path of paths) {
      // oxlint-disable-next-line no-await-in-loop
      const { status, text, headers } = await sendRaw(at.app.origin, { method: 'GET', path })
      if (text.includes('alert(7319)')) shown += 1
      expect(status, path).toBeLessThan(500)
      if (headers['content-type']?.startsWith('text/html')) expect(aliveIn(text), path).toBeNull()
    }
    expect(shown).toBeGreaterThan(10)
  })

  test('control: the same markup unescaped would have been found', () => {
    expect(aliveIn(`<p>${MARKUP}</p>`)).not.toBeNull()
    expect(aliveIn('<p>&lt;script&gt;alert(7319)&lt;/script&gt;</p>')).toBeNull()
  })
})

describe('what guests write', () => {
  test('is text on their page, in their emails and in their calendar, and adds no line to either', async () => {
    const { pool } = at.database
    const night = await findNight(at.database.db, new Date())
    const guestName = MARKUP.replace('\u2028', ' ').slice(0, 100)
    const { id, link } = await at.confirm({
      ...askFor(night),
      guestName,
      specialRequests: `${MARKUP}\n${LINES.replaceAll('\r', '')}`,
    })
    const page = await (await at.app.get(link)).text()
    expect(aliveIn(page)).toBeNull()
    const calendar = await (await at.app.get(`${link}/calendar.ics`)).text()
    expect(calendar).not.toMatch(/^BEGIN:VALARM/m)
    expect(calendar.match(/^BEGIN:VEVENT/gm)).toHaveLength(1)
    await pool.query('update reservations set guest_name = $2 where id = $1', [
      id,
      '=HYPERLINK("http://evil.example")',
    ])
    expect((await at.app.get(link)).status).toBe(200)
    await booked(at.database.db, { guestName, specialRequests: MARKUP }, new Date())
    const form = await at.app.get('/requests/plan-event', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Forwarded-For': '198.51.100.77' },
      body: new URLSearchParams({
        ...GOOD['plan-event'],
        name: guestName,
        eventDetails: MARKUP,
        formToken: issueFormToken({ tokens: at.tokens, now: new Date(Date.now() - 60_000) }, 'plan-event'),
        topic: '',
      }).toString(),
    })
    expect(form.status).toBe(200)
    const emails = join(dataDir, 'outbox')
    const names = async () => (await readdir(emails).catch(() => [])).filter((it) => it.endsWith('.json'))
    await waitFor(async () => (await names()).length >= 4)
    for (const name of await names()) {
      // oxlint-disable-next-line no-await-in-loop
      const email = JSON.parse(await readFile(join(emails, name), 'utf8'))
      expect(aliveIn(email.html), name).toBeNull()
      expect(email.subject).not.toMatch(/[\r\n]/)
      // oxlint-disable-next-line no-await-in-loop
      const shown = await at.app.get(`/outbox/${encodeURIComponent(name.replace(/\.json$/, ''))}`)
      expect(shown.headers.get('Content-Security-Policy')).toContain('sandbox')
    }
  })

  test('is no formula in the CSV that staff download, however it begins', async () => {
    const FORMULAS = ['=1+1', '+1+1', '-1+1', '@SUM(1)', ' =1+1', '\uFF1D1+1', 'ok;=1+1', 'ok\t=1+1', '"=1+1']
    const { pool } = at.database
    for (const formula of FORMULAS) {
      // oxlint-disable no-await-in-loop -- the last one's row is the newest
      const id = await booked(at.database.db, { guestName: 'Formula Writer' }, new Date())
      await pool.query('update reservations set guest_name = $2, special_requests = $2 where id = $1', [
        id,
        formula,
      ])
      // oxlint-enable no-await-in-loop
    }
    const headers = { Cookie: await at.enter('owner') }
    const table = await (await at.app.get('/admin/api/reservations/csv', { headers })).text()
    expect(table.match(/1\+1|SUM\(1\)/g)).toHaveLength(FORMULAS.length * 2)
    expect(formulasIn(table)).toEqual([])
    expect(formulasIn('a,=1+1\r\n"@b",c\r\n')).toEqual(['=1+1', '@b'])
  })

  test('with line breaks where one line is asked for is refused', async () => {
    const night = await findNight(at.database.db, new Date())
    const body = JSON.stringify({ ...askFor(night), guestName: LINES })
    const answered = await sendRaw(at.app.origin, {
      method: 'POST',
      path: '/holds',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
    expect(answered.status).toBe(422)
  })
})
