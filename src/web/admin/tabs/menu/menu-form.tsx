import type { StaffMenuItem } from '#features/menu/schema.ts'
import { type FieldDescriptor, FormFields } from '#ui/admin/forms/form-fields.tsx'
import { RecordForm } from '#web/admin/data/record-form.tsx'
import type { RecordFormProps } from '#web/admin/data/use-records.tsx'
import { DietaryField } from './dietary-field.tsx'
import { CATEGORY_OPTIONS, type MenuFields } from './menu-fields.ts'

const NAME_AND_PRICE: readonly FieldDescriptor[] = [
  { name: 'name', label: 'Name', kind: 'text', required: true, maxLength: 120 },
  {
    name: 'price',
    label: 'Price',
    kind: 'money',
    hint: 'In dollars, such as 24.50',
    required: true,
  },
]
const DETAILS: readonly FieldDescriptor[] = [
  { name: 'category', label: 'Category', kind: 'select', options: CATEGORY_OPTIONS },
  { name: 'description', label: 'Description', kind: 'area', maxLength: 2000 },
  { name: 'ingredients', label: 'Ingredients', kind: 'text', hint: 'Separated by commas' },
]

export const MenuForm = (props: RecordFormProps<StaffMenuItem, MenuFields>) => (
  <RecordForm noun="Menu Item" {...props}>
    {(form) => (
      <>
        <div className="grid gap-4 sm:grid-cols-2">
          <FormFields form={form} fields={NAME_AND_PRICE} />
        </div>
        <FormFields form={form} fields={DETAILS} />
        <DietaryField
          value={form.fields.dietary}
          error={form.errors['dietary']}
          onValue={(dietary) => form.set({ dietary })}
        />
        {form.imageField()}
      </>
    )}
  </RecordForm>
)
