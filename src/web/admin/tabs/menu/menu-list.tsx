import { Picture } from '#features/media/ui/picture.tsx'
import type { StaffMenuItem } from '#features/menu/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { Badge } from '#ui/badge.tsx'
import { ActionItem, ActionMenu } from '#ui/admin/lists/action-menu.tsx'
import { Cell, DenseTable } from '#ui/admin/lists/dense-table.tsx'
import {
  DeleteAction,
  EditAction,
  RecordAction,
  RecordActions,
  RecordCard,
  RecordText,
} from '#ui/admin/lists/record-card.tsx'

type Props = {
  readonly items: readonly StaffMenuItem[]
  readonly canEdit: boolean
  readonly onEdit: (item: StaffMenuItem) => void
  readonly onDelete: (item: StaffMenuItem) => void
  readonly onSoldOut: (item: StaffMenuItem) => void
}

type SoldOutProps = Pick<Props, 'onSoldOut'> & { readonly item: StaffMenuItem; readonly className?: string }

/** Marks an item as sold out for today, or as available again. */
const SoldOutAction = ({ item, className = '', onSoldOut }: SoldOutProps) => (
  <RecordAction
    label={`Sold out today: ${item.name}`}
    isPressed={item.isSoldOutToday}
    className={`whitespace-nowrap ${className}`}
    onClick={() => onSoldOut(item)}
  >
    {item.isSoldOutToday ? 'Available again' : 'Sold out today'}
  </RecordAction>
)

function Actions({ item, canEdit, onEdit, onDelete, onSoldOut }: Props & { readonly item: StaffMenuItem }) {
  return (
    <RecordActions>
      <SoldOutAction item={item} onSoldOut={onSoldOut} />
      {canEdit ? (
        <>
          <EditAction name={item.name} onClick={() => onEdit(item)} />
          <DeleteAction name={item.name} onClick={() => onDelete(item)} />
        </>
      ) : null}
    </RecordActions>
  )
}

const SoldOutMark = ({ item }: { item: StaffMenuItem }) =>
  item.isSoldOutToday ? <Badge tone="burgundy">Sold out today</Badge> : null

const COLUMNS = [
  { name: 'Name', width: 'w-64 xl:w-72' },
  { name: 'Category', width: 'w-24' },
  { name: 'Price', width: 'w-20' },
  { name: 'Description' },
  { name: 'Sold out', width: 'w-36', head: <span className="sr-only">Sold out</span> },
  { name: 'Actions', width: 'w-10', head: <span className="sr-only">Actions</span> },
]

/** The list view. A role that may edit opens the form by the name. */
export const MenuTable = ({ items, ...actions }: Props) => (
  <DenseTable label="Menu" columns={COLUMNS}>
    {items.map((item) => (
      <tr
        key={item.id}
        role="row"
        data-row={item.id}
        className="border-b border-bark align-middle text-sm leading-5 lg:h-10 max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_auto_auto] max-lg:items-center"
      >
        <th
          role="rowheader"
          scope="row"
          className="min-w-0 py-0.5 pr-2 text-left font-normal max-lg:p-0 xl:pr-3"
        >
          <Name item={item} {...actions} />
        </th>
        <Cell of="Category">{item.category}</Cell>
        <Cell of="Price" className="tabular-nums">
          {formatUsd(item.priceCents)}
        </Cell>
        <Cell of="Description">
          <span className="text-dune" title={item.description}>
            {item.description}
          </span>
        </Cell>
        <td role="cell" className="py-0">
          <SoldOutAction item={item} className="lg:min-h-9 lg:py-0" onSoldOut={actions.onSoldOut} />
        </td>
        <td role="cell" className="py-0">
          {actions.canEdit ? (
            <ActionMenu label={`More for ${item.name}`} className="lg:min-h-9 lg:w-9">
              <ActionItem onChoose={() => actions.onEdit(item)}>Edit</ActionItem>
              <ActionItem className="text-rose" onChoose={() => actions.onDelete(item)}>
                Delete
              </ActionItem>
            </ActionMenu>
          ) : null}
        </td>
      </tr>
    ))}
  </DenseTable>
)

const NAME =
  'block w-full rounded-lg text-left hover:bg-cocoa max-lg:min-h-14 max-lg:py-2 lg:flex lg:min-h-9 lg:items-center'

function Name({ item, canEdit, onEdit }: Omit<Props, 'items'> & { readonly item: StaffMenuItem }) {
  const text = (
    <>
      <span className="flex min-w-0 items-center gap-2">
        <span className="truncate font-semibold max-lg:text-base max-lg:leading-5">{item.name}</span>
        {item.isSoldOutToday ? <span className="shrink-0 text-xs text-rose">Sold out today</span> : null}
      </span>
      <span className="block truncate text-sm text-sand lg:hidden">
        {formatUsd(item.priceCents)} · {item.category}
      </span>
    </>
  )
  return canEdit ? (
    <button type="button" className={`${NAME} text-brass`} onClick={() => onEdit(item)}>
      <span className="sr-only">Edit </span>
      {text}
    </button>
  ) : (
    <span className={NAME}>{text}</span>
  )
}

/** The card view. */
export const MenuCards = (props: Props) => (
  <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-4">
    {props.items.map((item) => (
      <RecordCard
        key={item.id}
        picture={
          <Picture
            picture={item.picture}
            alt={item.name}
            sizes="(min-width: 80rem) 22rem, 100vw"
            className="aspect-[3/2] w-full object-cover"
          />
        }
      >
        <div className="flex items-baseline justify-between gap-3">
          <h3 className="text-lg">{item.name}</h3>
          <span className="tabular-nums">{formatUsd(item.priceCents)}</span>
        </div>
        <p className="flex flex-wrap gap-2">
          <Badge>{item.category}</Badge>
          {item.dietary.map((tag) => (
            <Badge key={tag} tone="teal">
              {tag}
            </Badge>
          ))}
          <SoldOutMark item={item} />
        </p>
        <RecordText>{item.description}</RecordText>
        <Actions item={item} {...props} />
      </RecordCard>
    ))}
  </ul>
)
