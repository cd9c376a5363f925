import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { guestsOf, RefundTerms } from './booking-facts.tsx'

const textOf = (refundUntil: string): string =>
  renderToStaticMarkup(
    createElement(RefundTerms, { changeNoticeHours: 24, phone: '+19725550142', refundUntil }),
  ).replaceAll(/<[^>]+>/g, '')

test('the refund terms of a table promise nothing once their hour has passed', () => {
  expect(textOf('2999-11-26T21:00:00Z')).toContain('for a full refund until 24 hours before the doors open')
  expect(textOf('2020-11-26T21:00:00Z')).toContain('it is too late to cancel this night for a refund.')
})

test.each([
  ['4', 4],
  ['1', 1],
  ['', null],
  ['0', null],
  ['-1', null],
  ['1.5', null],
  ['99', null],
])('%j guests are a party of %j', (guestCount, guests) => expect(guestsOf({ guestCount })).toBe(guests))
