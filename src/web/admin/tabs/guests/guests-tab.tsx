import { useParams } from 'react-router'
import { useReservationEvents } from '../reservations/use-reservation-events.ts'
import { GuestList } from './guest-list.tsx'
import { GuestPage } from './guest-page.tsx'

/** The Guests tab: the book of guests, or one guest, by URL. */
export default function GuestsTab() {
  useReservationEvents()
  const { '*': path = '' } = useParams()
  const id = path.split('/')[1]
  return id ? <GuestPage key={id} id={id} /> : <GuestList />
}
