import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { itemsText } from '#features/close-out/cover-corrections/rules.ts'
import type { NightCover } from '#features/close-out/cover-corrections/schema.ts'
import type { CloseOut } from '#features/close-out/schema.ts'
import { methodLabel } from '#features/payments/ledger/rules.ts'
import { formatUsd } from '#lib/money.ts'
import { shownMoment } from '#ui/admin/shown-time.ts'
import { type FieldDescriptor, FormFields, useFormValues } from '#ui/admin/forms/form-fields.tsx'
import { FormDialog } from '#ui/admin/forms/form-dialog.tsx'
import { Panel } from '#ui/admin/panel.tsx'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { useCan } from '#web/admin/auth/current-user.ts'
import { apiFetch, failureText, fieldErrors } from '#web/admin/data/api-client.ts'
import { CLOSE_OUT_PATH, CLOSE_OUT_KEY } from './use-close-out.ts'

/** The cover of the night, act by act, each of which a manager can correct, also after the lock. */
export function CoverPanel({ night: { date } }: { readonly night: Pick<CloseOut, 'date'> }) {
  const canCorrect = useCan('close_out.edit')
  const [wrong, setWrong] = useState<NightCover | null>(null)
  const { data } = useQuery({
    queryKey: [...CLOSE_OUT_KEY, date, 'cover'],
    staleTime: 0,
    queryFn: async ({ signal }) => (await apiFetch(`${CLOSE_OUT_PATH}/${date}/cover`, { signal })).items,
  })
  if (!data || data.length === 0) return null
  return (
    <Panel className="no-print">
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center font-display text-xl">
          Cover as it was taken ({data.length})
        </summary>
        <ul className="divide-y divide-bark">
          {data.map((it) => (
            <li key={it.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5">
              <span
                className={`min-w-0 flex-1 basis-60 wrap-anywhere ${it.isTakenBack ? 'text-sand line-through' : ''}`}
              >
                <bdi>{nameOf(it)}</bdi>
                {` · ${factsOf(it)}`}
              </span>
              <span className="tabular-nums">{formatUsd(it.amountCents)}</span>
              {canCorrect && !it.isTakenBack ? (
                <Button
                  look="quiet"
                  onClick={() => setWrong(it)}
                  aria-label={`Correct: ${nameOf(it)} · ${factsOf(it)}`}
                >
                  Correct
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      </details>
      {wrong ? (
        <CorrectCover key={wrong.id} date={date} wrong={wrong} onClose={() => setWrong(null)} />
      ) : null}
    </Panel>
  )
}

const nameOf = ({ guestName }: NightCover): string => guestName ?? 'Walk-ins'

/** `2 full, 1 comp · in cash · Fri, Nov 27, 10:02 PM, Ama · correction: paid by card` */
const factsOf = ({ items, method, at, actorName, reason }: NightCover): string =>
  [
    itemsText(items),
    methodLabel(method),
    [shownMoment(at), actorName].filter(Boolean).join(', '),
    reason === null ? '' : `correction: ${reason}`,
  ]
    .filter(Boolean)
    .join(' · ')

const COUNTS: readonly FieldDescriptor[] = [
  { name: 'full', label: 'Full', kind: 'text', inputMode: 'numeric', maxLength: 3 },
  { name: 'fullEach', label: 'Full price for each', kind: 'money' },
  { name: 'reduced', label: 'Reduced', kind: 'text', inputMode: 'numeric', maxLength: 3 },
  { name: 'reducedEach', label: 'Reduced price for each', kind: 'money' },
  { name: 'guest_list', label: 'Guest list', kind: 'text', inputMode: 'numeric', maxLength: 3 },
  { name: 'comp', label: 'Comp', kind: 'text', inputMode: 'numeric', maxLength: 3 },
]

const REST: readonly FieldDescriptor[] = [
  {
    name: 'method',
    label: 'Paid',
    kind: 'choice',
    options: [
      { value: 'cash', label: 'In cash' },
      { value: 'card', label: 'By card' },
    ],
  },
  { name: 'reason', label: 'Reason', kind: 'area', required: true, maxLength: 500 },
]

type CorrectProps = { readonly date: string; readonly wrong: NightCover; readonly onClose: () => void }

/** Asks for the cover as it should have been recorded, and why. */
function CorrectCover({ date, wrong, onClose }: CorrectProps) {
  const queries = useQueryClient()
  const [keys] = useState(() => ({ key: crypto.randomUUID(), insteadKey: crypto.randomUUID() }))
  const form = useFormValues(valuesOf(wrong))
  const correct = useMutation({
    mutationFn: () =>
      apiFetch(`${CLOSE_OUT_PATH}/${date}/cover/${wrong.id}`, {
        method: 'PUT',
        json: { ...form.values, ...keys },
      }),
    onSuccess() {
      showToast({ tone: 'good', title: 'Cover corrected' })
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: CLOSE_OUT_KEY }),
  })
  const errors = fieldErrors(correct.error)
  return (
    <FormDialog
      title="Correct cover"
      submit="Correct"
      isBusy={correct.isPending}
      className="sm:max-w-lg"
      onSubmit={() => correct.mutate()}
      onClose={onClose}
    >
      <p className="text-sand">
        Recorded: <bdi>{nameOf(wrong)}</bdi> · {factsOf(wrong)}, {formatUsd(wrong.amountCents)}. Enter what is
        right. Without any guest it is only taken back. Both stay in the ledger, with your name and the
        reason.
      </p>
      <div className="grid grid-cols-2 gap-4">
        <FormFields form={{ ...form, errors }} fields={COUNTS} />
      </div>
      <FormFields form={{ ...form, errors }} fields={REST} />
      {correct.error && Object.keys(errors).length === 0 ? (
        <p role="alert" className="text-rose">
          {failureText(correct.error)}
        </p>
      ) : null}
    </FormDialog>
  )
}

function valuesOf({ items, method }: NightCover) {
  const guestsOf = (kind: string): string => String(items.find((it) => it.kind === kind)?.guests ?? '')
  const eachOf = (...kinds: readonly string[]): string => {
    const cents = items.find((it) => kinds.includes(it.kind))?.eachCents ?? 0
    return cents === 0 ? '' : (cents / 100).toFixed(2)
  }
  return {
    full: guestsOf('full'),
    reduced: guestsOf('reduced'),
    guest_list: guestsOf('guest_list'),
    comp: guestsOf('comp'),
    fullEach: eachOf('full', 'comp'),
    reducedEach: eachOf('reduced'),
    method: method ?? 'cash',
    reason: '',
  }
}
