import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { lockFigures } from '#features/close-out/lock/service.ts'
import { closeNight, loadCloseOut, prepareCloseOuts } from '#features/close-out/service.ts'
import { loadOverview } from '#features/dashboard/service.ts'
import { addEntries } from '#features/guest-lists/entries/service.ts'
import { addGuestList } from '#features/guest-lists/service.ts'
import { grantAllowance } from '#features/payments/at-venue/service.ts'
import { readMoneyByDate } from '#features/payments/ledger/service.ts'
import { readProviderAccount } from '#features/payments/provider-account/service.ts'
import type { StaffRole } from '#features/permissions/schema.ts'
import { nightForm } from '#features/reservation-management/staff-bookings/schema.ts'
import { addNight } from '#features/reservation-management/staff-bookings/service.ts'
import { changeStatus } from '#features/reservation-management/status/service.ts'
import { addDays } from '#lib/venue-time.ts'
import { amend } from '../booking/amendments.ts'
import {
  DATE,
  database,
  bookings,
  night,
  at,
  as,
  till,
  takeTable,
  value,
  bookOnline,
  phoneDinner,
  record,
  takeMoney,
  takeCover,
  refundsArrive,
  seenOf,
  asWithVenue,
  phoneCall,
} from './played-night.ts'

test('a business day from the first phone call to the lock adds up to the cent on every screen', async () => {
  // 3 PM: the phone rings, and guests book online.
  const dinner = await phoneDinner('Dinah Mensah', '18:30')
  const excused = await phoneDinner('Kwame Sick', '19:00')
  const byPhone = takeTable()
  const phoned = value(
    await addNight(
      await asWithVenue('manager'),
      nightForm.parse({
        ...phoneCall,
        name: 'Phil Owusu',
        eventId: night.event.id,
        tableId: byPhone.id,
        packages: [],
        payment: 'at_door',
        paymentNote: '',
        shownTotalCents: byPhone.cents,
        key: randomUUID(),
      }),
    ),
  ).id
  const came = await bookOnline('Ada Obi')
  const changed = await bookOnline('Chidi Eze')
  const cancelled = await bookOnline('Carla Asante')
  const noShow = await bookOnline('Nora Darko')
  const refunded = await bookOnline('Rita Boateng')
  const list = value(
    await addGuestList(as('manager'), {
      eventId: night.event.id,
      name: 'Friends of Kojo',
      promoter: 'Kojo Asante',
      reduced: null,
      untilTime: '23:00',
      maxGuests: 40,
      isOpen: true,
    }),
  )
  const { added } = value(await addEntries(as('manager'), list.id, { lines: 'Ama Listed +2\nYaw Listed +1' }))
  const listed = added.find(({ guestName }) => guestName.startsWith('Ama'))?.id ?? ''

  // 4 PM: one guest wants a package, which is paid at the venue; another cancels and is refunded.
  at('16:00')
  const extra = value(
    await amend(as('manager'), changed.id, {
      packages: ['birthday_shoutout'],
      price: { decision: 'due', reason: '' },
    }),
  )
  expect(extra).toMatchObject({ dueCents: 5000 })
  value(
    await changeStatus(as('manager'), cancelled.id, {
      status: 'cancelled',
      seen: 'confirmed',
      money: { decision: 'refund', reason: 'Ill' },
    }),
  )
  await refundsArrive(cancelled.id)

  // 6:30 PM: the dinner comes, and is out before the night.
  at('18:35')
  await record({ reservationId: dinner }, { kind: 'arrived', guests: 4 }, { kind: 'seated' })
  at('20:50')
  await record({ reservationId: dinner }, { kind: 'left', guests: 4 })

  // 10 PM: the entrance. A party arrives in parts, the list comes free, walk-ins pay.
  at('22:05')
  await record({ reservationId: came.id }, { kind: 'arrived', guests: 3 })
  await takeCover({
    reservationId: came.id,
    method: 'card',
    items: [{ kind: 'full', guests: 3, eachCents: 2500 }],
  })
  at('22:20')
  await record({ reservationId: came.id }, { kind: 'arrived', guests: 1 })
  await record({ entryId: listed }, { kind: 'arrived', guests: 3 })
  await takeCover({
    entryId: listed,
    method: null,
    items: [{ kind: 'guest_list', guests: 3, eachCents: 0 }],
  })
  at('23:15')
  await takeCover({
    method: 'cash',
    items: [
      { kind: 'full', guests: 5, eachCents: 2500 },
      { kind: 'reduced', guests: 2, eachCents: 1050 },
    ],
  })
  await record({ reservationId: changed.id }, { kind: 'arrived', guests: 4 }, { kind: 'seated' })
  await takeMoney(changed.id, 5000, 'cash')
  at('00:40')
  await record({ reservationId: phoned }, { kind: 'arrived', guests: 4 })
  value(
    await grantAllowance(as('manager'), phoned, {
      key: randomUUID(),
      kind: 'comp',
      amount: 2050,
      reason: 'The table by the speakers',
    }),
  )
  await takeMoney(phoned, 10_001, 'cash')
  await takeMoney(phoned, byPhone.cents - 2050 - 10_001, 'card')

  // 6:05 AM: the job ends stays, and leaves everyone who paid alone.
  at('06:05', addDays(DATE, 1))
  expect(await prepareCloseOuts(bookings.deps())).toContainEqual({ date: DATE, stays: 4, isClosed: false })
  const open = await loadCloseOut(as('manager'), DATE)
  expect(
    open.undecided.map(({ guestName, leftCents, onlineCents }) => [guestName, leftCents, onlineCents]),
  ).toEqual([
    ['Kwame Sick', 0, 0],
    ['Nora Darko', noShow.cents, noShow.cents],
    ['Rita Boateng', refunded.cents, refunded.cents],
  ])

  // 6:30 AM: the manager closes. A host cannot.
  at('06:30', addDays(DATE, 1))
  const decision = (reservationId: string, outcome: 'no_show' | 'excused', isRefunded = false) => ({
    reservationId,
    outcome,
    isRefunded,
  })
  const form = {
    decisions: [
      decision(excused, 'excused'),
      decision(noShow.id, 'no_show'),
      decision(refunded.id, 'no_show', true),
    ],
    reason: '',
  }
  expect(await closeNight(as('host'), DATE, form)).toMatchObject({
    ok: false,
    reason: { why: 'not_allowed' },
  })
  value(await closeNight(as('manager'), DATE, form))
  await refundsArrive(refunded.id)
  expect(await Promise.all([dinner, came.id, changed.id, phoned].map(seenOf))).toEqual(
    Array.from({ length: 4 }, () => 'completed'),
  )

  // The owner locks, and the drawer is exact. What the provider has was read before.
  expect(await readProviderAccount(bookings.deps())).toEqual({ failure: null })
  value(await lockFigures(as('owner'), DATE, { counted: till.cash, note: '' }))
  const { report, lock, sinceLock } = await loadCloseOut(as('owner'), DATE)
  expect(lock).toMatchObject({
    actorName: 'The owner',
    cashExpectedCents: till.cash,
    cashCountedCents: till.cash,
  })
  expect(sinceLock).toEqual({ lines: [], moneyCents: 0, drawerCents: 0, came: 0 })

  // Every screen has the same sums, and they are those of the tills.
  const total = till.online + till.cash + till.card
  const cents = (shares: readonly { readonly cents: number }[]): number =>
    shares.reduce((sum, it) => sum + it.cents, 0)
  const method = (label: string) => report.byMethod.find((it) => it.label === label)?.cents
  expect(report.money.keptCents).toBe(total)
  for (const shares of [report.byZone, report.byTable, report.byMethod, report.byPackage])
    expect(cents(shares)).toBe(total)
  expect([method('Online'), method('Cash'), method('Card')]).toEqual([till.online, till.cash, till.card])
  expect(report.cover).toEqual([
    { label: 'Full, by card', count: 3, cents: 7500 },
    { label: 'Full, in cash', count: 5, cents: 12_500 },
    { label: 'Reduced, in cash', count: 2, cents: 2100 },
    { label: 'Guest list', count: 3, cents: 0 },
  ])
  expect(report.money.coverCents).toBe(7500 + 12_500 + 2100)
  expect(report.allowances).toEqual([{ label: 'Comps', count: 1, cents: 2050 }])
  expect(report.noShows).toEqual({ count: 1, cents: noShow.cents })
  expect(report.cancelled).toEqual({ count: 0, cents: 0 })
  expect(report.promoters).toMatchObject([{ promoter: 'Kojo Asante', listed: 5, heads: 3 }])
  expect(report.summary).toMatchObject({
    parties: 6,
    covers: 24,
    // Dinner, two tables from online, one by phone, the list, and the walk-ins.
    came: 4 + 4 + 4 + 4 + 3 + 7,
    noShows: 2,
    tablesSold: 5,
  })
  expect(report.arrivals.reduce((sum, { guests }) => sum + guests, 0)).toBe(report.summary.came)
  const online = [came, changed, cancelled, noShow, refunded].reduce((sum, it) => sum + it.cents, 0)
  expect(report.account).toMatchObject({
    ledger: { charges: online, refunds: -till.refunded, disputes: 0 },
    provider: { charges: online, refunds: -till.refunded, disputes: 0 },
    mismatches: [],
  })

  const { rows } = await database.pool.query<{ cents: number }>(
    'select sum(amount_cents)::int as cents from ledger_lines where night = $1',
    [DATE],
  )
  expect(rows[0]?.cents).toBe(total)
  const money = await readMoneyByDate(bookings.deps(), DATE)
  // The database dates refunds by its own clock, which the test cannot set: they moved on another day.
  const received = total + till.refunded
  expect(money.nights.find(({ date }) => date === DATE)).toMatchObject({
    keptCents: total,
    thatDayCents: received,
    otherDaysCents: -till.refunded,
  })
  expect(money.days.find(({ date }) => date === DATE)).toMatchObject({
    netCents: received,
    onlineCents: till.online + till.refunded,
    cashCents: till.cash,
    cardCents: till.card,
  })
  const overview = (role: StaffRole) => loadOverview(as(role))
  const lastNight = (await overview('manager')).nights.find(({ date }) => date === DATE)
  expect(lastNight).toMatchObject({ moneyCents: total, covers: 24, tablesSold: 5 })
  expect((await overview('host')).nights.every(({ moneyCents }) => moneyCents === null)).toBe(true)
})
