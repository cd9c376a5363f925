import { typedErrors } from '#lib/forms/typed-errors.ts'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type AmendedByStaff,
  type AmendmentPreview,
  amendmentForm,
} from '#features/reservation-management/amendments/schema.ts'
import { otherName } from '#features/reservation-management/amendments/evening-contact/rules.ts'
import { namedTables } from '#lib/text/list-text.ts'
import { capitalized } from '#lib/text/capitalized.ts'
import { plainIssueText } from '#lib/forms/issue-text.ts'
import { formatUsd } from '#lib/money.ts'
import { apiFetch, ApiError, failureText, fieldErrors } from '#web/admin/data/api-client.ts'
import { useKeyedSending } from '#web/admin/data/idempotency/use-keyed-sending.ts'
import { emailCopy } from '../page/change-copy.ts'
import { PATH, useRefetchReservations, RESERVATIONS_KEY } from '../use-reservation-list.ts'
import { useUndoToast } from '../use-undo.ts'
import {
  type AmendmentValues,
  contactChanges,
  decisionOf,
  otherToChange,
  seatChanges,
} from './amend-values.ts'

type Seat = ReturnType<typeof seatChanges>

/** Key and version of a preview do not matter to the server: it reads the current reservation. */
const fetchPreview = async (id: string, seat: Seat, signal?: AbortSignal): Promise<AmendmentPreview> =>
  (
    await apiFetch(`${PATH}/${id}/amendment/preview`, {
      method: 'POST',
      json: { ...seat, version: 0, isEmailed: false },
      ...(signal ? { signal } : {}),
    })
  ).item

/** The reservation as it is stored, for a dialog that opens. */
export const useStored = (id: string) =>
  useQuery({
    queryKey: [...RESERVATIONS_KEY, 'amendment', id, 'stored'],
    // A change of the reservation meanwhile is a version conflict, not a reason to overwrite what was typed.
    staleTime: Infinity,
    gcTime: 0,
    queryFn: ({ signal }) => fetchPreview(id, {}, signal),
  })

/** Seats and price for the values as typed. The last preview stays while they are invalid, and while the next one loads. */
export function usePreview(stored: AmendmentPreview, seat: Seat) {
  const errors = typedErrors(amendmentForm, { ...seat, version: 0, isEmailed: false })
  const isValid = Object.keys(errors).length === 0
  const query = useQuery({
    queryKey: [...RESERVATIONS_KEY, 'amendment', stored.id, seat],
    staleTime: 0,
    enabled: isValid,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => fetchPreview(stored.id, seat, signal),
  })
  return {
    preview: query.data ?? stored,
    isCurrent: isValid && !query.isPlaceholderData,
    error: query.error,
    errors,
  }
}

type Saving = {
  readonly stored: AmendmentPreview
  readonly preview: AmendmentPreview
  readonly values: AmendmentValues
}

/** Says whether the other reservation of the evening was changed, too. Empty where it was not to be. */
function otherText({ stored, values }: Saving, { other }: AmendedByStaff): string {
  const asked = values.isBoth ? otherToChange(stored, values) : null
  if (!asked) return ''
  return `The ${otherName(asked)} is ${other ? 'changed as well' : 'unchanged'}.`
}

/** The text of the toast: what the change means for table and money. */
function amendedText(saving: Saving, changed: AmendedByStaff): string {
  const { tableNumbers, dueCents, refundCents, keptCents, creditCents, discountCents, act } = changed
  return [
    tableNumbers.length > 0 ? `${capitalized(namedTables(tableNumbers))}.` : '',
    dueCents > 0 ? `${formatUsd(dueCents)} is to be paid at the venue.` : '',
    refundCents > 0 ? `${formatUsd(refundCents)} goes back in 10 seconds.` : '',
    keptCents > 0 ? `${formatUsd(keptCents)} is kept.` : '',
    creditCents > 0 ? `${formatUsd(creditCents)} is the guest's credit.` : '',
    discountCents > 0 ? `${formatUsd(discountCents)} is waived.` : '',
    otherText(saving, changed),
    emailCopy(saving.values.name, act),
  ]
    .filter(Boolean)
    .join(' ')
}

/** The request for the values as typed: only what changed, and the amounts that the dialog shows. */
function requestOf({ stored, preview, values }: Saving) {
  const { dueCents, surplusCents } = preview.price
  const decision = decisionOf(preview, values)
  const { method, reason, isEmailed } = values
  const other = values.isBoth ? otherToChange(stored, values) : null
  return {
    ...(other ? { also: other.id } : {}),
    ...contactChanges(stored.fields, values),
    ...seatChanges(stored, stored.fields, values),
    version: stored.version,
    isEmailed,
    shown: { dueCents, surplusCents },
    ...(decision
      ? {
          price: {
            decision,
            reason: decision === 'due' || decision === 'credit' ? '' : reason,
            ...(decision === 'refund'
              ? { method: method === 'card' ? ('card' as const) : ('cash' as const) }
              : {}),
          },
        }
      : {}),
  }
}

/** The first validation error of each field. The reason of a price decision is a field of the same form. */
function errorsOf(request: object): Readonly<Record<string, string>> {
  const parsed = amendmentForm.safeParse(request, { error: plainIssueText })
  const errors: Record<string, string> = {}
  for (const { path, message } of parsed.success ? [] : parsed.error.issues)
    errors[String(path.at(-1) ?? 'form')] ??= message
  return errors
}

/** Saves a change, with undo for ten seconds. A version conflict loads the current values to compare. */
export function useAmend(
  id: string,
  { onSaved, onConflict }: { onSaved: () => void; onConflict: (theirs: AmendmentPreview) => void },
) {
  const refetchAll = useRefetchReservations()
  const showUndoToast = useUndoToast()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const sendKeyed = useKeyedSending()
  const save = useMutation({
    mutationFn: (saving: Saving) =>
      sendKeyed((key) =>
        apiFetch(`${PATH}/${id}/amendment`, { method: 'PUT', json: requestOf(saving), key }),
      ),
    async onSuccess({ answer: { item: changed }, isFormer }, saving) {
      // The first change was saved, its answer was lost, and the form says something else since.
      if (isFormer) return onConflict(await fetchPreview(id, {}))
      const { act, other } = changed
      const { name: guestName } = saving.values
      const also = other?.act ? [{ id: other.id, actId: other.act.actId }] : []
      showUndoToast({
        title: 'Reservation updated successfully!',
        text: amendedText(saving, changed),
        act: act && { id, guestName, actId: act.actId, also },
      })
      onSaved()
    },
    async onError(error) {
      if (error instanceof ApiError && error.isVersionConflict) return onConflict(await fetchPreview(id, {}))
      const found = fieldErrors(error)
      setErrors(found)
      // Shown beside the button: a toast would cover it on a phone.
      if (Object.keys(found).length === 0) setRefusal(failureText(error))
    },
    onSettled: refetchAll,
  })
  return {
    errors,
    refusal,
    isBusy: save.isPending,
    submit(saving: Saving): void {
      const found = errorsOf(requestOf(saving))
      setErrors(found)
      setRefusal(null)
      if (Object.keys(found).length === 0) save.mutate(saving)
    },
  }
}
