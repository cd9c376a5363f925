import { memo } from 'react'
import { STATUS_NAMES } from '#features/requests/rules.ts'
import {
  REQUEST_STATUSES,
  type RequestKind,
  type RequestStatus,
  type StaffRequest,
} from '#features/requests/schema.ts'
import { telHref } from '#lib/phone.ts'
import { shownMoment } from '#ui/admin/shown-time.ts'
import { Badge } from '#ui/badge.tsx'
import { ActionItem, ActionMenu, DeleteItem } from '#ui/admin/lists/action-menu.tsx'
import {
  Cell,
  type Column,
  DenseTable,
  type OpenRow,
  SecondLine,
  type Sorting,
} from '#ui/admin/lists/dense-table.tsx'
import { RowLink, SelectableRow } from '#ui/admin/lists/record-row.tsx'
import { type RowSelection, SelectionCell, selectionColumn } from '#ui/admin/lists/selection.tsx'
import { ReplyLink } from './reply-link.tsx'
import { KIND_LABELS } from './request-kinds.ts'

const TONES: Record<RequestStatus, 'brass' | 'teal' | 'burgundy' | 'plain'> = {
  new: 'brass',
  in_touch: 'plain',
  offered: 'plain',
  won: 'teal',
  lost: 'burgundy',
}

/** Name and request share the width that the others leave. */
export const COLUMNS: readonly Column[] = [
  {
    name: 'Name',
    isFixed: true,
    staysBeside: true,
    orders: [{ value: 'name', direction: 'ascending' }],
  },
  { name: 'Request' },
  { name: 'Contact', width: 'w-44 xl:w-56' },
  {
    name: 'Status',
    width: 'w-24',
    isFixed: true,
    staysBeside: true,
    orders: [{ value: 'status', direction: 'ascending' }],
  },
  { name: 'Assignee', width: 'w-28 xl:w-36' },
  {
    name: 'Received',
    width: 'w-36 xl:w-44',
    orders: [
      { value: 'newest', direction: 'descending' },
      { value: 'oldest', direction: 'ascending' },
    ],
  },
  { name: 'Reply', width: 'w-18', head: <span className="sr-only">Reply</span>, isFixed: true },
  {
    name: 'Actions',
    width: 'w-10',
    head: <span className="sr-only">Actions</span>,
    isFixed: true,
    staysBeside: true,
  },
]

type Props = {
  readonly kind: RequestKind
  readonly items: readonly StaffRequest[]
  readonly canEdit: boolean
  readonly selection: RowSelection
  readonly sorting: Sorting
  readonly hidden: ReadonlySet<string>
  readonly openRow: OpenRow
  readonly isStale: boolean
  readonly onStatus: (change: { item: StaffRequest; status: RequestStatus }) => void
  readonly onDelete: (item: StaffRequest) => void
}

/** The requests of one kind as a list. */
export const RequestTable = ({
  kind,
  items,
  selection,
  sorting,
  hidden,
  openRow,
  isStale,
  ...row
}: Props) => (
  <DenseTable
    label={KIND_LABELS[kind].what}
    columns={row.canEdit ? [selectionColumn(items, selection), ...COLUMNS] : COLUMNS}
    {...{ sorting, hidden, openRow, isStale }}
  >
    {items.map((item) => (
      <RequestRow
        key={item.id}
        kind={kind}
        item={item}
        isOpen={openRow.id === item.id}
        isSelected={selection.ids.has(item.id)}
        onSelect={selection.onRow}
        {...row}
      />
    ))}
  </DenseTable>
)

type RowProps = Pick<Props, 'kind' | 'canEdit' | 'onStatus' | 'onDelete'> & {
  readonly item: StaffRequest
  readonly isOpen: boolean
  readonly isSelected: boolean
  readonly onSelect: RowSelection['onRow']
}

const RequestRow = memo(function RequestRow({
  kind,
  item,
  isOpen,
  isSelected,
  canEdit,
  onSelect,
  onStatus,
  onDelete,
}: RowProps) {
  const { name, about, email, phone, status, createdAt } = item
  const assignee = item.assigneeName ?? 'Unassigned'
  const received = shownMoment(createdAt)
  return (
    <SelectableRow id={item.id} canSelect={canEdit} isSelected={isSelected}>
      {canEdit ? <SelectionCell id={item.id} {...{ name, isSelected, onSelect }} /> : null}
      <RowLink to={`${KIND_LABELS[kind].pages}/${item.id}`} title={name} isOpen={isOpen}>
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate font-semibold text-brass max-lg:text-base max-lg:leading-5">{name}</span>
          <span className="shrink-0 lg:hidden">
            <Badge tone={TONES[status]}>{STATUS_NAMES[status]}</Badge>
          </span>
        </span>
        <span className="block truncate text-sand lg:hidden">{`${about} · ${received} · ${assignee}`}</span>
      </RowLink>
      <Cell of="Request">
        <span title={about}>{about}</span>
      </Cell>
      <Cell of="Contact">
        <span className="block truncate" title={email}>
          {email}
        </span>
        {phone ? (
          <SecondLine>
            <a href={telHref(phone)} className="underline hover:text-cream">
              {phone}
            </a>
          </SecondLine>
        ) : null}
      </Cell>
      <Cell of="Status">
        <Badge tone={TONES[status]}>{STATUS_NAMES[status]}</Badge>
      </Cell>
      <Cell of="Assignee">
        <span className={item.assignee ? '' : 'text-dune'}>{assignee}</span>
      </Cell>
      <Cell of="Received" className="tabular-nums">
        <time dateTime={createdAt}>{received}</time>
      </Cell>
      <Cell of="Reply">
        <ReplyLink kind={kind} item={item} className="lg:min-h-9 lg:py-0" />
      </Cell>
      <td role="cell" className="py-0">
        <ReplyLink kind={kind} item={item} className="lg:hidden" />
        <RowMenu {...{ item, canEdit, onStatus, onDelete }} />
      </td>
    </SelectableRow>
  )
})

/** Quick changes of a row; on a phone they are on the page of the request. */
const RowMenu = ({
  item,
  canEdit,
  onStatus,
  onDelete,
}: Pick<RowProps, 'item' | 'canEdit' | 'onStatus' | 'onDelete'>) =>
  canEdit ? (
    <ActionMenu label={`More for ${item.name}`} className="max-lg:hidden lg:min-h-9 lg:w-9">
      {REQUEST_STATUSES.filter((it) => it !== item.status).map((status) => (
        <ActionItem key={status} onChoose={() => onStatus({ item, status })}>
          Mark as {STATUS_NAMES[status].toLowerCase()}
        </ActionItem>
      ))}
      <DeleteItem onChoose={() => onDelete(item)} />
    </ActionMenu>
  ) : null
