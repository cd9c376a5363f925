import { FLOOR_HEIGHT, FLOOR_WIDTH } from '#features/floor-plan/chart/schema.ts'
import type { StaffTable } from '#features/floor-plan/tables/schema.ts'
import { type FieldDescriptor, FormFields } from '#ui/admin/forms/form-fields.tsx'
import { RecordForm } from '#web/admin/data/record-form.tsx'
import type { RecordFormProps } from '#web/admin/data/use-records.tsx'
import { SHAPE_OPTIONS, type TableFields, ZONE_OPTIONS } from './table-fields.ts'

const number = (name: string, label: string, [min, max]: readonly [number, number]) =>
  ({ name, label, kind: 'text', type: 'number', min, max }) as const

const DETAILS: readonly FieldDescriptor[] = [
  { ...number('tableNumber', 'Table number', [1, 999]), required: true },
  { ...number('maxGuests', 'Max guests', [1, 50]), required: true },
  { name: 'location', label: 'Location', kind: 'select', options: ZONE_OPTIONS },
  {
    name: 'reservationPrice',
    label: 'Reservation price',
    kind: 'money',
    hint: 'In dollars, 0 for none',
  },
  { name: 'shape', label: 'Shape', kind: 'select', options: SHAPE_OPTIONS },
]
const POSITION: readonly FieldDescriptor[] = [
  number('positionX', 'X', [0, FLOOR_WIDTH]),
  number('positionY', 'Y', [0, FLOOR_HEIGHT]),
  number('width', 'Width', [20, 400]),
  number('height', 'Height', [20, 400]),
  number('rotation', 'Rotation', [0, 359]),
]
const DETAILS_FOR_GUESTS: readonly FieldDescriptor[] = [
  {
    name: 'included',
    label: 'Included',
    kind: 'text',
    hint: 'Such as mixers, ice and a host of your own',
    maxLength: 200,
  },
  { name: 'minimumSpend', label: 'Minimum spend', kind: 'money', hint: 'In dollars, empty for none' },
]
const STATUS: readonly FieldDescriptor[] = [
  { name: 'isAvailable', label: 'Available: guests can book it', kind: 'check' },
]

export const TableForm = (props: RecordFormProps<StaffTable, TableFields>) => (
  <RecordForm noun="Table" {...props}>
    {(form) => (
      <>
        <div className="grid gap-4 sm:grid-cols-2">
          <FormFields form={form} fields={DETAILS} />
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <FormFields form={form} fields={DETAILS_FOR_GUESTS} />
        </div>
        {form.imageField()}
        <fieldset className="grid grid-cols-2 gap-4 sm:grid-cols-5">
          <legend className="mb-2 text-sm text-dune">
            Position in the room of {FLOOR_WIDTH} by {FLOOR_HEIGHT}: the top left corner, the size, and the
            rotation in degrees
          </legend>
          <FormFields form={form} fields={POSITION} />
        </fieldset>
        <FormFields form={form} fields={STATUS} />
      </>
    )}
  </RecordForm>
)
