import { Picture } from '#features/media/ui/picture.tsx'
import type { StaffMenuItem } from '#features/menu/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { Badge } from '#ui/badge.tsx'
import {
  DeleteAction,
  EditAction,
  RecordAction,
  RecordActions,
  RecordCard,
  RecordText,
} from '#ui/admin/record-card.tsx'

type Props = {
  readonly items: readonly StaffMenuItem[]
  readonly canEdit: boolean
  readonly onEdit: (item: StaffMenuItem) => void
  readonly onDelete: (item: StaffMenuItem) => void
  readonly onSoldOut: (item: StaffMenuItem) => void
}

function Actions({ item, canEdit, onEdit, onDelete, onSoldOut }: Props & { readonly item: StaffMenuItem }) {
  return (
    <RecordActions>
      <RecordAction
        label={`Sold out today: ${item.name}`}
        isPressed={item.isSoldOutToday}
        onClick={() => onSoldOut(item)}
      >
        {item.isSoldOutToday ? 'Available again' : 'Sold out today'}
      </RecordAction>
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

/** The list view: a table, with two lines a row on a phone. */
export const MenuTable = (props: Props) => (
  <table className="w-full text-left max-md:block">
    <thead className="max-md:sr-only">
      <tr className="border-b border-clay text-sm text-sand">
        <th scope="col" className="py-2 pr-3">
          Name
        </th>
        <th scope="col" className="py-2 pr-3">
          Category
        </th>
        <th scope="col" className="py-2 pr-3 text-right">
          Price
        </th>
        <th scope="col" className="py-2 pr-3">
          Description
        </th>
        <th scope="col" className="py-2">
          Actions
        </th>
      </tr>
    </thead>
    <tbody className="max-md:block">
      {props.items.map((item) => (
        <tr
          key={item.id}
          className="border-b border-bark align-middle max-md:grid max-md:grid-cols-[1fr_auto_auto] max-md:items-center max-md:gap-x-3 max-md:pt-2"
        >
          <th scope="row" className="py-1 pr-3 font-semibold max-md:col-span-2 max-md:py-0">
            {item.name} <SoldOutMark item={item} />
          </th>
          <td className="py-1 pr-3 text-sand max-md:py-0 max-md:text-sm">{item.category}</td>
          <td className="py-1 pr-3 text-right tabular-nums max-md:col-start-3 max-md:row-start-1 max-md:py-0">
            {formatUsd(item.priceCents)}
          </td>
          <td className="max-w-md py-1 pr-3 text-sm text-dune max-md:hidden">
            <span className="line-clamp-2">{item.description}</span>
          </td>
          <td className="py-1 max-md:col-span-2 max-md:py-0">
            <Actions item={item} {...props} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

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
