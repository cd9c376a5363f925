import { hasSlot } from '#features/dining/rules.ts'
import { enqueueEmail } from '#features/emails/service.ts'
import { enqueueText } from '#features/emails/text-messages/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import { cancelReservation, lockReservation } from '#features/reservations/service.ts'
import type { Hours } from '#features/venue/schema.ts'
import { changeStatus } from '#features/waiting-list/service.ts'
import { lastFinalChange } from '#lib/undo-window.ts'
import { addHours } from '#lib/venue-time.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import {
  listCalledOff,
  listDinnerTimes,
  listLostOffers,
  listMoved,
  listPartyTimes,
  listUntold,
  type LostOffer,
  moveEntry,
  type MovedEntry,
} from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

const TOLD_WITHIN_HOURS = 24

/**
 * Ends the lines of nights and days that were called off or taken off sale, and of dinner times that the opening hours do not
 * have any more, their open offers among them; moves those of nights that were moved; and tells each party. A party whose
 * offer ended with its day is back in line where the day was opened again. A deletion or a closed day counts once staff can no
 * longer undo it. One short transaction a party: it waits for no other lock, so staff who delete or move the night and the
 * offers of its tables never wait for each other here.
 */
export async function followNights({ db, now }: Deps): Promise<void> {
  const since = addHours(now, -TOLD_WITHIN_HOURS)
  const changedBefore = lastFinalChange(now)
  const changes = { now, changedBefore, lostTimes: await listLostTimes(db, since) }
  // oxlint-disable no-await-in-loop -- one party after the other, on one connection
  for (const offer of await listLostOffers(db, changes)) await withdrawOffer(db, offer)
  for (const id of await listCalledOff(db, changes))
    await changeStatus(db, id, { from: 'waiting', to: 'called_off' })
  for (const moved of await listMoved(db, now)) await moveParty(db, moved)
  for (const { id, isOver } of await listUntold(db, { ...changes, since }))
    if (isOver) await tellCalledOff(db, id)
    else await changeStatus(db, id, { from: 'called_off', to: 'waiting' })
  // oxlint-enable no-await-in-loop
}

/**
 * Dinner times with a line at which no table can be booked any more: staff closed the day, set special hours for it or restored its usual
 * ones, or changed the hours of its weekday.
 */
async function listLostTimes(db: Db, after: Date): Promise<Date[]> {
  const times = await listDinnerTimes(db, after)
  if (times.length === 0) return []
  const venue = await loadVenue({ db })
  return times.filter((time) => !hasSlot(venue, time)).map(({ startsAt }) => startsAt)
}

/** Ends the offer of a dinner time that was lost, unless its guest accepted it meanwhile. No payment belongs to a dinner. */
const withdrawOffer = (db: Db, { id, reservationId }: LostOffer): Promise<void> =>
  inTransaction(db, async (tx) => {
    const held = await lockReservation(tx, reservationId)
    if (held?.status !== 'pending' || held.heldUntil === null) return
    // The trigger that follows an offer calls a party removed where its day is not cancelled as a whole.
    await cancelReservation(tx, reservationId, 'staff')
    await changeStatus(tx, id, { from: 'removed', to: 'called_off' })
  })

/** Number of parties in line for a table at a dinner time that other hours of the week would not have any more. */
export async function countLosing({ db, now }: Deps, week: readonly Hours[]): Promise<number> {
  const venue = await loadVenue({ db })
  const then = { ...venue, hours: week }
  const times = await listPartyTimes(db, now)
  return times.filter((time) => hasSlot(venue, time) && !hasSlot(then, time)).length
}

const tellCalledOff = (db: Db, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    await enqueueEmail(tx, id, 'waiting_called_off')
    await enqueueText(tx, id, { kind: 'waiting_called_off' })
  })

const moveParty = (db: Db, moved: MovedEntry): Promise<void> =>
  inTransaction(db, async (tx) => {
    const version = await moveEntry(tx, moved)
    if (version === null) return
    // A night that is moved twice is told twice.
    const dedupeKey = `${moved.date} ${version}`
    await enqueueEmail(tx, moved.id, { kind: 'waiting_moved', dedupeKey })
    await enqueueText(tx, moved.id, { kind: 'waiting_moved', dedupeKey })
  })
