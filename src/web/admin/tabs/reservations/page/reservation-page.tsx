import { useNavigate } from 'react-router'
import { RecordPageHead } from '#ui/admin/lists/record-page.tsx'
import { ReservationRecord, useReservation } from './reservation-record.tsx'

/** Page of one reservation. */
export function ReservationPage({ id }: { id: string }) {
  const navigate = useNavigate()
  const query = useReservation(id)
  return (
    <>
      <RecordPageHead
        title={query.data?.guestName ?? 'Reservation'}
        back={{ to: '/admin/reservations', label: 'All reservations' }}
      />
      <ReservationRecord query={query} onDeleted={() => void navigate('/admin/reservations')} />
    </>
  )
}
