import { expect, test, vi } from 'vitest'
import { bookAndPay } from './booking-steps.ts'

const REQUEST = {
  eventId: '018f0000-0000-7000-8000-000000000001',
  guestName: 'Amara Okafor',
  guestEmail: 'amara@example.com',
  guestPhone: '+12145550123',
  guestCount: 2,
  birthdayPackage: false,
  screenDisplay: false,
  specialRequests: '',
  shownTotalCents: 15_000,
}

const refused = (status: number, error: string) => Response.json({ error, title: '', text: '' }, { status })

/** Books a table twice, while the server refuses both requests, and returns their idempotency keys. */
async function keysOfTwo(tableId: string, refusal: () => Response): Promise<readonly unknown[]> {
  const keys: unknown[] = []
  vi.stubGlobal('fetch', (_path: string, { body }: { readonly body: string }) => {
    const sent: { readonly key: unknown } = JSON.parse(body)
    keys.push(sent.key)
    return Promise.resolve(refusal())
  })
  await bookAndPay({ ...REQUEST, tableId }, null)
  await bookAndPay({ ...REQUEST, tableId }, null)
  return keys
}

test.each([
  ['busy', 503],
  ['database_unavailable', 503],
  ['payment_processing', 409],
])('the next request has the same idempotency key after %s', async (error, status) => {
  const [first, second] = await keysOfTwo(`table ${error}`, () => refused(status, error))
  expect(first).toBeTypeOf('string')
  expect(second).toBe(first)
})

test('the next request has a key of its own after a refusal', async () => {
  const [first, second] = await keysOfTwo('table refused', () => refused(409, 'table_taken'))
  expect(first).toBeTypeOf('string')
  expect(second).not.toBe(first)
})
