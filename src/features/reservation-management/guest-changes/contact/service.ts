import { recordActivity } from '#features/audit-log/service.ts'
import { enqueueEmail } from '#features/emails/service.ts'
import { GUEST } from '#features/reservation-management/guest-changes/rules.ts'
import type { Booking } from '#features/reservation-management/schema.ts'
import { lockActiveBooking, lockBooking, findBooking } from '#features/reservation-management/service.ts'
import { findSameContact } from '#features/reservations/evening/service.ts'
import { findSpecialRequests, setGuestContact, setGuestEmail } from '#features/reservations/service.ts'
import type { JsonRecord } from '#lib/changes.ts'
import { changedFields } from '#lib/forms/seen.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { countOne, type Limit } from '#platform/security/rate-limit.ts'
import { confirmationFor, MAY_CHANGE, shownContact } from './rules.ts'
import { CONTACT_FORM, type ContactClash, type ContactGiven, type ContactKind } from './schema.ts'

type Deps = { readonly db: Db; readonly now: Date }

const CHANGES: Limit = { times: 10, withinS: 3600 }
const CORRECTIONS: Limit = { times: 3, withinS: 3600 }

export type ContactRefusal = 'not_found' | 'not_live' | 'too_often'

/** `also` is the type of the other reservation of the evening that was changed, too; null where none was. */
export type ContactChanged = { readonly also: Booking['type'] | null }
type Outcome<Clash = never> = Result<ContactChanged, ContactRefusal | Clash>

/**
 * The other reservation of the evening that a guest corrects with this one: it has the same email, or phone, and its own rules
 * allow the change. Null where there is none.
 */
export async function findAlsoChanged(
  { db, now }: Deps,
  id: string,
  kind: ContactKind,
): Promise<Booking | null> {
  const same = await findSameContact({ db }, id, 'holder')
  const booking = same?.shared[kind] ? await findBooking(db, same.other.id) : undefined
  return booking && MAY_CHANGE[kind](booking, now) ? booking : null
}

/** Whether a reservation is cancelled or over, so that its guest has nothing to correct. */
export async function hasEnded({ db }: Pick<Deps, 'db'>, id: string): Promise<boolean> {
  const booking = await findBooking(db, id)
  return booking !== undefined && booking.status !== 'confirmed' && booking.status !== 'pending'
}

/**
 * Stores the phone number and the special requests that a guest typed on their own page, until the reservation begins. The
 * party keeps its table, so nothing else is asked; the audit log says that it was the guest. A new phone number is that of the
 * other reservation of the evening, too, where both had the former one. What the guest left as it was shown is not written, and
 * what was changed meanwhile, too, is not overwritten before the guest has read it.
 */
export async function changeContactByGuest(
  { db, now }: Deps,
  id: string,
  { seen, ...typed }: ContactGiven,
): Promise<Outcome<ContactClash>> {
  if (!(await countOne(db, `guest contact ${id}`, CHANGES)).ok) return no('too_often')
  return changeLocked({ db, now }, { id, kind: 'phone' }, async (trx, booking, other) => {
    const { guestPhone } = booking
    const former = await findSpecialRequests(trx, id)
    const stored = shownContact({ guestPhone, specialRequests: former })
    const changed = changedFields(CONTACT_FORM.fields, { seen, typed, stored })
    if (!changed.ok) return changed
    const phone = changed.value.includes('phone') ? typed.phone : guestPhone
    const requests = changed.value.includes('requests') ? typed.requests : former
    const isNewPhone = phone !== null && phone !== guestPhone
    if (!isNewPhone && requests === former) return ok(null)
    await setGuestContact(trx, id, { guestPhone: phone, specialRequests: requests || null })
    await record(trx, booking, {
      before: { guestPhone, specialRequests: former },
      after: { guestPhone: phone, specialRequests: requests },
    })
    if (!other || !isNewPhone) return ok(null)
    await setGuestContact(trx, other.id, { guestPhone: phone })
    await record(trx, other, { before: { guestPhone: other.guestPhone }, after: { guestPhone: phone } })
    return ok(other)
  })
}

/**
 * Corrects the email address of a reservation and of the other one of its evening, where both had the former address, and sends
 * their state there again. The rate limit keeps the link from being used to send emails to strangers. It is counted outside of
 * the transaction, so that a refused attempt counts, too; the version in the dedupe key separates repeated corrections.
 */
export async function correctEmailByGuest({ db, now }: Deps, id: string, email: string): Promise<Outcome> {
  if (!(await countCorrection(db, id))) return no('too_often')
  const also = await findAlsoChanged({ db, now }, id, 'email')
  const isAlsoAllowed =
    also !== null && !isSame(also.guestEmail, email) && (await countCorrection(db, also.id))
  return changeLocked({ db, now }, { id, kind: 'email' }, async (trx, booking, other) => {
    const isCorrected = !isSame(booking.guestEmail, email)
    await sendTo(trx, booking, email)
    if (!other || other.id !== also?.id || !isAlsoAllowed || !isCorrected) return ok(null)
    await sendTo(trx, other, email)
    return ok(other)
  })
}

const countCorrection = async (db: Db, id: string): Promise<boolean> =>
  (await countOne(db, `guest email ${id}`, CORRECTIONS)).ok

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

async function sendTo(trx: Db, booking: Booking, email: string): Promise<void> {
  const { id, guestEmail, version } = booking
  await setGuestEmail(trx, id, email)
  if (guestEmail !== email)
    await record(trx, booking, { before: { guestEmail }, after: { guestEmail: email } })
  await enqueueEmail(trx, id, { kind: confirmationFor(booking), dedupeKey: `email ${version}` })
}

/** The changed other reservation; null where it stays as it is. */
type Change<Clash> = (
  trx: Db,
  booking: Booking,
  other: Booking | null,
) => Promise<Result<Booking | null, Clash>>
type Changing = { readonly id: string; readonly kind: ContactKind }

/** Locks a reservation and the other one of its evening, in the order of their ids as a merge does, and changes them. */
const changeLocked = <Clash>(
  deps: Deps,
  { id, kind }: Changing,
  change: Change<Clash>,
): Promise<Outcome<Clash>> =>
  inTransaction(deps.db, async (trx): Promise<Outcome<Clash>> => {
    const found = await findAlsoChanged({ ...deps, db: trx }, id, kind)
    const ids = [id, ...(found ? [found.id] : [])]
    // oxlint-disable-next-line no-await-in-loop -- one transaction is one connection
    for (const each of ids.toSorted()) await lockBooking(trx, each)
    const booking = await lockActiveBooking(trx, id)
    if (!booking) return no('not_found')
    if (!MAY_CHANGE[kind](booking, deps.now)) return no('not_live')
    // Read again under the locks: the other one may have been cancelled or handed over meanwhile.
    const other = found && (await findAlsoChanged({ ...deps, db: trx }, id, kind))
    const changed = await change(trx, booking, other?.id === found?.id ? other : null)
    return changed.ok ? ok({ also: changed.value?.type ?? null }) : changed
  })

type Recorded = { readonly before: JsonRecord; readonly after: JsonRecord }

const record = (trx: Db, { id, guestName }: Booking, { before, after }: Recorded): Promise<void> =>
  recordActivity(trx, {
    actor: GUEST,
    action: 'updated',
    entity: 'reservation',
    entityId: id,
    before: { guestName, ...before },
    after: { guestName, ...after },
  })
