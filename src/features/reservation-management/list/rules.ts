import type { AuditLogEntry } from '#features/audit-log/schema.ts'
import { emailFor, may } from '#features/permissions/rules.ts'
import type { StaffRole } from '#features/permissions/schema.ts'
import { isId } from '#lib/address.ts'
import { decimalUsd } from '#lib/money.ts'
import { isCalendarDate, wallClock } from '#lib/venue-time.ts'
import {
  type ReservationFullDetails,
  type ReservationEntry,
  type ReservationQuery,
  type ReservationListSummary,
  RESERVATION_STATUSES,
  RESERVATION_TYPES,
  SORTS,
  type Counter,
} from './schema.ts'

const MAX_SEARCH = 80

/** Parses the filters from a URL. Unknown values are ignored. */
export function readListQuery(query: URLSearchParams): ReservationQuery {
  const event = query.get('event') ?? ''
  const date = query.get('date') ?? ''
  return {
    search: (query.get('q') ?? '').trim().slice(0, MAX_SEARCH).toLowerCase(),
    type: RESERVATION_TYPES.find((it) => it === query.get('type')) ?? null,
    status: RESERVATION_STATUSES.find((it) => it === query.get('status')) ?? null,
    eventId: isId(event) ? event : null,
    date: isCalendarDate(date) ? date : null,
    sort: SORTS.find((it) => it === query.get('sort')) ?? 'newest',
  }
}

/** Restricts a query to a role: sorting by total would reveal prices that the role may not see. */
export const queryFor = (role: StaffRole, query: ReservationQuery): ReservationQuery =>
  query.sort === 'total' && !may(role, 'payments.read') ? { ...query, sort: 'newest' } : query

const NO_MONEY = {
  totalCents: null,
  allowanceCents: null,
  receivedCents: null,
  refundedCents: null,
  disputedCents: null,
  revenueCents: null,
} as const

/** Redacts a row for a role: hosts see the amount due at the venue but no other amount, and a masked email address. */
export const entryFor = <Entry extends ReservationEntry>(role: StaffRole, entry: Entry): Entry => ({
  ...entry,
  ...(may(role, 'payments.read') ? {} : NO_MONEY),
  guestEmail: emailFor(role, entry.guestEmail),
})

export function detailsFor(role: StaffRole, all: ReservationFullDetails): ReservationFullDetails {
  const seesContacts = may(role, 'guests.contact')
  const history = seesContacts ? all.history : all.history.map((it) => withoutFields(it, ABOUT_CONTACTS))
  const feedback = may(role, 'feedback.read') ? all.feedback : null
  const details = { ...all, history, feedback }
  return may(role, 'payments.read')
    ? entryFor(role, details)
    : {
        ...entryFor(role, details),
        keptCents: null,
        keptReason: null,
        creditCents: null,
        creditUntil: null,
        paymentNote: null,
        ledger: [],
        refundable: null,
        payableCents: details.dueCents,
        payments: [],
        refunds: [],
        lines: details.lines.map((line) => ({ ...line, amountCents: null })),
        history: history.map((it) => withoutFields(it, ABOUT_MONEY)),
      }
}

/**
 * Field names of amounts and of payment reasons in the audit log, to redact for roles that may not see payments. Corrections of
 * earlier versions have the amounts as texts, `was` and `is`.
 */
const ABOUT_MONEY = /cents$|^(kept)?reason$|^paymentNote$|^amount|^(was|is)(method)?$/i

/** Field names of email addresses in the audit log. */
const ABOUT_CONTACTS = /email/i

const withoutFields = ({ before, after, ...entry }: AuditLogEntry, fields: RegExp): AuditLogEntry => ({
  ...entry,
  before: before && leaveOut(before, fields),
  after: after && leaveOut(after, fields),
})

const leaveOut = (record: NonNullable<AuditLogEntry['before']>, fields: RegExp): AuditLogEntry['before'] =>
  Object.fromEntries(Object.entries(record).filter(([field]) => !fields.test(field)))

export const summaryFor = (role: StaffRole, summary: ReservationListSummary): ReservationListSummary =>
  may(role, 'payments.read')
    ? summary
    : { ...summary, revenueCents: null, deletedRevenueCents: null, coverCents: null }

/** The cards above the list, computed from the counters. */
export const sumCounters = (
  counters: readonly Counter[],
  beside: Pick<ReservationListSummary, 'deletedRevenueCents' | 'coverCents' | 'isWhole'>,
): ReservationListSummary => {
  const count = (is: (counter: Counter) => boolean): number =>
    counters.filter(is).reduce((sum, counter) => sum + counter.count, 0)
  return {
    total: count(() => true),
    dining: count(({ type }) => type === 'dining'),
    nightlife: count(({ type }) => type === 'nightlife'),
    confirmed: count(({ status }) => status === 'confirmed'),
    pending: count(({ status }) => status === 'pending'),
    revenueCents: counters.reduce((sum, { earnedCents }) => sum + earnedCents, 0),
    ...beside,
  }
}

// CSV injection: matches the start of a formula, full-width signs included, at the beginning of a cell, or after a
// semicolon or tab, which spreadsheets of some locales read as a cell separator.
const FORMULA = /(^|[;\t])(?=\s*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/g

/** `amount` is computed from cents, not guest input: its leading minus is not escaped as a formula. */
type Cell = string | number | null | { readonly amount: string }

/** A CSV row. An apostrophe keeps text that looks like a formula from being evaluated. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  if (typeof value === 'object') return value.amount
  const safe = value.replaceAll(FORMULA, "$1'")
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const CSV_HEAD = [
  'Type',
  'Event',
  'Date',
  'Table',
  'Guest Name',
  'Email',
  'Phone',
  'Time Slot',
  'Starts',
  'Guests',
  'Status',
  'Payment',
  'Total',
  'Comps and Discounts',
  'Paid',
  'Refunded',
  'Lost in Disputes',
  'Revenue',
  'Due',
  'Special Requests',
  'Source',
  'Booked',
] as const

/** `2026-11-27 21:30`, in venue time, a format that spreadsheets parse as a date. */
function momentCell(moment: Date): string {
  const { date, time } = wallClock(moment)
  return `${date} ${time}`
}

type Listed = Omit<ReservationEntry, 'startsAt' | 'createdAt'> & {
  readonly startsAt: Date
  readonly createdAt: Date
}

/** The CSV cells of a reservation, in the order of `CSV_HEAD`. */
export const csvCells = (it: Listed): readonly Cell[] => [
  it.type,
  it.event?.title ?? null,
  it.date,
  it.tableNumbers.join(' + '),
  it.guestName,
  it.guestEmail,
  it.guestPhone,
  it.timeSlot,
  wallClock(it.startsAt).time,
  it.guestCount,
  it.status,
  it.paymentStatus,
  ...[
    it.totalCents,
    it.allowanceCents,
    it.receivedCents,
    it.refundedCents,
    it.disputedCents,
    it.revenueCents,
    it.dueCents,
  ].map((cents) => (cents === null ? null : { amount: decimalUsd(cents) })),
  it.specialRequests,
  it.source.replace('_', '-'),
  momentCell(it.createdAt),
]
