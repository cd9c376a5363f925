import { Link } from 'react-router'
import { Picture } from '#features/media/ui/picture.tsx'
import type { StaffEvent } from '#features/events/management/schema.ts'
import { timeText } from '#lib/venue-time.ts'
import { shownDay } from '#ui/admin/shown-time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { RecordCard, RecordText } from '#ui/admin/lists/record-card.tsx'
import {
  type EventActions,
  EventMenu,
  marksOf,
  nightPath,
  partiesText,
  SaleMark,
  SoldOutAction,
} from './event-actions.tsx'

/** Card of an event with its actions. */
export function EventCard({ event, ...actions }: EventActions & { readonly event: StaffEvent }) {
  return (
    <RecordCard
      id={event.id}
      picture={
        <Picture
          picture={event.picture}
          alt=""
          sizes="(min-width: 80rem) 30rem, 100vw"
          className="aspect-[16/9] w-full object-cover"
        />
      }
    >
      <div className="flex items-start justify-between gap-3">
        <h3 className="text-lg">{event.title}</h3>
        <SaleMark event={event} />
      </div>
      <p className="text-sand">
        {shownDay(event.date)}, {timeText(event)}
      </p>
      <p className="flex flex-wrap gap-2">
        <Badge>{event.category}</Badge>
        <Badge>{event.price}</Badge>
        {marksOf(event).map((mark) => (
          <Badge key={mark.text} tone={mark.tone ?? 'plain'}>
            {mark.text}
          </Badge>
        ))}
      </p>
      <RecordText>{event.description}</RecordText>
      {event.hasEnded ? null : <p className="text-sm text-sand">{partiesText(event)}</p>}
      <div className="flex flex-wrap items-center gap-2">
        {actions.canEdit ? (
          <>
            <Button look="outline" aria-label={`Edit ${event.title}`} onClick={() => actions.onEdit(event)}>
              Edit
            </Button>
            <SoldOutAction event={event} {...actions} />
          </>
        ) : (
          <Link
            to={nightPath(event)}
            aria-label={`Who is coming: ${event.title}`}
            className={buttonClass('outline')}
          >
            Who is coming
          </Link>
        )}
        <span className="ml-auto">
          <EventMenu event={event} {...actions} />
        </span>
      </div>
    </RecordCard>
  )
}
