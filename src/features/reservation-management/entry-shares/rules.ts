import { promiseOf } from '#features/dining/dinners/rules.ts'
import type { ReservationType } from '#features/reservation-management/list/schema.ts'
import type { ReservationStatus } from '#features/reservations/schema.ts'
import { countText } from '#lib/text/count.ts'

export type PartyFacts = {
  readonly type: ReservationType
  readonly status: ReservationStatus
  readonly guestCount: number
  readonly heldUntil: Date | null
  readonly endsAt: Date
  readonly deletedAt: Date | null
}

/** Friends who can get a code of their own: the party without its host. */
export const maxShares = ({ guestCount }: Pick<PartyFacts, 'guestCount'>): number => guestCount - 1

/** Friends who lose their code where a party becomes smaller: the newest who have not come in. */
export function sharesLeftOut<Share extends { readonly hasArrived: boolean }>(
  shares: readonly Share[],
  party: Pick<PartyFacts, 'guestCount'>,
): readonly Share[] {
  const excess = shares.length - maxShares(party)
  return excess > 0 ? shares.filter(({ hasArrived }) => !hasArrived).slice(-excess) : []
}

/** Whether the host can share the entry: the party is certain, and still to come. */
export function canShare(party: PartyFacts, now: Date): boolean {
  const { type, status, heldUntil, deletedAt, endsAt } = party
  if (deletedAt !== null || endsAt <= now) return false
  return status === 'confirmed' || (type === 'dining' && status === 'pending' && heldUntil === null)
}

type Certainty = Pick<PartyFacts, 'type' | 'status'> & {
  readonly hasTable: boolean
  readonly isLargeParty: boolean
}

/** Whether staff have to confirm the party first: until then the codes of its friends are not valid, as that of its host. */
export const isUnconfirmed = (party: Certainty): boolean =>
  party.type === 'dining'
    ? party.status === 'pending' && promiseOf(party) === 'waiting'
    : party.status === 'pending'

/** Codes that a party can have in all, those that were taken back included. */
export const MAX_SHARES_EVER = 60

export type ShareRefusal = 'not_live' | 'same_name' | 'full' | 'too_many' | 'used' | 'not_found'

/** Text of a refusal for the host of a party. */
export function shareRefusalText(
  reason: ShareRefusal,
  { guestCount, name }: { readonly guestCount: number; readonly name: string },
): string {
  switch (reason) {
    case 'not_live':
      return 'The entry can be shared while the reservation is confirmed and still to come.'
    case 'same_name':
      return `${name} has a code already. Add a last name.`
    case 'full':
      return `Your party is ${countText(guestCount, 'guest')}, with you. Each of them has a code now. To bring more, please change the number of guests first.`
    case 'too_many':
      return 'Many codes of this party were taken back already. Please call us, and we will help you.'
    case 'used':
      return 'Your friend came in with this code, so it cannot be taken back.'
    case 'not_found':
      return 'This code does not exist any more.'
  }
}

/** First word of a name: friends see no more of their host. */
export const firstNameOf = (name: string): string => name.trim().split(/\s+/, 1)[0] ?? ''

/** `Ana, with Kim Obi's party` */
export const withPartyText = (name: string, host: string): string => `${name}, with ${host}'s party`
