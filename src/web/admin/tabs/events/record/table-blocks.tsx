import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { shownMoment } from '#ui/admin/shown-time.ts'
import { Button } from '#ui/button.tsx'
import { type FieldDescriptor, FormFields } from '#ui/admin/forms/form-fields.tsx'
import { Panel } from '#ui/admin/panel.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { typedSince, useDraft } from '#web/admin/data/drafts.ts'
import { apiFetch, fieldErrors, toastFailure } from '#web/admin/data/api-client.ts'
import { useCan } from '#web/admin/auth/current-user.ts'
import { EVENTS_PATH } from '../event-fields.ts'
import type { Night } from './night.ts'
import { useUnblock } from './use-unblock.ts'

type Props = { readonly night: Night; readonly queryKey: QueryKey }

/** Table blocks of an event: each with a reason and an optional expiry. */
export function TableBlocks({ night, queryKey }: Props) {
  const canEdit = useCan('tables.edit') && !night.event.hasEnded
  const release = useUnblock(queryKey)
  return (
    <Panel className="flex flex-col gap-4">
      <h3 className="text-lg">Held by the house</h3>
      {night.holds.length === 0 ? (
        <p className="text-sand">No tables are blocked.</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {night.holds.map((hold) => (
            <li key={hold.id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <span className="min-w-0 flex-1 break-words">
                <strong>Table {hold.tableNumber}</strong>, {hold.location}: {hold.reason}
                <span className="text-sm text-dune">
                  {hold.expiresAt ? `, until ${shownMoment(hold.expiresAt)}` : ''}
                </span>
              </span>
              {canEdit ? (
                <Button
                  look="outline"
                  className="no-print"
                  aria-label={`Release table ${hold.tableNumber}`}
                  disabled={release.isPending}
                  onClick={() => release.mutate(hold)}
                >
                  Release
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {canEdit ? <HoldForm night={night} queryKey={queryKey} /> : null}
    </Panel>
  )
}

const EMPTY = { tableId: '', reason: '', expiresAt: '' }
const fieldsOf = ({ free }: Night): readonly FieldDescriptor[] => [
  {
    name: 'tableId',
    label: 'Table',
    kind: 'select',
    required: true,
    options: [
      { value: '', label: 'Choose a table' },
      ...free.map(({ id, tableNumber, location, maxGuests }) => ({
        value: id,
        label: `${tableNumber}, ${location}, seats ${maxGuests}`,
      })),
    ],
  },
  { name: 'reason', label: 'Reason', kind: 'text', required: true, maxLength: 200 },
  {
    name: 'expiresAt',
    label: 'Until',
    kind: 'text',
    hint: 'Leave empty to block it until released',
    type: 'datetime-local',
  },
]

function HoldForm({ night, queryKey }: Props) {
  const queries = useQueryClient()
  const { fields, setValue, clearSent } = useDraft(`table held for ${night.event.id}`, EMPTY)
  const hold = useMutation({
    mutationFn: (sent: typeof EMPTY) =>
      apiFetch(`${EVENTS_PATH}/${night.event.id}/holds`, { method: 'POST', json: sent }),
    onSuccess(_answer, sent) {
      clearSent((now) => typedSince(now, { sent, blank: EMPTY }))
      showToast({ tone: 'good', title: 'Table held' })
    },
    onError: (error) => toastFailure('Error updating event', error),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  return (
    <form
      className="no-print grid items-start gap-3 border-t border-bark pt-4 @2xl:grid-cols-[1fr_1fr_14rem_auto]"
      onSubmit={(event) => {
        event.preventDefault()
        hold.mutate(fields)
      }}
    >
      <FormFields
        form={{ values: fields, errors: fieldErrors(hold.error), setValue }}
        fields={fieldsOf(night)}
      />
      <Button type="submit" className="@2xl:mt-7" disabled={hold.isPending}>
        Hold table
      </Button>
    </form>
  )
}
