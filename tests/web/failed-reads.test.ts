import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { type RunningApp, startApp, waitFor } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

/* Reads that fail while the database itself is well. Each table stands behind a view that fails so many times. */

const TABLES = ['events', 'menu_items', 'home_modals', 'gallery_items', 'venue_tables'] as const
type Table = (typeof TABLES)[number]

let database: TestDatabase
let app: RunningApp
beforeAll(async () => {
  database = await cloneDatabase(TODAY_TEMPLATE)
  app = await startApp({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'info' } })
  // A sequence counts the failures, because it survives the rollback that each failure causes.
  await database.pool.query(`
    create table failures (name text primary key, times int not null default 0);
    create function read_fails(which text) returns boolean language plpgsql volatile as $$
    begin
      if nextval('reads_of_' || which) <= (select times from failures where name = which) then
        raise exception 'the page of the index is invalid';
      end if;
      return false;
    end $$;`)
  for (const table of TABLES)
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await database.pool.query(`
      create sequence reads_of_${table};
      insert into failures (name) values ('${table}');
      alter table ${table} rename to ${table}_stored;
      create view ${table} as select * from ${table}_stored where not (select read_fails('${table}'));`)
})

const fail = async (table: Table, times: number): Promise<void> => {
  await database.pool.query(`select setval('reads_of_${table}', 1, false)`)
  await database.pool.query('update failures set times = $2 where name = $1', [table, times])
}
afterEach(async () => {
  for (const table of TABLES)
    // oxlint-disable-next-line no-await-in-loop
    await fail(table, 0)
})

const textOf = async (path: string, status = 200): Promise<string> => {
  const response = await app.get(path)
  expect(response.status, path).toBe(status)
  return response.text()
}

describe('a read that fails', () => {
  test.each([
    ['/menu?tab=drinks&view=list', 'menu_items', 'Our menu,'],
    ['/menu/jollof-arancini', 'menu_items', 'Ingredients'],
    ['/gallery?tab=food', 'gallery_items', 'Look around,'],
    ['/events/lone-star-highlife', 'events', 'Reserve Table'],
  ] as const)('once is repeated: %s', async (path, table, words) => {
    await fail(table, 1)
    expect(await textOf(path)).toContain(words)
    await waitFor(() => app.output().includes('http.read_retried'))
  })

  test.each([
    ['/menu?tab=mains&view=list', 'menu_items', 'Database error: '],
    ['/gallery?tab=events', 'gallery_items', 'Database error: '],
    ['/menu/suya-lamb-kofta', 'menu_items', 'Failed to load menu item'],
    ['/events/lone-star-highlife?view=details', 'events', 'Could not load event details.'],
  ] as const)('twice is reported in the words of its page: %s', async (path, table, words) => {
    // A job that reads the table meanwhile may take one. What is left of them the next read repeats.
    await fail(table, 3)
    const html = await textOf(path, 500)
    expect(html).toContain(words)
    expect(html).toContain('Try again')
    expect(html).toContain('aria-label="Main"')
    // The next guest gets the page.
    expect(await textOf(path)).not.toContain(words)
  })
})

test('is logged with the id of its request, once', async () => {
  await fail('menu_items', 1)
  const { headers } = await app.get('/menu/halloumi-and-figs')
  const id = headers.get('X-Request-Id')
  const lines = (): string[] => app.output().split('\n')
  await waitFor(() => lines().some((line) => line.includes('http.read_retried') && line.includes(`"${id}"`)))
  const ofRequest = lines().filter((line) => line.includes(`"${id}"`))
  for (const line of ofRequest) expect(line.split('"req":'), line).toHaveLength(2)
})

describe('the home page', () => {
  // Rendered for guests without an answer to the cookie banner before the server listened; for the others now.
  const home = () => app.get('/', { headers: { Cookie: 'cookie_consent=essential' } })

  test.each([
    ['home_modals', 'home_modals', ['data-home-modal', false]],
    ['events', 'events', ['No upcoming events scheduled', true]],
    ['gallery_items', 'gallery', ['lg:grid-rows-2', false]],
    ['menu_items', 'menu', ['priceRange', false]],
  ] as const)('stands without %s, and is not cached so', async (table, part, [words, isThere]) => {
    await fail(table, 99)
    const response = await home()
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    const html = await response.text()
    expect(html.includes(words)).toBe(isThere)
    expect(html).toContain('Explore Our Venue')
    await waitFor(() => app.output().includes(`${part}.load_failed`))
  })

  test('has both parts for the next guest, and stays so while they cannot be read again', async () => {
    const isWhole = async (): Promise<void> => {
      const response = await home()
      expect(response.headers.get('cache-control')).toContain('public')
      const html = await response.text()
      expect(html).toContain('data-home-modal')
      expect(html).not.toContain('No upcoming events scheduled')
    }
    await isWhole()
    await fail('events', 99)
    await database.pool.query(`select pg_notify('content_changed', 'events')`)
    await waitFor(async () => {
      await isWhole()
      const { rows } = await database.pool.query<{ tried: boolean }>(
        'select last_value > 1 as tried from reads_of_events',
      )
      return rows[0]?.tried === true
    })
    await isWhole()
  })
})

describe('the page of an event', () => {
  const EVENT = '/events/lone-star-highlife?view=reserve'

  test('stands without its seating chart, says so in its place, and is not cached so', async () => {
    await fail('venue_tables', 99)
    const response = await app.get(EVENT)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    const html = await response.text()
    for (const words of ['The seating chart could not be loaded', 'Try again', 'Share this event'])
      expect(html).toContain(words)
    await waitFor(() => app.output().includes('seating_chart.load_failed'))
    await fail('venue_tables', 0)
    expect(await textOf(EVENT)).toContain('Choose from a list')
  })

  test('is not sent again to a browser that has it, after a change that changed nothing of it', async () => {
    const etag = (await app.get(EVENT)).headers.get('etag') ?? ''
    const wasRead = async (): Promise<boolean> => {
      const { rows } = await database.pool.query<{ is: boolean }>(
        'select is_called and last_value > 1 as is from reads_of_events',
      )
      return rows[0]?.is === true
    }
    // The page may be sent from the cache while it is rendered again, so that the second round sees the first one's.
    for (const round of [1, 2]) {
      // oxlint-disable no-await-in-loop -- one after the other
      await fail('events', 0)
      await database.pool.query(`select pg_notify('content_changed', 'events')`)
      await waitFor(async () => {
        const { status } = await app.get(EVENT, { headers: { 'If-None-Match': etag } })
        expect([round, status]).toEqual([round, 304])
        return wasRead()
      })
      // oxlint-enable no-await-in-loop
    }
  })
})

test('the page for performers stands without its picture', async () => {
  await fail('gallery_items', 99)
  const html = await textOf('/perform')
  expect(html).toContain('Now casting')
  await waitFor(() => app.output().includes('gallery.load_failed'))
})

describe('the list of events', () => {
  test('is empty where it cannot be read, and is not cached so', async () => {
    await fail('events', 99)
    const response = await app.get('/events?category=Comedy%20Show')
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const html = await response.text()
    expect(html).toContain('0 events')
    expect(html).not.toContain('Database error')
    await fail('events', 0)
    const again = await app.get('/events?category=Comedy%20Show')
    expect(again.headers.get('cache-control')).toContain('public')
    expect(await again.text()).not.toContain('0 events')
  })
})
