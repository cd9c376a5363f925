import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { StaffEvent } from '#features/programme/schema.ts'
import { showToast } from '#ui/toasts.ts'
import { askHouse } from '../house-client.ts'
import { EVENTS_PATH } from './event-fields.ts'

/** Marks a night of a list as sold out or as available: on the screen at once, and back where it failed. */
export function useSoldOut(queryKey: QueryKey) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, soldOut }: StaffEvent) =>
      askHouse(`${EVENTS_PATH}/${id}/sold-out`, { method: 'PUT', json: { soldOut: !soldOut } }),
    async onMutate(event) {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData<StaffEvent[]>(queryKey)
      const after = { ...event, soldOut: !event.soldOut }
      queries.setQueryData<StaffEvent[]>(queryKey, (all) =>
        all?.map((it) => (it.id === event.id ? after : it)),
      )
      return { before }
    },
    onSuccess: (_answer, { soldOut }) =>
      showToast({
        tone: 'good',
        title: 'Success',
        text: `Event marked as ${soldOut ? 'available' : 'sold out'}`,
      }),
    onError(_error, _event, context) {
      queries.setQueryData(queryKey, context?.before)
      showToast({ tone: 'bad', title: 'Error', text: 'Failed to update event status' })
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
}
