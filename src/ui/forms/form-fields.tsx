import { useState } from 'react'
import { type FieldDescriptor, INPUT_ATTRIBUTES } from '#lib/forms/descriptors.ts'
import { lengthText } from '#lib/forms/length.ts'
import { pick } from '#lib/pick.ts'
import { ChoiceCards } from './choice-cards.tsx'
import { FormField, INPUT, noteOf, widthOf } from './form-field.tsx'

type Props = {
  /** Prefix of the ids of the form's fields. */
  readonly form: string
  readonly fields: readonly FieldDescriptor[]
  /** Values by name; those of other controls of the form are ignored. */
  readonly typed: Readonly<Record<string, string | boolean>>
  readonly problems: Readonly<Record<string, string | undefined>>
}

type Kind = 'text' | 'area' | 'select' | 'choice'
type ControlProps<Name extends Kind> = {
  readonly id: string
  readonly field: Extract<FieldDescriptor, { readonly kind: Name }>
  readonly value: string
  readonly problem: string | undefined
}

/** Renders the fields of a public form. They are uncontrolled, so that they work the same in a page without scripts. */
export const FormFields = ({ form, fields, typed, problems }: Props) =>
  fields.map((field) => (
    <DescribedField
      key={field.name}
      id={`${form}-${field.name}`}
      field={field}
      value={String(typed[field.name] ?? '')}
      problem={problems[field.name]}
    />
  ))

type FieldProps = Omit<ControlProps<Kind>, 'field'> & { readonly field: FieldDescriptor }

function DescribedField({ field, ...of }: FieldProps) {
  switch (field.kind) {
    case 'text':
      return <TextField {...of} field={field} />
    case 'area':
      return <TextArea {...of} field={field} />
    case 'select':
      return <SelectField {...of} field={field} />
    case 'choice':
      return <ChoiceCards {...of} field={field} />
    case 'money':
    case 'check':
    case 'hours':
      throw new Error(`A public form has no field of the kind ${field.kind}.`)
  }
}

/** Label, note and width of a field. */
const headOf = ({ id, field, problem }: Omit<ControlProps<Kind>, 'value'>) => ({
  id,
  label: field.label,
  note: noteOf(field),
  problem,
  className: widthOf(field),
})

function TextField({ field, value, ...of }: ControlProps<'text'>) {
  const { name, suggestions } = field
  const list = suggestions ? `${of.id}-list` : undefined
  return (
    <FormField {...headOf({ ...of, field })}>
      {(attributes) => (
        <>
          <input
            {...attributes}
            {...pick(field, INPUT_ATTRIBUTES)}
            name={name}
            list={list}
            defaultValue={value}
            className={INPUT}
          />
          {suggestions ? (
            <datalist id={list}>
              {suggestions.map((it) => (
                <option key={it} value={it} />
              ))}
            </datalist>
          ) : null}
        </>
      )}
    </FormField>
  )
}

/**
 * Textarea that grows with its text. It has no `maxlength`, which would cut a pasted text silently: the length is
 * counted here and validated on submit.
 */
function TextArea({ field, value, ...of }: ControlProps<'area'>) {
  const { name, required, rows = 3, inputMode, placeholder, maxLength } = field
  const [length, setLength] = useState(value.length)
  const isNearlyFull = maxLength !== undefined && length > maxLength * NEARLY_FULL
  return (
    <FormField {...headOf({ ...of, field })}>
      {(attributes) => (
        <>
          <textarea
            {...attributes}
            {...{ name, required, rows, inputMode, placeholder }}
            defaultValue={value}
            autoComplete="off"
            onInput={(input) => setLength(input.currentTarget.value.trim().length)}
            className={`${INPUT} field-sizing-content max-h-80 min-h-24`}
          />
          {isNearlyFull ? (
            <p
              role="status"
              className={`text-right text-sm tabular-nums ${length > maxLength ? 'font-semibold text-rose' : 'text-sand'}`}
            >
              {lengthText(length, maxLength)}
            </p>
          ) : null}
        </>
      )}
    </FormField>
  )
}

const NEARLY_FULL = 0.9

function SelectField({ field, value, ...of }: ControlProps<'select'>) {
  const { name, required, options, blank } = field
  return (
    <FormField {...headOf({ ...of, field })}>
      {(attributes) => (
        <select {...attributes} {...{ name, required }} defaultValue={value} className={INPUT}>
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
