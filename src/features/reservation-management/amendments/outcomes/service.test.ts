import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { refusalOf, useAmendedNights } from '../../../../../tests/booking/amended-nights.ts'
import { amend, preview } from '../../../../../tests/booking/amendments.ts'
import { done } from '../../../../../tests/booking/staff.ts'
import { recordVenuePayment } from '#features/payments/at-venue/service.ts'
import { readMoney, requestPartRefund } from '#features/payments/refunds/service.ts'
import { listOpenIssues } from '#features/payments/revenue/service.ts'
import { readMoneyByDate } from '#features/payments/ledger/service.ts'
import { cancelByGuest } from '#features/reservation-management/cancellation/service.ts'
import { findReservationDetails } from '#features/reservation-management/list/service.ts'
import { undoChange } from '#features/reservation-management/undo/service.ts'
import { finishAmendments } from './service.ts'

const { app, night, asStaff, setStatus, later, pay, begin, settle, ...rest } = useAmendedNights()
const { bookNight, bookDearest, rowOf, tableThat, settleWindow, linesOf, mailsOf } = rest

describe('a price that rises', () => {
  test('becomes an amount due, also for a host, and the payment is no longer in full', async () => {
    const id = await bookNight('cash')
    const paid = (await rowOf(id)).totalPriceCents
    const table = await tableThat('more', id)
    const changed = await done(amend(asStaff('host'), id, { tableId: table.id }))
    expect(changed.dueCents).toBe(table.cents - paid)
    expect(await rowOf(id)).toMatchObject({ totalPriceCents: table.cents, paymentStatus: 'none' })
    const details = await findReservationDetails(asStaff(), id)
    expect(details?.dueCents).toBe(table.cents - paid)
    expect(details?.lines).toMatchObject([{ label: `Table ${table.number}`, amountCents: table.cents }])
  })

  test('can be waived by a manager as a discount with a reason, and not by a host', async () => {
    const id = await bookNight('cash')
    const paid = (await rowOf(id)).totalPriceCents
    const { id: tableId, cents } = await tableThat('more', id)
    const price = { decision: 'waive', reason: 'A regular' } as const
    expect(await amend(asStaff('host'), id, { tableId, price })).toMatchObject({
      reason: { why: 'not_allowed' },
    })
    expect(await done(amend(asStaff(), id, { tableId, price }))).toMatchObject({ dueCents: 0 })
    expect(await linesOf(id)).toEqual([
      ['payment', 'cash', paid],
      ['discount', null, cents - paid],
    ])
    expect(await rowOf(id)).toMatchObject({ paymentStatus: 'paid' })
  })

  test('is not saved where the price is another one than the dialog showed', async () => {
    const id = await bookNight()
    const { id: tableId } = await tableThat('more', id)
    const shown = { dueCents: 1, surplusCents: 0 }
    expect(refusalOf(await amend(asStaff(), id, { tableId, shown }))).toContain('The price has changed')
  })
})

describe('a price that falls', () => {
  test('is refused to a host, and needs a decision of a manager', async () => {
    const id = await bookDearest('card')
    const { id: tableId } = await tableThat('less', id)
    expect(refusalOf(await amend(asStaff('host'), id, { tableId }))).toContain('Please ask a manager')
    expect(refusalOf(await amend(asStaff(), id, { tableId }))).toContain(
      'Choose whether it is refunded, becomes a credit of the guest, or is kept',
    )
    const price = { decision: 'refund', reason: '' } as const
    expect(refusalOf(await amend(asStaff(), id, { tableId, price }))).toContain('in cash or by card')
  })

  test('is refunded at the venue after the undo window, and a later rise is due again', async () => {
    const id = await bookDearest('card')
    const paid = (await rowOf(id)).totalPriceCents
    const { id: tableId, cents } = await tableThat('less', id)
    await done(amend(asStaff(), id, { tableId, price: { decision: 'refund', method: 'card', reason: '' } }))
    expect(await linesOf(id)).toEqual([['payment', 'card', paid]])
    await settleWindow(id)
    await finishAmendments(asStaff(), id)
    expect(await linesOf(id)).toEqual([
      ['payment', 'card', paid],
      ['refund', 'card', cents - paid],
    ])
    const dearer = await tableThat('more', id)
    const rise = dearer.cents - cents
    expect(await done(amend(asStaff(), id, { tableId: dearer.id }))).toMatchObject({ dueCents: rise })
    await done(
      recordVenuePayment(asStaff(), id, { key: randomUUID(), amount: rise, method: 'cash', note: '' }),
    )
    expect((await findReservationDetails(asStaff(), id))?.dueCents).toBe(0)
  })

  test('of an online payment goes back through the provider', async () => {
    const { id, sessionId } = await begin()
    await pay(sessionId)
    await settle(sessionId)
    await done(amend(asStaff(), id, { packages: ['birthday_shoutout'] }))
    await done(
      recordVenuePayment(asStaff(), id, { key: randomUUID(), amount: 5000, method: 'cash', note: '' }),
    )
    const price = { decision: 'refund', reason: 'No birthday after all' } as const
    await done(amend(asStaff(), id, { packages: [], price }))
    await settleWindow(id)
    const refunds = await app().db.selectFrom('refunds').selectAll().where('reservationId', '=', id).execute()
    expect(refunds).toMatchObject([{ amountCents: 5000, note: 'No birthday after all' }])
    const [mail, ...others] = await mailsOf(id)
    expect(others).toEqual([])
    expect(mail?.text).toContain('We refund $50.00. It goes back to the card you paid with.')
    // A night ends on another day than it begins, and its guest reads both.
    const bothDays = /[A-Z][a-z]{2} [A-Z][a-z]{2} \d+, \d+ PM – [A-Z][a-z]{2} \d+ AM/
    expect([mail?.subject, mail?.text]).toEqual([
      expect.stringMatching(bothDays),
      expect.stringMatching(bothDays),
    ])
  })

  test('moves no cash that staff were not asked to hand over, though the online payment was refunded meanwhile', async () => {
    const { id, sessionId } = await begin()
    await pay(sessionId)
    await settle(sessionId)
    const { totalPriceCents: paid } = await rowOf(id)
    await done(amend(asStaff(), id, { packages: ['birthday_shoutout'] }))
    await done(
      recordVenuePayment(asStaff(), id, { key: randomUUID(), amount: 5000, method: 'cash', note: '' }),
    )
    const price = { decision: 'refund', method: 'cash', reason: '' } as const
    await done(amend(asStaff(), id, { packages: [], price }))
    await requestPartRefund(app().db, id, {
      amountCents: paid,
      note: 'asked',
      requestedBy: asStaff().actor.id,
    })
    await settleWindow(id)
    expect((await linesOf(id)).filter(([, method]) => method === 'cash')).toEqual([['payment', 'cash', 5000]])
  })

  test('is no part of what a guest who cancels at once is given back', async () => {
    const id = await bookDearest('card')
    const { totalPriceCents: paid } = await rowOf(id)
    const { id: tableId, cents } = await tableThat('less', id)
    await done(amend(asStaff(), id, { tableId, price: { decision: 'refund', method: 'card', reason: '' } }))
    await done(cancelByGuest(asStaff(), id))
    const asked = async () => (await readMoney(app(), id)).venueRefundDueCents
    const issued = async () =>
      (await listOpenIssues(asStaff())).find((it) => it.reservation?.id === id)?.amountCents
    expect([await asked(), await issued()]).toEqual([paid, paid])
    await settleWindow(id)
    expect([await asked(), await issued()]).toEqual([cents, cents])
  })

  test('is due no more than once where a refund takes the credit of the guest', async () => {
    const { id, sessionId } = await begin()
    await pay(sessionId)
    await settle(sessionId)
    await done(amend(asStaff(), id, { packages: ['birthday_shoutout', 'screen_display'] }))
    const { totalPriceCents, receivedCents } = await rowOf(id)
    const amount = totalPriceCents - receivedCents
    await done(recordVenuePayment(asStaff(), id, { key: randomUUID(), amount, method: 'cash', note: '' }))
    const packages: 'birthday_shoutout'[] = ['birthday_shoutout']
    await done(amend(asStaff(), id, { packages, price: { decision: 'credit', reason: '' } }))
    await settleWindow(id)
    const { creditCents } = await rowOf(id)
    expect(creditCents).toBeGreaterThan(0)
    // Staff take the other package out and put it back, without Undo: the credit pays for it, and the refund is made.
    await done(amend(asStaff(), id, { packages: [], price: { decision: 'refund', reason: 'Not wanted' } }))
    await done(amend(asStaff(), id, { packages }))
    await settleWindow(id)
    const row = await rowOf(id)
    expect(row).toMatchObject({ creditCents: 0, refundedCents: 5000, priceRefundedCents: 5000 })
    const heldCents = row.receivedCents - row.refundedCents - row.disputedCents - row.creditCents
    const dueCents = Math.max(0, row.totalPriceCents - heldCents)
    expect((await findReservationDetails(asStaff(), id))?.dueCents).toBe(dueCents)
    expect(dueCents).toBe(0)
  })

  test('can become a credit of the guest, which the dialog shows to who sees money, with what a rise leaves of it', async () => {
    const id = await bookDearest('cash')
    const { tableId: dearest, totalPriceCents: paid } = await rowOf(id)
    const { id: tableId, cents } = await tableThat('less', id)
    expect((await preview(asStaff(), id)).price).toMatchObject({ creditBeforeCents: 0, creditCents: 0 })
    await done(amend(asStaff(), id, { tableId, price: { decision: 'credit', reason: '' } }))
    const credit = paid - cents
    expect((await preview(asStaff(), id)).price).toMatchObject({
      creditBeforeCents: credit,
      creditCents: credit,
    })
    const back = await preview(asStaff(), id, { tableId: dearest ?? '' })
    expect(back.price).toMatchObject({ creditBeforeCents: credit, creditCents: 0, riseCents: 0 })
    const { price } = await preview(asStaff('host'), id)
    expect(price).toMatchObject({ creditBeforeCents: null, creditCents: null })
  })

  test('can be kept with a reason, which a later change of the status leaves', async () => {
    const id = await bookDearest('cash')
    const paid = (await rowOf(id)).totalPriceCents
    const { id: tableId, cents } = await tableThat('less', id)
    await done(amend(asStaff(), id, { tableId, price: { decision: 'keep', reason: 'Too late' } }))
    await done(setStatus(id, 'pending', 'confirmed'))
    expect(await rowOf(id)).toMatchObject({ keptCents: paid - cents, keptReason: 'Too late' })
  })
})

describe('another night', () => {
  const laterNight = () =>
    app()
      .db.selectFrom('events')
      .selectAll()
      .where('startsAt', '>', night().event.endsAt)
      .where('deletedAt', 'is', null)
      .orderBy('startsAt')
      .executeTakeFirstOrThrow()

  test('takes the money along: it leaves the one night and comes to the other, and nothing moves that day', async () => {
    const id = await bookNight('cash')
    const { businessDate: from, totalPriceCents: paid } = await rowOf(id)
    const to = await laterNight()
    const sums = async () => {
      const { nights, days } = await readMoneyByDate({ ...asStaff(), now: to.startsAt }, to.date)
      for (const it of nights)
        expect(it.thatDayCents + it.otherDaysCents + it.transferredCents, it.date).toBe(it.keptCents)
      const kept = (date: string) => nights.find((it) => it.date === date)?.keptCents ?? 0
      return { from: kept(from), to: kept(to.date), moved: days.reduce((sum, it) => sum + it.netCents, 0) }
    }
    const before = await sums()
    expect(await amend(asStaff('host'), id, { eventId: to.id })).toMatchObject({
      reason: { why: 'not_allowed' },
    })
    const free = (await preview(asStaff(), id, { eventId: to.id })).tables.find((it) => it.isFree)
    const tableId = free?.id ?? ''
    const price = { decision: 'waive', reason: 'The same price' } as const
    await done(amend(asStaff(), id, { eventId: to.id, tableId, overCapacity: true, price }))
    expect(await rowOf(id)).toMatchObject({ eventId: to.id, businessDate: to.date, receivedCents: paid })
    const after = await sums()
    expect(after).toEqual({ from: before.from - paid, to: before.to + paid, moved: before.moved })
  })

  test('is undone with the money, the price lines, the discount and the table, and no email is sent', async () => {
    const id = await bookNight('cash')
    const former = await rowOf(id)
    const to = await laterNight()
    const { id: tableId } = await tableThat('more', id)
    const price = { decision: 'waive', reason: 'A regular' } as const
    const packages: ('birthday_shoutout' | 'screen_display')[] = ['birthday_shoutout']
    const changed = await done(
      amend(asStaff(), id, { eventId: to.id, tableId, packages, price, name: 'Other' }),
    )
    expect(changed.act?.email).toBe('reservation_changed')
    later(5)
    await done(undoChange(asStaff(), id, changed.act?.actId ?? ''))
    const { updatedAt: _at, version: _version, ...row } = await rowOf(id)
    const { updatedAt: _then, version: _first, ...was } = former
    expect(row).toEqual(was)
    expect((await findReservationDetails(asStaff(), id))?.lines).toHaveLength(1)
    await settleWindow(id)
    expect(await mailsOf(id)).toEqual([])
  })

  test('cannot be one that is over or deleted', async () => {
    const id = await bookNight()
    const { id: past } = await app()
      .db.updateTable('events')
      .set({ date: '2026-11-01' })
      .where('id', '=', (await laterNight()).id)
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(refusalOf(await amend(asStaff(), id, { eventId: past }))).toBe('That event is over.')
    expect(refusalOf(await amend(asStaff(), id, { eventId: randomUUID() }))).toBe(
      'That event is no longer on.',
    )
  })
})

describe('a removed package', () => {
  test('loses its content after the undo window, and the audit log keeps it', async () => {
    const id = await bookNight()
    await done(amend(asStaff(), id, { packages: ['birthday_shoutout'] }))
    await app().pool.query(
      `insert into package_contents (reservation_id, package_key, name) values ($1, 'birthday_shoutout', 'Yaa')`,
      [id],
    )
    const count = async () =>
      (await app().pool.query('select from package_contents where reservation_id = $1', [id])).rowCount
    await settleWindow(id)
    await done(amend(asStaff(), id, { packages: [] }))
    expect(await count()).toBe(1)
    await settleWindow(id)
    expect(await count()).toBe(0)
    const { rows } = await app().pool.query<{ content: string }>(
      `select before ->> 'packageContent' as content from activity where entity_id = $1 and before ? 'packageContent'`,
      [id],
    )
    expect(rows).toEqual([{ content: 'Name: Yaa.' }])
  })
})

test('the facts of a change are deleted with the guest', async () => {
  const id = await bookNight()
  await done(amend(asStaff(), id, { name: 'Ama Boateng' }))
  await settleWindow(id)
  const count = async () =>
    (await app().pool.query(`select from reservation_acts where reservation_id = $1`, [id])).rowCount
  expect(await count()).toBe(1)
  await app().pool.query('update reservations set anonymised_at = now() where id = $1', [id])
  expect(await count()).toBe(0)
})
