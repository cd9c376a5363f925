import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { StaffEvent } from '#features/events/management/schema.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import { agreementOf } from '#web/admin/data/use-consent.tsx'
import { apiFetch } from '#web/admin/data/api-client.ts'
import { EVENTS_PATH } from './event-fields.ts'

type SoldOutChange = { readonly event: StaffEvent; readonly also?: object }

/**
 * Marks an event as sold out or available with an optimistic update. An error that asks for an agreement is left to the
 * screen.
 */
export function useSoldOut(queryKey: QueryKey) {
  const queries = useQueryClient()
  const show = (event: StaffEvent): void => {
    queries.setQueryData<StaffEvent[]>(queryKey, (all) => all?.map((it) => (it.id === event.id ? event : it)))
  }
  const mutationKey = ['sold-out', ...queryKey]
  return useMutation({
    mutationKey,
    // One after another: of two taps on an event the later one counts.
    scope: { id: 'event-sold-out' },
    mutationFn: ({ event: { id, soldOut }, also }: SoldOutChange) =>
      apiFetch(`${EVENTS_PATH}/${id}/sold-out`, { method: 'PUT', json: { soldOut: !soldOut, ...also } }),
    async onMutate({ event }) {
      await queries.cancelQueries({ queryKey })
      show({ ...event, soldOut: !event.soldOut })
    },
    onSuccess: (_answer, { event: { soldOut } }) =>
      showToast({
        tone: 'good',
        title: 'Success',
        text: `Event marked as ${soldOut ? 'available' : 'sold out'}`,
      }),
    onError(error, { event }) {
      show(event)
      if (!agreementOf(error))
        showToast({ tone: 'bad', title: 'Error', text: 'Failed to update event status' })
    },
    // The last of them reads the list: before, the events whose change still waits would be shown as they were.
    onSettled: () =>
      queries.isMutating({ mutationKey }) > 1 ? undefined : queries.invalidateQueries({ queryKey }),
  })
}
