import { useState } from 'react'
import { type FieldDescriptor, INPUT_ATTRIBUTES, type InputDescriptor } from '#lib/forms/descriptors.ts'
import { pick } from '#lib/records.ts'
import { ChoiceField } from './choice-field.tsx'
import { CheckField, SelectField, TextAreaField, TextField } from './field.tsx'

export type { FieldDescriptor, InputDescriptor } from '#lib/forms/descriptors.ts'

type Errors = Readonly<Record<string, string>>
const NO_ERRORS: Errors = {}

/** Values, server errors and setter of a form that renders fields from descriptors. */
export type FormValues = {
  readonly values: Readonly<Record<string, unknown>>
  readonly errors: Errors
  readonly setValue: (name: string, value: string | boolean) => void
}

/** Form without a stored draft. A form with server errors adds them: `{ ...form, errors }`. */
export function useFormValues<Values extends Readonly<Record<string, unknown>>>(first: Values) {
  const [values, setValues] = useState(first)
  const setValue = (name: string, value: string | boolean): void =>
    setValues((now) => ({ ...now, [name]: value }))
  return { values, errors: NO_ERRORS, setValue }
}

type Props = { readonly form: FormValues; readonly fields: readonly FieldDescriptor[] }

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** Renders fields from their descriptors, connected to the values and errors of a form. */
export const FormFields = ({ form, fields }: Props) =>
  fields.map((field) => <DescribedField key={field.name} form={form} field={field} />)

/** The error of a field until its value is edited. Errors that are found anew show again. */
export function useErrorUntilEdited({ errors, values }: FormValues, name: string): string | undefined {
  const value = values[name]
  const [found, setFound] = useState({ errors, value })
  if (found.errors !== errors) setFound({ errors, value })
  return found.errors === errors && found.value !== value ? undefined : errors[name]
}

function DescribedField({ form, field }: { readonly form: FormValues; readonly field: FieldDescriptor }) {
  const { name, label } = field
  const value = textOf(form.values[name])
  const error = useErrorUntilEdited(form, name)
  const setValue = (next: string | boolean): void => form.setValue(name, next)
  switch (field.kind) {
    case 'check':
      return (
        <CheckField
          label={label}
          error={error}
          checked={form.values[name] === true}
          onChange={(event) => setValue(event.target.checked)}
        />
      )
    case 'choice': {
      const { hint, options, className, isWordy } = field
      return (
        <ChoiceField
          {...{ label, hint, options, className, isWordy }}
          value={value}
          error={error}
          onChoice={setValue}
        />
      )
    }
    case 'hours':
      return <HoursField label={label} value={value} error={error} onValue={setValue} />
    case 'text':
    case 'money':
    case 'area':
    case 'select':
      return (
        <InputField
          field={field}
          connection={{ value, error, onChange: (event) => setValue(event.target.value) }}
        />
      )
  }
}

type SubmittedProps = {
  readonly fields: readonly InputDescriptor[]
  /** Values that the fields begin with. */
  readonly first?: Readonly<Record<string, string>>
  readonly errors?: Errors
}

/** Uncontrolled fields: values such as passwords stay in the document until `useSubmission` reads them. */
export const SubmittedFields = ({ fields, first = {}, errors = {} }: SubmittedProps) =>
  fields.map((field) => (
    <InputField
      key={field.name}
      field={field}
      connection={{ name: field.name, defaultValue: first[field.name], error: errors[field.name] }}
    />
  ))

type Connection = {
  readonly error: string | undefined
  readonly name?: string
  readonly value?: string
  readonly defaultValue?: string | undefined
  readonly onChange?: (event: { readonly target: { readonly value: string } }) => void
}

function InputField({ field, connection }: { field: InputDescriptor; connection: Connection }) {
  const { label, hint, className, isRequired, required } = field
  const head = { ...connection, label, hint, className, isRequired, required }
  switch (field.kind) {
    case 'text':
      return <TextField {...pick(field, INPUT_ATTRIBUTES)} {...head} />
    case 'money':
      return <TextField inputMode="decimal" {...head} />
    case 'area':
      return <TextAreaField {...pick(field, ['maxLength', 'rows', 'inputMode', 'placeholder'])} {...head} />
    case 'select':
      return <SelectField options={withBlank(field)} disabled={field.disabled} {...head} />
  }
}

const withBlank = ({ options, blank }: Extract<InputDescriptor, { readonly kind: 'select' }>) =>
  blank === undefined ? options : [{ value: '', label: blank }, ...options]

type HoursProps = {
  readonly label: string
  readonly value: string
  readonly error: string | undefined
  readonly onValue: (value: string) => void
}

function HoursField({ label, value, error, onValue }: HoursProps) {
  const [opens = '', closes = ''] = value.split('-')
  const form: FormValues = {
    values: { opens, closes },
    errors: error ? { opens: error } : {},
    setValue(name, next) {
      const times = { opens, closes, [name]: next }
      onValue(times.opens || times.closes ? `${times.opens}-${times.closes}` : '')
    },
  }
  return (
    <fieldset className="grid grid-cols-2 gap-3">
      <legend className="mb-1 font-semibold">{label}</legend>
      <FormFields form={form} fields={HOURS} />
    </fieldset>
  )
}

const HOURS: readonly FieldDescriptor[] = [
  { name: 'opens', label: 'Opens', kind: 'text', type: 'time' },
  { name: 'closes', label: 'Closes', kind: 'text', type: 'time' },
]
