import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSignedTokens } from '#platform/security/signed-tokens.ts'
import { issueDailyFormToken, issueFormToken, readFormToken } from './form-token.ts'

const tokens = createSignedTokens(randomBytes(32))
const drawn = new Date('2026-11-21T00:00:00Z')
const formToken = issueFormToken({ tokens, now: drawn }, 'perform')
const readAfter = (seconds: number, form = 'perform', text = formToken) =>
  readFormToken({ tokens, now: new Date(drawn.getTime() + seconds * 1000) }, form, text)

test('says whether a form came back sooner than a person writes', () => {
  expect(readAfter(0)).toBe('early')
  expect(readAfter(2.9)).toBe('early')
  expect(readAfter(3)).toBe('valid')
  expect(readAfter(6 * 24 * 3600)).toBe('valid')
  expect(readAfter(8 * 24 * 3600)).toBe('old')
})

test('cannot be made by anybody else, or taken from another form', () => {
  expect(readAfter(60, 'plan-event')).toBe('none')
  const [, nonce, seal] = formToken.split('.')
  expect(readAfter(60, 'perform', `0.${nonce}.${seal}`)).toBe('none')
  expect(readAfter(60, 'perform', '')).toBe('none')
  expect(readAfter(-3600)).toBe('none')
})

test('is another one each time', () => {
  expect(issueFormToken({ tokens, now: drawn }, 'perform')).not.toBe(formToken)
})

test('of a page for every guest is the same all day, for one form, and never early', () => {
  const at = (time: string, form = 'perform') => issueDailyFormToken({ tokens, now: new Date(time) }, form)
  const today = at('2026-11-21T00:00:00Z')
  expect(at('2026-11-21T23:59:59Z')).toBe(today)
  expect(at('2026-11-22T00:00:00Z')).not.toBe(today)
  expect(at('2026-11-21T00:00:00Z', 'plan-event')).not.toBe(today)
  expect(readAfter(0, 'perform', today)).toBe('valid')
  expect(readAfter(0, 'plan-event', today)).toBe('none')
})
