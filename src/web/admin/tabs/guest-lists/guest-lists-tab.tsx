import { useParams } from 'react-router'
import { useReservationEvents } from '../reservations/use-reservation-events.ts'
import { ListPage } from './list-page.tsx'
import { NightLists } from './night-lists.tsx'

/** The Guest lists tab: the lists of the coming nights or of a date, or one list, by URL. */
export default function GuestListsTab() {
  useReservationEvents()
  const { '*': path = '' } = useParams()
  const id = path.split('/')[1]
  return id ? <ListPage key={id} id={id} /> : <NightLists />
}
