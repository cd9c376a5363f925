import { StyleInjector } from '@dnd-kit/dom'
import { DragDropProvider, type DragEndEvent } from '@dnd-kit/react'
import { isSortable, useSortable } from '@dnd-kit/react/sortable'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { MenuCategory, StaffMenuItem } from '#features/menu/schema.ts'
import { Icon } from '#ui/icon.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { apiFetch, toastFailure } from '#web/admin/data/api-client.ts'
import { MENU_KEY } from './menu-fields.ts'

const nonceOfPage = (): string => document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''

const moved = <Item,>(items: readonly Item[], from: number, to: number): Item[] => {
  const rest = items.toSpliced(from, 1)
  const item = items[from]
  return item === undefined ? rest : rest.toSpliced(to, 0, item)
}

type Props = {
  readonly all: readonly StaffMenuItem[]
  /** Items of the category that match the search; the others keep their positions. */
  readonly shown: readonly StaffMenuItem[]
  readonly category: MenuCategory
}

/** Order of the whole category, with the shown items moved among their own positions. */
function orderWith(ofKind: readonly StaffMenuItem[], shown: readonly StaffMenuItem[]): string[] {
  const moving = new Set(shown.map((it) => it.id))
  const next = shown.values()
  return ofKind.map((it) => (moving.has(it.id) ? (next.next().value?.id ?? it.id) : it.id))
}

/** Sorts the items of one category by drag and drop, or with Space and the arrow keys. */
export default function MenuArranging({ all: items, shown, category }: Props) {
  const queries = useQueryClient()
  const ofKind = items.filter((item) => item.category === category)
  const arrange = useMutation({
    // One after another: the order of the last move counts.
    scope: { id: 'menu-order' },
    mutationFn: (ids: readonly string[]) =>
      apiFetch('/admin/api/menu/order', { method: 'PUT', json: { category, ids } }),
    async onMutate(ids) {
      await queries.cancelQueries({ queryKey: MENU_KEY })
      const before = queries.getQueryData<StaffMenuItem[]>(MENU_KEY)
      const placeOf = (id: string): number => ids.indexOf(id)
      queries.setQueryData<StaffMenuItem[]>(MENU_KEY, (all) => [
        ...(all ?? []).filter((it) => it.category !== category),
        ...ofKind.toSorted((a, b) => placeOf(a.id) - placeOf(b.id)),
      ])
      return { before }
    },
    onSuccess: () => showToast({ tone: 'good', title: 'Order saved' }),
    onError(error, _ids, context) {
      queries.setQueryData(MENU_KEY, context?.before)
      toastFailure('Error updating menu item', error)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: MENU_KEY }),
  })
  const onDragEnd = ({ operation: { source }, canceled }: DragEndEvent): void => {
    if (canceled || !isSortable(source) || source.index === source.initialIndex) return
    arrange.mutate(orderWith(ofKind, moved(shown, source.initialIndex, source.index)))
  }
  return (
    <>
      <p className="text-sand">
        Guests see the {category}s in this order. Drag an item, or focus its handle, press Space, and use the
        arrow keys.
        {shown.length < ofKind.length ? ' Items hidden by the search keep their positions.' : ''}
      </p>
      <DragDropProvider
        plugins={(defaults) => [...defaults, StyleInjector.configure({ nonce: nonceOfPage() })]}
        onDragEnd={onDragEnd}
      >
        <ol className="flex max-w-2xl flex-col gap-2">
          {shown.map((item, index) => (
            <Row key={item.id} item={item} index={index} place={ofKind.indexOf(item) + 1} />
          ))}
        </ol>
      </DragDropProvider>
    </>
  )
}

function Row({ item, index, place }: { item: StaffMenuItem; index: number; place: number }) {
  const { ref, handleRef, isDragging } = useSortable({ id: item.id, index })
  return (
    <li
      ref={ref}
      className={`flex items-center gap-3 rounded-lg border bg-ember py-1 pr-4 ${isDragging ? 'border-brass shadow-2xl shadow-black' : 'border-bark'}`}
    >
      <button
        ref={handleRef}
        type="button"
        aria-label={`Move ${item.name}`}
        className="inline-flex size-11 cursor-grab touch-none items-center justify-center text-dune hover:text-cream"
      >
        <Icon name="drawer" />
      </button>
      <span className="w-6 text-right text-sm text-dune tabular-nums">{place}</span>
      <span className="min-w-0 flex-1 truncate font-semibold">{item.name}</span>
    </li>
  )
}
