import type { ReactNode } from 'react'
import type { StaffEvent } from '#features/events/management/schema.ts'
import { countText } from '#lib/text/count.ts'
import { timeText, formatDate } from '#lib/venue-time.ts'
import { FactList } from '#ui/admin/lists/fact-list.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { LoadFailure, LoadingRows } from '#ui/admin/lists/list-states.tsx'
import { Panel } from '#ui/admin/panel.tsx'
import { StateNote } from '#ui/state.tsx'
import { useCan } from '#web/admin/auth/current-user.ts'
import { type EventActions, EventMenu, marksOf, SaleMark } from '../event-actions.tsx'
import { isGone, latestEvent, type Night } from './night.ts'
import { NightGuests } from './night-guests.tsx'
import { TableBlocks } from './table-blocks.tsx'
import type { useNight } from './use-night.ts'

type Props = EventActions & {
  readonly query: ReturnType<typeof useNight>
  /** The event as the list beside it has it. */
  readonly listed?: StaffEvent | undefined
}

/** One event: facts, actions, parties and blocked tables, on its page and beside the list. */
export function EventRecord({ query, listed, ...actions }: Props) {
  const { data, error, refetch } = query
  const seesParties = useCan('reservations.read')
  const event = latestEvent(query, listed)
  if (isGone(error)) return <StateNote title="No such event" text="This event was deleted." />
  return (
    <div className="@container flex flex-col gap-5">
      {event ? <Details event={event} {...actions} /> : null}
      {data && seesParties ? <Parties night={data} /> : null}
      {data ? null : error ? (
        <LoadFailure what="The event" text={error.message} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows label="Loading the event" />
      )}
    </div>
  )
}

function Details({ event, ...actions }: EventActions & { readonly event: StaffEvent }) {
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Date', formatDate(event.date)],
    ['Time', timeText(event)],
    ['Category', event.category],
    ['Price', event.price],
    ['Host', event.host],
    ['DJ', event.dj],
  ]
  return (
    <Panel className="night-facts">
      <p className="flex flex-wrap gap-2">
        <SaleMark event={event} />
        {marksOf(event).map(({ text, tone }) => (
          <Badge key={text} tone={tone ?? 'plain'}>
            {text}
          </Badge>
        ))}
      </p>
      <FactList className="mt-3" facts={facts} />
      <p className="no-print mt-3 line-clamp-4 text-sm whitespace-pre-line text-sand">{event.description}</p>
      <div className="no-print mt-4 flex flex-wrap items-center gap-2">
        {actions.canEdit ? (
          <Button aria-label={`Edit ${event.title}`} onClick={() => actions.onEdit(event)}>
            Edit
          </Button>
        ) : null}
        <EventMenu event={event} {...actions} isOnRecord />
      </div>
    </Panel>
  )
}

function Parties({ night }: { night: Night }) {
  const { event, guests } = night
  const covers = guests.reduce((sum, it) => sum + it.guestCount, 0)
  return (
    <>
      <Panel className="night-parties">
        <h3 className="text-lg">Parties</h3>
        <p className="text-sand">
          {guests.length === 0
            ? 'Parties with a table for this event appear here.'
            : `${countText(guests.length, 'party', 'parties')}, ${countText(covers, 'guest')}.`}
        </p>
        {guests.length === 0 ? null : <NightGuests guests={guests} />}
      </Panel>
      <TableBlocks night={night} queryKey={['events', 'night', event.id]} />
    </>
  )
}
