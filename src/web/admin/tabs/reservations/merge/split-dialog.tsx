import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  proposedPaid,
  sharesAfter,
  shareProblem,
} from '#features/reservation-management/merge/split/rules.ts'
import {
  SPLIT_GUEST_FIELDS,
  type SplitInput,
  type SplitSource,
} from '#features/reservation-management/merge/split/schema.ts'
import { formatUsd, parseUsd } from '#lib/money.ts'
import { LoadingDialog } from '#ui/admin/forms/loading-dialog.tsx'
import { FormDialog } from '#ui/admin/forms/form-dialog.tsx'
import { FormFields, useFormValues } from '#ui/admin/forms/form-fields.tsx'
import { apiFetch, failureText, fieldErrors } from '#web/admin/data/api-client.ts'
import { AmountTable } from '../amount-table.tsx'
import { PATH, RESERVATIONS_KEY } from '../use-reservation-list.ts'
import { EmailQuestion, MergeNote, MergeRefused } from './merge-notes.tsx'
import { usePartyAct } from './use-party-act.ts'

type Props = { readonly id: string; readonly onClose: () => void }

/** Dialog that gives a part of a party a reservation of its own. */
export default function SplitDialog({ id, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: [...RESERVATIONS_KEY, 'split', id],
    // A change meanwhile is a version conflict, not a reason to overwrite what was typed.
    staleTime: Infinity,
    gcTime: 0,
    queryFn: async ({ signal }) => (await apiFetch(`${PATH}/${id}/split`, { signal })).item,
  })
  if (data) return <SplitForm source={data} onClose={onClose} />
  return (
    <LoadingDialog
      id="split-title"
      title="Split reservation"
      record="reservation"
      error={error}
      onRetry={() => void refetch()}
      onClose={onClose}
    />
  )
}

const dollars = (cents: number): string => (cents / 100).toFixed(2)

/** The share as typed. Until staff type an amount, the payments follow the prices that are ticked. */
function useShare(source: SplitSource) {
  const form = useFormValues<Readonly<Record<string, unknown>>>({
    name: '',
    guests: '1',
    phone: '',
    email: '',
    paid: null,
    isEmailed: true,
  })
  const chosen = (ids: readonly { readonly id: string }[]): string[] =>
    ids.flatMap(({ id }) => (form.values[id] === true ? [id] : []))
  const [tableIds, lineIds] = [chosen(source.tables), chosen(source.lines)]
  const proposed = proposedPaid(source, { lineIds })
  const typed = form.values['paid']
  const paid = typeof typed === 'string' ? typed : dollars(proposed)
  const guests = Number(form.values['guests'])
  // The price of a table goes with it, unless staff say otherwise.
  const setValue: typeof form.setValue = (name, value) => {
    form.setValue(name, value)
    const table = source.tables.find(({ id }) => id === name)
    const line = table && source.lines.find(({ label }) => label === `Table ${table.tableNumber}`)
    if (line) form.setValue(line.id, value)
  }
  return {
    form: { ...form, setValue },
    tableIds,
    lineIds,
    paid,
    share: { guests, tableIds, lineIds, paidCents: parseUsd(paid) ?? 0 },
  }
}

function SplitForm({ source, onClose }: { readonly source: SplitSource; readonly onClose: () => void }) {
  const { form, tableIds, lineIds, paid, share } = useShare(source)
  const [key] = useState(() => crypto.randomUUID())
  const [failed, setFailed] = useState<unknown>(null)
  const split = usePartyAct({
    id: source.id,
    guestName: source.guestName,
    title: 'Two reservations now',
    send: (json: SplitInput) => apiFetch(`${PATH}/${source.id}/split`, { method: 'POST', json }),
  })
  const problem = source.problem ?? (Number.isInteger(share.guests) ? shareProblem(source, share) : null)
  const errors = failed === null ? {} : fieldErrors(failed)
  const shown = { ...form, values: { ...form.values, paid }, errors }
  const { name, guests, phone, email, isEmailed } = form.values
  const submit = (): void => {
    setFailed(null)
    split.mutate(
      {
        version: source.version,
        key,
        name: name ?? '',
        guests: guests ?? '',
        phone: phone ?? '',
        email: email ?? '',
        tableIds,
        lineIds,
        paid,
        isEmailed: isEmailed === true,
      },
      { onSuccess: onClose, onError: setFailed },
    )
  }
  return (
    <FormDialog
      title={`Split reservation of ${source.guestName}`}
      submit="Split"
      isBusy={split.isPending}
      canSubmit={problem === null}
      className="sm:max-w-3xl"
      onSubmit={submit}
      onClose={onClose}
    >
      {source.problem ? (
        <MergeNote text={source.problem} />
      ) : (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <FormFields form={shown} fields={GUEST_FIELDS} />
          </div>
          <Ticks legend="Tables that go along" form={shown} items={tableTicks(source)} />
          <Ticks legend="Prices that go along" form={shown} items={lineTicks(source)} />
          {source.movableCents > 0 ? (
            <FormFields
              form={shown}
              fields={[
                {
                  name: 'paid',
                  label: 'Payments that go along',
                  hint: `${formatUsd(source.movableCents)} was paid.`,
                  kind: 'money',
                  className: 'max-w-60',
                },
              ]}
            />
          ) : null}
          <Outcome source={source} share={share} />
          {problem ? (
            <MergeNote text={problem} />
          ) : (
            <p className="text-sand">
              {tableIds.length === 0 ? 'The new reservation has no table until you give it one. ' : ''}
              {CONSEQUENCES}
            </p>
          )}
          <EmailQuestion form={form} startsAt={source.startsAt} label="Email both guests" />
        </>
      )}
      <MergeRefused text={failed !== null && Object.keys(errors).length === 0 ? failureText(failed) : null} />
    </FormDialog>
  )
}

const CONSEQUENCES =
  'The new reservation gets a code and a link of its own. Requests and notes stay with this one. You can undo this for 10 seconds. To take it back later, merge them.'

const { name: NAME, guests: GUESTS, phone: PHONE, email: EMAIL } = SPLIT_GUEST_FIELDS
const GUEST_FIELDS = [
  { ...NAME, label: 'Name of the new reservation' },
  { ...GUESTS, label: 'Guests that go along' },
  { ...PHONE, autoComplete: 'off' },
  { ...EMAIL, autoComplete: 'off', hint: 'Leave empty to send no emails' },
]

type Tick = { readonly name: string; readonly label: string; readonly kind: 'check' }

const tableTicks = ({ tables }: SplitSource): readonly Tick[] =>
  tables.length < 2
    ? []
    : tables.map(({ id, tableNumber }) => ({ name: id, label: `Table ${tableNumber}`, kind: 'check' }))

const lineTicks = ({ lines }: SplitSource): readonly Tick[] =>
  lines.map(({ id, label, amountCents }) => ({
    name: id,
    label: `${label}, ${formatUsd(amountCents)}`,
    kind: 'check',
  }))

type TicksProps = {
  readonly legend: string
  readonly items: readonly Tick[]
  readonly form: Parameters<typeof FormFields>[0]['form']
}

const Ticks = ({ legend, items, form }: TicksProps) =>
  items.length === 0 ? null : (
    <fieldset className="grid gap-x-4 sm:grid-cols-2">
      <legend className="text-sm font-semibold text-sand">{legend}</legend>
      <FormFields form={form} fields={items} />
    </fieldset>
  )

type OutcomeProps = { readonly source: SplitSource; readonly share: Parameters<typeof sharesAfter>[1] }

/** Both reservations after the split, with what each costs, has paid and owes. */
function Outcome({ source, share }: OutcomeProps) {
  const { stays, goes } = sharesAfter(source, share)
  const isFree = source.totalCents === 0 && source.receivedCents === 0
  return (
    <section aria-label="After splitting" className="overflow-x-auto rounded-card border border-bark p-4">
      <AmountTable
        heads={['Now', 'Stays', 'Goes along']}
        rows={[
          { label: 'Guests', cells: [source.guestCount, stays.guests, goes.guests].map(String) },
          ...(isFree
            ? []
            : [
                { label: 'Price', cells: [source.totalCents, stays.totalCents, goes.totalCents] },
                { label: 'Received', cells: [source.receivedCents, stays.receivedCents, goes.receivedCents] },
                { label: 'Due at the venue', cells: [source.dueCents, stays.dueCents, goes.dueCents] },
              ]),
        ]}
      />
    </section>
  )
}
