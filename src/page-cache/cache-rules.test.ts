import { describe, expect, test } from 'vitest'
import { matchCacheRule } from './cache-rules.ts'

const address = (url: string): string | undefined => matchCacheRule(url)?.address

describe('a kept page', () => {
  test.each([
    ['/', '/'],
    ['/?utm_source=x', '/'],
    ['/menu?view=list&tab=drinks', '/menu?tab=drinks&view=list'],
    ['/menu?tab=<script>', '/menu'],
    ['/events?page=-1', '/events'],
    ['/events?page=2&past=1&x=1', '/events?page=2&past=1'],
    ['/menu.data?tab=drinks', '/menu.data?tab=drinks'],
    ['/_root.data', '/_root.data'],
    ['/menu.data?_routes=site/menu', '/menu.data?_routes=site%2Fmenu'],
    ['/menu.data?_routes=site/menu,root,root', '/menu.data?_routes=root%2Csite%2Fmenu'],
    ['/menu?_routes=nothing', '/menu'],
  ])('%j goes by %j', (url, expected) => expect(address(url)).toBe(expected))

  test.each([
    '/events?q=jazz',
    '/events/afrobeats-friday?view=reserve&table=7&guests=4',
    '/events/afrobeats-friday?view=reserve&guests=4',
    '/nowhere',
    '/menu.data?_routes=site/anything',
    '/menu.data?_routes=site/menu,site/home',
    '/menu.data?_routes=',
    '/events.data?_routes=site/menu',
    '/media/x/320.avif',
    '/menu/Not-A-Slug',
    '//evil.example',
    '/admin',
  ])('%j is rendered for its guest only', (url) => expect(matchCacheRule(url)).toBeNull())

  test('of an event has several drawings of its chart', () => {
    const night = matchCacheRule('/events/afrobeats-friday')
    expect(night?.variants).toBeGreaterThan(1)
    expect(night?.tags).toContain('claims')
  })
})
