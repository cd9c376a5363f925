import { STATUS_NAMES } from '#features/requests/rules.ts'
import { REQUEST_STATUSES, type RequestKind, type StaffRequest } from '#features/requests/schema.ts'
import type { Option } from '#lib/forms/descriptors.ts'
import {
  type RowSelection,
  SelectionBar,
  SelectionButton,
  SelectionChoice,
} from '#ui/admin/lists/selection.tsx'
import { useBulkChange } from '#web/admin/selection/use-bulk-change.tsx'
import { KIND_LABELS } from './request-kinds.ts'
import { requestsKey, sendRequest } from './use-requests.ts'

const STATUSES = REQUEST_STATUSES.map((value) => ({ value, label: STATUS_NAMES[value] }))

type Props = {
  readonly kind: RequestKind
  /** The requests of the page. */
  readonly items: readonly StaffRequest[]
  readonly selection: RowSelection
  readonly people: readonly Option[]
  readonly onClear: () => void
}

/** Sets the status or the assignee of the selected requests. */
export function RequestBulk({ kind, items, selection, people, onClear }: Props) {
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
  const selected = items.filter(({ id }) => selection.ids.has(id))
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
      {selected.length > 0 ? (
        <SelectionBar count={selected.length} {...{ noun, plural, onClear }}>
          {selected.length < items.length ? (
            <SelectionButton look="quiet" onClick={() => selection.onAll(true)}>
              Select all shown
            </SelectionButton>
          ) : null}
          <SelectionChoice
            label={`Set the status of the selected ${plural}`}
            text="Set status…"
            options={STATUSES}
            onChoose={setStatus}
          />
          <SelectionChoice
            label={`Assign the selected ${plural}`}
            text="Assign…"
            options={[{ value: 'none', label: 'Unassigned' }, ...people]}
            onChoose={assign}
          />
        </SelectionBar>
      ) : null}
      {dialogs}
    </>
  )
}
