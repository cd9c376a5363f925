import { weekdayOf } from '#lib/venue-time.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import type { EventFilter } from './schema.ts'
import {
  findEvent,
  findNextEvent,
  listFeaturedEvents,
  loadEventCalendar,
  loadEventPage,
  loadHomeEvents,
} from './service.ts'

const friday = new Date('2026-11-21T00:00:00Z')
const all: EventFilter = { category: 'All', price: 'All', search: '', past: false, when: 'All' }
let database: TestDatabase

beforeAll(async () => {
  database = await cloneDatabase()
})
const deps = (now = friday) => ({ db: database.db, now })

async function insertNight(slug: string, date: string, title = slug): Promise<void> {
  await database.db
    .insertInto('events')
    .values({
      slug,
      title,
      description: 'A night of the tests.',
      category: 'Nightlife',
      date,
      startTime: '21:00',
      endTime: '02:00',
      price: 'Free',
      priceRange: 'free',
    })
    .execute()
}

describe('home', () => {
  test('shows what is on today and at most three nights that follow', async () => {
    const { today, upcoming } = await loadHomeEvents(deps())
    expect(today.map((event) => event.date)).toEqual(['2026-11-20'])
    expect(upcoming).toHaveLength(3)
    expect(upcoming.every((event) => event.date > '2026-11-20')).toBe(true)
  })

  test('still calls it today at two in the morning', async () => {
    const { today } = await loadHomeEvents(deps(new Date('2026-11-21T08:00:00Z')))
    expect(today.map((event) => event.date)).toEqual(['2026-11-20'])
  })
})

describe('the calendar', () => {
  test('marks the day of a night until that is over, as the list behind it does', async () => {
    await insertNight('early-night', '2026-11-18')
    const titles = async (now: string) => {
      const { weeks } = await loadEventCalendar(deps(new Date(now)), all, null)
      return weeks.flat().find((day) => day?.date === '2026-11-18')?.titles
    }
    expect(await titles('2026-11-19T07:59:00Z')).toContain('early-night')
    // At 2 AM the night ends; its business day goes on until 6.
    expect(await titles('2026-11-19T08:00:00Z')).not.toContain('early-night')
  })
})

describe('the list', () => {
  test('has at least 14 nights to come in the seeded venue, soonest first, 15 a page', async () => {
    const page = await loadEventPage(deps(), all, 1)
    expect(page.total).toBeGreaterThanOrEqual(14)
    expect(page.events.length).toBe(Math.min(15, page.total))
    const starts = page.events.map((event) => event.startsAt.getTime())
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
  })

  test('speaks of tickets in the seeded venue only where some are sold', async () => {
    const { rows } = await database.pool.query(
      "select slug from events where description ilike '%ticket%' and tickets_url is null",
    )
    expect(rows).toEqual([])
  })

  test('keeps a night until it has ended, and then moves it to the past ones', async () => {
    await insertNight('short-night', '2026-11-19')
    const slugs = async (now: string, past: boolean) =>
      (await loadEventPage(deps(new Date(now)), { ...all, past, search: 'short-night' }, 1)).events.map(
        (it) => it.slug,
      )
    expect(await slugs('2026-11-20T07:59:00Z', false)).toEqual(['short-night'])
    expect(await slugs('2026-11-20T08:00:00Z', false)).toEqual([])
    expect(await slugs('2026-11-20T08:00:00Z', true)).toEqual(['short-night'])
  })

  test('searches title and description without regard to case, and takes wildcards for what they are', async () => {
    await insertNight('odd-title', '2026-12-30', '100% Vinyl_Night')
    const found = async (search: string) =>
      (await loadEventPage(deps(), { ...all, search }, 1)).events.map((it) => it.slug)
    expect(await found('VINYL_NIGHT')).toEqual(['odd-title'])
    expect(await found('100%')).toEqual(['odd-title'])
    expect(await found('%%%')).toEqual([])
    expect(await found('of the TESTS')).toContain('odd-title')
    expect(await found(String.raw`\ ' " ; --`)).toEqual([])
    await insertNight('accented-title', '2026-12-31', 'The Storyteller’s Raï Café')
    for (const typed of ["storyteller's", 'rai cafe', 'Raï   CAFÉ'])
      // oxlint-disable-next-line no-await-in-loop
      expect(await found(typed), typed).toEqual(['accented-title'])
  })

  test('filters by category and by price', async () => {
    const comedy = await loadEventPage(deps(), { ...all, category: 'Comedy Show' }, 1)
    expect(comedy.total).toBeGreaterThan(0)
    expect(comedy.events.every((event) => event.category === 'Comedy Show')).toBe(true)
    const weekend = await loadEventPage(deps(), { ...all, when: 'weekend' }, 1)
    expect(weekend.events.map((it) => it.date).toSorted()).toEqual(weekend.events.map((it) => it.date))
    expect(weekend.events[0]?.date).toBe('2026-11-20')
    expect(weekend.events.at(-1)?.date.localeCompare('2026-11-22')).toBeLessThanOrEqual(0)
    const fridays = await loadEventPage(deps(), { ...all, when: 'friday' }, 1)
    expect(fridays.total).toBeGreaterThan(1)
    expect(new Set(fridays.events.map((it) => weekdayOf(it.date)))).toEqual(new Set([5]))
    const dear = await loadEventPage(deps(), { ...all, price: 'Over $100' }, 1)
    expect(dear.events.every((event) => event.priceRange === 'expensive')).toBe(true)
    const cheap = await loadEventPage(deps(), { ...all, price: 'Under $50' }, 1)
    expect(new Set(cheap.events.map((event) => event.priceRange))).toEqual(new Set(['free', 'moderate']))
  })

  test('shows its last page when asked for one after it', async () => {
    const page = await loadEventPage(deps(), all, 99)
    expect(page.page).toBe(page.pages)
    expect(page.events.length).toBeGreaterThan(0)
  })

  test('that finds nothing is one empty page', async () => {
    expect(await loadEventPage(deps(), { ...all, search: 'zzzz' }, 7)).toEqual({
      events: [],
      page: 1,
      pages: 1,
      total: 0,
    })
  })
})

describe('one night', () => {
  test('is found by its readable address, and by its id leads there', async () => {
    const [featured] = await listFeaturedEvents(database.db, friday)
    const found = await findEvent(deps(), featured?.slug ?? '')
    expect(found).toMatchObject({ kind: 'event', hasEnded: false, event: { id: featured?.id } })
    expect(await findEvent(deps(), featured?.id ?? '')).toEqual({ kind: 'moved', slug: featured?.slug })
  })

  test.each(['no-such-night', '../etc/passwd', 'x'.repeat(500), '00000000-0000-7000-8000-000000000000'])(
    'that is not there is null: %.30s',
    async (address) => expect(await findEvent(deps(), address)).toBeNull(),
  )

  test('that takes no more guests leads to the next one that does', async () => {
    const nights = (await loadEventPage(deps(), all, 2)).events.concat(
      (await loadEventPage(deps(), all, 1)).events,
    )
    const full = nights.find((event) => event.soldOut)
    if (!full) throw new Error('the seeded venue has no sold-out night')
    const next = await findNextEvent(deps(), full)
    expect(next?.soldOut).toBe(false)
    expect(next && next.date >= full.date).toBe(true)
    const longPast = await findNextEvent(deps(), { ...full, date: '2020-01-01' })
    expect(longPast && longPast.endsAt > friday).toBe(true)
    expect(await findNextEvent(deps(), { ...full, date: '2099-01-01' })).toBeNull()
  })
})
