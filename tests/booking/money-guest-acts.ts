import { randomUUID } from 'node:crypto'
import { settleCheckout } from '#features/payments/checkouts/service.ts'
import { cancelByGuest, giveUpByGuest } from '#features/reservation-management/cancellation/service.ts'
import { readChangeOutcome } from '#features/reservation-management/guest-changes/payments/service.ts'
import { changeByGuest } from '#features/reservation-management/guest-changes/requests/service.ts'
import type { WantedChange } from '#features/reservation-management/guest-changes/schema.ts'
import { previewGuestChange } from '#features/reservation-management/guest-changes/service.ts'
import { mergeReservations, previewMerge } from '#features/reservation-management/merge/service.ts'
import { refundResoldTables } from '#features/reservation-management/cancellation/resale/service.ts'
import { splitForm } from '#features/reservation-management/merge/split/schema.ts'
import { proposedPaid } from '#features/reservation-management/merge/split/rules.ts'
import { readSplitSource, splitReservation } from '#features/reservation-management/merge/split/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import { decimalUsd } from '#lib/money.ts'
import { askFor } from './booking-fixtures.ts'
import { DINNER, type Play, staffOf } from './money-scenario.ts'
import { finish } from './money-staff-acts.ts'

/*
 * Acts of guests on their own page, and acts that join or divide parties. Each is refused where its preconditions fail. A party
 * that an act adds is followed like the others.
 */

export const GUEST_STEPS = [
  'guest_packages',
  'guest_table',
  'guest_night',
  'pay_change',
  'guest_cancel',
  'give_up',
  'sell_again',
  'merge',
  'split',
  'deadline',
  'settings',
] as const
export type GuestStep = (typeof GUEST_STEPS)[number]
export const isGuestStep = (what: string): what is GuestStep => GUEST_STEPS.some((it) => it === what)

type Party = { readonly id: string; readonly times: number }

const find = ({ database }: Play, id: string) =>
  database.db
    .selectFrom('reservations')
    .where('id', '=', id)
    .select(['eventId', 'tableId', 'version', 'status'])
    .executeTakeFirstOrThrow()

/** The next change of a guest, by the version of the reservation, so that a run can be repeated. */
async function wantedOf(play: Play, what: GuestStep, id: string): Promise<WantedChange> {
  const { eventId, tableId, version } = await find(play, id)
  if (what === 'guest_packages') return { packages: version % 2 === 0 ? ['screen_display'] : [] }
  const { tables } = play.night
  const table = tables[(version * 7) % tables.length]
  const other = { tableId: table?.id ?? tableId ?? '' }
  if (what === 'guest_table') return other
  const nights = await play.database.db
    .selectFrom('events')
    .where('startsAt', '>=', play.night.event.startsAt)
    .where('tablesForSale', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('startsAt')
    .limit(3)
    .select('id')
    .execute()
  const night = nights.filter((it) => it.id !== eventId)[version % 2]
  return night ? { eventId: night.id, ...other } : other
}

/** A guest who is sent to the payment page pays at once, or later by another step. */
async function changeOwn(play: Play, what: GuestStep, { id, times }: Party): Promise<void> {
  const deps = play.bookings.deps()
  const wanted = await wantedOf(play, what, id)
  const shown = await previewGuestChange({ ...deps, venue: await loadVenue(deps) }, id, wanted)
  if (!shown.ok) return
  const { form, plan, difference, payment } = shown.value.planned
  const { dueCents, surplusCents } = difference
  const change = {
    version: form.version,
    wanted,
    shown: { dueCents, surplusCents, isCredit: payment === 'credit', night: plan.date },
  }
  const changed = await changeByGuest(deps, id, change)
  if (changed.ok && changed.value.step === 'pay')
    play.changeSessions.push(changed.value.url.split('/').at(-1) ?? '')
  if (times > 1) await payChange(play, times)
}

async function payChange(play: Play, times: number): Promise<void> {
  const session = play.changeSessions.pop()
  if (!session) return
  const { bookings } = play
  // The page of a session that was closed meanwhile takes no payment.
  await bookings.provider.control.pay({ session, outcome: 'approve' }).catch(() => undefined)
  await Promise.all(Array.from({ length: times }, () => settleCheckout(bookings.deps(), session)))
  await Promise.all(Array.from({ length: times }, () => readChangeOutcome(bookings.deps(), session)))
}

async function pay(play: Play, id: string, session: string | null): Promise<void> {
  if (!session) return
  await play.bookings.provider.control.pay({ session, outcome: 'approve' })
  await settleCheckout(play.bookings.deps(), session)
  play.parties.push(id)
}

/** Another guest buys the table of a party that cancelled, and what was kept for it may go back. */
async function sellAgain(play: Play, id: string): Promise<void> {
  await finish(play, id)
  const { tableId, status } = await find(play, id)
  const table = play.night.tables.find((it) => it.id === tableId)
  if (!table || status !== 'cancelled') return
  const begun = await play.bookings.begin(play.night, askFor(play.night, { table })).catch(() => null)
  if (begun) await pay(play, begun.id, begun.sessionId)
  await refundResoldTables({ db: play.database.db })
}

async function mergeOther(play: Play, id: string): Promise<void> {
  const other = play.parties.findLast((it, index) => it !== null && it !== id && index !== DINNER)
  // A change that can still be undone would keep them apart.
  await finish(play, id)
  if (other) await finish(play, other)
  const shown = other ? await previewMerge(staffOf(play), id, other) : null
  if (!other || !shown) return
  const form = {
    version: shown.stays.version,
    otherId: other,
    otherVersion: shown.goes.version,
    isEmailed: false,
  }
  await mergeReservations(staffOf(play), id, form)
}

async function splitOff(play: Play, id: string): Promise<void> {
  await finish(play, id)
  const source = await readSplitSource(staffOf(play), id)
  const table = source?.tables.at(-1)
  if (!source || !table || source.problem !== null) return
  const lineIds = source.lines
    .filter(({ label }) => label === `Table ${table.tableNumber}`)
    .map((it) => it.id)
  const form = splitForm.parse({
    version: source.version,
    key: randomUUID(),
    name: 'Ben Lee',
    guests: '1',
    phone: '',
    email: 'ben@example.com',
    tableIds: [table.id],
    lineIds,
    paid: decimalUsd(proposedPaid(source, { lineIds })),
    isEmailed: false,
  })
  const done = await splitReservation(staffOf(play), id, form)
  if (done.ok) play.parties.push(done.value.id)
}

const setVenue = (play: Play, columns: object) => play.database.db.updateTable('venue').set(columns).execute()

type GuestAct = Party & { readonly cents: number }

/** An act of the guest of a party, whose reservation exists. */
export async function actAsGuest(
  play: Play,
  what: GuestStep,
  { id, times, cents }: GuestAct,
): Promise<unknown> {
  const deps = play.bookings.deps()
  switch (what) {
    case 'guest_packages':
    case 'guest_table':
    case 'guest_night':
      return changeOwn(play, what, { id, times })
    case 'pay_change':
      return payChange(play, times)
    case 'guest_cancel':
      return cancelByGuest(deps, id)
    case 'give_up':
      return giveUpByGuest(deps, id)
    case 'sell_again':
      return sellAgain(play, id)
    case 'merge':
      return mergeOther(play, id)
    case 'split':
      return splitOff(play, id)
    case 'deadline':
      return setVenue(play, { changeNoticeHours: times === 1 ? 720 : 0 })
    case 'settings':
      return setVenue(play, {
        moveFeeCents: times === 1 ? 0 : 2500,
        creditOnMove: cents % 2 === 0,
        refundResoldTables: cents % 3 !== 0,
      })
  }
}
