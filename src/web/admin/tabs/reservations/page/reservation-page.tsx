import { Link, useNavigate } from 'react-router'
import { buttonClass } from '#ui/button.tsx'
import { TabHead } from '#ui/admin/panel.tsx'
import { ReservationRecord, useReservation } from './reservation-record.tsx'

/** Page of one reservation. */
export function ReservationPage({ id }: { id: string }) {
  const navigate = useNavigate()
  const query = useReservation(id)
  return (
    <>
      <TabHead title={query.data?.guestName ?? 'Reservation'}>
        <Link to="/admin/reservations" className={buttonClass('outline')}>
          All reservations
        </Link>
      </TabHead>
      <ReservationRecord query={query} onDeleted={() => void navigate('/admin/reservations')} />
    </>
  )
}
