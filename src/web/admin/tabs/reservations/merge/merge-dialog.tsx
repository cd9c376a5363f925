import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  MergeChoice,
  MergeForm,
  MergePreview,
  PartyFacts,
} from '#features/reservation-management/merge/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { countText } from '#lib/text/count.ts'
import { listText, namedTables } from '#lib/text/list-text.ts'
import { formatClock } from '#lib/venue-time.ts'
import { isolated } from '#lib/names/isolated.ts'
import { FormDialog } from '#ui/admin/forms/form-dialog.tsx'
import { FormFields, useFormValues } from '#ui/admin/forms/form-fields.tsx'
import { LoadFailure, LoadingRows } from '#ui/admin/lists/list-states.tsx'
import { apiFetch, failureText } from '#web/admin/data/api-client.ts'
import { AmountTable } from '../amount-table.tsx'
import { PATH, RESERVATIONS_KEY } from '../use-reservation-list.ts'
import { EmailQuestion, MergeNote, MergeRefused } from './merge-notes.tsx'
import { usePartyAct } from './use-party-act.ts'

type Props = { readonly id: string; readonly onClose: () => void }

const tablesText = (numbers: readonly number[]): string =>
  numbers.length === 0 ? 'no table' : namedTables(numbers)

/** `Ben Lee, 7:30 PM, 4 guests, table 14` */
const choiceLabel = ({ guestName, time, guestCount, tableNumbers }: MergeChoice): string =>
  [isolated(guestName), formatClock(time), countText(guestCount, 'guest'), tablesText(tableNumbers)].join(
    ', ',
  )

const useChoices = (id: string) =>
  useQuery({
    queryKey: [...RESERVATIONS_KEY, 'merge', id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await apiFetch(`${PATH}/${id}/merge`, { signal })).items,
  })

/** Which of both remains is chosen in the dialog: `stays` is the id in the address. */
const usePreview = (stays: string, otherId: string) =>
  useQuery({
    queryKey: [...RESERVATIONS_KEY, 'merge', stays, otherId],
    staleTime: 0,
    gcTime: 0,
    enabled: otherId !== '' && stays !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await apiFetch(`${PATH}/${stays}/merge/preview`, { method: 'POST', json: { otherId }, signal })).item,
  })

/** Dialog that makes one reservation of two. */
export default function MergeDialog({ id, onClose }: Props) {
  const form = useFormValues({ otherId: '', keep: 'this', isEmailed: true })
  const { keep, isEmailed } = form.values
  const choices = useChoices(id)
  // A reservation that is gone meanwhile is no choice any more.
  const otherId = choices.data?.some((it) => it.id === form.values.otherId) ? form.values.otherId : ''
  const [stays, goes] = keep === 'this' ? [id, otherId] : [otherId, id]
  const { data, isPlaceholderData, error } = usePreview(stays, goes)
  const preview = otherId === '' || isPlaceholderData ? null : (data ?? null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const merge = usePartyAct({
    id: stays,
    guestName: preview?.stays.guestName ?? '',
    title: 'The reservations are one now',
    send: (json: MergeForm) => apiFetch(`${PATH}/${stays}/merge`, { method: 'POST', json }),
  })
  const submit = (): void => {
    if (!preview) return
    setRefusal(null)
    merge.mutate(
      {
        version: preview.stays.version,
        otherId: goes,
        otherVersion: preview.goes.version,
        isEmailed,
        ...(preview.offSale ? { offSale: [...preview.offSale.tableIds] } : {}),
      },
      { onSuccess: onClose, onError: (failed) => setRefusal(failureText(failed)) },
    )
  }
  return (
    <FormDialog
      title="Merge with another reservation"
      submit={preview?.offSale ? 'Merge, and take it off sale' : 'Merge them'}
      isBusy={merge.isPending}
      canSubmit={preview?.problem === null}
      className="sm:max-w-3xl"
      onSubmit={submit}
      onClose={onClose}
    >
      {choices.data ? (
        <Other choices={choices.data} form={{ ...form, values: { ...form.values, otherId } }} />
      ) : choices.error ? (
        <LoadFailure
          what="The reservations"
          text={choices.error.message}
          onRetry={() => void choices.refetch()}
        />
      ) : (
        <LoadingRows label="Loading the reservations of that day" />
      )}
      {preview ? <Outcome preview={preview} form={form} keep={keep} /> : null}
      {error ? <MergeNote text={failureText(error)} /> : null}
      <MergeRefused text={refusal} />
    </FormDialog>
  )
}

type Form = ReturnType<typeof useFormValues<{ otherId: string; keep: string; isEmailed: boolean }>>

function Other({ choices, form }: { readonly choices: readonly MergeChoice[]; readonly form: Form }) {
  if (choices.length === 0)
    return <MergeNote text="No other reservation of this kind is expected at that time." />
  const options = choices.map((it) => ({ value: it.id, label: choiceLabel(it) }))
  return (
    <FormFields
      form={{ ...form, errors: {} }}
      fields={[
        { name: 'otherId', label: 'The other reservation', kind: 'select', blank: 'Choose one', options },
      ]}
    />
  )
}

const keepOption = (value: string, it: PartyFacts) => ({
  value,
  label: it.guestName,
  note: `${formatClock(it.time)}, ${tablesText(it.tableNumbers)}`,
})

type OutcomeProps = { readonly preview: MergePreview; readonly form: Form; readonly keep: string }

/** Both parties beside the one that remains, in amounts and in words. */
function Outcome({ preview: { stays, goes, after, problem, offSale }, form, keep }: OutcomeProps) {
  const [first, second] = keep === 'this' ? [stays, goes] : [goes, stays]
  const columns = [stays, goes, after]
  const row = (label: string, of: (it: MergePreview['after']) => number | string) => ({
    label,
    cells: columns.map(of),
  })
  return (
    <>
      <FormFields
        form={{ ...form, errors: {} }}
        fields={[
          {
            name: 'keep',
            label: 'Whose reservation stays?',
            hint: 'Its name, contact data, time and entry code stay.',
            kind: 'choice',
            options: [keepOption('this', first), keepOption('other', second)],
          },
        ]}
      />
      <section aria-label="After merging" className="overflow-x-auto rounded-card border border-bark p-4">
        <AmountTable
          heads={[stays.guestName, goes.guestName, 'Together']}
          rows={[
            ...(stays.time === goes.time ? [] : [row('Time', ({ time }) => formatClock(time))]),
            row('Guests', ({ guestCount }) => String(guestCount)),
            row('Tables', ({ tableNumbers }) => listText(tableNumbers) || 'None'),
            row('Packages', ({ packages }) => packages.join(', ') || 'None'),
            row('Price', ({ totalCents }) => totalCents),
            row('Received', ({ receivedCents }) => receivedCents),
            row('Due at the venue', ({ dueCents }) => dueCents),
            ...(after.cover === null ? [] : [row('Cover due at the door', ({ cover }) => cover ?? 'None')]),
          ]}
        />
      </section>
      {problem ? (
        <MergeNote text={problem} />
      ) : (
        <p className="text-sand">
          {[
            `The code and the link of ${goes.guestName} keep working: they lead to the reservation of ${stays.guestName}.`,
            goes.receivedCents > 0
              ? `${formatUsd(goes.receivedCents)} moves with them. Nothing is refunded.`
              : '',
            'You can undo this for 10 seconds. To take it back later, split the reservation.',
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      )}
      {offSale ? <MergeNote text={offSale.text} /> : null}
      {stays.hasEmail || goes.hasEmail ? (
        <EmailQuestion form={form} startsAt={stays.startsAt} label="Email the guests about it" />
      ) : (
        <p className="text-sand">Neither guest has an email address, so no email is sent.</p>
      )}
    </>
  )
}
