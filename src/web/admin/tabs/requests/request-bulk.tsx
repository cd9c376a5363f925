import { STATUS_NAMES } from '#features/requests/rules.ts'
import { REQUEST_STATUSES, type RequestKind, type StaffRequest } from '#features/requests/schema.ts'
import type { Option } from '#lib/forms/descriptors.ts'
import { SelectionBar, SelectionChoice, SelectMore } from '#ui/admin/lists/selection.tsx'
import { useBulkChange } from '#web/admin/selection/use-bulk-change.tsx'
import { KIND_LABELS } from './request-kinds.ts'
import type { useRequestSelection } from './use-request-selection.ts'
import { requestsKey, sendRequest } from './use-requests.ts'

const STATUSES = REQUEST_STATUSES.map((value) => ({ value, label: STATUS_NAMES[value] }))

type Props = {
  readonly kind: RequestKind
  /** The requests of the page. */
  readonly items: readonly StaffRequest[]
  /** Number of requests on all pages. */
  readonly total: number
  readonly selection: ReturnType<typeof useRequestSelection>
  readonly people: readonly Option[]
}

/** Sets the status or the assignee of the selected requests. */
export function RequestBulk({ kind, items, total, selection, people }: Props) {
  const { noun, what, pages } = KIND_LABELS[kind]
  const plural = what.toLowerCase()
  const { ask, dialogs } = useBulkChange<StaffRequest>({
    noun,
    plural,
    queryKey: requestsKey(kind),
    nameOf: ({ name }) => name,
    pageOf: ({ id }) => `${pages}/${id}`,
    save: ({ id, status, assignee, notes }, version) =>
      sendRequest(kind, id, { status, assignee, notes, version }),
  })
  const { rows, selected, isReading, matching, clear } = selection
  const count = isReading ? rows.ids.size : selected.length
  const setStatus = (value: string): void => {
    const status = REQUEST_STATUSES.find((it) => it === value)
    if (!status) return
    ask({
      items: selected,
      words: { verb: 'Set', done: 'set', to: `to ${STATUS_NAMES[status]}` },
      change: (item) => ({ ...item, status }),
      isSo: (item) => item.status === status,
    })
  }
  const assign = (value: string): void => {
    const name = people.find((it) => it.value === value)?.label
    const assignee = name === undefined ? null : value
    ask({
      items: selected,
      words:
        name === undefined
          ? { verb: 'Set', done: 'set', to: 'to unassigned' }
          : { verb: 'Assign', done: 'assigned', to: `to ${name}` },
      change: (item) => ({ ...item, assignee }),
      isSo: (item) => item.assignee === assignee,
    })
  }
  return (
    <>
      {count > 0 ? (
        <SelectionBar {...{ count, noun, plural }} onClear={clear}>
          <SelectMore
            isAllShown={items.every(({ id }) => rows.ids.has(id))}
            onShown={() => rows.onAll(true)}
            matching={total > Math.max(items.length, count) ? matching : null}
          />
          <SelectionChoice
            label={`Set the status of the selected ${plural}`}
            text="Set status…"
            options={STATUSES}
            isBusy={isReading}
            onChoose={setStatus}
          />
          <SelectionChoice
            label={`Assign the selected ${plural}`}
            text="Assign…"
            options={[{ value: 'none', label: 'Unassigned' }, ...people]}
            isBusy={isReading}
            onChoose={assign}
          />
        </SelectionBar>
      ) : null}
      {dialogs}
    </>
  )
}
