import { expect, test } from 'vitest'
import { galleryTab, neighbour, roomPictures } from './rules.ts'

test('an unknown tab is the main one, and the archive is not offered', () => {
  expect(galleryTab('venue')).toBe('venue')
  expect(galleryTab('archive')).toBe('main')
  expect(galleryTab('<script>')).toBe('main')
})

test('the lightbox goes round', () => {
  expect(neighbour(0, -1, 5)).toBe(4)
  expect(neighbour(4, 1, 5)).toBe(0)
  expect(neighbour(0, 1, 1)).toBe(0)
})

test('room pictures leave out food and posters', () => {
  const poster = { galleryType: 'events', category: 'events' } as const
  const stage = { galleryType: 'events', category: 'atmosphere' } as const
  const terrace = { galleryType: 'venue', category: 'ambiance' } as const
  expect(roomPictures([poster, stage, terrace], 'events')).toEqual([stage])
})
