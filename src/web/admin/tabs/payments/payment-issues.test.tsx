import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { OpenIssue } from '#features/payments/revenue/schema.ts'
import { IssueActions } from './payment-issues.tsx'

const ISSUE: OpenIssue = {
  id: 'a',
  kind: 'paid_and_cancelled',
  detail: 'Paid $400.00 too late.',
  amountCents: 40000,
  openedAt: '2027-01-15T03:00:00.000Z',
  reservation: null,
  refundableCents: 40000,
  venueRefundCents: 5000,
  canSeatAgain: true,
}

/** The texts of the buttons beside the issue, and of those in its menu. */
function actionsOf(facts: Partial<OpenIssue>) {
  const markup = renderToStaticMarkup(
    <IssueActions item={{ ...ISSUE, ...facts }} onAction={() => undefined} />,
  )
  const [beside = '', inMenu = ''] = markup.split('role="menu"')
  const textsOf = (html: string) =>
    [...html.matchAll(/<button[^>]*>([^<]+)<\/button>/g)].map(([, text]) => text)
  return { beside: textsOf(beside), inMenu: textsOf(inMenu) }
}

test('a payment issue has one button, and a menu of what else can be done', () => {
  expect(actionsOf({})).toEqual({
    beside: ['Seat again'],
    inMenu: ['Refund $400.00', 'Give back $50.00', 'Mark as settled'],
  })
  expect(actionsOf({ canSeatAgain: false, refundableCents: 0 })).toEqual({
    beside: ['Give back $50.00'],
    inMenu: ['Mark as settled'],
  })
  expect(actionsOf({ canSeatAgain: false, refundableCents: 0, venueRefundCents: 0 })).toEqual({
    beside: ['Mark as settled'],
    inMenu: [],
  })
})
