import type { StaffEntry, StaffLine } from '#features/waiting-list/staff/schema.ts'
import { formatPhone, telHref } from '#lib/phone.ts'
import { countText } from '#lib/text/count.ts'
import { FormDialog } from '#ui/admin/forms/form-dialog.tsx'
import { type FieldDescriptor, FormFields, useFormValues } from '#ui/admin/forms/form-fields.tsx'
import { LoadFailure } from '#ui/admin/lists/list-states.tsx'
import { fieldErrors } from '#web/admin/data/api-client.ts'
import { useOffer, useOfferChoices } from './use-waiting-list.ts'

const REASON: FieldDescriptor = {
  name: 'reason',
  label: 'Reason for the audit log',
  kind: 'text',
  isRequired: true,
  maxLength: 300,
  hint: 'Why this party comes before those ahead of it',
}

type Props = { readonly entry: StaffEntry; readonly kind: StaffLine['kind']; readonly onClose: () => void }

/** Offers a table to a party. A reason is asked for where other parties wait before it. */
export function OfferDialog({ entry, kind, onClose }: Props) {
  const choices = useOfferChoices(entry.id)
  const form = useFormValues({ tableId: '', reason: '' })
  const offer = useOffer(entry, onClose)
  const tables = choices.data ?? []
  const tableId = form.values.tableId || (tables[0]?.id ?? '')
  const table: FieldDescriptor = {
    name: 'tableId',
    label: 'Table',
    kind: 'select',
    options: tables.map(({ id, tableNumber, zone, seats }) => ({
      value: id,
      label: `Table ${tableNumber}, ${zone}, seats ${seats}`,
    })),
  }
  const isNight = kind === 'night'
  const errors = fieldErrors(offer.error)
  const fields = [
    ...(isNight ? [table] : []),
    // The first in line may not be the first any more.
    ...(entry.place === 1 && !errors['reason'] ? [] : [REASON]),
  ]
  const hasNone = isNight && choices.data?.length === 0
  return (
    <FormDialog
      title={`Offer a table to ${entry.guestName}`}
      submit="Offer it"
      isBusy={offer.isPending}
      canSubmit={!choices.isPending && !hasNone}
      className="sm:max-w-md"
      onSubmit={() => offer.mutate({ tableId: isNight ? tableId : null, reason: form.values.reason })}
      onClose={onClose}
    >
      <p className="text-sand">
        {countText(entry.guestCount, 'guest')}
        {entry.zone === null ? '' : `, asked for ${entry.zone}`}. The table is held for this party until the
        offer ends.{' '}
        <a
          href={telHref(entry.guestPhone)}
          className="inline-flex min-h-11 items-center text-brass underline"
        >
          Call {formatPhone(entry.guestPhone)}
        </a>
      </p>
      {choices.isPending ? <p role="status">Loading the free tables…</p> : null}
      {choices.error ? (
        <LoadFailure
          what="The free tables"
          text={choices.error.message}
          onRetry={() => void choices.refetch()}
        />
      ) : null}
      {hasNone ? (
        <p role="status" className="font-semibold text-rose">
          No table that seats {entry.guestCount} is free. Free one first.
        </p>
      ) : (
        <FormFields form={{ ...form, values: { ...form.values, tableId }, errors }} fields={fields} />
      )}
    </FormDialog>
  )
}
