import { UNDO_MS } from '#lib/undo-window.ts'
import { addSeconds } from '#lib/venue-time.ts'
import type { ReservationStatus } from '#features/reservations/schema.ts'
import type { EmailFacts, StatusEmail, UnfinishedAct } from './schema.ts'

/** The screen offers Undo for ten seconds; a click in the last of them may take a while to arrive. */
const NETWORK_MS = 2000

/**
 * Until when an act of staff can be undone. Its consequences for the guest are drawn after that. An act that is one of
 * many waits `graceMs` longer: Undo is offered once the last of them is done.
 */
export const undoUntil = (now: Date, graceMs = 0): Date =>
  addSeconds(now, (UNDO_MS + NETWORK_MS + graceMs) / 1000)

/** The email a guest is sent when staff change a status; null where the night is over or nothing changes for them. */
export function emailOnStatus(
  { type, startsAt, guestEmail }: EmailFacts,
  { from, to }: { readonly from: ReservationStatus; readonly to: ReservationStatus },
  now: Date,
): StatusEmail | null {
  if (from === to || startsAt <= now || guestEmail === '') return null
  if (to === 'confirmed') return type === 'dining' ? 'dinner_confirmed' : 'confirmation'
  if (to !== 'cancelled') return null
  if (type === 'dining') return 'dinner_cancelled'
  // A guest who only held a table was promised nothing yet.
  return from === 'confirmed' ? 'cancelled' : null
}

/** The status the guest was last told of: the one before the first act that nobody has been emailed about yet. */
export const statusMessage = (
  unfinished: readonly UnfinishedAct[],
  current: ReservationStatus,
): ReservationStatus => unfinished[0]?.before.status ?? current
