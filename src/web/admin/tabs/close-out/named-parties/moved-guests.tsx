import type { CloseOut } from '#features/close-out/schema.ts'
import { countText } from '#lib/text/count.ts'
import { formatDate } from '#lib/venue-time.ts'
import { Panel } from '#ui/admin/panel.tsx'
import { PartyLine } from './party-line.tsx'

/** Guests who came although their party, or the event of their list, had been moved: they are expected on the other night still. */
export const MovedGuests = ({ night: { movedGuests } }: { readonly night: Pick<CloseOut, 'movedGuests'> }) =>
  movedGuests.length === 0 ? null : (
    <Panel className="flex flex-col gap-1">
      <h3 className="text-xl">Came, though moved to another night</h3>
      <p className="text-sand">
        A device without a network recorded these arrivals, and sent them after the party or its event was
        moved. They count for this night. Ask whether the other night still stands.
      </p>
      <ul>
        {movedGuests.map(({ id, guestName, guests, date, list }) => (
          <PartyLine key={id} party={{ id, guestName, list }}>
            {countText(guests, 'guest')} came, {list ? `on the list ${list.name}` : 'booked'} for{' '}
            {formatDate(date)} now
          </PartyLine>
        ))}
      </ul>
    </Panel>
  )
