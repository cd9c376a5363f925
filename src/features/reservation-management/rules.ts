import type { JsonRecord } from '#lib/changes.ts'
import { type Cents, formatUsdShort } from '#lib/money.ts'
import { listText } from '#lib/text/list-text.ts'
import { clockAt } from '#lib/venue-time.ts'
import type { Booking } from './schema.ts'

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

type Occupant = { readonly tableNumber: number; readonly who: string | null }

/** `Table 7 is already taken for that time: Ada Obi.` */
export const occupiedText = (occupant: Occupant | undefined): string =>
  occupant
    ? `Table ${occupant.tableNumber} is already taken for that time: ${occupant.who ?? 'held by the house'}.`
    : 'That table is already taken for that time.'

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

/** The tables of a party, the first one first. */
export const tablesOf = ({
  tableId,
  secondTableId,
  extraTableIds = [],
}: Pick<Booking, 'tableId' | 'secondTableId'> & Partial<Pick<Booking, 'extraTableIds'>>): string[] => [
  ...[tableId, secondTableId].flatMap((it) => it ?? []),
  ...extraTableIds,
]
