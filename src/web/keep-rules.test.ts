import { describe, expect, test } from 'vitest'
import { keepablePage } from './keep-rules.ts'

const address = (url: string): string | undefined => keepablePage(url)?.address

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
  ])('%j goes by %j', (url, expected) => expect(address(url)).toBe(expected))

  test.each([
    '/events?q=jazz',
    '/events/afrobeats-friday?view=reserve&table=7&guests=4',
    '/events/afrobeats-friday?view=reserve&guests=4',
    '/nowhere',
    '/media/x/320.avif',
    '/menu/Not-A-Slug',
    '//evil.example',
    '/admin',
  ])('%j is rendered for its guest only', (url) => expect(keepablePage(url)).toBeNull())

  test('of an event has several drawings of its chart', () => {
    const night = keepablePage('/events/afrobeats-friday')
    expect(night?.drawings).toBeGreaterThan(1)
    expect(night?.topics).toContain('claims')
  })
})
