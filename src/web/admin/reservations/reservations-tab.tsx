import { useParams } from 'react-router'
import { Book } from './book.tsx'
import { useReservationNews } from './use-news.ts'
import { ReservationPage } from './reservation-page.tsx'

/** The reservations: all of them, or the one that is named in the address. */
export default function ReservationsTab() {
  useReservationNews()
  const { '*': path = '' } = useParams()
  const id = path.split('/')[1]
  return id ? <ReservationPage key={id} id={id} /> : <Book />
}
