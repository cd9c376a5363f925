import { useParams } from 'react-router'
import { ReservationList } from './reservation-list.tsx'
import { ReservationPage } from './page/reservation-page.tsx'
import { useReservationEvents } from './use-reservation-events.ts'
import { lazyScreen } from '#web/admin/app/lazy-screen.tsx'

// Loaded with its validation schemas only when the form opens.
const AddReservation = lazyScreen(() => import('./add/add-reservation.tsx'))

/** The Reservations tab: the list, the form of a new one, or one reservation, by URL. */
export default function ReservationsTab() {
  useReservationEvents()
  const { '*': path = '' } = useParams()
  const id = path.split('/')[1]
  if (id === 'new') return <AddReservation />
  return id ? <ReservationPage key={id} id={id} /> : <ReservationList />
}
