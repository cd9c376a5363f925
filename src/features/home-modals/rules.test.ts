import { describe, expect, test } from 'vitest'
import { chooseModal, modalTarget, modalCopy } from './rules.ts'

const id = '019a8f5e-0000-7000-8000-000000000001'

describe('a modal button', () => {
  test.each([
    ['plan-event', { kind: 'path', path: '/plan-event' }],
    ['reservation', { kind: 'chooser' }],
    ['menu', { kind: 'path', path: '/menu' }],
    ['events', { kind: 'path', path: '/events' }],
    [`event:${id}`, { kind: 'path', path: `/events/${id}` }],
    [`menu-item:${id}`, { kind: 'path', path: `/menu/${id}` }],
    ['/gallery?tab=venue', { kind: 'path', path: '/gallery?tab=venue' }],
    ['https://example.com/x', { kind: 'external', url: 'https://example.com/x' }],
  ])('with %j leads there', (action, target) => expect(modalTarget(action, 'primary')).toEqual(target))

  test.each([
    null,
    '',
    'nonsense',
    'javascript:alert(1)',
    '//evil.example',
    String.raw`/\evil.example`,
    'http://x',
    'toString',
  ])('with %j falls back', (action) => {
    expect(modalTarget(action, 'primary')).toEqual({ kind: 'path', path: '/plan-event' })
    expect(modalTarget(action, 'secondary')).toEqual({ kind: 'chooser' })
  })
})

describe('choosing a modal', () => {
  const modals = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]

  test('skips what was seen', () =>
    expect(chooseModal(modals, ['a', 'c'], 0.99)).toEqual({ modal: { id: 'b' }, seen: ['a', 'c', 'b'] }))

  test('starts anew when all were seen', () =>
    expect(chooseModal(modals, ['a', 'b', 'c'], 0)).toEqual({ modal: { id: 'a' }, seen: ['a'] }))

  test('shows nothing where there is nothing', () => expect(chooseModal([], [], 0.5)).toBeNull())
})

test('a modal without words gets the agreed ones', () => {
  const bare = {
    id,
    title: '',
    description: '',
    picture: null,
    primaryButtonText: null,
    primaryButtonAction: null,
    secondaryButtonText: null,
    secondaryButtonAction: null,
  }
  expect(modalCopy(bare)).toEqual({
    title: 'Host Your Private Event',
    description: 'Transform your special occasions into unforgettable experiences.',
    primary: 'Plan Your Event',
    secondary: 'Reserve a Table',
  })
})
