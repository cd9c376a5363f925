import { countText } from '#lib/text/count.ts'
import type { StaffEvent } from '#features/events/management/schema.ts'
import { useCan } from '#web/admin/auth/current-user.ts'
import { Badge } from '#ui/badge.tsx'
import { ActionItem, ActionLink, ActionMenu, ActionNewTab, DeleteItem } from '#ui/admin/lists/action-menu.tsx'
import { RecordAction } from '#ui/admin/lists/record-card.tsx'

export type EventActions = {
  readonly canEdit: boolean
  readonly onEdit: (event: StaffEvent) => void
  readonly onDelete: (event: StaffEvent) => void
  readonly onSoldOut: (event: StaffEvent) => void
  readonly onDuplicate: (event: StaffEvent) => void
  readonly onRepeat: (event: StaffEvent) => void
}

type Props = EventActions & { readonly event: StaffEvent; readonly className?: string }

/** Page of an event with its parties. */
export const nightPath = ({ id }: Pick<StaffEvent, 'id'>): string => `/admin/events/${id}`

const saleText = ({ soldOut }: StaffEvent): string => (soldOut ? 'Mark Available' : 'Mark Sold Out')

export const SoldOutAction = ({ event, className = '', onSoldOut }: Props) => (
  <RecordAction
    label={`${event.soldOut ? 'Mark as available' : 'Mark as sold out'}: ${event.title}`}
    className={className}
    onClick={() => onSoldOut(event)}
  >
    {saleText(event)}
  </RecordAction>
)

type MenuProps = Props & {
  /** Whether it is the menu of a row, which has no buttons of its own. */
  readonly isOfRow?: true
  /** Whether it is on the record itself, which shows the parties. */
  readonly isOnRecord?: true
}

/** Actions of an event. */
export const EventMenu = ({
  event,
  className = '',
  isOfRow,
  isOnRecord,
  canEdit,
  onEdit,
  onSoldOut,
  onDuplicate,
  onRepeat,
  onDelete,
}: MenuProps) => (
  <ActionMenu label={`More for ${event.title}`} className={className}>
    {canEdit && isOfRow ? <ActionItem onChoose={() => onEdit(event)}>Edit</ActionItem> : null}
    {canEdit && !isOnRecord ? <NightLink event={event} /> : null}
    <ActionNewTab href={`/events/${event.slug}`}>Preview</ActionNewTab>
    {canEdit ? (
      <>
        {isOfRow || isOnRecord ? (
          <ActionItem onChoose={() => onSoldOut(event)}>{saleText(event)}</ActionItem>
        ) : null}
        <ActionItem onChoose={() => onDuplicate(event)}>Duplicate</ActionItem>
        <ActionItem onChoose={() => onRepeat(event)}>Repeat weekly</ActionItem>
        <DeleteItem onChoose={() => onDelete(event)} />
      </>
    ) : null}
  </ActionMenu>
)

/** Hidden from roles that read no reservations. */
const NightLink = ({ event }: Pick<Props, 'event'>) =>
  useCan('reservations.read') ? <ActionLink to={nightPath(event)}>Who is coming</ActionLink> : null

type Mark = { readonly text: string; readonly tone?: 'brass' | 'burgundy' }

/** Marks of an event that is unusual. */
export const marksOf = (event: StaffEvent): readonly Mark[] => [
  ...(event.featured ? [{ text: 'Featured', tone: 'brass' } as const] : []),
  ...(event.bookingPercentage > 0 ? [{ text: `${event.bookingPercentage}% shown as reserved` }] : []),
  ...(event.closure === null
    ? []
    : [
        {
          text: event.closure === 'cancelled' ? 'Cancelled: closed that day' : 'Not on sale: closed that day',
          tone: 'burgundy',
        } as const,
      ]),
  ...(event.tablesForSale ? [] : [{ text: 'No tables for sale' }]),
  ...(event.hasEnded ? [{ text: 'Past' }] : []),
]

export const SaleMark = ({ event }: { event: StaffEvent }) => (
  <Badge tone={event.soldOut ? 'burgundy' : 'teal'}>{event.soldOut ? 'Sold Out' : 'Available'}</Badge>
)

export const partiesText = ({ parties }: StaffEvent): string =>
  `${countText(parties, 'party', 'parties')} ${parties === 1 ? 'has' : 'have'} a table`
