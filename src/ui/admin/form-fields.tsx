import type { ComponentProps } from 'react'
import { CheckField, type Option, SelectField, TextAreaField, TextField } from './field.tsx'

type Common = {
  readonly name: string
  readonly label: string
  readonly hint?: string | undefined
  readonly className?: string
}
type Attributes<Tag extends 'input' | 'textarea' | 'select', Name extends keyof ComponentProps<Tag>> = Pick<
  ComponentProps<Tag>,
  Name
>

/** Describes one field of a staff form. Its label, limits and control are written here once. */
export type FieldDescriptor = Common &
  (
    | ({ readonly kind: 'text' } & Attributes<
        'input',
        | 'type'
        | 'required'
        | 'min'
        | 'max'
        | 'maxLength'
        | 'inputMode'
        | 'placeholder'
        | 'autoComplete'
        | 'autoCapitalize'
        | 'spellCheck'
      >)
    | ({ readonly kind: 'area' } & Attributes<'textarea', 'required' | 'maxLength' | 'rows'>)
    | ({ readonly kind: 'select'; readonly options: readonly Option[] } & Attributes<'select', 'required'>)
    | { readonly kind: 'check' }
  )

/** Values, server errors and setter of a form that renders fields from descriptors. */
export type FormValues = {
  readonly values: Readonly<Record<string, unknown>>
  readonly errors: Readonly<Record<string, string>>
  readonly setValue: (name: string, value: string | boolean) => void
}

type Props = { readonly form: FormValues; readonly fields: readonly FieldDescriptor[] }

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** Renders fields from their descriptors, connected to the values and errors of a form. */
export const FormFields = ({ form, fields }: Props) =>
  fields.map((field) => <DescribedField key={field.name} form={form} field={field} />)

function DescribedField({ form, field }: { readonly form: FormValues; readonly field: FieldDescriptor }) {
  const { name } = field
  const value = form.values[name]
  if (field.kind === 'check')
    return (
      <CheckField
        label={field.label}
        checked={value === true}
        onChange={(event) => form.setValue(name, event.target.checked)}
      />
    )
  const connected = {
    value: textOf(value),
    error: form.errors[name],
    onChange: (event: { readonly target: { readonly value: string } }) =>
      form.setValue(name, event.target.value),
  }
  switch (field.kind) {
    case 'text': {
      const { kind: _kind, name: _name, ...rest } = field
      return <TextField {...rest} {...connected} />
    }
    case 'area': {
      const { kind: _kind, name: _name, ...rest } = field
      return <TextAreaField {...rest} {...connected} />
    }
    case 'select': {
      const { kind: _kind, name: _name, ...rest } = field
      return <SelectField {...rest} {...connected} />
    }
  }
}
