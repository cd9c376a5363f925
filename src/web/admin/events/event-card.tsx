import { Link } from 'react-router'
import { timeText } from '#features/events/rules.ts'
import { Picture } from '#features/media/ui/picture.tsx'
import type { StaffEvent } from '#features/programme/schema.ts'
import { formatDay } from '#lib/venue-time.ts'
import { Badge } from '#ui/badge.tsx'
import { buttonClass } from '#ui/button.tsx'
import {
  DeleteAction,
  EditAction,
  RecordAction,
  RecordActions,
  RecordCard,
  RecordText,
} from '#ui/desk/record-card.tsx'

type Props = {
  readonly event: StaffEvent
  readonly canEdit: boolean
  readonly onEdit: () => void
  readonly onDelete: () => void
  readonly onSoldOut: () => void
  readonly onDuplicate: () => void
  readonly onRepeat: () => void
}

/** A night as staff see it in the grid, with all that can be done with it. */
export const EventCard = ({ event, canEdit, onEdit, onDelete, onSoldOut, onDuplicate, onRepeat }: Props) => (
  <RecordCard
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
      <Badge tone={event.soldOut ? 'burgundy' : 'teal'}>{event.soldOut ? 'Sold Out' : 'Available'}</Badge>
    </div>
    <p className="text-sand">
      {formatDay(event.date)}, {timeText(event)}
    </p>
    <p className="flex flex-wrap gap-2">
      <Badge>{event.category}</Badge>
      <Badge>{event.price}</Badge>
      {event.featured ? <Badge tone="brass">Featured</Badge> : null}
      {event.bookingPercentage > 0 ? <Badge>{event.bookingPercentage}% shown as reserved</Badge> : null}
      {event.tablesForSale ? null : <Badge>No tables for sale</Badge>}
      {event.hasEnded ? <Badge>Past</Badge> : null}
    </p>
    <RecordText>{event.description}</RecordText>
    {event.hasEnded ? null : (
      <p className="text-sm text-sand">
        {event.parties === 1 ? '1 party has a table' : `${event.parties} parties have a table`}
      </p>
    )}
    <RecordActions>
      {canEdit ? (
        <>
          <EditAction name={event.title} onClick={onEdit} />
          <RecordAction
            label={`${event.soldOut ? 'Mark as available' : 'Mark as sold out'}: ${event.title}`}
            onClick={onSoldOut}
          >
            {event.soldOut ? 'Mark Available' : 'Mark Sold Out'}
          </RecordAction>
          <RecordAction label={`Duplicate ${event.title}`} onClick={onDuplicate}>
            Duplicate
          </RecordAction>
          <RecordAction label={`Repeat weekly: ${event.title}`} onClick={onRepeat}>
            Repeat weekly
          </RecordAction>
          <DeleteAction name={event.title} onClick={onDelete} />
        </>
      ) : null}
      <Link
        to={`/admin/events/${event.id}`}
        aria-label={`Who is coming: ${event.title}`}
        className={buttonClass('quiet', 'px-3 text-sm')}
      >
        Who is coming
      </Link>
      <a
        href={`/events/${event.slug}`}
        target="_blank"
        rel="noopener"
        aria-label={`Preview ${event.title}`}
        className={buttonClass('quiet', 'px-3 text-sm')}
      >
        Preview
      </a>
    </RecordActions>
  </RecordCard>
)
