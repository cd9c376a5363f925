import type { QueryKey } from '@tanstack/react-query'
import type { StaffEvent } from '#features/events/management/schema.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import { agreementOf } from '#web/admin/data/use-consent.tsx'
import { apiFetch } from '#web/admin/data/api-client.ts'
import { useRowToggle } from '#web/admin/data/use-row-toggle.ts'
import { EVENTS_PATH } from './event-fields.ts'

/** Marks an event as sold out or available. An error that asks for an agreement is left to the screen. */
export const useSoldOut = (queryKey: QueryKey) =>
  useRowToggle<StaffEvent>({
    queryKey,
    name: 'event-sold-out',
    toggled: (event) => ({ ...event, soldOut: !event.soldOut }),
    send: ({ id, soldOut }, agreed) =>
      apiFetch(`${EVENTS_PATH}/${id}/sold-out`, { method: 'PUT', json: { soldOut: !soldOut, ...agreed } }),
    onDone: ({ soldOut }) =>
      showToast({
        tone: 'good',
        title: 'Success',
        text: `Event marked as ${soldOut ? 'available' : 'sold out'}`,
      }),
    onFailed(_event, error) {
      if (!agreementOf(error))
        showToast({ tone: 'bad', title: 'Error', text: 'Failed to update event status' })
    },
  })
