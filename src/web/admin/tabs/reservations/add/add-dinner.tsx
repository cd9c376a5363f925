import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { warningsOf } from '#features/reservation-management/staff-bookings/rules.ts'
import {
  BEST_TABLE,
  type DinnerContext,
  dinnerForm,
  GUEST_FIELDS,
  NO_TABLE,
  NOW,
  type SlotPacing,
} from '#features/reservation-management/staff-bookings/schema.ts'
import { businessDate, formatClock, formatDate } from '#lib/venue-time.ts'
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx'
import type { ChoiceOption } from '#lib/forms/descriptors.ts'
import {
  type FieldDescriptor,
  FormFields,
  type FormValues,
  useFormValues,
} from '#ui/admin/forms/form-fields.tsx'
import { LoadFailure } from '#ui/admin/lists/list-states.tsx'
import { Panel } from '#ui/admin/panel.tsx'
import { useDraft } from '#web/admin/data/drafts.ts'
import { apiFetch } from '#web/admin/data/api-client.ts'
import { serverNow } from '#web/admin/clock/server-clock.ts'
import { AddForm, type AddProps, GuestPanel, partyOf, Warnings, withGuest } from './add-fields.tsx'
import { seatsText } from '../list-copy.ts'
import { useAdd } from './use-add.ts'
import { RESERVATIONS_KEY } from '../use-reservation-list.ts'
import { DINNERS } from './use-dinner-now.ts'

const STATES: Readonly<Record<SlotPacing['state'], string>> = {
  free: 'Available',
  busy: 'Nearly full',
  full: 'Full',
}

/** `Nearly full, 20 of 24` */
const slotOption = ({ time, state, covers }: SlotPacing, most: number): ChoiceOption => ({
  value: time,
  label: formatClock(time),
  // Non-breaking spaces within `20 of 24`.
  note: `${STATES[state]}, ${covers}\u{a0}of\u{a0}${most}`,
})

const closedText = ({ date, day, reason }: DinnerContext): string =>
  day === 'past'
    ? 'That day is past.'
    : `The restaurant is closed on ${formatDate(date, 'medium')}${reason ? ` (${reason})` : ''}.`

const PARTY_AND_DATE: readonly FieldDescriptor[] = [
  GUEST_FIELDS.guests,
  { name: 'date', label: 'Date', kind: 'text', isRequired: true, type: 'date' },
]
const timeField = (options: readonly ChoiceOption[], most: number): FieldDescriptor => ({
  name: 'time',
  label: 'Time',
  kind: 'choice',
  hint: `Guests booked for each time, of the ${most} you take in a half hour`,
  options,
})
const tableField = (seats: DinnerContext['seats']): FieldDescriptor => ({
  name: 'tableId',
  label: 'Table',
  kind: 'select',
  options: [
    { value: BEST_TABLE, label: 'Best free table' },
    ...seats.map((seat) => ({ value: seat.id, label: seatsText(seat) })),
    { value: NO_TABLE, label: 'No table yet' },
  ],
})

type DinnerFields = { readonly date: string; readonly time: string | null; readonly tableId: string }
const newDinner = (): DinnerFields => ({ date: businessDate(serverNow()), time: null, tableId: BEST_TABLE })

/** Form for a dinner by phone or walk-in. It shows the pacing of the service; staff may exceed it. */
export function AddDinner(props: AddProps) {
  const { guest, onAdded } = props
  const [blank] = useState(newDinner)
  const { fields, setValue, clear } = useDraft<DinnerFields>('reservation dinner', blank)
  const { date, time: chosen, tableId } = fields
  const stayed = useFormValues({ stay: 'until_event' })
  const { offSale, agreeToOffSale, ...add } = useAdd(DINNERS, dinnerForm, {
    onAdded() {
      clear()
      onAdded()
    },
  })
  const party = partyOf(guest)
  const day = useQuery({
    queryKey: [...RESERVATIONS_KEY, 'staff-booking', 'dinner', date, party, chosen],
    staleTime: 0,
    enabled: date !== '',
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ date, guests: String(party), time: chosen ?? NOW })
      return apiFetch(`${DINNERS}?${query}`, { signal })
    },
  })
  const { data } = day
  const canStartNow = guest.source === 'walk_in' && data?.canStartNow === true
  const options: ChoiceOption[] = [
    ...(canStartNow ? [{ value: NOW, label: 'Now', note: 'Seated right away' }] : []),
    ...(data?.slots ?? []).map((slot) => slotOption(slot, data?.coversPerSlot ?? 0)),
  ]
  // A walk-in starts now by default.
  const wanted = chosen ?? (canStartNow ? NOW : '')
  const time = options.some(({ value }) => value === wanted) ? wanted : ''
  const form = withGuest(props, { values: { ...fields, time }, errors: add.errors, setValue })
  return (
    <AddForm {...add} onSubmit={() => add.submit({ ...guest, date, time, tableId, ...stayed.values })}>
      <Panel className="flex flex-col gap-4">
        <div className="grid grid-cols-2 gap-4">
          <FormFields form={form} fields={PARTY_AND_DATE} />
        </div>
        {day.error && !data ? (
          <LoadFailure what="The evening" text={day.error.message} onRetry={() => void day.refetch()} />
        ) : null}
        {data && options.length === 0 ? (
          <p role="status" className="text-brass">
            {data.day === 'open' ? 'Dinner is over for this day.' : closedText(data)}
          </p>
        ) : (
          <FormFields form={form} fields={[timeField(options, data?.coversPerSlot ?? 0)]} />
        )}
        <FormFields form={form} fields={[tableField(data?.seats ?? [])]} />
        {data?.stay && time && tableId !== NO_TABLE ? <StayField stay={data.stay} form={stayed} /> : null}
        <Warnings warnings={data && time ? warningsOf(data, { guests: party, time, tableId }) : []} />
      </Panel>
      <GuestPanel form={form} />
      <ConfirmDialog
        isOpen={offSale !== null}
        question="Take this table off sale?"
        confirm="Save, and take it off sale"
        isBusy={add.isBusy}
        onConfirm={agreeToOffSale}
        onClose={add.dismiss}
      >
        <p className="text-sand">{offSale}</p>
      </ConfirmDialog>
    </AddForm>
  )
}

type StayProps = { readonly stay: NonNullable<DinnerContext['stay']>; readonly form: FormValues }

/** End of the reservation, if an event with tables for sale follows. */
function StayField({ stay: { eventTitle, untilEvent, whole }, form }: StayProps) {
  const options: readonly ChoiceOption[] = [
    ...(untilEvent
      ? [
          {
            value: 'until_event',
            label: `Until ${formatClock(untilEvent)}`,
            note: `${eventTitle} begins then`,
          },
        ]
      : []),
    {
      value: 'whole',
      label: `Until ${formatClock(whole)}`,
      note: 'Full turn time. The table goes off sale.',
    },
  ]
  const values = untilEvent ? form.values : { stay: 'whole' }
  return (
    <FormFields
      form={{ ...form, values }}
      fields={[{ name: 'stay', label: 'Table until', kind: 'choice', isWordy: true, options }]}
    />
  )
}
