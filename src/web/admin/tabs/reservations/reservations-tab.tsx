import { useParams } from 'react-router'
import { ReservationList } from './reservation-list.tsx'
import { ReservationPage } from './page/reservation-page.tsx'
import { useReservationNews } from './use-reservation-events.ts'
import { lazyScreen } from '#web/admin/app/lazy-screen.tsx'

// What checks the form comes with it.
const AddReservation = lazyScreen(() => import('./add/add-reservation.tsx'))

/** The reservations: all of them, a new one, or the one that is named in the address. */
export default function ReservationsTab() {
  useReservationNews()
  const { '*': path = '' } = useParams()
  const id = path.split('/')[1]
  if (id === 'new') return <AddReservation />
  return id ? <ReservationPage key={id} id={id} /> : <ReservationList />
}
