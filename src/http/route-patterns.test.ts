import type { ServerBuild } from 'react-router'
import { describe, expect, test } from 'vitest'
import { createRoutePatterns } from './route-patterns.ts'

const route = (id: string, it: Partial<ServerBuild['routes'][string]>) => [id, { id, module: {}, ...it }]

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a route, only its place matters here
const routes = Object.fromEntries([
  route('root', { path: '' }),
  route('layout', { parentId: 'root' }),
  route('home', { parentId: 'layout', index: true }),
  route('events', { parentId: 'layout', path: 'events' }),
  route('event', { parentId: 'layout', path: 'events/:event' }),
  route('admin', { parentId: 'root', path: 'admin/*' }),
  route('outbox', { parentId: 'root', path: 'outbox/:email?' }),
  route('none', { parentId: 'layout', path: '*' }),
]) as unknown as ServerBuild['routes']

describe('the pattern of an address', () => {
  const patternOf = createRoutePatterns(routes)

  test.each([
    ['/', '/'],
    ['/events', '/events'],
    ['/events/lone-star-highlife', '/events/:event'],
    ['/events/a/b', 'elsewhere'],
    ['/admin', '/admin/*'],
    ['/admin/settings', '/admin/*'],
    ['/admin/api/menu', '/admin/api/menu'],
    ['/outbox', '/outbox'],
    ['/outbox/one', '/outbox/:email'],
    ['/live/floor/1', '/live/floor/:event'],
    ['/assets/x.js', '/assets/*'],
    ['/wp-login.php', 'elsewhere'],
  ])('%s is %s', (path, pattern) => expect(patternOf(path)).toBe(pattern))

  test('is one for whatever strangers make up', () => {
    const seen = new Set(Array.from({ length: 6000 }, (_, i) => patternOf(`/${i}`)))
    expect(seen).toEqual(new Set(['elsewhere']))
  })
})
