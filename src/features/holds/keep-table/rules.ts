import type { HoldRefusal } from '#features/holds/schema.ts'
import { formatUsdShort } from '#lib/money.ts'
import { formatClock, type WallTime } from '#lib/venue-time.ts'
import type { KeepOffer, KeepState } from './schema.ts'

type Standing = {
  readonly nightId: string | null
  /** The night is of the dinner's guests; staff may have handed it over to others. True without a night. */
  readonly isTheirs: boolean
  readonly isAtDinnerTable: boolean
  readonly isPaid: boolean
  /** Reason that would refuse a hold of the table now; null where nothing does. */
  readonly refusal: HoldRefusal | 'mine' | null
}

/** State of an offer; null where the guest is told nothing, such as for a night that is not on sale or at another table. */
export function keepState({
  nightId,
  isTheirs,
  isAtDinnerTable,
  isPaid,
  refusal,
}: Standing): KeepState | null {
  if (!isAtDinnerTable) return null
  if (!isTheirs) return 'sold'
  if (nightId !== null) return isPaid ? 'kept' : 'held'
  if (refusal === null) return 'open'
  if (refusal === 'mine') return 'held'
  return refusal === 'table_taken' || refusal === 'sold_out' ? 'sold' : null
}

type Shown = Pick<KeepOffer, 'event' | 'table' | 'priceCents' | 'awayFrom' | 'isTakenBetween'>

const endText = ({ endTime }: KeepOffer['event']): string =>
  endTime === null ? 'for the whole night' : `until ${formatClock(endTime)}`

/** `Keep table 12 until 5:00 AM for $350.`; where it is not theirs in between, when the guests have it again. */
export const keepText = ({ event, table, priceCents, awayFrom, isTakenBetween }: Shown): string => {
  const until = `${endText(event)} for ${formatUsdShort(priceCents)}.`
  return awayFrom === null
    ? `Keep table ${table.tableNumber} ${until}`
    : `Have table ${table.tableNumber} again from ${formatClock(event.startTime)} ${until} ${awayText({ event, awayFrom, isTakenBetween })}`
}

type Away = Pick<Shown, 'event' | 'isTakenBetween'> & { readonly awayFrom: WallTime }

/** `Another party has it from 7:00 PM to 9:00 PM.` Where none has it, it is not kept for the guests all the same. */
const awayText = ({ event, awayFrom, isTakenBetween }: Away): string =>
  `${isTakenBetween ? 'Another party has it' : 'It is not kept for you'} from ${formatClock(awayFrom)} to ${formatClock(event.startTime)}.`

/** Text for guests who keep their table for the night: whether they can stay at it until then. */
export const keptText = ({ event, table, awayFrom, isTakenBetween }: Omit<Shown, 'priceCents'>): string =>
  awayFrom === null
    ? `Table ${table.tableNumber} stays yours after dinner. You do not need to move.`
    : `Table ${table.tableNumber} is yours again from ${formatClock(event.startTime)}. ${awayText({ event, awayFrom, isTakenBetween })}`

/** Whether the guests need not leave the table between the dinner and the night that they have there. */
export const staysForNight = (offer: Pick<KeepOffer, 'state' | 'awayFrom'> | null): boolean =>
  offer !== null && offer.state === 'kept' && offer.awayFrom === null

/** Line of an email about the dinner; null where there is nothing to offer. */
export const keepLine = (offer: KeepOffer | null): string | null =>
  offer?.state === 'open' || offer?.state === 'held'
    ? `${offer.event.title} begins at ${formatClock(offer.event.startTime)} that night. ${keepText(offer)} You can do that on your page as long as it is not sold.`
    : null

/** Address of the seating chart of the night, for the guest's party. */
export const chartPath = ({ event: { slug }, guestCount }: Pick<KeepOffer, 'event' | 'guestCount'>): string =>
  `/events/${slug}?view=reserve&guests=${guestCount}`
