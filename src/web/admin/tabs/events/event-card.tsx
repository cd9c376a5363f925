import { Link } from 'react-router'
import { timeText } from '#features/events/rules.ts'
import { Picture } from '#features/media/ui/picture.tsx'
import type { StaffEvent } from '#features/events/management/schema.ts'
import { formatDay } from '#lib/venue-time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { ActionItem, ActionLink, ActionMenu, ActionNewTab } from '#ui/admin/action-menu.tsx'
import { RecordAction, RecordCard, RecordText } from '#ui/admin/record-card.tsx'

type Props = {
  readonly event: StaffEvent
  readonly canEdit: boolean
  readonly onEdit: () => void
  readonly onDelete: () => void
  readonly onSoldOut: () => void
  readonly onDuplicate: () => void
  readonly onRepeat: () => void
}

/** Card of an event with its actions. */
export function EventCard({ event, canEdit, onEdit, onDelete, onSoldOut, onDuplicate, onRepeat }: Props) {
  const path = `/admin/events/${event.id}`
  return (
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
        {event.closure === null ? null : (
          <Badge tone="burgundy">
            {event.closure === 'cancelled' ? 'Cancelled: closed that day' : 'Not on sale: closed that day'}
          </Badge>
        )}
        {event.tablesForSale ? null : <Badge>No tables for sale</Badge>}
        {event.hasEnded ? <Badge>Past</Badge> : null}
      </p>
      <RecordText>{event.description}</RecordText>
      {event.hasEnded ? null : (
        <p className="text-sm text-sand">
          {event.parties === 1 ? '1 party has a table' : `${event.parties} parties have a table`}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {canEdit ? (
          <>
            <Button look="outline" aria-label={`Edit ${event.title}`} onClick={onEdit}>
              Edit
            </Button>
            <RecordAction
              label={`${event.soldOut ? 'Mark as available' : 'Mark as sold out'}: ${event.title}`}
              onClick={onSoldOut}
            >
              {event.soldOut ? 'Mark Available' : 'Mark Sold Out'}
            </RecordAction>
          </>
        ) : (
          <Link to={path} aria-label={`Who is coming: ${event.title}`} className={buttonClass('outline')}>
            Who is coming
          </Link>
        )}
        <span className="ml-auto">
          <ActionMenu label={`More for ${event.title}`}>
            {canEdit ? <ActionLink to={path}>Who is coming</ActionLink> : null}
            <ActionNewTab href={`/events/${event.slug}`}>Preview</ActionNewTab>
            {canEdit ? (
              <>
                <ActionItem onChoose={onDuplicate}>Duplicate</ActionItem>
                <ActionItem onChoose={onRepeat}>Repeat weekly</ActionItem>
                <ActionItem className="text-rose" onChoose={onDelete}>
                  Delete
                </ActionItem>
              </>
            ) : null}
          </ActionMenu>
        </span>
      </div>
    </RecordCard>
  )
}
