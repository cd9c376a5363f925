import { tableChangeText } from '#features/reservations/evening/rules.ts'
import type { JsonRecord } from '#lib/changes.ts'
import { type Cents, formatUsdShort } from '#lib/money.ts'
import { listText } from '#lib/text/list-text.ts'
import { addMinutes, clockAt } from '#lib/venue-time.ts'
import type { Booking, Occupant, PartySeatChoice } from './schema.ts'

/** The fields of a reservation that the audit log records. */
export const auditRecordOf = (it: Booking | null): JsonRecord | null =>
  it && {
    guestName: it.guestName,
    service: it.type,
    date: it.date,
    tableNumber: it.tableNumber,
    guestCount: it.guestCount,
    status: it.status,
    paymentStatus: it.paymentStatus,
    totalPriceCents: it.totalCents,
    receivedCents: it.receivedCents,
    refundedCents: it.refundedCents,
    keptCents: it.keptCents,
    keptReason: it.keptReason,
    leftAt: it.leftAt?.toISOString() ?? null,
    staffNote: it.staffNote,
  }

/** `Table 7 is already taken for that time: Ada Obi.` or `Ada Obi is still seated at table 7.` */
export function occupiedText(occupant: Occupant | undefined): string {
  if (!occupant) return 'That table is already taken for that time.'
  const { tableNumber, who, isSeated } = occupant
  if (isSeated && who !== null) return seatedText(who, tableNumber)
  return `Table ${tableNumber} is already taken for that time: ${who ?? 'held by the house'}.`
}

export const seatedText = (guestName: string, tableNumber: number): string =>
  `${guestName} is still seated at table ${tableNumber}.`

type Span = { readonly startsAt: Date; readonly endsAt: Date }

const isDuring = ({ startsAt, endsAt }: Span, now: Date): boolean => startsAt <= now && now < endsAt

/** The moment to record of guests who are here outside the time of their party, which keep its table by it; null where none are. */
export const presentAt = (span: Span, isHere: boolean, now: Date): Date | null =>
  isHere && !isDuring(span, now) ? now : null

/**
 * The time for which a party needs a table that it gets now: what is over of its own time counts no more, and guests who are here
 * need the table at once.
 */
export function neededSpan(span: Span, isHere: boolean, now: Date): Span {
  const { startsAt, endsAt } = span
  if (isDuring(span, now)) return { startsAt: now, endsAt }
  return isHere ? { startsAt: now, endsAt: endsAt > now ? endsAt : addMinutes(now, 1) } : { startsAt, endsAt }
}

type ConfirmationEmail = 'confirmation' | 'dinner_confirmed' | 'dinner_received' | 'dinner_requested'

/** The email kind that repeats the state of a reservation; null without an address or anything to confirm. */
export function confirmationOf({
  type,
  status,
  tableId,
  guestEmail,
}: Pick<Booking, 'type' | 'status' | 'tableId' | 'guestEmail'>): ConfirmationEmail | null {
  if (guestEmail === '') return null
  if (type === 'nightlife') return status === 'confirmed' ? 'confirmation' : null
  if (status === 'confirmed') return 'dinner_confirmed'
  if (status !== 'pending') return null
  return tableId ? 'dinner_received' : 'dinner_requested'
}

type OffSale = {
  readonly tables: readonly { readonly tableNumber: number; readonly priceCents: Cents }[]
  readonly eventTitle: string
  readonly endsAt: Date
}

/** `Table 12 ($150) will not be for sale for Afro Night until 10:00 PM.` */
export function offSaleText({ tables, eventTitle, endsAt }: OffSale): string {
  const names = listText(tables.map((it) => `${it.tableNumber} (${formatUsdShort(it.priceCents)})`))
  const until = clockAt(endsAt)
  return `${tables.length === 1 ? 'Table' : 'Tables'} ${names} will not be for sale for ${eventTitle} until ${until}.`
}

/** Says that the guests leave the table of their dinner, where their night moves to these tables; null where they do not. */
export const leavesDinnerText = (
  seats: readonly PartySeatChoice[],
  chosen: readonly string[],
): string | null =>
  tableChangeText(
    {
      kept: seats.filter(({ isFromDinner }) => isFromDinner).map(({ tableNumber }) => tableNumber),
      after: seats.filter(({ id }) => chosen.includes(id)).map(({ tableNumber }) => tableNumber),
    },
    'staff',
  )
