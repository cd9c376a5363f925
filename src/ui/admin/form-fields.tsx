import { type ComponentProps, useState } from 'react'
import { ChoiceField, type ChoiceOption } from './choice-field.tsx'
import { CheckField, type Option, SelectField, TextAreaField, TextField } from './field.tsx'

type Common = {
  readonly name: string
  readonly label: string
  readonly hint?: string | undefined
  readonly className?: string
  /** Shows or hides "(required)" beside the label. Without it, the label follows `required`. */
  readonly isRequired?: boolean
}
type Attributes<Tag extends 'input' | 'textarea' | 'select', Name extends keyof ComponentProps<Tag>> = Pick<
  ComponentProps<Tag>,
  Name
>

/** Fields that are one input of the browser. */
export type InputDescriptor = Common &
  (
    | ({ readonly kind: 'text' } & Attributes<
        'input',
        | 'type'
        | 'required'
        | 'min'
        | 'max'
        | 'minLength'
        | 'maxLength'
        | 'inputMode'
        | 'placeholder'
        | 'autoComplete'
        | 'autoCapitalize'
        | 'autoFocus'
        | 'spellCheck'
      >)
    /** Amount in dollars. */
    | ({ readonly kind: 'money' } & Attributes<'input', 'required'>)
    | ({ readonly kind: 'area' } & Attributes<'textarea', 'required' | 'maxLength' | 'rows'>)
    | ({ readonly kind: 'select'; readonly options: readonly Option[] } & Attributes<
        'select',
        'required' | 'disabled'
      >)
  )

/** Describes one field of a staff form. Its label, limits and control are written here once. */
export type FieldDescriptor =
  | InputDescriptor
  | (Common & { readonly kind: 'check' })
  /** Radio group. `isWordy` is for options whose notes are sentences. */
  | (Common & {
      readonly kind: 'choice'
      readonly options: readonly ChoiceOption[]
      readonly isWordy?: boolean
    })
  /** Opening and closing time as one value, such as `15:00-21:00`. Empty means closed. */
  | (Common & { readonly kind: 'hours' })

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

function DescribedField({ form, field }: { readonly form: FormValues; readonly field: FieldDescriptor }) {
  const { name, label } = field
  const value = textOf(form.values[name])
  const error = form.errors[name]
  const setValue = (next: string | boolean): void => form.setValue(name, next)
  switch (field.kind) {
    case 'check':
      return (
        <CheckField
          label={label}
          checked={form.values[name] === true}
          onChange={(event) => setValue(event.target.checked)}
        />
      )
    case 'choice': {
      const { kind: _kind, name: _name, isRequired: _isRequired, ...rest } = field
      return <ChoiceField {...rest} value={value} error={error} onChoice={setValue} />
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
  switch (field.kind) {
    case 'text': {
      const { kind: _kind, name: _name, ...rest } = field
      return <TextField {...rest} {...connection} />
    }
    case 'money': {
      const { kind: _kind, name: _name, ...rest } = field
      return <TextField inputMode="decimal" {...rest} {...connection} />
    }
    case 'area': {
      const { kind: _kind, name: _name, ...rest } = field
      return <TextAreaField {...rest} {...connection} />
    }
    case 'select': {
      const { kind: _kind, name: _name, ...rest } = field
      return <SelectField {...rest} {...connection} />
    }
  }
}

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
