import { type ComponentProps, type ReactNode, useId } from 'react'
import type { Option } from '#lib/forms/descriptors.ts'

const CONTROL =
  'min-h-11 w-full rounded-lg border border-clay bg-night px-3 py-2 text-cream placeholder:text-dune aria-invalid:border-rose disabled:opacity-60'

type FieldProps = {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly isRequired?: boolean | undefined
  readonly className?: string | undefined
  readonly children: (aria: { id: string; 'aria-invalid': boolean; 'aria-describedby'?: string }) => ReactNode
}

/** Label, control, hint and error of a field, connected by ARIA attributes. */
function Field({ label, hint, error, isRequired = false, className = '', children }: FieldProps) {
  const id = useId()
  const notes = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter((it) => it !== null)
  return (
    <div className={`flex flex-col gap-1.5 ${className}`}>
      <label htmlFor={id} className="text-sm font-semibold text-sand">
        {label}
        {isRequired ? <span className="text-dune"> (required)</span> : null}
      </label>
      {children({
        id,
        'aria-invalid': Boolean(error),
        ...(notes.length > 0 ? { 'aria-describedby': notes.join(' ') } : {}),
      })}
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-dune">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="text-sm text-rose">
          {error}
        </p>
      ) : null}
    </div>
  )
}

type Described = Omit<FieldProps, 'children'>
type TextProps = Described & Omit<ComponentProps<'input'>, 'id' | 'className'>

export const TextField = ({ label, hint, error, isRequired, className, ...input }: TextProps) => (
  <Field
    {...{ label, hint, error, isRequired: isRequired ?? input.required ?? false, className: className ?? '' }}
  >
    {(aria) => <input className={CONTROL} {...input} {...aria} />}
  </Field>
)

type AreaProps = Described & Omit<ComponentProps<'textarea'>, 'id' | 'className'>

export const TextAreaField = ({ label, hint, error, isRequired, className, ...area }: AreaProps) => (
  <Field
    {...{ label, hint, error, isRequired: isRequired ?? area.required ?? false, className: className ?? '' }}
  >
    {(aria) => <textarea className={`${CONTROL} min-h-24`} rows={3} {...area} {...aria} />}
  </Field>
)

type SelectProps = Described &
  Omit<ComponentProps<'select'>, 'id' | 'className' | 'children'> & { readonly options: readonly Option[] }

export const SelectField = ({
  label,
  hint,
  error,
  isRequired,
  className,
  options,
  ...select
}: SelectProps) => (
  <Field
    {...{
      label,
      hint,
      error,
      isRequired: isRequired ?? select.required ?? false,
      className: className ?? '',
    }}
  >
    {(aria) => (
      <select className={CONTROL} {...select} {...aria}>
        {options.map(({ value, label: name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    )}
  </Field>
)

type CheckProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  readonly label: string
  readonly error?: string | undefined
}

export function CheckField({ label, error, ...input }: CheckProps) {
  const id = useId()
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3 text-cream">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-brass"
          aria-invalid={Boolean(error)}
          aria-describedby={error ? id : undefined}
          {...input}
        />
        {label}
      </label>
      {error ? (
        <p id={id} className="text-sm text-rose">
          {error}
        </p>
      ) : null}
    </div>
  )
}
