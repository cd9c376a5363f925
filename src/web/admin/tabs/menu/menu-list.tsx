import { Link } from 'react-router'
import { Picture } from '#features/media/ui/picture.tsx'
import type { StaffMenuItem } from '#features/menu/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { Badge } from '#ui/badge.tsx'
import { ActionItem, ActionMenu, DeleteItem } from '#ui/admin/lists/action-menu.tsx'
import { Cell, type Column, DenseTable, type OpenRow, type Sorting } from '#ui/admin/lists/dense-table.tsx'
import {
  DeleteAction,
  EditAction,
  RecordAction,
  RecordActions,
  RecordCard,
  RecordText,
} from '#ui/admin/lists/record-card.tsx'
import { MENU_PAGES } from './menu-fields.ts'
import type { MenuActions } from './use-menu.ts'

type Props = MenuActions & { readonly items: readonly StaffMenuItem[] }

type SoldOutProps = Pick<Props, 'canSellOut' | 'onSoldOut'> & {
  readonly item: StaffMenuItem
  readonly className?: string
}

/** Marks an item as sold out for today, or as available again. Hidden from roles that may not. */
export const SoldOutAction = ({ item, className = '', canSellOut, onSoldOut }: SoldOutProps) =>
  canSellOut ? (
    <RecordAction
      label={`${soldOutAct(item)}: ${item.name}`}
      className={`whitespace-nowrap ${className}`}
      onClick={() => onSoldOut(item)}
    >
      {soldOutAct(item)}
    </RecordAction>
  ) : null

const soldOutAct = ({ isSoldOutToday }: StaffMenuItem): string =>
  isSoldOutToday ? 'Available again' : 'Mark sold out'

function Actions({ item, canEdit, onEdit, onDelete, ...props }: Props & { readonly item: StaffMenuItem }) {
  return (
    <RecordActions>
      <SoldOutAction item={item} {...props} />
      {canEdit ? (
        <>
          <EditAction name={item.name} onClick={() => onEdit(item)} />
          <DeleteAction name={item.name} onClick={() => onDelete(item)} />
        </>
      ) : null}
    </RecordActions>
  )
}

export const SoldOutMark = ({ item }: { item: StaffMenuItem }) =>
  item.isSoldOutToday ? <Badge tone="burgundy">Sold out today</Badge> : null

const hiddenHead = (name: string) => <span className="sr-only">{name}</span>

export const COLUMNS: readonly Column[] = [
  {
    name: 'Name',
    width: 'w-52 xl:w-60',
    isFixed: true,
    staysBeside: true,
    orders: [{ value: 'name', direction: 'ascending', label: 'Name' }],
  },
  {
    name: 'Category',
    width: 'w-24',
    orders: [{ value: 'menu', direction: 'ascending', label: 'As on the menu' }],
  },
  {
    name: 'Price',
    width: 'w-20 xl:w-24',
    isNumeric: true,
    staysBeside: true,
    orders: [
      { value: 'cheapest', direction: 'ascending', label: 'Lowest price first' },
      { value: 'dearest', direction: 'descending', label: 'Highest price first' },
    ],
  },
  { name: 'Description' },
  { name: 'Dietary', width: 'w-36 xl:w-56' },
  { name: 'Sold out', width: 'w-36', head: hiddenHead('Sold out'), isFixed: true, staysBeside: true },
  { name: 'Actions', width: 'w-10', head: hiddenHead('Actions'), isFixed: true, staysBeside: true },
]

type TableProps = Props & {
  readonly sorting: Sorting
  readonly hidden: ReadonlySet<string>
  readonly openRow: OpenRow
}

/** The list view. */
export const MenuTable = ({ items, sorting, hidden, openRow, ...actions }: TableProps) => (
  <DenseTable label="Menu" columns={COLUMNS} {...{ sorting, hidden, openRow }}>
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
          <Name item={item} isOpen={openRow.id === item.id} />
        </th>
        <Cell of="Category">{item.category}</Cell>
        <Cell of="Price">{formatUsd(item.priceCents)}</Cell>
        <Cell of="Description">
          <span className="text-dune" title={item.description}>
            {item.description}
          </span>
        </Cell>
        <Cell of="Dietary">
          <span title={item.dietary.join(', ')}>{item.dietary.join(', ')}</span>
        </Cell>
        <td role="cell" className="py-0">
          <SoldOutAction item={item} className="lg:min-h-9 lg:py-0" {...actions} />
        </td>
        <td role="cell" className="py-0">
          {actions.canEdit ? (
            <ActionMenu label={`More for ${item.name}`} className="lg:min-h-9 lg:w-9">
              <ActionItem onChoose={() => actions.onEdit(item)}>Edit</ActionItem>
              <DeleteItem onChoose={() => actions.onDelete(item)} />
            </ActionMenu>
          ) : null}
        </td>
      </tr>
    ))}
  </DenseTable>
)

const Name = ({ item, isOpen }: { readonly item: StaffMenuItem; readonly isOpen: boolean }) => (
  <Link
    to={`${MENU_PAGES}/${item.id}`}
    title={item.name}
    aria-current={isOpen ? 'true' : undefined}
    className="block w-full rounded-lg text-left text-brass hover:bg-cocoa max-lg:min-h-14 max-lg:py-2 lg:flex lg:min-h-9 lg:items-center"
  >
    <span className="flex min-w-0 items-center gap-2">
      <span className="truncate font-semibold max-lg:text-base max-lg:leading-5">{item.name}</span>
      {item.isSoldOutToday ? <span className="shrink-0 text-xs text-rose">Sold out today</span> : null}
    </span>
    <span className="block truncate text-sm text-sand lg:hidden">
      {formatUsd(item.priceCents)} · {item.category}
    </span>
  </Link>
)

/** The card view. */
export const MenuCards = (props: Props) => (
  <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-4">
    {props.items.map((item) => (
      <RecordCard
        key={item.id}
        id={item.id}
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
