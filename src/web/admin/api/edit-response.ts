import type { MoneyAsked } from '#features/reservation-management/status/schema.ts'
import { overlappingText } from '#features/reservations/affected-guests/rules.ts'
import type { OverlappingDinner } from '#features/reservations/affected-guests/schema.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { errorResponse, type JsonResponse } from '#http/json-response.ts'
import type { RefusedWithText } from '#lib/refusal.ts'
import { NOT_ALLOWED } from './route.ts'

/** Reasons why a record could not be written, shared by every kind of record. */
type EditRefusal =
  | { readonly why: 'not_allowed' | 'not_found' }
  | { readonly why: 'version_conflict'; readonly current: unknown }
  /** A message for each invalid field. */
  | { readonly why: 'invalid'; readonly fields: Readonly<Record<string, string>> }
  /** A rule of the feature, with a text for staff. */
  | RefusedWithText
  /** The money of a reservation has to be settled first; the amount is null for staff without payment permission. */
  | ({ readonly why: 'money_open'; readonly text: string } & MoneyAsked)
  /** Guests have a message as it was written before. */
  | { readonly why: 'sent_before'; readonly text: string }
  /** Guests of a party have come; cancelling it needs the agreement of staff. */
  | { readonly why: 'arrived'; readonly text: string }
  /** Tables of an event would go off sale; needs the agreement of staff. */
  | { readonly why: 'off_sale'; readonly text: string; readonly tableIds: readonly string[] }
  /** Staff blocked the guest from booking; needs the agreement of staff. */
  | { readonly why: 'guest_blocked'; readonly text: string }
  /** Lines of dinner times end; needs the agreement of staff. */
  | { readonly why: 'lines_end'; readonly text: string }
  /** Dinners overlap tables of an event; needs the agreement of staff. */
  | { readonly why: 'dinners'; readonly dinners: readonly OverlappingDinner[] }

const NOT_FOUND = { error: 'not_found', title: 'Error', text: 'This entry no longer exists.' }
const VERSION_CONFLICT = {
  error: 'version_conflict',
  title: 'Changed meanwhile',
  text: 'Somebody else changed this while you were editing it.',
}

/** Error of a change that has a consequence: the next request carries `current` once staff agree. */
export const needsAgreement = (title: string, text: string, current: object) =>
  errorResponse(409, { error: 'needs_agreement', title, text, current })

/** Response to a write: the new record, or the error. A version conflict carries the current record. */
export function editResponse<Item = never>(
  done: Result<Item, EditRefusal>,
  status = 200,
): JsonResponse<[Item] extends [never] ? never : { readonly item: Item }> {
  if (done.ok)
    return Response.json({ item: done.value }, { status, headers: { 'Cache-Control': 'no-store' } })
  switch (done.reason.why) {
    case 'not_allowed':
      return errorResponse(403, NOT_ALLOWED)
    case 'not_found':
      return errorResponse(404, NOT_FOUND)
    case 'version_conflict':
      return errorResponse(409, { ...VERSION_CONFLICT, current: done.reason.current })
    case 'invalid':
      return errorResponse(422, {
        error: 'invalid',
        title: 'Please check your entry',
        text: Object.values(done.reason.fields)[0] ?? '',
        fields: done.reason.fields,
      })
    case 'money_open':
      return errorResponse(409, {
        error: 'money_open',
        title: 'Money is open',
        text: done.reason.text,
        current: { openCents: done.reason.openCents, resaleRefund: done.reason.resaleRefund },
      })
    case 'off_sale':
      return errorResponse(409, {
        error: 'off_sale',
        title: 'Off Sale',
        text: done.reason.text,
        current: done.reason.tableIds,
      })
    case 'dinners':
      return needsAgreement('Dinners at its tables', overlappingText(done.reason.dinners), {
        agreedDinners: done.reason.dinners.map(({ id }) => id),
      })
    case 'guest_blocked':
      return needsAgreement('Book a blocked guest?', done.reason.text, { agreesToBlocked: true })
    case 'lines_end':
      return needsAgreement('End these waiting lists?', done.reason.text, { agreesToEndedLines: true })
    case 'arrived':
      return needsAgreement('Cancel a party that has come?', done.reason.text, { agreesToArrived: true })
    case 'sent_before':
    case 'refused':
      return errorResponse(409, { error: done.reason.why, title: 'Error', text: done.reason.text })
  }
}

/** Response to the reading of one record. */
export const foundResponse = <Item extends object>(
  found: Item | null | undefined,
): JsonResponse<{ readonly item: Item }> => editResponse(found ? ok(found) : no({ why: 'not_found' }))
