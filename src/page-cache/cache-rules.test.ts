import { describe, expect, test } from 'vitest'
import routes from '#web/routes.ts'
import { CACHED_ROUTE_IDS, matchCacheRule } from './cache-rules.ts'

const address = (url: string): string | undefined => matchCacheRule(url)?.address

describe('a cached page', () => {
  test.each([
    ['/', '/'],
    ['/?utm_source=x', '/'],
    ['/menu?view=list&tab=drinks', '/menu?tab=drinks&view=list'],
    ['/menu?tab=<script>', '/menu'],
    ['/events?page=-1', '/events'],
    ['/events?page=2&past=1&x=1', '/events?page=2&past=1'],
    ['/menu.data?tab=drinks', '/menu.data?tab=drinks'],
    ['/_root.data', '/_root.data'],
    ['/menu.data?_routes=site/menu/menu', '/menu.data?_routes=site%2Fmenu%2Fmenu'],
    ['/menu.data?_routes=site/menu/menu,root,root', '/menu.data?_routes=root%2Csite%2Fmenu%2Fmenu'],
    ['/menu?_routes=nothing', '/menu'],
  ])('%j has the cache key %j', (url, expected) => expect(address(url)).toBe(expected))

  test.each([
    '/events?q=jazz',
    '/events/afrobeats-friday?view=reserve&table=7&guests=4',
    '/events/afrobeats-friday?view=reserve&guests=4',
    '/nowhere',
    '/menu.data?_routes=site/anything',
    '/menu.data?_routes=site/menu/menu,site/home/home',
    '/menu.data?_routes=',
    '/events.data?_routes=site/menu/menu',
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

test('every route id of a cache rule is one of the router', () => {
  const idsOf = (entries: typeof routes): string[] =>
    entries.flatMap(({ file, children }) => [file.replace(/\.\w+$/, ''), ...idsOf(children ?? [])])
  const known = ['root', ...idsOf(routes)]
  expect(known).toEqual(expect.arrayContaining([...CACHED_ROUTE_IDS]))
  expect(CACHED_ROUTE_IDS).toHaveLength(13)
})
