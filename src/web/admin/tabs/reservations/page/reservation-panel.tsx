import { SidePanel } from '#ui/admin/lists/side-panel.tsx'
import { ReservationRecord, useReservation } from './reservation-record.tsx'

/** A reservation beside the list. */
export function ReservationPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useReservation(id)
  return (
    <SidePanel
      id={id}
      title={query.data?.guestName ?? 'Reservation'}
      page={`/admin/reservations/${id}`}
      onClose={onClose}
    >
      <ReservationRecord query={query} onDeleted={onClose} />
    </SidePanel>
  )
}
