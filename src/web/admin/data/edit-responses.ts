import { overlappingText } from '#features/reservations/affected-guests/rules.ts'
import type { OverlappingDinner } from '#features/reservations/affected-guests/schema.ts'
import type { Result } from '#lib/result.ts'
import { answer, refuse } from '#http/json-response.ts'
import { NOT_ALLOWED } from '../api/staff-route.ts'

/** Why a record could not be written, as every kind of record says it. */
type EditRefusal =
  | { readonly why: 'not_allowed' | 'gone' }
  | { readonly why: 'changed'; readonly current: unknown }
  /** The house has a reason of its own, in words that can be shown. */
  | { readonly why: 'refused'; readonly text: string }
  /** Somebody has to decide about money first; how much is null for staff who see none. */
  | { readonly why: 'money_open'; readonly text: string; readonly openCents: number | null }
  /** Tables of an event would go off sale: asked again once staff have agreed. */
  | { readonly why: 'off_sale'; readonly text: string; readonly tableIds: readonly string[] }
  /** Dinners have tables of an event: asked again once staff have agreed. */
  | { readonly why: 'dinners'; readonly dinners: readonly OverlappingDinner[] }

const GONE = { error: 'gone', title: 'Error', text: 'This entry is no longer there.' }
const CHANGED = {
  error: 'changed',
  title: 'Changed meanwhile',
  text: 'Somebody else changed this while you were editing it.',
}

/** The answer to a change: the record as it is now, or why not. One that was changed meanwhile comes with it. */
export function answerEdit(done: Result<unknown, EditRefusal>, status = 200): Response {
  if (done.ok) return answer({ item: done.value }, { status })
  switch (done.reason.why) {
    case 'not_allowed':
      return refuse(403, NOT_ALLOWED)
    case 'gone':
      return refuse(404, GONE)
    case 'changed':
      return refuse(409, { ...CHANGED, current: done.reason.current })
    case 'money_open':
      return refuse(409, {
        error: 'money_open',
        title: 'Money is open',
        text: done.reason.text,
        current: { openCents: done.reason.openCents },
      })
    case 'off_sale':
      return refuse(409, {
        error: 'off_sale',
        title: 'Off Sale',
        text: done.reason.text,
        current: done.reason.tableIds,
      })
    case 'dinners':
      return refuse(409, {
        error: 'needs_agreement',
        title: 'Dinners at its tables',
        text: overlappingText(done.reason.dinners),
        current: { agreedDinners: done.reason.dinners.map(({ id }) => id) },
      })
    case 'refused':
      return refuse(409, { error: 'refused', title: 'Error', text: done.reason.text })
  }
}
