import { recordActivity } from '#features/audit-log/service.ts'
import { lockServiceDay } from '#features/dining/service.ts'
import { listOfferableTables } from '#features/holds/table-blocks/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import type { CheckoutDeps } from '#features/payments/sessions/service.ts'
import { leaveLine, offerDinner, offerTable } from '#features/waiting-list/offers/service.ts'
import { titleOf, untilText, whenText } from '#features/waiting-list/rules.ts'
import type { WaitingEntry } from '#features/waiting-list/schema.ts'
import {
  changeStatus,
  findEntry,
  listEntriesOf,
  listWaitingDates,
  lockNightLine,
  writeOfferReason,
} from '#features/waiting-list/service.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { businessDate, isCalendarDate } from '#lib/venue-time.ts'
import { type Db, retryDeadlocks } from '#platform/db/db.ts'
import { PaymentUnavailable } from '#platform/payments-gateways/types.ts'
import type { OfferChoice, OfferForm, StaffEntry, StaffLine, StaffWaitingList } from './schema.ts'

type Deps = { readonly db: Db; readonly now: Date }
type ActorDeps = Deps & { readonly actor: Actor }

type StaffRefusal =
  | { readonly why: 'not_allowed' | 'not_found' }
  | { readonly why: 'refused'; readonly text: string }

const refused = (text: string) => no({ why: 'refused', text } as const)

/**
 * The lines of a business date, each in the order of joining. `next` asks for the first date on which parties wait; without
 * a date, and if no party waits, the lines are today's.
 */
export async function loadWaitingList(
  { db, now, actor }: ActorDeps,
  query: URLSearchParams,
): Promise<StaffWaitingList> {
  const seesContacts = may(actor.role, 'guests.contact')
  const today = businessDate(now)
  const asked = query.get('date')
  const dates = await listWaitingDates(db, today)
  const next = asked === 'next' ? dates[0]?.date : asked
  const date = typeof next === 'string' && isCalendarDate(next) ? next : today
  const lines = new Map<string, StaffLine & { readonly entries: StaffEntry[] }>()
  for (const entry of await listEntriesOf(db, date)) {
    const key = entry.night?.id ?? String(entry.dinnerAt?.toISOString())
    const kind: StaffLine['kind'] = entry.night ? 'night' : 'dinner'
    const line = lines.get(key) ?? { key, kind, title: titleOf(entry), when: whenText(entry), entries: [] }
    lines.set(key, line)
    const place = line.entries.filter(({ status }) => status === 'waiting').length + 1
    line.entries.push({
      id: entry.id,
      status: entry.status,
      place: entry.status === 'waiting' ? place : null,
      guestName: entry.guestName,
      guestEmail: seesContacts ? entry.guestEmail : '',
      guestPhone: entry.guestPhone,
      guestCount: entry.guestCount,
      zone: entry.zone,
      since: entry.createdAt.toISOString(),
      heldUntil: entry.status === 'offered' ? (entry.offer?.heldUntil?.toISOString() ?? null) : null,
      tableNumber: entry.offer?.tableNumber ?? null,
      offerReason: entry.offerReason,
    })
  }
  return { date, today, dates, lines: [...lines.values()] }
}

/** Free tables that seat a party, for an offer out of turn. Its zone is a wish that staff may leave aside. */
export async function listOfferChoices({ db, now }: Deps, id: string): Promise<OfferChoice[] | null> {
  const entry = await findEntry(db, id)
  if (!entry) return null
  if (!entry.night) return []
  const tables = await listOfferableTables(db, entry.night.id, now)
  return tables
    .filter(({ maxGuests }) => maxGuests >= entry.guestCount)
    .map(({ id: tableId, tableNumber, location, maxGuests }) => ({
      id: tableId,
      tableNumber,
      zone: location,
      seats: maxGuests,
    }))
}

/** Offers a table to a party before those ahead of it, with the reason in the audit log. */
export async function offerOutOfTurn(
  { db, now, actor }: ActorDeps,
  id: string,
  form: OfferForm,
): Promise<Result<{ readonly id: string }, StaffRefusal>> {
  if (!may(actor.role, 'reservations.edit')) return no({ why: 'not_allowed' })
  const found = await findEntry(db, id)
  if (!found) return no({ why: 'not_found' })
  return retryDeadlocks(() =>
    db.transaction().execute(async (tx) => {
      await (found.night ? lockNightLine(tx, found.night.id) : lockServiceDay(tx, found.businessDate))
      const entry = await findEntry(tx, id)
      if (entry?.status !== 'waiting') return refused(`${found.guestName} is not waiting any more.`)
      if (entry.endsAt <= now) return refused('It is too late for an offer: the time has passed.')
      const problem = await makeOffer({ db: tx, now }, entry, form)
      if (problem !== null) return refused(problem)
      await writeOfferReason(tx, id, form.reason)
      await recordActivity(tx, {
        actor,
        action: 'offered a table out of turn to',
        entity: 'waiting_entry',
        entityId: id,
        after: { ...factsOf(entry), reason: form.reason },
      })
      return ok({ id })
    }),
  )
}

/** Holds the table; returns a text where that is not possible. */
async function makeOffer(
  { db, now }: Deps,
  entry: WaitingEntry,
  { tableId }: OfferForm,
): Promise<string | null> {
  if (!entry.night) {
    const isMade = entry.dinnerAt !== null && (await offerDinner({ db, now }, entry, entry.dinnerAt))
    return isMade ? null : `No table is free ${whenText(entry)} for a party of ${entry.guestCount}.`
  }
  const tables = await listOfferableTables(db, entry.night.id, now)
  const table = tables.find((it) => it.id === tableId)
  if (!table) return 'This table is not free any more. Please choose another one.'
  if (table.maxGuests < entry.guestCount)
    return `Table ${table.tableNumber} seats ${table.maxGuests}, and the party is ${entry.guestCount}.`
  const isMade = await offerTable({ db, now }, { eventId: entry.night.id, party: entry, table })
  return isMade
    ? null
    : `Table ${table.tableNumber} cannot be sold for this night. Please choose another one.`
}

/** Takes a party out of line. An open offer ends, and its table goes to the next party. */
export async function removeEntry(
  deps: CheckoutDeps & { readonly actor: Actor },
  id: string,
): Promise<Result<{ readonly id: string }, StaffRefusal>> {
  const { db, actor } = deps
  if (!may(actor.role, 'reservations.edit')) return no({ why: 'not_allowed' })
  const entry = await findEntry(db, id)
  if (!entry) return no({ why: 'not_found' })
  const ended = await endOf(deps, entry)
  if (ended !== null) return refused(ended)
  await recordActivity(db, {
    actor,
    action: 'removed',
    entity: 'waiting_entry',
    entityId: id,
    before: factsOf(entry),
  })
  return ok({ id })
}

async function endOf(
  deps: CheckoutDeps,
  { id, guestName, status, offer }: WaitingEntry,
): Promise<string | null> {
  if (status === 'waiting' && (await changeStatus(deps.db, id, { from: 'waiting', to: 'removed' })))
    return null
  try {
    const done = await leaveLine(deps, id)
    if (done === 'paid')
      return `${guestName} is paying or has paid for the table. Please cancel the reservation.`
    if (done === 'over') return `${guestName} is not in line any more.`
    await changeStatus(deps.db, id, { from: done, to: 'removed' })
    return null
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error
    const until = offer?.heldUntil ? ` It ends by itself at ${untilText(offer.heldUntil)}.` : ''
    return `The offer could not be ended now, because the payment provider does not answer.${until}`
  }
}

const factsOf = (entry: WaitingEntry) => ({
  guestName: entry.guestName,
  guestCount: entry.guestCount,
  title: titleOf(entry),
  date: entry.businessDate,
})
