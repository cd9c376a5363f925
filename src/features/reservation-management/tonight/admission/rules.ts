import { standingEvents } from '#features/reservation-management/arrivals/rules.ts'
import type { Attendance } from '#features/reservation-management/arrivals/schema.ts'
import type { Party } from '#features/reservation-management/tonight/schema.ts'

type Arriving = Pick<Party, 'guestCount' | 'events'> & { readonly shares?: Party['shares'] }

/** Guests of the party who are still to come. */
export const guestsToCome = ({ guestCount }: Pick<Party, 'guestCount'>, { arrived }: Attendance): number =>
  Math.max(0, guestCount - arrived)

/** Guests who came and went out: they come back without cover and without a question. */
export const guestsOut = ({ arrived, inside }: Pick<Attendance, 'arrived' | 'inside'>): number =>
  Math.max(0, arrived - inside)

/** The arrival of a friend with a code of their own; null while they are still to come. */
export const friendArrival = ({ events }: Pick<Party, 'events'>, { id }: Party['shares'][number]) =>
  standingEvents(events).find(({ kind, shareId }) => kind === 'arrived' && shareId === id) ?? null

/** Friends with codes of their own who are still to come. */
export const friendsToCome = (party: Arriving): number =>
  (party.shares ?? []).filter((it) => !it.isTakenBack && friendArrival(party, it) === null).length

/**
 * Guests who enter with the host's code: those still to come, except friends with codes of their own; where all came, those who
 * went out.
 */
export const guestsOfHost = (party: Arriving, attendance: Attendance): number => {
  const toCome = guestsToCome(party, attendance)
  return Math.max(1, toCome === 0 ? guestsOut(attendance) : toCome - friendsToCome(party))
}

/** Guests whose coming counts once more of them enter: those who come back are counted already. */
export const guestsAfter = ({ arrived, inside }: Attendance, more: number): number =>
  Math.max(arrived, inside + more)
