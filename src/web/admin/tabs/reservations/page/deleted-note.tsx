import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ReservationFullDetails } from '#features/reservation-management/list/schema.ts'
import { shownMoment } from '#ui/admin/shown-time.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { apiFetch, toastFailure } from '#web/admin/data/api-client.ts'
import { useAgreement } from '#web/admin/data/use-consent.tsx'
import { useRefetchReservations } from '../use-reservation-list.ts'

/** Notice of a deleted reservation, with restore. It can still be refunded from this page. */
export function DeletedNote({ item, at }: { readonly item: ReservationFullDetails; readonly at: string }) {
  const refetchAll = useRefetchReservations()
  const restore = useMutation({
    mutationFn: (also: object) =>
      apiFetch('/admin/api/trash/restore', {
        method: 'POST',
        json: { entity: 'reservation', id: item.id, ...also },
      }),
    onSuccess: () => showToast({ tone: 'good', title: 'Reservation restored', text: item.guestName }),
    onError(error) {
      if (!agreement.ask(item, error)) toastFailure('Error restoring reservation', error)
    },
    onSettled: refetchAll,
  })
  const agreement = useAgreement<ReservationFullDetails>({ onAgree: (_item, also) => restore.mutate(also) })
  if (item.mergedInto)
    return (
      <p className="mt-5 rounded-lg border border-brass p-3">
        Merged into{' '}
        <Link to={`/admin/reservations/${item.mergedInto.id}`} className="text-brass underline">
          the reservation of {item.mergedInto.guestName}
        </Link>{' '}
        {shownMoment(at)}. Its code and its link lead there.
      </p>
    )
  return (
    <div className="mt-5 flex flex-wrap items-center gap-3 rounded-lg border border-rose p-3">
      <p className="min-w-0 flex-1 basis-60">
        Deleted {shownMoment(at)}. It is in no list, unless guests of it came. You can still refund it here.
      </p>
      <Button look="outline" disabled={restore.isPending} onClick={() => restore.mutate({})}>
        Restore
      </Button>
      {agreement.dialog}
    </div>
  )
}
