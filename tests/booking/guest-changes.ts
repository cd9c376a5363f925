import { sql } from 'kysely'
import { afterEach, beforeEach, expect } from 'vitest'
import { bookTable } from '#features/holds/booking/service.ts'
import { renderAmendmentEmail } from '#features/reservation-management/amendments/emails/service.ts'
import { readChangeOutcome } from '#features/reservation-management/guest-changes/payments/service.ts'
import { changeByGuest } from '#features/reservation-management/guest-changes/requests/service.ts'
import type { WantedChange } from '#features/reservation-management/guest-changes/schema.ts'
import { previewGuestChange } from '#features/reservation-management/guest-changes/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import { askFor, type Night, newIdentity } from './booking-fixtures.ts'
import { eventually } from '../support/eventually.ts'
import { WAITING_FOR_LOCK } from './waiting-for-lock.ts'
import { done, useStaffAndGuests } from './staff.ts'

type VenueSettings = { readonly creditOnMove: boolean } | { readonly moveFeeCents: number }

/** Guests with paid nights who change them by their link. */
export function useGuestChanges() {
  const venue = useStaffAndGuests()
  const { app, bookings, night, pay, settle } = venue
  const deps = () => bookings().deps()
  const db = () => app().db

  const rowOf = (id: string) =>
    db().selectFrom('reservations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const linesOf = async (id: string) =>
    (
      await db()
        .selectFrom('reservationLines')
        .select('label')
        .where('reservationId', '=', id)
        .orderBy('label')
        .execute()
    ).map(({ label }) => label)
  const refundsOf = async (id: string) =>
    (await db().selectFrom('refunds').select('amountCents').where('reservationId', '=', id).execute()).map(
      ({ amountCents }) => amountCents,
    )
  const activeAt = (tableId: string) =>
    db()
      .selectFrom('tableOccupancies as o')
      .leftJoin('tableBlocks as b', 'b.id', 'o.tableBlockId')
      .where('o.tableId', '=', tableId)
      .where('o.isActive', '=', true)
      .select(['o.reservationId', 'b.reason'])
      .where(sql<boolean>`o.during && tstzrange(${night().event.startsAt}, ${night().event.endsAt}, '[)')`)
      .execute()

  /** The change as the page shows it before the guest confirms it. */
  async function confirmOf(id: string, wanted: WantedChange) {
    const shown = await previewGuestChange({ ...deps(), venue: await loadVenue(deps()) }, id, wanted)
    if (!shown.ok) throw new Error(shown.reason.text)
    const { form, plan, difference, payment } = shown.value.planned
    const { dueCents, surplusCents } = difference
    return {
      change: {
        version: form.version,
        wanted,
        shown: { dueCents, surplusCents, isCredit: payment === 'credit', night: plan.date },
      },
      difference,
      payment,
    }
  }
  const previewProblem = async (id: string, wanted: WantedChange) => {
    const shown = await previewGuestChange({ ...deps(), venue: await loadVenue(deps()) }, id, wanted)
    return shown.ok ? null : shown.reason
  }
  /** Runs two requests that meet at the reservation: both wait for its row, and the first that asked gets it first. */
  async function inOrder<First, Second>(
    id: string,
    first: () => Promise<First>,
    second: () => Promise<Second>,
  ): Promise<[First, Second]> {
    const waiting = async () => (await app().pool.query(WAITING_FOR_LOCK)).rows.length
    const both = await db()
      .transaction()
      .execute(async (trx) => {
        await trx.selectFrom('reservations').select('id').where('id', '=', id).forUpdate().execute()
        const begun = first()
        await eventually(async () => expect(await waiting()).toBe(1))
        const after = second()
        await eventually(async () => expect(await waiting()).toBe(2))
        return { running: Promise.all([begun, after]) }
      })
    return both.running
  }
  async function change(id: string, wanted: WantedChange) {
    const { change: confirmed } = await confirmOf(id, wanted)
    return changeByGuest(deps(), id, confirmed)
  }
  /** The id of the session at the end of the address of a payment page. */
  async function beginPaying(id: string, wanted: WantedChange): Promise<string> {
    const step = await done(change(id, wanted))
    if (step.step !== 'pay') throw new Error('nothing is to be paid')
    return step.url.split('/').at(-1) ?? ''
  }
  /** The guest comes back from the payment page. */
  async function comeBack(session: string) {
    await settle(session)
    return readChangeOutcome(deps(), session)
  }
  /** A free table of the night, of the same size or larger, that costs more or less than the reservation. */
  async function otherTable(id: string, costs: 'more' | 'less') {
    await venue.reloadNight()
    const { totalPriceCents } = await rowOf(id)
    const found = night().tables.find(({ cents }) =>
      costs === 'more' ? cents > totalPriceCents : cents < totalPriceCents,
    )
    if (!found) throw new Error(`no table costs ${costs}`)
    return found
  }
  /** The next night, with a free table whose price fits. */
  async function laterNight(
    id: string,
    fits: (cents: number) => boolean = () => true,
    earliest: Date | null = null,
  ) {
    await venue.reloadNight()
    const { endsAt } = await rowOf(id)
    const to = await db()
      .selectFrom('events')
      .select(['id', 'date'])
      .where('startsAt', '>', earliest ?? endsAt)
      .where('deletedAt', 'is', null)
      .where('tablesForSale', '=', true)
      .where('soldOut', '=', false)
      .orderBy('startsAt')
      .executeTakeFirstOrThrow()
    for (const { id: tableId, cents } of night().tables) {
      const wanted = { eventId: to.id, tableId }
      // oxlint-disable-next-line no-await-in-loop -- the first one that is free
      const isOpen = fits(cents) && (earliest !== null || (await previewProblem(id, wanted)) === null)
      if (isOpen) return { ...to, wanted, cents }
    }
    throw new Error('no table of the later night is free')
  }
  async function paidAt(pick: 'cheapest' | 'dearest') {
    await venue.reloadNight()
    const sorted = night().tables.toSorted((a, b) => a.cents - b.cents)
    const table = pick === 'cheapest' ? sorted[0] : sorted.at(-1)
    if (!table) throw new Error('no table is free')
    const begun = await bookings().begin(night(), askFor(night(), { table, guestCount: 2 }))
    await pay(begun.sessionId)
    await settle(begun.sessionId)
    return begun.id
  }
  /** Sets the venue before each test of a file, and resets it after each. */
  function useVenueSettings(during: VenueSettings, after: VenueSettings) {
    const set = (settings: VenueSettings) => db().updateTable('venue').set(settings).execute()
    beforeEach(() => set(during))
    afterEach(() => set(after))
    return set
  }
  /** A paid night and a later one whose price fits, which its guest wants instead. */
  async function movable(pick: 'cheapest' | 'dearest', fits: (cents: number, paidCents: number) => boolean) {
    const id = await paidAt(pick)
    const { totalPriceCents: paidCents } = await rowOf(id)
    const later = await laterNight(id, (cents) => fits(cents, paidCents))
    return { ...later, id, paidCents }
  }
  /** Text of the email about the last change of a reservation. */
  async function changeMailOf(id: string): Promise<string> {
    const act = await db()
      .selectFrom('reservationActs')
      .select('id')
      .where('reservationId', '=', id)
      .where('kind', '=', 'amended')
      .orderBy('createdAt', 'desc')
      .executeTakeFirstOrThrow()
    const mail = await renderAmendmentEmail(deps(), { subjectId: id, dedupeKey: act.id })
    return mail?.text.replaceAll(/\s+/g, ' ') ?? ''
  }
  const takenByOther = (table: Night['tables'][number]) =>
    bookTable(deps(), askFor(night(), { table }), newIdentity())

  return {
    ...venue,
    deps,
    db,
    rowOf,
    linesOf,
    refundsOf,
    activeAt,
    confirmOf,
    inOrder,
    previewProblem,
    change,
    beginPaying,
    comeBack,
    otherTable,
    laterNight,
    paidAt,
    takenByOther,
    useVenueSettings,
    movable,
    changeMailOf,
  }
}
