import { cashProblem, differenceText } from '#features/close-out/lock/rules.ts'
import type { CloseOut } from '#features/close-out/schema.ts'
import { formatUsd, parseUsd } from '#lib/money.ts'
import { FormDialog } from '#ui/admin/forms/form-dialog.tsx'
import { type FieldDescriptor, FormFields, useFormValues } from '#ui/admin/forms/form-fields.tsx'
import { fieldErrors } from '#web/admin/data/api-client.ts'
import { useLocking } from './use-close-out.ts'

const FIELDS: readonly FieldDescriptor[] = [
  { kind: 'money', name: 'counted', label: 'Cash counted', required: true },
  {
    kind: 'area',
    name: 'note',
    label: 'Note',
    hint: 'Needed where the counted cash differs from the ledger.',
    maxLength: 500,
  },
]

type Props = { readonly night: CloseOut; readonly onClose: () => void }

/** Asks for the counted cash, shows the difference to the ledger, and locks the figures. */
export function LockPanel({ night: { date, report }, onClose }: Props) {
  const form = useFormValues({ counted: '', note: '' })
  const locking = useLocking({ date, onDone: onClose })
  const { counted, note } = form.values
  const cents = counted.trim() === '' ? null : parseUsd(counted)
  const expectedCents = report.movedCashCents
  const needsNote =
    cents !== null && cashProblem({ counted: cents, note: note.trim() }, expectedCents) !== null
  return (
    <FormDialog
      title="Lock the figures"
      submit="Lock"
      isBusy={locking.isPending}
      className="sm:max-w-lg"
      onSubmit={() => locking.mutate({ counted, note })}
      onClose={onClose}
    >
      <p className="text-sand">
        Your name stands under the figures, and they are emailed. They cannot be changed afterwards: later
        corrections are lines of their own.
      </p>
      <dl className="flex flex-wrap gap-x-8 gap-y-1">
        <div>
          <dt className="text-sm text-sand">Cash by the ledger</dt>
          <dd className="font-display text-xl tabular-nums">{formatUsd(expectedCents)}</dd>
        </div>
        <div aria-live="polite">
          <dt className="text-sm text-sand">Difference</dt>
          <dd className={`font-display text-xl tabular-nums ${needsNote ? 'text-brass' : ''}`}>
            {cents === null ? '–' : differenceText(cents, expectedCents)}
          </dd>
        </div>
      </dl>
      <FormFields form={{ ...form, errors: fieldErrors(locking.error) }} fields={FIELDS} />
    </FormDialog>
  )
}
