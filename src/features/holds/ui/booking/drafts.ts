import type { TypedForm } from '#features/holds/booking/schema.ts'
import { emptyForm } from './typed-form.ts'

type Draft = { readonly typed: TypedForm; readonly partySize: number | null }

const memory = new Map<string, Draft>()
const storageKey = (eventId: string): string => `booking ${eventId}`

/**
 * The form's values typed for an event in this tab (sessionStorage): they survive a reload and a change of table. A party that is
 * chosen anew beside the chart replaces the one of the draft.
 */
export function readDraft(eventId: string, partySize: number | null): TypedForm {
  const empty = emptyForm(partySize ?? 1)
  const draft = memory.get(eventId) ?? readStored(eventId)
  if (!draft) return empty
  const { guestCount } = partySize === null || draft.partySize === partySize ? draft.typed : empty
  return { ...empty, ...draft.typed, guestCount }
}

/** Whether this tab has a draft for an event. Drafts are per tab. */
export const hasDraft = (eventId: string): boolean => (memory.get(eventId) ?? readStored(eventId)) !== null

export function saveDraft(eventId: string, draft: Draft): void {
  memory.set(eventId, draft)
  try {
    sessionStorage.setItem(storageKey(eventId), JSON.stringify(draft))
  } catch {
    // Storage is blocked or full: the draft lasts until the page is left.
  }
}

export function dropDraft(eventId: string): void {
  memory.delete(eventId)
  try {
    sessionStorage.removeItem(storageKey(eventId))
  } catch {
    // Storage is blocked: nothing was stored.
  }
}

function readStored(eventId: string): Draft | null {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(storageKey(eventId)) ?? 'null')
    return isDraft(draft) ? draft : null
  } catch {
    return null
  }
}

function isDraft(it: unknown): it is Draft {
  if (typeof it !== 'object' || it === null || !('typed' in it) || !('partySize' in it)) return false
  const { typed } = it
  if (
    typeof typed !== 'object' ||
    typed === null ||
    !(it.partySize === null || typeof it.partySize === 'number')
  )
    return false
  const shape: Readonly<Record<string, unknown>> = { ...emptyForm(1) }
  const given: Readonly<Record<string, unknown>> = { ...typed }
  return Object.keys(shape).every((name) => typeof given[name] === typeof shape[name])
}
