import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useCloseOutNights } from '../../../../tests/staff/close-out-nights.ts'
import { correctLine } from '#features/payments/at-venue/corrections/service.ts'
import { grantAllowance } from '#features/payments/at-venue/service.ts'
import { readLedger, readMoneyByDate } from '#features/payments/ledger/service.ts'
import { mergeReservations, previewMerge } from '#features/reservation-management/merge/service.ts'
import { undoChange } from '#features/reservation-management/undo/service.ts'
import { recordCover } from '#features/reservation-management/tonight/cover-acts/service.ts'

const { as, book, database, date, dayAfter, page, setNight } = useCloseOutNights()

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

test('a comp that was corrected is one comp, and one that was taken back is none', async () => {
  const [corrected, takenBack] = [await book(), await book()]
  await database().pool.query('update reservations set total_price_cents = 9000 where id = any($1)', [
    [corrected, takenBack],
  ])
  const comp = (id: string, amount: number) =>
    grantAllowance(as(), id, { key: randomUUID(), amount, kind: 'comp', reason: 'Late table' })
  const takeBack = async (id: string) => {
    const [line] = await readLedger(database(), id)
    const form = { lineId: line?.id ?? '', reason: 'Another amount', instead: null }
    expect(await correctLine(as(), id, form)).toMatchObject({ ok: true })
  }
  await comp(takenBack, 1000)
  await takeBack(takenBack)
  await comp(corrected, 5000)
  await takeBack(corrected)
  await comp(corrected, 4000)
  expect((await page()).report.allowances).toEqual([{ label: 'Comps', count: 1, cents: 4000 }])
})

test('a comp of a party that was cancelled counts as nothing, on both screens', async () => {
  const [gone, stays] = [await book(), await book()]
  await database().pool.query('update reservations set total_price_cents = 9000 where id = any($1)', [
    [gone, stays],
  ])
  await grantAllowance(as(), gone, { key: randomUUID(), amount: 4000, kind: 'comp', reason: 'Late table' })
  await grantAllowance(as(), stays, { key: randomUUID(), amount: 1500, kind: 'discount', reason: 'Regular' })
  const setStatus = (status: string, reason: string | null) =>
    database().pool.query('update reservations set status = $2, cancel_reason = $3 where id = $1', [
      gone,
      status,
      reason,
    ])
  const both = async () => {
    const { report } = await page()
    const [night] = (await readMoneyByDate(as(), date())).nights
    return [report.allowances.map(({ label, count, cents }) => [label, count, cents]), night?.waivedCents]
  }
  const standing = [
    [
      ['Comps', 1, 4000],
      ['Discounts', 1, 1500],
    ],
    5500,
  ]
  expect(await both()).toEqual(standing)
  await setStatus('cancelled', 'staff')
  expect(await both()).toEqual([[['Discounts', 1, 1500]], 1500])
  await setStatus('confirmed', null)
  expect(await both()).toEqual(standing)
})

test('a comp that moved along with a merge or to another night is named as what it is', async () => {
  const [stays, goes, moved] = [await book(), await book(), await book()]
  await database().pool.query('update reservations set total_price_cents = 9000 where id = any($1)', [
    [stays, goes, moved],
  ])
  const give = (id: string, kind: 'comp' | 'discount', amount: number) =>
    grantAllowance(as(), id, { key: randomUUID(), amount, kind, reason: 'Late table' })
  await give(goes, 'comp', 4000)
  await give(stays, 'discount', 1500)
  await give(moved, 'comp', 1000)
  const given = async () => {
    const { report } = await page()
    const [night] = (await readMoneyByDate(as(), date())).nights
    return [report.allowances.map(({ label, count, cents }) => [label, count, cents]), night?.waivedCents]
  }
  const all = (comps: number, cents: number) => [
    [
      ['Comps', comps, cents],
      ['Discounts', 1, 1500],
    ],
    cents + 1500,
  ]
  expect(await given()).toEqual(all(2, 5000))

  const before = { ...as(), now: new Date(as().now.getTime() - 14 * 3_600_000) }
  const merge = async () => {
    const shown = await previewMerge(before, stays, goes)
    const versions = { version: shown?.stays.version ?? 0, otherVersion: shown?.goes.version ?? 0 }
    const merged = await mergeReservations(before, stays, { ...versions, otherId: goes, isEmailed: false })
    if (!merged.ok) throw new Error(JSON.stringify(merged.reason))
    return merged.value.actId
  }
  const actId = await merge()
  expect(await given()).toEqual(all(2, 5000))
  expect(await undoChange(before, stays, actId)).toMatchObject({ ok: true })
  expect(await given()).toEqual(all(2, 5000))
  await merge()

  await database().pool.query('update reservations set business_date = business_date + 3 where id = $1', [
    moved,
  ])
  expect(await given()).toEqual(all(1, 4000))
  setNight(dayAfter(3))
  expect(await given()).toEqual([[['Comps', 1, 1000]], 1000])
})
