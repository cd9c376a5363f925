import { FLOOR_HEIGHT, FLOOR_WIDTH } from '#features/floor-plan/chart/schema.ts'
import type { StaffTable } from '#features/floor-plan/tables/schema.ts'
import { CheckField, SelectField, TextField } from '#ui/admin/field.tsx'
import { FormDialog } from '#ui/admin/form-dialog.tsx'
import type { RecordFormProps } from '#web/admin/data/use-records.tsx'
import { SHAPE_OPTIONS, shapeOf, type TableFields, ZONE_OPTIONS, zoneOf } from './table-fields.ts'

const PLACE = [
  { name: 'positionX', label: 'X', min: 0, max: FLOOR_WIDTH },
  { name: 'positionY', label: 'Y', min: 0, max: FLOOR_HEIGHT },
  { name: 'width', label: 'Width', min: 20, max: 400 },
  { name: 'height', label: 'Height', min: 20, max: 400 },
  { name: 'rotation', label: 'Rotation', min: 0, max: 359 },
] as const

export function TableForm({
  form: { item, fields, errors },
  isSaving,
  draft,
  onFields,
  onSubmit,
  onClose,
}: RecordFormProps<StaffTable, TableFields>) {
  const set = (change: Partial<TableFields>): void => onFields((now) => ({ ...now, ...change }))
  return (
    <FormDialog
      title={item ? 'Edit Table' : 'Add Table'}
      submit={item ? 'Update' : 'Add'}
      isBusy={isSaving}
      draft={draft}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Table number"
          type="number"
          required
          min={1}
          max={999}
          value={fields.tableNumber}
          error={errors['tableNumber']}
          onChange={(event) => set({ tableNumber: event.target.value })}
        />
        <TextField
          label="Max guests"
          type="number"
          required
          min={1}
          max={50}
          value={fields.maxGuests}
          error={errors['maxGuests']}
          onChange={(event) => set({ maxGuests: event.target.value })}
        />
        <SelectField
          label="Location"
          options={ZONE_OPTIONS}
          value={fields.location}
          onChange={(event) => set({ location: zoneOf(event.target.value) })}
        />
        <TextField
          label="Reservation price"
          hint="In dollars, 0 for none"
          inputMode="decimal"
          value={fields.reservationPrice}
          error={errors['reservationPrice']}
          onChange={(event) => set({ reservationPrice: event.target.value })}
        />
        <SelectField
          label="Shape"
          options={SHAPE_OPTIONS}
          value={fields.shape}
          onChange={(event) => set({ shape: shapeOf(event.target.value) })}
        />
      </div>
      <fieldset className="grid grid-cols-2 gap-4 sm:grid-cols-5">
        <legend className="mb-2 text-sm text-dune">
          Position in the room of {FLOOR_WIDTH} by {FLOOR_HEIGHT}: the top left corner, the size, and a turn
          in degrees
        </legend>
        {PLACE.map(({ name, label, min, max }) => (
          <TextField
            key={name}
            label={label}
            type="number"
            min={min}
            max={max}
            value={fields[name]}
            error={errors[name]}
            onChange={(event) => set({ [name]: event.target.value })}
          />
        ))}
      </fieldset>
      <CheckField
        label="Available: guests can book it"
        checked={fields.isAvailable}
        onChange={(event) => set({ isAvailable: event.target.checked })}
      />
    </FormDialog>
  )
}
