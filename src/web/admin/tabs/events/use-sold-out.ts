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
  return useMutation({
    // One after another: of two taps on an event the later one counts.
    scope: { id: 'event-sold-out' },
    mutationFn: ({ event: { id, soldOut }, also }: SoldOutChange) =>
      apiFetch(`${EVENTS_PATH}/${id}/sold-out`, { method: 'PUT', json: { soldOut: !soldOut, ...also } }),
    async onMutate({ event }) {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData<StaffEvent[]>(queryKey)
      const after = { ...event, soldOut: !event.soldOut }
      queries.setQueryData<StaffEvent[]>(queryKey, (all) =>
        all?.map((it) => (it.id === event.id ? after : it)),
      )
      return { before }
    },
    onSuccess: (_answer, { event: { soldOut } }) =>
      showToast({
        tone: 'good',
        title: 'Success',
        text: `Event marked as ${soldOut ? 'available' : 'sold out'}`,
      }),
    onError(error, _marked, context) {
      queries.setQueryData(queryKey, context?.before)
      if (!agreementOf(error))
        showToast({ tone: 'bad', title: 'Error', text: 'Failed to update event status' })
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
}
