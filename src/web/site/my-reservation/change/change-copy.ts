import { changedGuestFacts, tablesAt } from '#features/reservation-management/amendments/rules.ts'
import type { AmendedFacts } from '#features/reservation-management/changes/schema.ts'
import type { PreviewedChange } from '#features/reservation-management/guest-changes/schema.ts'
import { REFUND_ROUTE } from '#features/reservations/rules.ts'
import { formatUsd } from '#lib/money.ts'
import { countText } from '#lib/text/count.ts'
import { FIELD } from './change-fields.ts'

type Line = readonly [label: string, text: string]

/** A change as the guest confirms it. */
export type ReviewShown = {
  readonly changed: readonly Line[]
  readonly prices: readonly Line[]
  /** Sentence about the price difference. */
  readonly money: string
  readonly note: string | null
  readonly button: string
  readonly hidden: readonly Line[]
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

/** Describes a change, its price before and after, and the difference. */
export function describeChange(preview: PreviewedChange, holdMinutes: number): ReviewShown {
  const { facts, planned } = preview
  const { form, plan, difference } = planned
  return {
    changed: changedGuestFacts(facts, factsAfter(preview)).filter(([label]) => label !== 'Price'),
    prices: [
      ['Price before', formatUsd(facts.totalCents)],
      ['Price after', formatUsd(plan.totalCents)],
    ],
    ...moneyOf(planned, holdMinutes),
    hidden: [
      [FIELD.version, String(form.version)],
      [FIELD.due, String(difference.dueCents)],
      [FIELD.surplus, String(difference.surplusCents)],
      ...(form.guests === undefined ? [] : [[FIELD.guests, String(form.guests)] as const]),
      ...(form.packages === undefined ? [] : [[FIELD.packages, 'chosen'] as const]),
      ...(form.packages ?? []).map((key) => [FIELD.package, key] as const),
      ...(form.tableId === undefined ? [] : [[FIELD.table, form.tableId] as const]),
      ...(form.eventId === undefined ? [] : [[FIELD.event, form.eventId] as const]),
    ],
  }
}

function moneyOf(
  { payment, difference, form }: PreviewedChange['planned'],
  holdMinutes: number,
): Pick<ReviewShown, 'money' | 'note' | 'button'> {
  const rise = formatUsd(difference.riseCents)
  const back = formatUsd(difference.surplusCents)
  const isReseated = form.tableId !== undefined || form.eventId !== undefined
  switch (payment) {
    case 'none':
      return { money: 'Nothing to pay.', note: null, button: 'Make this change' }
    case 'refund':
      return { money: `${back} goes back ${REFUND_ROUTE}`, note: null, button: `Change and get ${back} back` }
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
