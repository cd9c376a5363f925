import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startBookings, type TestBookings } from '../../../../tests/booking/bookings.ts'
import { askFor, findNight, FRIDAY, tableOf } from '../../../../tests/booking/booking-fixtures.ts'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { addDays, addHours, businessDate } from '#lib/venue-time.ts'
import { PaymentUnavailable } from '#platform/payments-gateways/types.ts'
import { settleCheckout } from '../checkouts/service.ts'
import { readAccountFigures, readProviderAccount } from './service.ts'

const DAY_HOURS = 24

let app: TestDatabase
let bookings: TestBookings
beforeAll(async () => {
  app = await cloneDatabase()
  bookings = await startBookings(app, FRIDAY)
})
beforeEach(() => app.pool.query('delete from provider_readings'))

type Asked = { readonly what: 'transactions' | 'payouts' | 'items'; readonly from: Date | null }

/** The provider, and what it is asked for. `isItemized`: whether it lists payouts as divided. */
function listening({ failsAfter = Infinity, isItemized = true } = {}) {
  const { payments } = bookings.deps()
  const asked: Asked[] = []
  return {
    asked,
    payments: {
      kind: payments.kind,
      listTransactions: async (from: Date, before: Date | null) => {
        asked.push({ what: 'transactions', from })
        if (asked.length > failsAfter) throw new PaymentUnavailable('no answer')
        return payments.listTransactions(from, before)
      },
      listPayouts: async (since: Date) => {
        asked.push({ what: 'payouts', from: since })
        const payouts = await payments.listPayouts(since)
        return payouts.map((it) => ({ ...it, isItemized: it.isItemized && isItemized }))
      },
      listPayoutTransactions: async (id: string) => {
        asked.push({ what: 'items', from: null })
        return payments.listPayoutTransactions(id)
      },
    },
  }
}
const readAt = (now: Date, { payments }: Pick<ReturnType<typeof listening>, 'payments'>) =>
  readProviderAccount({ db: app.db, now, payments })
const setReadUntil = (readUntil: Date) =>
  app.db
    .insertInto('providerReadings')
    .values({ provider: 'local', readUntil, readAt: readUntil, failingSince: null, failure: null })
    .execute()
const readUntil = async () =>
  (await app.db.selectFrom('providerReadings').select('readUntil').executeTakeFirstOrThrow()).readUntil

test('the last day is read again, because a movement may be listed late, and payouts of fifteen days', async () => {
  await setReadUntil(FRIDAY)
  const provider = listening()
  await readAt(addHours(FRIDAY, 2), provider)
  expect(provider.asked).toEqual([
    { what: 'transactions', from: addHours(FRIDAY, -DAY_HOURS) },
    { what: 'payouts', from: addHours(FRIDAY, -15 * DAY_HOURS) },
  ])
  expect(await readUntil()).toEqual(addHours(FRIDAY, 2))
})

test('a week that was read is not read again after the provider failed in a later one', async () => {
  const start = addHours(FRIDAY, -20 * DAY_HOURS)
  await setReadUntil(start)
  expect(await readAt(FRIDAY, listening({ failsAfter: 1 }))).toEqual({ failure: 'no answer' })
  const first = addHours(start, 6 * DAY_HOURS)
  expect(await readUntil()).toEqual(first)
  const again = listening()
  await readAt(FRIDAY, again)
  expect(again.asked[0]?.from).toEqual(addHours(first, -DAY_HOURS))
})

test('the movements of a payout are listed once, and not before the provider has divided it', async () => {
  const night = await findNight(app.db)
  const { sessionId } = await bookings.begin(night, askFor(night, { table: tableOf(night, 0) }))
  await bookings.provider.control.pay({ session: sessionId, outcome: 'approve' })
  await settleCheckout(bookings.deps(), sessionId)
  bookings.clock.now = addHours(FRIDAY, 5 * DAY_HOURS)
  const date = businessDate(night.event.startsAt)
  const payouts = async () => (await readAccountFigures(app, date)).payouts
  const itemsAsked = async (isItemized: boolean): Promise<number> => {
    const provider = listening({ isItemized })
    await readAt(bookings.clock.now, provider)
    return provider.asked.filter(({ what }) => what === 'items').length
  }
  expect(await itemsAsked(false)).toBe(0)
  expect(await payouts()).toEqual([])
  expect(await itemsAsked(true)).toBe(1)
  expect(await payouts()).toHaveLength(1)
  expect(await itemsAsked(true)).toBe(0)
})

test('the figures are as of the account that was asked last, of test payments and real ones', async () => {
  await setReadUntil(FRIDAY)
  const later = addHours(FRIDAY, 3)
  await app.db
    .insertInto('providerReadings')
    .values({ provider: 'stripe', readUntil: later, readAt: later, failingSince: null, failure: null })
    .execute()
  const { readAt: shown } = await readAccountFigures(app, addDays(businessDate(FRIDAY), 30))
  expect(shown).toBe(later.toISOString())
})
