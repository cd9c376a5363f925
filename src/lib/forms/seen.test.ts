import { expect, test } from 'vitest'
import { changedFields } from './seen.ts'

const of = (seen: string | null, typed: string, stored: string) =>
  changedFields(['note'], {
    seen: seen === null ? null : { note: seen },
    typed: { note: typed },
    stored: { note: stored },
  })

test.each([
  ['left alone', of('a', 'a', 'a'), []],
  ['left alone and changed elsewhere', of('a', 'a', 'b'), []],
  ['changed', of('a', 'b', 'a'), ['note']],
  ['emptied', of('a', '', 'a'), ['note']],
  ['changed to the same elsewhere', of('a', 'b', 'b'), ['note']],
  ['left alone, with the line breaks of a browser', of('a\nb', 'a\r\nb', 'c'), []],
  ['of a page that does not say what it showed', of(null, 'b', 'c'), ['note']],
])('a field that is %s', (_what, changed, value) => expect(changed).toEqual({ ok: true, value }))

test('a field that was changed elsewhere, too, is not overwritten', () => {
  const clash = { fields: ['note'], stored: { note: 'c' }, again: { note: 'b' } }
  expect(of('a', 'b', 'c')).toEqual({ ok: false, reason: clash })
  expect(of('a', 'b', '')).toMatchObject({ ok: false, reason: { fields: ['note'] } })
})
