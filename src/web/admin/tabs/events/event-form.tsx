import { useState } from 'react'
import { movedNote, offSaleNote } from './told-notes.ts'
import type { StaffEvent } from '#features/events/management/schema.ts'
import { CheckField, SelectField } from '#ui/admin/forms/field.tsx'
import { FormFields, useErrorUntilEdited } from '#ui/admin/forms/form-fields.tsx'
import { RecordForm, type RecordFormState } from '#web/admin/data/record-form.tsx'
import type { RecordFormProps } from '#web/admin/data/use-records.tsx'
import { DateNote } from './date-note.tsx'
import {
  DESCRIPTION_FIELDS,
  type EventFields,
  FLAG_FIELDS,
  PERCENTAGE_OPTIONS,
  PRICE_AND_HOST_FIELDS,
  SALE_FIELDS,
  TIME_FIELDS,
  TITLE_FIELDS,
} from './event-fields.ts'

/** Form of an event. Its fields are described in `event-fields.ts`; this component lays them out. */
export const EventForm = (props: RecordFormProps<StaffEvent, EventFields>) => (
  <RecordForm noun="Event" className="sm:max-w-3xl" {...props}>
    {(form) => (
      <>
        <FormFields form={form} fields={TITLE_FIELDS} />
        <div className="grid gap-4 sm:grid-cols-3">
          <FormFields form={form} fields={TIME_FIELDS} />
        </div>
        <DateNote stored={props.form.item} date={form.fields.date} />
        <LineNote item={props.form.item} fields={form.fields} />
        <FormFields form={form} fields={DESCRIPTION_FIELDS} />
        <div className="grid gap-4 sm:grid-cols-2">
          <FormFields form={form} fields={PRICE_AND_HOST_FIELDS} />
        </div>
        <div className="grid items-start gap-x-4 sm:grid-cols-2">
          <FormFields form={form} fields={FLAG_FIELDS} />
          <div className="sm:col-span-2">
            <FormFields form={form} fields={SALE_FIELDS} />
            <p className="mb-2 text-sm text-dune">
              Turn this off for an event without table sales, such as a class. Guests then see the ticket link
              or a request form instead of the seating chart. You can still add a party with a table.
            </p>
          </div>
          <PartialBooking form={form} />
        </div>
        {form.imageField()}
      </>
    )}
  </RecordForm>
)

type LineNoteProps = {
  readonly item: StaffEvent | null
  readonly fields: Pick<EventFields, 'date' | 'startTime' | 'tablesForSale'>
}

/** Parties in line and names on guest lists that a changed event concerns: its date, its start or its sale. */
function LineNote({ item, fields: { date, startTime, tablesForSale } }: LineNoteProps) {
  if (item === null) return null
  const isOtherDate = item.date !== date
  const notes = [
    item.tablesForSale && !tablesForSale ? offSaleNote(item.waiting) : undefined,
    isOtherDate || item.startTime !== startTime
      ? movedNote(tablesForSale ? item : { ...item, waiting: 0 }, { isOtherDate })
      : undefined,
  ]
  const text = notes.filter((it) => it !== undefined).join(' ')
  return text === '' ? null : (
    <p role="status" className="text-sand">
      {text}
    </p>
  )
}

/** Share of the tables that guests see as reserved. Turning it off stores 0. */
function PartialBooking({ form }: { readonly form: RecordFormState<EventFields> }) {
  const { fields, set } = form
  const error = useErrorUntilEdited(form, 'bookingPercentage')
  const [isPartial, setPartial] = useState(fields.bookingPercentage > 0)
  return (
    <>
      <CheckField
        label="Partial booking"
        checked={isPartial}
        onChange={(event) => {
          setPartial(event.target.checked)
          if (!event.target.checked) set({ bookingPercentage: 0 })
        }}
      />
      {isPartial ? (
        <SelectField
          label="Tables shown as reserved"
          hint="Chosen at random for each guest. Real reservations always show."
          options={PERCENTAGE_OPTIONS}
          value={String(fields.bookingPercentage)}
          error={error}
          onChange={(event) => set({ bookingPercentage: Number(event.target.value) })}
        />
      ) : null}
    </>
  )
}
