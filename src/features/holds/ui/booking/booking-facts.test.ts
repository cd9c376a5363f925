import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RefundTerms } from './booking-facts.tsx'

const textOf = (refundUntil: string): string =>
  renderToStaticMarkup(
    createElement(RefundTerms, { changeNoticeHours: 24, phone: '+19725550142', refundUntil }),
  ).replaceAll(/<[^>]+>/g, '')

test('the refund terms of a table promise nothing once their hour has passed', () => {
  expect(textOf('2999-11-26T21:00:00Z')).toContain('for a full refund until 24 hours before the doors open')
  expect(textOf('2020-11-26T21:00:00Z')).toContain('it is too late to cancel this night for a refund.')
})
