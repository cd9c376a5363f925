import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { grantAllowance, recordVenuePayment } from '#features/payments/at-venue/service.ts'
import { readListQuery } from '#features/reservation-management/list/rules.ts'
import { findReservationDetails, listReservations } from '#features/reservation-management/list/service.ts'
import { createSignedTokens } from '#platform/security/signed-tokens.ts'
import { paymentLabel } from '#web/admin/tabs/reservations/list-copy.ts'
import { useMerges } from './merges.ts'
import { done } from './staff.ts'

const { asStaff, bookNight, cancel, merge, rowOf, settleWindow } = useMerges()
const tokens = createSignedTokens(Buffer.alloc(32, 1))

async function detailsOf(id: string) {
  const details = await findReservationDetails({ ...asStaff(), tokens }, id)
  if (!details) throw new Error('no such reservation')
  return details
}
const pay = (id: string, amount: number) =>
  done(recordVenuePayment(asStaff(), id, { key: randomUUID(), amount, method: 'cash', note: '' }))

test('cash of a party that was cancelled is to be given back, in the list and on its page, until staff decide', async () => {
  const [open, kept] = [await bookNight(), await bookNight()]
  for (const id of [open, kept])
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await pay(id, 4000)
  expect(paymentLabel(await detailsOf(open))).toBe('pending')
  await done(cancel(open, 'later'))
  await done(cancel(kept, 'keep'))
  expect(paymentLabel(await detailsOf(open))).toBe('to be given back')
  expect(paymentLabel(await detailsOf(kept))).toBe('none')
  const query = new URLSearchParams({ date: (await rowOf(open)).businessDate })
  const { items } = await listReservations(asStaff(), readListQuery(query), null)
  const labels = [open, kept].map((id) => items.filter((it) => it.id === id).map(paymentLabel))
  expect(labels).toEqual([['to be given back'], ['none']])
})

test('lines that moved along with a merge are corrected at the reservation that stays only', async () => {
  const stays = await bookNight()
  const goes = await bookNight('cash', { name: 'Kofi Mensah', email: 'kofi@example.com' })
  const comp = { key: randomUUID(), amount: 500, kind: 'comp', reason: 'Late table' } as const
  await done(grantAllowance(asStaff(), stays, comp))
  expect((await detailsOf(goes)).ledger.map(({ isCorrectable }) => isCorrectable)).toEqual([true])
  await done(merge(stays, goes))
  await settleWindow(stays)
  expect((await detailsOf(goes)).mergedInto).toMatchObject({ id: stays })
  expect((await detailsOf(goes)).ledger.filter(({ isCorrectable }) => isCorrectable)).toEqual([])
  expect((await detailsOf(stays)).ledger.some(({ isCorrectable }) => isCorrectable)).toBe(true)
})
