import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useCloseOutNights } from '../../../../tests/staff/close-out-nights.ts'
import { grantAllowance } from '#features/payments/at-venue/service.ts'
import { readMoneyByDate } from '#features/payments/ledger/service.ts'
import { recordCover } from '#features/reservation-management/tonight/cover-acts/service.ts'

const { as, book, database, date, page } = useCloseOutNights()

test('the close-out names what was not asked for by the same sum as Payments, comps of cover with it', async () => {
  const id = await book()
  await database().pool.query('update reservations set total_price_cents = 9000 where id = $1', [id])
  await grantAllowance(as(), id, { key: randomUUID(), amount: 4000, kind: 'comp', reason: 'Late table' })
  const at = new Date(as().now.getTime() - 6 * 3_600_000).toISOString()
  const items = [{ kind: 'comp' as const, guests: 2, eachCents: 2500 }]
  const act = { kind: 'cover' as const, night: date(), method: null, items, at, id: randomUUID() }
  await recordCover(as(), { sentAt: as().now.toISOString(), deviceName: 'phone', acts: [act] })
  const { report } = await page()
  expect(report.allowances.reduce((sum, { cents }) => sum + cents, 0)).toBe(9000)
  const [night] = (await readMoneyByDate(as(), date())).nights
  expect(night).toMatchObject({ date: date(), waivedCents: 9000 })
})
