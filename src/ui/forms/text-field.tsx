import { type ComponentProps, type ReactNode, useState } from 'react'
import { lengthText } from '#lib/forms/length.ts'
import type { Problems, Typed } from '#lib/forms/check.ts'
import { FormField, INPUT } from './form-field.tsx'

/** Props that all fields of a form share. */
export type FieldsOf<Field extends string = string> = {
  /** Prefix of the ids of the form's fields. */
  readonly form: string
  readonly typed: Typed<Field>
  readonly problems: Problems<Field>
}

type Labelled<Field extends string> = FieldsOf<Field> & {
  readonly name: Field
  readonly label: string
  readonly note?: string
  readonly className?: string
}

type Rest<Tag extends 'input' | 'textarea' | 'select'> = Omit<
  ComponentProps<Tag>,
  'name' | 'form' | 'className'
>

/** Single-line input. Uncontrolled, so that it works the same in a page without scripts. */
export function TextField<Field extends string>(props: Labelled<Field> & Rest<'input'>) {
  const { form, typed, problems, name, label, note, className, ...rest } = props
  return (
    <FormField {...headOf({ form, name, label, note, className, problem: problems[name] })}>
      {(attributes) => (
        <input {...attributes} name={name} defaultValue={typed[name]} {...rest} className={INPUT} />
      )}
    </FormField>
  )
}

/**
 * Textarea that grows with its text. It has no `maxlength`, which would cut a pasted text silently: the length is
 * counted here and validated on submit.
 */
export function TextArea<Field extends string>(props: Labelled<Field> & Rest<'textarea'>) {
  const { form, typed, problems, name, label, note, className, maxLength, ...rest } = props
  const [length, setLength] = useState(typed[name].length)
  const isNearlyFull = maxLength !== undefined && length > maxLength * NEARLY_FULL
  return (
    <FormField {...headOf({ form, name, label, note, className, problem: problems[name] })}>
      {(attributes) => (
        <>
          <textarea
            {...attributes}
            name={name}
            defaultValue={typed[name]}
            rows={3}
            autoComplete="off"
            onInput={(input) => setLength(input.currentTarget.value.trim().length)}
            {...rest}
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

export type Option = { readonly value: string; readonly label: string }

type SelectProps<Field extends string> = Labelled<Field> &
  Rest<'select'> & {
    readonly options: readonly Option[]
    /** Label of the empty option; left out if an option is always chosen. */
    readonly blank?: string
  }

export function SelectField<Field extends string>(props: SelectProps<Field>) {
  const { form, typed, problems, name, label, note, className, options, blank, ...rest } = props
  return (
    <FormField {...headOf({ form, name, label, note, className, problem: problems[name] })}>
      {(attributes) => (
        <select {...attributes} name={name} defaultValue={typed[name]} {...rest} className={INPUT}>
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

type Head = {
  readonly form: string
  readonly name: string
  readonly label: string
  readonly note: string | undefined
  readonly className: string | undefined
  readonly problem: string | undefined
}

const headOf = ({ form, name, label, note, className, problem }: Head) => ({
  id: `${form}-${name}`,
  label,
  problem,
  ...(note === undefined ? {} : { note }),
  ...(className === undefined ? {} : { className }),
})

type ContactNames = { readonly name: 'name'; readonly email: 'email'; readonly phone: 'phone' }

/** Name, email and phone: the same three fields in every public form. */
export function ContactFields<Field extends string>(
  props: FieldsOf<Field | keyof ContactNames> & { readonly children?: ReactNode },
) {
  const { children, ...of } = props
  return (
    <>
      <TextField
        {...of}
        name="name"
        label="Full name"
        required
        autoComplete="name"
        autoCapitalize="words"
        spellCheck={false}
        maxLength={120}
        className="sm:col-span-2"
      />
      <TextField
        {...of}
        name="email"
        label="Email"
        type="email"
        required
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        maxLength={254}
      />
      <TextField
        {...of}
        name="phone"
        label="Phone"
        type="tel"
        required
        autoComplete="tel"
        inputMode="tel"
        maxLength={40}
      />
      {children}
    </>
  )
}
