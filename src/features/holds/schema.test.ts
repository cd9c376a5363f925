import { expect, test } from 'vitest'
import { holdRequest } from './schema.ts'

const ID = '0f0e0d0c-0b0a-4908-8706-050403020100'
const request = {
  guestName: 'Ada Obi',
  guestEmail: 'ada@example.com',
  guestPhone: '972 555 0123',
  guestCount: 2,
  specialRequests: '',
  birthdayPackage: false,
  screenDisplay: false,
  eventId: ID,
  tableId: ID,
  key: ID,
  shownTotalCents: 25_000,
}

test('a request of a page that was opened before an upgrade may have fields of the earlier version', () => {
  const parsed = holdRequest.safeParse({ ...request, seating: 'window' })
  expect(parsed.success).toBe(true)
  expect(parsed.data).not.toHaveProperty('seating')
  expect(holdRequest.safeParse({ ...request, guestName: '' }).success).toBe(false)
})
