import type { FieldDescriptor } from '#lib/forms/descriptors.ts'
import { ChoiceCards } from './choice-cards.tsx'
import { type ControlProps, headOf, type OtherField } from './form-fields.tsx'
import { FormField, SELECT } from './form-field.tsx'

/** Select or radio group, in a module of its own so that forms without lists do not load it. */
export const ListField: OtherField = ({ field, ...of }) => {
  if (field.kind === 'select') return <SelectField {...of} field={field} />
  return field.kind === 'choice' ? <ChoiceCards {...of} field={field} /> : null
}

type Select = Extract<FieldDescriptor, { readonly kind: 'select' }>

function SelectField({ field, value, ...of }: ControlProps<Select>) {
  const { name, required, options, blank } = field
  return (
    <FormField {...headOf({ ...of, field })}>
      {(attributes) => (
        <select
          {...attributes}
          name={name}
          // HTML allows `required` only beside an empty first option. Without one, an option is always chosen.
          required={required && blank !== undefined}
          defaultValue={value}
          className={SELECT}
        >
          {blank === undefined ? null : <option value="">{blank}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FormField>
  )
}
