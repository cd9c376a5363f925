import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { StaffEntry, StaffWaitingList } from '#features/waiting-list/staff/schema.ts'
import { UNDO_MS } from '#lib/undo-window.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import { apiFetch, toastFailure } from '#web/admin/data/api-client.ts'
import { RESERVATIONS_KEY } from '../reservations/use-reservation-list.ts'

const ENTRIES_PATH = '/admin/api/waiting-entries'

/** Below the key of the reservations: an event of the server refetches it. */
const WAITING_KEY = [...RESERVATIONS_KEY, 'waiting-list']

/** The lines of a date, of the next date with parties in line (`next`), or of tonight where it is null. */
export const useWaitingList = (date: string | null, isAsked = true) =>
  useQuery<StaffWaitingList>({
    enabled: isAsked,
    queryKey: [...WAITING_KEY, date ?? 'now'],
    staleTime: 0,
    refetchInterval: 60_000,
    // The answer for the next date is that of the date, too.
    placeholderData: (previous: StaffWaitingList | undefined) =>
      previous?.date === date ? previous : undefined,
    queryFn: ({ signal }) =>
      apiFetch(`/admin/api/waiting-list?${new URLSearchParams(date === null ? {} : { date })}`, { signal }),
  })

/** Free tables that seat a party. */
export const useOfferChoices = (id: string) =>
  useQuery({
    queryKey: [...WAITING_KEY, 'tables', id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await apiFetch(`${ENTRIES_PATH}/${id}/tables`, { signal })).tables,
  })

type OfferOf = { readonly tableId: string | null; readonly reason: string }

/** Offers a table to a party, with undo for ten seconds. */
export function useOffer({ id, guestName }: StaffEntry, onDone: () => void) {
  const queries = useQueryClient()
  const undo = useMutation({
    mutationFn: (json: { readonly reservationId: string }) =>
      apiFetch(`${ENTRIES_PATH}/${id}/undo-offer`, { method: 'POST', json }),
    onSuccess: () =>
      showToast({ tone: 'good', title: 'Offer taken back', text: `${guestName} is in line again.` }),
    onError: (error) => toastFailure('Error undoing the offer', error),
    onSettled: () => queries.invalidateQueries({ queryKey: RESERVATIONS_KEY }),
  })
  return useMutation({
    mutationFn: (json: OfferOf) => apiFetch(`${ENTRIES_PATH}/${id}/offer`, { method: 'POST', json }),
    onSuccess({ item: { reservationId } }) {
      onDone()
      showToast({
        tone: 'good',
        title: 'Table offered',
        text: `${guestName} gets an email with the link in a few seconds.`,
        staysMs: UNDO_MS,
        action: { label: 'Undo', onPress: () => undo.mutate({ reservationId }) },
      })
    },
    onError: (error) => toastFailure('The table was not offered', error),
    onSettled: () => queries.invalidateQueries({ queryKey: RESERVATIONS_KEY }),
  })
}

/** Takes a party out of line, with undo for ten seconds. */
export function useRemoval(onDone: () => void) {
  const queries = useQueryClient()
  const undo = useMutation({
    mutationFn: ({ id }: StaffEntry) => apiFetch(`${ENTRIES_PATH}/${id}/undo-removal`, { method: 'POST' }),
    onSuccess: (_answer, { guestName }) =>
      showToast({ tone: 'good', title: 'Undone', text: `${guestName} is in line, as before.` }),
    onError: (error) => toastFailure('Error undoing the removal', error),
    onSettled: () => queries.invalidateQueries({ queryKey: RESERVATIONS_KEY }),
  })
  return useMutation({
    mutationFn: ({ id }: StaffEntry) => apiFetch(`${ENTRIES_PATH}/${id}`, { method: 'DELETE' }),
    onSuccess(_answer, entry) {
      onDone()
      showToast({
        tone: 'good',
        title: 'Removed',
        text: `${entry.guestName} is not in line any more.`,
        staysMs: UNDO_MS,
        action: { label: 'Undo', onPress: () => undo.mutate(entry) },
      })
    },
    onError: (error) => toastFailure('Error removing the party', error),
    onSettled: () => queries.invalidateQueries({ queryKey: RESERVATIONS_KEY }),
  })
}
