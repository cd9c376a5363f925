import { describe, expect, test } from 'vitest'
import { matchCacheRule } from './cache-rules.ts'

const address = (url: string): string | undefined => matchCacheRule(url)?.address

describe('a cached page', () => {
  test.each([
    ['/', '/'],
    ['/?utm_source=x', '/'],
    ['/menu?view=list&tab=drinks', '/menu?tab=drinks&view=list'],
    ['/menu?tab=<script>', '/menu'],
    ['/events?page=-1', '/events'],
    ['/events?page=2&past=1&x=1', '/events?page=2&past=1'],
    ['/menu?_routes=nothing', '/menu'],
    ['/events?when=weekend', '/events?when=weekend'],
    ['/events?month=2026-12&when=2026-12-05', '/events?when=2026-12-05&month=2026-12'],
    ['/events?when=2026-02-30&month=2026-13', '/events'],
    ['/events?when=1926-02-20&month=9999-01', '/events'],
  ])('%j has the cache key %j', (url, expected) => expect(address(url)).toBe(expected))

  test.each([
    '/events?q=jazz',
    '/events/afrobeats-friday?view=reserve&table=7&guests=4',
    '/events/afrobeats-friday?view=reserve&guests=4',
    '/nowhere',
    '/menu.data',
    '/_root.data',
    '/media/x/320.avif',
    '/menu/Not-A-Slug',
    '//evil.example',
    '/admin',
  ])('%j is not cached', (url) => expect(matchCacheRule(url)).toBeNull())

  test('of an event has several variants of its chart', () => {
    const night = matchCacheRule('/events/afrobeats-friday')
    expect(night?.variants).toBeGreaterThan(1)
    expect(night?.tags).toContain('occupancies')
  })
})
