import { coverText } from '#features/events/rules.ts'
import { changedGuestFacts } from '#features/reservation-management/amendments/rules.ts'
import { tablesAt } from '#features/reservation-management/amendments/places/rules.ts'
import type { AmendedFacts } from '#features/reservation-management/changes/schema.ts'
import type { PreviewedChange } from '#features/reservation-management/guest-changes/schema.ts'
import { MOVE_FEE, movedTermsText, REFUND_ROUTE } from '#features/reservations/rules.ts'
import { creditEnd } from '#features/reservations/credit/rules.ts'
import { staysText, tableChangeText } from '#features/reservations/evening/rules.ts'
import type { EveningPart } from '#features/reservations/evening/schema.ts'
import { minimumSpendText } from '#features/reservations/minimum-spend/rules.ts'
import type { NightReservation } from '#features/reservations/schema.ts'
import type { Venue } from '#features/venue/schema.ts'
import { type Cents, formatUsd } from '#lib/money.ts'
import { countText } from '#lib/text/count.ts'
import { businessDate, formatDate } from '#lib/venue-time.ts'
import { FIELD } from './change-fields.ts'

type Line = readonly [label: string, text: string]

/** A change as the guest confirms it. */
export type ReviewShown = {
  readonly changed: readonly Line[]
  readonly prices: readonly Line[]
  /** Sentence about the price difference. */
  readonly money: string
  readonly note: string | null
  /** Sentences about the minimum spend at a new table, the cover of a new night or party, the dinner of the former night or at the former table, and the deadline of a new night. */
  readonly terms: readonly string[]
  readonly button: string
  readonly hidden: readonly Line[]
  /** Query of the page that shows this change, so that a refused confirmation shows it as it is now. */
  readonly query: string
}

/** The facts as they would be after a change. */
function factsAfter({ facts, planned: { form, plan } }: PreviewedChange): AmendedFacts {
  const [place] = plan.places
  return {
    ...facts,
    guestCount: form.guests ?? facts.guestCount,
    eventId: plan.eventId,
    eventTitle: plan.eventTitle,
    date: plan.date,
    startsAt: plan.span.startsAt.toISOString(),
    endsAt: plan.span.endsAt.toISOString(),
    tableNumbers: place ? tablesAt(plan.tables, place).map(({ tableNumber }) => tableNumber) : [],
    totalCents: plan.totalCents,
    lines: plan.lines,
  }
}

type Booked = Pick<NightReservation, 'paidCents' | 'refundableUntil'>
type Terms = {
  readonly venue: Pick<Venue, 'holdMinutes' | 'changeNoticeHours' | 'creditMonths'>
  readonly booked: Booked
  readonly now: Date
  /** Minimum spend at a table; null where none is set. */
  readonly minimumSpendAt: (tableId: string) => Cents | null
  /** The other reservation of the evening. */
  readonly other: EveningPart | null
  /** Tables of the dinner that its guests keep for the night. */
  readonly tablesKept: readonly number[]
  /** Cover of the night that is booked and of the wanted one, as their events word it. */
  readonly cover: { readonly before: string; readonly after: string }
}

/** Describes a change, its price before and after, the difference, and what a move means for the refund. */
export function describeChange(preview: PreviewedChange, terms: Terms): ReviewShown {
  const { facts, planned } = preview
  const { form, plan, difference } = planned
  const fee = form.moveFeeCents ?? 0
  const wanted = wantedFields(form)
  return {
    changed: changedGuestFacts(facts, factsAfter(preview)).filter(
      ([label]) => label !== 'Price' && label !== MOVE_FEE,
    ),
    prices: [
      ['Price before', formatUsd(facts.totalCents)],
      ...(fee > 0 ? [[MOVE_FEE, formatUsd(fee)] as const] : []),
      [fee > 0 ? 'Price after, with the fee' : 'Price after', formatUsd(plan.totalCents)],
    ],
    ...withFee(withCredit(moneyOf(planned, terms), difference.creditUsedCents), fee),
    terms: [
      newTableText(planned, terms),
      newCoverText(preview, terms),
      otherStaysText(planned, terms),
      otherTableText(preview, terms),
      deadlineText(planned, terms),
    ].filter((it) => it !== null),
    hidden: [
      [FIELD.version, String(form.version)],
      [FIELD.due, String(difference.dueCents)],
      [FIELD.surplus, String(difference.surplusCents)],
      [FIELD.night, plan.date],
      ...(planned.payment === 'credit' ? [[FIELD.credit, 'kept'] as const] : []),
      ...wanted,
    ],
    query: new URLSearchParams(
      [[FIELD.review, '1'], ...wanted].map(([name, value]) => [name, value]),
    ).toString(),
  }
}

/** The wanted change as fields of a form. */
const wantedFields = ({ guests, packages, tableId, eventId }: PreviewedChange['planned']['form']): Line[] => [
  ...(guests === undefined ? [] : [[FIELD.guests, String(guests)] as const]),
  ...(packages === undefined ? [] : [[FIELD.packages, 'chosen'] as const]),
  ...(packages ?? []).map((key) => [FIELD.package, key] as const),
  ...(tableId === undefined ? [] : [[FIELD.table, tableId] as const]),
  ...(eventId === undefined ? [] : [[FIELD.event, eventId] as const]),
]

/** The minimum spend at the table that the party changes to, told before the guest agrees. */
const newTableText = (
  { form: { tableId } }: PreviewedChange['planned'],
  { minimumSpendAt }: Pick<Terms, 'minimumSpendAt'>,
): string | null => (tableId === undefined ? null : minimumSpendText(minimumSpendAt(tableId)))

/** The cover that the party would pay at the door, where the change makes it another one. */
function newCoverText({ facts, planned }: PreviewedChange, { cover }: Pick<Terms, 'cover'>): string | null {
  const { guestCount, holderCount } = facts
  const after = coverText(cover.after, planned.form.guests ?? guestCount, holderCount)
  if (after === null || after === coverText(cover.before, guestCount, holderCount)) return null
  return `Cover, a separate fee: ${after}.`
}

/** A dinner stays on its date where its night moves to another one. */
const otherStaysText = (
  { plan }: PreviewedChange['planned'],
  { other }: Pick<Terms, 'other'>,
): string | null => (other && businessDate(other.startsAt) !== plan.date ? staysText(other) : null)

/** The guests leave the table of their dinner where its night of that date moves to another one. */
const otherTableText = (
  preview: PreviewedChange,
  { other, tablesKept }: Pick<Terms, 'other' | 'tablesKept'>,
): string | null =>
  other && businessDate(other.startsAt) === preview.planned.plan.date
    ? tableChangeText({ kept: tablesKept, after: factsAfter(preview).tableNumbers }, 'guest')
    : null

function deadlineText(
  { form, plan, payment, difference }: PreviewedChange['planned'],
  { venue, booked, now }: Terms,
): string | null {
  if (form.eventId === undefined && payment !== 'online') return null
  const addedCents = payment === 'online' ? difference.riseCents : 0
  return movedTermsText(
    {
      startsAt: plan.span.startsAt,
      noticeHours: venue.changeNoticeHours,
      refundableUntil: booked.refundableUntil,
      paidCents: booked.paidCents + addedCents - (payment === 'refund' ? difference.surplusCents : 0),
    },
    now,
  )
}

type Money = Pick<ReviewShown, 'money' | 'note' | 'button'>

/** The same with what becomes of a fee if the guest cancels later. */
const withFee = (it: Money, fee: Cents): Money =>
  fee > 0 ? { ...it, note: [it.note, IF_CANCELLED].filter(Boolean).join(' ') } : it

/** The same with the part of the price that an earlier credit pays. */
const withCredit = (it: Money, used: Cents): Money =>
  used > 0 ? { ...it, money: `Your credit pays ${formatUsd(used)} of it. ${it.money}` } : it

const IF_CANCELLED = 'The fee is not refunded if you cancel later.'

/** Says that a change costs nothing, and what of the price is still due as before. */
const nothingText = (dueCents: Cents): string =>
  dueCents > 0
    ? `Nothing to pay now. ${formatUsd(dueCents)} of the price is due on the night.`
    : 'Nothing to pay.'

function moneyOf(
  { payment, difference, form, plan }: PreviewedChange['planned'],
  { venue: { holdMinutes, creditMonths }, now }: Terms,
): Money {
  const rise = formatUsd(difference.riseCents)
  const back = formatUsd(difference.surplusCents)
  const isReseated = form.tableId !== undefined || form.eventId !== undefined
  switch (payment) {
    case 'none':
      return { money: nothingText(difference.dueCents), note: null, button: 'Make this change' }
    case 'refund':
      return { money: `${back} goes back ${REFUND_ROUTE}`, note: null, button: `Change and get ${back} back` }
    case 'credit': {
      const until = creditEnd({ from: businessDate(now), months: creditMonths, night: plan.date })
      return {
        money: `${back} stays with us as your credit until ${formatDate(until, 'dated')}.`,
        note: 'It pays for later changes of this reservation. If you cancel in time, it comes back with everything else.',
        button: `Change and keep ${back} as a credit`,
      }
    }
    case 'at_venue':
      return { money: `${rise} more, due on the night.`, note: null, button: 'Make this change' }
    case 'online':
      return {
        money: `${rise} to pay now.`,
        note: `${isReseated ? `We hold the new table for ${countText(holdMinutes, 'minute')} while you pay. ` : ''}Your reservation stays as it is until the payment is done.`,
        button: `Pay ${rise} and change`,
      }
  }
}
