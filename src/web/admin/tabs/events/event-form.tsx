import { useState } from 'react'
import type { StaffEvent } from '#features/events/management/schema.ts'
import { CheckField, SelectField, TextAreaField, TextField } from '#ui/admin/field.tsx'
import { FormDialog } from '#ui/admin/form-dialog.tsx'
import { ImageField } from '#web/admin/pictures/image-field.tsx'
import { pictureOf } from '#web/admin/pictures/picture-of.ts'
import type { RecordFormProps } from '#web/admin/data/use-records.tsx'
import {
  CATEGORY_OPTIONS,
  categoryOf,
  type EventFields,
  PERCENTAGE_OPTIONS,
  RANGE_OPTIONS,
  rangeOf,
} from './event-fields.ts'

type Parts = {
  readonly fields: EventFields
  readonly errors: Readonly<Record<string, string>>
  readonly set: (change: Partial<EventFields>) => void
}

export function EventForm({
  form: { item, fields, errors },
  isSaving,
  draft,
  onFields,
  onSubmit,
  onClose,
}: RecordFormProps<StaffEvent, EventFields>) {
  const [picture, setPicture] = useState(pictureOf(item?.picture, fields.imageId))
  const [isUploading, setUploading] = useState(false)
  const parts: Parts = { fields, errors, set: (change) => onFields((now) => ({ ...now, ...change })) }
  return (
    <FormDialog
      title={item ? 'Edit Event' : 'Add Event'}
      submit={item ? 'Update' : 'Add'}
      isBusy={isSaving || isUploading}
      className="sm:max-w-3xl"
      draft={draft}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <EventBasics {...parts} />
      <PriceAndPeople {...parts} />
      <Tables {...parts} />
      <ImageField
        label="Image"
        picture={picture}
        error={errors['imageId']}
        onBusy={setUploading}
        onChange={(next) => {
          setPicture(next)
          parts.set({ imageId: next?.id ?? null })
        }}
      />
    </FormDialog>
  )
}

const EventBasics = ({ fields, errors, set }: Parts) => (
  <>
    <TextField
      label="Title"
      required
      maxLength={160}
      value={fields.title}
      error={errors['title']}
      onChange={(event) => set({ title: event.target.value })}
    />
    <SelectField
      label="Category"
      required
      options={CATEGORY_OPTIONS}
      value={fields.category}
      error={errors['category']}
      onChange={(event) => set({ category: categoryOf(event.target.value) })}
    />
    <div className="grid gap-4 sm:grid-cols-3">
      <TextField
        label="Date"
        type="date"
        required
        value={fields.date}
        error={errors['date']}
        onChange={(event) => set({ date: event.target.value })}
      />
      <TextField
        label="Time"
        hint="Before 6 AM counts as the same night"
        type="time"
        required
        value={fields.startTime}
        error={errors['startTime']}
        onChange={(event) => set({ startTime: event.target.value })}
      />
      <TextField
        label="End time"
        hint="Leave empty for 5 AM"
        type="time"
        value={fields.endTime}
        error={errors['endTime']}
        onChange={(event) => set({ endTime: event.target.value })}
      />
    </div>
    <TextAreaField
      label="Description"
      required
      maxLength={5000}
      value={fields.description}
      error={errors['description']}
      onChange={(event) => set({ description: event.target.value })}
    />
  </>
)

const PriceAndPeople = ({ fields, errors, set }: Parts) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <TextField
      label="Price"
      hint="As guests read it, such as $20 or Free"
      required
      maxLength={80}
      value={fields.price}
      error={errors['price']}
      onChange={(event) => set({ price: event.target.value })}
    />
    <SelectField
      label="Price range"
      required
      options={RANGE_OPTIONS}
      value={fields.priceRange}
      error={errors['priceRange']}
      onChange={(event) => set({ priceRange: rangeOf(event.target.value) })}
    />
    <TextField
      label="Host"
      maxLength={120}
      value={fields.host}
      error={errors['host']}
      onChange={(event) => set({ host: event.target.value })}
    />
    <TextField
      label="DJ"
      maxLength={120}
      value={fields.dj}
      error={errors['dj']}
      onChange={(event) => set({ dj: event.target.value })}
    />
    <TextField
      label="Ticket link"
      hint="Only if tickets are sold on another site"
      type="url"
      className="sm:col-span-2"
      maxLength={500}
      placeholder="https://"
      value={fields.ticketsUrl}
      error={errors['ticketsUrl']}
      onChange={(event) => set({ ticketsUrl: event.target.value })}
    />
  </div>
)

function Tables({ fields, set }: Parts) {
  const [isPartial, setPartial] = useState(fields.bookingPercentage > 0)
  const isListed = PERCENTAGE_OPTIONS.some(({ value }) => value === String(fields.bookingPercentage))
  return (
    <div className="grid items-start gap-x-4 sm:grid-cols-2">
      <CheckField
        label="Featured"
        checked={fields.featured}
        onChange={(event) => set({ featured: event.target.checked })}
      />
      <CheckField
        label="Sold out"
        checked={fields.soldOut}
        onChange={(event) => set({ soldOut: event.target.checked })}
      />
      <div className="sm:col-span-2">
        <CheckField
          label="Tables for sale online"
          checked={fields.tablesForSale}
          onChange={(event) => set({ tablesForSale: event.target.checked })}
        />
        <p className="mb-2 text-sm text-dune">
          Turn this off for an event without table sales, such as a class. Guests then see the ticket link or
          a request form instead of the seating chart. You can still add a party with a table.
        </p>
      </div>
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
          value={isListed ? String(fields.bookingPercentage) : '90'}
          onChange={(event) => set({ bookingPercentage: Number(event.target.value) })}
        />
      ) : null}
    </div>
  )
}
