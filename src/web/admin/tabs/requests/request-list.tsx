import { STATUS_NAMES } from '#features/requests/rules.ts'
import type { StaffRequest, RequestKind, RequestStatus } from '#features/requests/schema.ts'
import { formatMoment } from '#lib/venue-time.ts'
import { Badge } from '#ui/badge.tsx'
import { DeleteAction, RecordAction } from '#ui/admin/lists/record-card.tsx'
import { ReplyLink } from './reply-link.tsx'

const TONES: Record<RequestStatus, 'brass' | 'teal' | 'burgundy' | 'plain'> = {
  new: 'brass',
  in_touch: 'plain',
  offered: 'plain',
  won: 'teal',
  lost: 'burgundy',
}

type Props = {
  readonly kind: RequestKind
  readonly items: readonly StaffRequest[]
  readonly canEdit: boolean
  readonly onOpen: (item: StaffRequest) => void
  readonly onDelete: (item: StaffRequest) => void
}

export const RequestList = ({ kind, items, canEdit, onOpen, onDelete }: Props) => (
  <ul className="flex flex-col gap-2">
    {items.map((item) => (
      <li
        key={item.id}
        className="grid gap-x-4 gap-y-1 rounded-lg border border-bark bg-ember px-4 py-3 md:grid-cols-[1fr_auto] md:items-center"
      >
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <strong className="truncate">{item.name}</strong>
            <Badge tone={TONES[item.status]}>{STATUS_NAMES[item.status]}</Badge>
            <span className="text-sm text-sand">{item.assigneeName ?? 'Unassigned'}</span>
          </p>
          <p className="break-words text-sand">{item.about}</p>
          <p className="text-sm text-dune">
            <time dateTime={item.createdAt}>{formatMoment(new Date(item.createdAt))}</time>
          </p>
        </div>
        <div className="flex flex-wrap gap-1">
          <RecordAction label={`Open ${item.name}`} onClick={() => onOpen(item)}>
            Open
          </RecordAction>
          <ReplyLink kind={kind} item={item} />
          {canEdit ? <DeleteAction name={item.name} onClick={() => onDelete(item)} /> : null}
        </div>
      </li>
    ))}
  </ul>
)
