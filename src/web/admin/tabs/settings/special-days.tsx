import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { UNDO_MS } from '#lib/undo-window.ts'
import { SERVICES } from '#features/venue/settings/schema.ts'
import {
  CLOSED_LABELS,
  daySetText,
  dayUndoneText,
  nameOfDay,
  SERVICE_NAMES,
} from '#features/reservation-management/special-days/rules.ts'
import type {
  ClosedEvents,
  AffectedReservation,
  SpecialDay,
  SpecialDayForm,
} from '#features/reservation-management/special-days/schema.ts'
import { formatTimes } from '#lib/venue-time.ts'
import { Button } from '#ui/button.tsx'
import { DeleteAction } from '#ui/admin/lists/record-card.tsx'
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx'
import { type FieldDescriptor, FormFields } from '#ui/admin/forms/form-fields.tsx'
import { ListStates } from '#ui/admin/lists/list-states.tsx'
import { Panel } from '#ui/admin/panel.tsx'
import { StateNote } from '#ui/state.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { typedSince, useDraft } from '#web/admin/data/drafts.ts'
import { apiFetch, fieldErrors, ApiError, toastFailure } from '#web/admin/data/api-client.ts'
import { useCan } from '#web/admin/auth/current-user.ts'
import { ClosingDialog } from './closing-dialog.tsx'

const PATH = '/admin/api/settings/special-days'
const KEY = ['settings', 'special-days']
const FIELDS: readonly FieldDescriptor[] = [
  { name: 'date', label: 'Day', kind: 'text', type: 'date', required: true },
  {
    name: 'service',
    label: 'Service',
    kind: 'select',
    options: SERVICES.map((it) => ({ value: it, label: SERVICE_NAMES[it] })),
  },
  { name: 'opens', label: 'Opens', kind: 'text', hint: 'Leave empty to close that day', type: 'time' },
  { name: 'closes', label: 'Closes', kind: 'text', type: 'time' },
  { name: 'reason', label: 'Reason', kind: 'text', required: true, maxLength: 200 },
]
const BLANK: SpecialDayForm = {
  date: '',
  service: 'restaurant',
  opens: '',
  closes: '',
  reason: '',
  closedEvents: null,
}

/** Events and reservations on a day to be closed, if the error asks for a decision about them. */
const affectedBy = (error: unknown): AffectedReservation | null =>
  error instanceof ApiError && error.body.error === 'concerned' ? error.body.current : null

function useDays() {
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: KEY })
  const undo = useMutation({
    mutationFn: ({ date, service }: SpecialDayForm) =>
      apiFetch(`${PATH}/${date}/${service}/undo`, { method: 'POST' }),
    onSuccess: ({ item }, day) =>
      showToast({ tone: 'good', title: 'Undone', text: dayUndoneText(day, item) }),
    onError: (error) => toastFailure('Error undoing the special day', error),
    onSettled,
  })
  const set = useMutation({
    mutationFn: (day: SpecialDayForm) => apiFetch(PATH, { method: 'POST', json: day }),
    onSuccess: ({ item }, day) =>
      showToast({
        tone: 'good',
        title: 'Special day set',
        text: daySetText(day, item),
        staysMs: UNDO_MS,
        action: { label: 'Undo', onPress: () => undo.mutate(day) },
      }),
    onError: (error) => {
      if (!affectedBy(error)) toastFailure('Error adding special day', error)
    },
    onSettled,
  })
  const restore = useMutation({
    mutationFn: ({ id }: { id: string; name: string }) =>
      apiFetch('/admin/api/trash/restore', { method: 'POST', json: { entity: 'special_day', id } }),
    onSuccess: (_answer, { name }) => showToast({ tone: 'good', title: 'Special day restored', text: name }),
    onError: (error) => toastFailure('Error restoring', error),
    onSettled,
  })
  const clear = useMutation({
    mutationFn: ({ date, service }: SpecialDay) =>
      apiFetch(`${PATH}/${date}/${service}`, { method: 'DELETE' }),
    onSuccess: ({ item: { id } }, day) =>
      showToast({
        tone: 'good',
        title: 'Special day deleted successfully!',
        text: nameOfDay(day),
        staysMs: UNDO_MS,
        action: { label: 'Undo', onPress: () => restore.mutate({ id, name: nameOfDay(day) }) },
      }),
    onError: (error) => toastFailure('Error deleting special day', error),
    onSettled,
  })
  return { set, clear }
}

/** Closed days, and days with special hours. */
export default function SpecialDays() {
  const canEdit = useCan('settings.edit')
  const { set, clear } = useDays()
  const [asked, setAsked] = useState<SpecialDay | null>(null)
  const days = useQuery({
    queryKey: KEY,
    staleTime: 0,
    queryFn: async ({ signal }) => (await apiFetch(PATH, { signal })).items,
  })
  return (
    <div className="flex flex-col gap-5">
      {canEdit ? <DayForm set={set} /> : null}
      <ListStates
        what="The special days"
        query={days}
        empty={<StateNote title="No special days" text="Every day has its usual hours." />}
      >
        {(items) => (
          <ul className="flex flex-col gap-2">
            {items.map((day) => (
              <li
                key={`${day.date} ${day.service}`}
                className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border border-bark bg-ember px-4 py-2"
              >
                <span className="min-w-0 flex-1">
                  <strong className="block">{nameOfDay(day)}</strong>
                  <span className="text-sand">
                    {day.opens ? formatTimes(day.opens, day.closes) : CLOSED_LABELS[day.closedEvents]}:{' '}
                    {day.reason}
                  </span>
                </span>
                {canEdit ? <DeleteAction name={nameOfDay(day)} onClick={() => setAsked(day)} /> : null}
              </li>
            ))}
          </ul>
        )}
      </ListStates>
      <ConfirmDialog
        isOpen={asked !== null}
        question="Are you sure you want to delete this special day?"
        confirm="Delete"
        onConfirm={() => {
          if (asked) clear.mutate(asked)
          setAsked(null)
        }}
        onClose={() => setAsked(null)}
      >
        <p className="text-sand">{asked ? nameOfDay(asked) : null} returns to its usual hours.</p>
      </ConfirmDialog>
    </div>
  )
}

function DayForm({ set }: { set: ReturnType<typeof useDays>['set'] }) {
  const { fields: day, setValue, clearSent } = useDraft('special day', BLANK)
  const save = (closedEvents: ClosedEvents | null): void =>
    set.mutate(
      { ...day, closedEvents },
      { onSuccess: () => clearSent((now) => typedSince(now, { sent: day, blank: BLANK })) },
    )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    save(null)
  }
  return (
    <Panel>
      <form onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
        <FormFields form={{ values: day, errors: fieldErrors(set.error), setValue }} fields={FIELDS} />
        <Button type="submit" disabled={set.isPending} className="self-end">
          Set special day
        </Button>
      </form>
      <ClosingDialog
        day={day}
        affected={affectedBy(set.error)}
        isBusy={set.isPending}
        onDecide={save}
        onClose={() => set.reset()}
      />
    </Panel>
  )
}
