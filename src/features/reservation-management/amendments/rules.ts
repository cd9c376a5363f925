import { momentText } from '#features/dining/dinners/rules.ts'
import { emailFor, may } from '#features/permissions/rules.ts'
import type { StaffRole } from '#features/permissions/schema.ts'
import type { AmendedFacts } from '#features/reservation-management/changes/schema.ts'
import { seatedText } from '#features/reservation-management/rules.ts'
import type { Booking, Occupant } from '#features/reservation-management/schema.ts'
import { dueAtVenue, feesIn, isHeld, MOVE_FEE } from '#features/reservations/rules.ts'
import type { TableChoice } from '#features/reservation-management/staff-bookings/schema.ts'
import type { PackageKey } from '#features/reservations/package-contents/schema.ts'
import type { ReservationLine } from '#features/reservations/schema.ts'
import type { JsonRecord } from '#lib/changes.ts'
import { type Cents, formatUsd } from '#lib/money.ts'
import { countText } from '#lib/text/count.ts'
import { listText } from '#lib/text/list-text.ts'
import { safeName } from '#lib/text/safe-name.ts'
import { formatClock, formatMoment, formatNight, formatStartDate, wallClock } from '#lib/venue-time.ts'
import type { AmendmentForm } from './schema.ts'

type Money = Pick<
  Booking,
  | 'totalCents'
  | 'allowanceCents'
  | 'receivedCents'
  | 'refundedCents'
  | 'disputedCents'
  | 'priceRefundedCents'
  | 'keptCents'
  | 'creditCents'
>

/** The amounts that a new price changes. */
export type PriceDifference = {
  readonly dueBeforeCents: Cents
  readonly dueCents: Cents
  readonly riseCents: Cents
  readonly surplusCents: Cents
  /** The part of an earlier surplus that is still kept. */
  readonly keptCents: Cents
  /** The part of the guest's credit that pays for the new price. */
  readonly creditUsedCents: Cents
}

/**
 * Compares the price before and after. `pendingCents` are refunds of earlier price differences that wait for the end of
 * their undo window. A surplus is never more than the price fell: money that was too much before needs no decision now.
 */
export function priceDifference(money: Money, totalCents: Cents, pendingCents: Cents): PriceDifference {
  const { allowanceCents, receivedCents, refundedCents, disputedCents, keptCents, creditCents } = money
  const priceRefundedCents = money.priceRefundedCents + pendingCents
  const due = (total: Cents): Cents =>
    dueAtVenue({ status: 'confirmed', totalCents: total, allowanceCents, receivedCents, priceRefundedCents })
  const left = receivedCents - refundedCents - disputedCents - pendingCents
  const overpaid = Math.max(0, left - Math.max(0, totalCents - allowanceCents))
  const dueBeforeCents = due(money.totalCents)
  const dueCents = due(totalCents)
  const stillKept = totalCents === money.totalCents ? keptCents : Math.min(keptCents, overpaid)
  const fall = Math.max(0, money.totalCents - totalCents)
  return {
    dueBeforeCents,
    dueCents,
    riseCents: Math.max(0, dueCents - dueBeforeCents),
    surplusCents: Math.min(fall, Math.max(0, overpaid - stillKept)),
    keptCents: stillKept,
    creditUsedCents: Math.max(0, creditCents - Math.max(0, overpaid - stillKept)),
  }
}

/** Whether a change concerns more than the name and the contact data of the guest. */
export const concernsBooking = (form: AmendmentForm): boolean =>
  form.guests !== undefined || concernsSeat(form) || form.packages !== undefined

const concernsSeat = ({ date, time, eventId, tableId, stay }: AmendmentForm): boolean =>
  [date, time, eventId, tableId, stay].some((it) => it !== undefined)

/** Whether a change is for managers: another night, packages, or a decision beyond "pays at the venue". */
export const needsManager = ({ eventId, packages, price }: AmendmentForm): boolean =>
  eventId !== undefined || packages !== undefined || (price !== undefined && price.decision !== 'due')

type Standing = Pick<
  Booking,
  'status' | 'type' | 'startsAt' | 'endsAt' | 'heldUntil' | 'paymentStatus' | 'date' | 'eventId'
>

/** Refusal text for a reservation that cannot be changed so now; null where it can. */
export function standingProblem(it: Standing, form: AmendmentForm, now: Date): string | null {
  if (it.status === 'cancelled')
    return 'This reservation is cancelled. Confirm it again before you change it.'
  if (!concernsBooking(form)) return null
  if (it.heldUntil && isHeld(it) && it.paymentStatus !== 'pending')
    return `${it.type === 'dining' ? 'This dinner is offered to a guest of the waiting list' : 'The guest is still booking this table'}: it is held until ${formatMoment(it.heldUntil, now)}. Confirm the reservation first, or wait.`
  const isMoved = form.eventId !== undefined || form.date !== undefined || form.time !== undefined
  if (isMoved && it.status === 'completed')
    return 'This reservation is completed. Set it to confirmed before you move it.'
  if (!isMoved && it.endsAt <= now && (concernsSeat(form) || form.guests !== undefined))
    return 'The time of this reservation is over. Move it to another time, or change the guest and the packages only.'
  return null
}

/** Refusal text for moving guests who are in the venue to another night, where none of them is; null where they may move. */
export const insideProblem = (inside: number): string | null =>
  inside === 0
    ? null
    : `${countText(inside, 'guest')} of this party ${inside === 1 ? 'is' : 'are'} in the venue. Mark the party as left in Tonight before you move the reservation to another night.`

/** Refusal text for a price decision that does not fit; null where it does. */
export function decisionProblem(
  difference: Pick<PriceDifference, 'riseCents' | 'surplusCents'>,
  { decision, method }: NonNullable<AmendmentForm['price']> | { decision: null; method?: undefined },
  venueCents: Cents,
): string | null {
  const { surplusCents } = difference
  if (surplusCents === 0) return null
  if (decision !== 'refund' && decision !== 'credit' && decision !== 'keep')
    return `The new price is lower, and ${formatUsd(surplusCents)} too much was paid. Choose whether it is refunded, becomes a credit of the guest, or is kept.`
  if (decision === 'refund' && venueCents > 0 && !method)
    return `${formatUsd(venueCents)} was paid at the venue. Choose whether you give it back in cash or by card.`
  return null
}

/** `Table 12 was taken meanwhile (Ada Obi). Nothing was changed.` */
export function takenText(occupant: Occupant | undefined): string {
  if (!occupant) return 'The table was taken meanwhile. Nothing was changed.'
  const { tableNumber, who, isSeated } = occupant
  if (isSeated && who !== null) return `${seatedText(who, tableNumber)} Nothing was changed.`
  return `Table ${tableNumber} was taken meanwhile (${who ?? 'held by the house'}). Nothing was changed.`
}

export const PRICE_CHANGED = 'The price has changed. Nothing was saved. Please look once more.'
export const LOWER_PRICE = 'The reservation costs less with this change. Please ask a manager.'

/** The fields of an amendment that the audit log records, beside those of every change. */
export const amendedRecord = (it: AmendedFacts): JsonRecord => ({
  guestName: it.guestName,
  guestEmail: it.guestEmail,
  guestPhone: it.guestPhone,
  guestCount: it.guestCount,
  event: it.eventTitle,
  date: it.date,
  startsAt: it.startsAt,
  endsAt: it.endsAt,
  tableNumber: it.tableNumbers[0] ?? null,
  tables: it.tableNumbers.join(' + '),
  packages: it.lines.flatMap(({ kind, label }) => (kind === 'package' ? [label] : [])).join(', '),
  totalPriceCents: it.totalCents,
})

/** The same for a member of staff: without the total and with a masked email address for roles that may not see them. */
export const amendedRecordFor = (role: StaffRole, it: AmendedFacts): JsonRecord => ({
  ...amendedRecord(it),
  guestEmail: emailFor(role, it.guestEmail),
  ...(may(role, 'payments.read') ? {} : { totalPriceCents: null }),
})

/** `Fri Nov 27, 9 PM – Sat 5 AM` */
const nightOf = ({ date, startsAt, endsAt }: AmendedFacts): string =>
  formatNight(date, wallClock(new Date(startsAt)).time, wallClock(new Date(endsAt)).time)

/** The reservation in a subject: `Afro Night, Fri Nov 27, 9 PM – Sat 5 AM`, `Dinner, Fri, Nov 27, 6:30 PM` */
export const bookedText = (it: AmendedFacts): string =>
  it.eventId === null
    ? `Dinner, ${momentText(new Date(it.startsAt))}`
    : `${it.eventTitle ?? 'Your night'}, ${nightOf(it)}`

/** The facts as the guest reads them. The table of a dinner is left out: staff may still seat the party elsewhere. */
export function guestFacts(it: AmendedFacts): readonly (readonly [label: string, text: string])[] {
  const packages = it.lines.flatMap(({ kind, label }) => (kind === 'package' ? [label] : []))
  const name = safeName(it.guestName)
  const { time } = wallClock(new Date(it.startsAt))
  const date = formatStartDate(it.date, time)
  return [
    ...(it.eventId === null
      ? [['Date', date] as const, ['Time', formatClock(time)] as const]
      : [
          ['Event', it.eventTitle ?? ''] as const,
          ['Night', nightOf(it)] as const,
          ['Date', date] as const,
          [it.tableNumbers.length > 1 ? 'Tables' : 'Table', listText(it.tableNumbers)] as const,
        ]),
    ['Party size', countText(it.guestCount, 'guest')],
    ...(name === null ? [] : [['Name', name] as const]),
    ...(it.eventId === null
      ? []
      : [
          ['Packages', packages.join(', ') || 'None'] as const,
          ...(feesIn(it.lines) > 0 ? [[MOVE_FEE, formatUsd(feesIn(it.lines))] as const] : []),
          ['Price', formatUsd(it.totalCents)] as const,
        ]),
  ]
}

/** The changed facts as the guest reads them: `4 guests → 6 guests`. */
export function changedGuestFacts(
  before: AmendedFacts,
  after: AmendedFacts,
): readonly (readonly [label: string, text: string])[] {
  const former = new Map(guestFacts(before))
  return guestFacts(after).flatMap(([label, text]) => {
    const was = former.get(label) ?? ''
    return was === text ? [] : [[label, was ? `${was} → ${text}` : text] as const]
  })
}

/** Whether two versions of a reservation have the same facts. */
export const isSameFacts = (a: AmendedFacts, b: AmendedFacts): boolean =>
  JSON.stringify({ ...amendedRecord(a), tableId: a.tableId, eventId: a.eventId }) ===
  JSON.stringify({ ...amendedRecord(b), tableId: b.tableId, eventId: b.eventId })

type Package = { readonly key: PackageKey; readonly name: string; readonly priceCents: Cents }

type Repricing = {
  readonly lines: readonly ReservationLine[]
  /** The table at its current price; null where the party keeps its table and its night, and so the agreed price. */
  readonly table: TableChoice | null
  /** The packages after the change; undefined where they stay. */
  readonly packages: readonly PackageKey[] | undefined
  readonly offered: readonly Package[]
  /** A fee that this change adds. Fees of earlier changes stay. */
  readonly moveFeeCents?: Cents | undefined
  /** The other tables that the party keeps, at what was agreed for them: nothing, or a price that came with a merged party. */
  readonly furtherTables?: readonly TableChoice[]
}

const tableLabel = ({ tableNumber }: Pick<TableChoice, 'tableNumber'>): string => `Table ${tableNumber}`

/** Price lines after a change. What stays keeps its agreed price; what is new has the current one. */
export function amendedLines({
  lines,
  table,
  packages,
  offered,
  moveFeeCents = 0,
  furtherTables = [],
}: Repricing): readonly ReservationLine[] {
  const booked = lines.filter(({ kind }) => kind === 'package')
  const fee = { kind: 'fee', packageKey: null, label: MOVE_FEE, amountCents: moveFeeCents } as const
  const fees = [...lines.filter(({ kind }) => kind === 'fee'), ...(moveFeeCents > 0 ? [fee] : [])]
  const tableLines: readonly ReservationLine[] = table
    ? [
        {
          kind: 'table',
          packageKey: null,
          label: tableLabel(table),
          amountCents: table.priceCents,
        },
        ...lines.filter(
          ({ kind, label }) => kind === 'table' && furtherTables.some((it) => tableLabel(it) === label),
        ),
      ]
    : lines.filter(({ kind }) => kind === 'table')
  if (!packages) return [...tableLines, ...booked, ...fees]
  const chosen = offered.filter(({ key }) => packages.includes(key))
  const kept = booked.filter(({ packageKey }) => packageKey && packages.includes(packageKey))
  const added = chosen.filter(({ key }) => !kept.some(({ packageKey }) => packageKey === key))
  return [
    ...tableLines,
    ...kept,
    ...added.map(({ key, name, priceCents }) => ({
      kind: 'package' as const,
      packageKey: key,
      label: name,
      amountCents: priceCents,
    })),
    ...fees,
  ]
}

const sumOf = (lines: readonly ReservationLine[]): Cents =>
  lines.reduce((sum, { amountCents }) => sum + amountCents, 0)

type Total = {
  readonly totalCents: Cents
  readonly lines: readonly ReservationLine[]
  readonly amended: readonly ReservationLine[]
}

/**
 * Total after a change of the price lines. A part of the total that no line explains stays, unless it was the price of a
 * table without a line, which a new line of a table replaces.
 */
export const amendedTotal = ({ totalCents, lines, amended }: Total): Cents => {
  const hasTable = (of: readonly ReservationLine[]): boolean => of.some(({ kind }) => kind === 'table')
  return hasTable(amended) && !hasTable(lines) ? sumOf(amended) : totalCents - sumOf(lines) + sumOf(amended)
}
