import { overlappingText } from '#features/reservations/affected-guests/rules.ts'
import type { OverlappingDinner } from '#features/reservations/affected-guests/schema.ts'
import type { Result } from '#lib/result.ts'
import { jsonResponse, errorResponse } from '#http/json-response.ts'
import { NOT_ALLOWED } from '../api/staff-route.ts'

/** Why a record could not be written, as every kind of record says it. */
type EditRefusal =
  | { readonly why: 'not_allowed' | 'not_found' }
  | { readonly why: 'version_conflict'; readonly current: unknown }
  /** The house has a reason of its own, in words that can be shown. */
  | { readonly why: 'refused'; readonly text: string }
  /** Somebody has to decide about money first; how much is null for staff who see none. */
  | { readonly why: 'money_open'; readonly text: string; readonly openCents: number | null }
  /** Tables of an event would go off sale: asked again once staff have agreed. */
  | { readonly why: 'off_sale'; readonly text: string; readonly tableIds: readonly string[] }
  /** Dinners have tables of an event: asked again once staff have agreed. */
  | { readonly why: 'dinners'; readonly dinners: readonly OverlappingDinner[] }

const NOT_FOUND = { error: 'not_found', title: 'Error', text: 'This entry is no longer there.' }
const VERSION_CONFLICT = {
  error: 'version_conflict',
  title: 'Changed meanwhile',
  text: 'Somebody else changed this while you were editing it.',
}

/** The answer to a change: the record as it is now, or why not. One that was changed meanwhile comes with it. */
export function editResponse(done: Result<unknown, EditRefusal>, status = 200): Response {
  if (done.ok) return jsonResponse({ item: done.value }, { status })
  switch (done.reason.why) {
    case 'not_allowed':
      return errorResponse(403, NOT_ALLOWED)
    case 'not_found':
      return errorResponse(404, NOT_FOUND)
    case 'version_conflict':
      return errorResponse(409, { ...VERSION_CONFLICT, current: done.reason.current })
    case 'money_open':
      return errorResponse(409, {
        error: 'money_open',
        title: 'Money is open',
        text: done.reason.text,
        current: { openCents: done.reason.openCents },
      })
    case 'off_sale':
      return errorResponse(409, {
        error: 'off_sale',
        title: 'Off Sale',
        text: done.reason.text,
        current: done.reason.tableIds,
      })
    case 'dinners':
      return errorResponse(409, {
        error: 'needs_agreement',
        title: 'Dinners at its tables',
        text: overlappingText(done.reason.dinners),
        current: { agreedDinners: done.reason.dinners.map(({ id }) => id) },
      })
    case 'refused':
      return errorResponse(409, { error: 'refused', title: 'Error', text: done.reason.text })
  }
}
