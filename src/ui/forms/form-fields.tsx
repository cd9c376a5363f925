import { type ComponentType, useState } from 'react'
import { type FieldDescriptor, INPUT_ATTRIBUTES } from '#lib/forms/descriptors.ts'
import { characterCount, lengthText } from '#lib/forms/length.ts'
import { pick } from '#lib/records.ts'
import { FormField, INPUT, noteOf, widthOf } from './form-field.tsx'

type Props = {
  /** Prefix of the ids of the form's fields. */
  readonly form: string
  readonly fields: readonly FieldDescriptor[]
  /** Values by name; those of other controls of the form are ignored. */
  readonly typed: Readonly<Record<string, string | boolean>>
  readonly problems: Readonly<Record<string, string | undefined>>
  /** Control of the fields that are not text, such as `ListField`. */
  readonly other?: OtherField | undefined
}

export type ControlProps<Field = FieldDescriptor> = {
  readonly id: string
  readonly field: Field
  readonly value: string
  readonly problem: string | undefined
}

export type OtherField = ComponentType<ControlProps>
type DescriptorOf<Kind> = Extract<FieldDescriptor, { readonly kind: Kind }>

/** Renders the fields of a public form. They are uncontrolled, so that they work the same in a page without scripts. */
export const FormFields = ({ form, fields, typed, problems, other }: Props) =>
  fields.map((field) => (
    <DescribedField
      key={field.name}
      id={`${form}-${field.name}`}
      field={field}
      value={String(typed[field.name] ?? '')}
      problem={problems[field.name]}
      other={other}
    />
  ))

type FieldProps = ControlProps & { readonly other: OtherField | undefined }

function DescribedField({ field, other: Other, ...of }: FieldProps) {
  if (field.kind === 'text') return <TextField {...of} field={field} />
  if (field.kind === 'area') return <TextArea {...of} field={field} />
  return Other ? <Other {...of} field={field} /> : null
}

/** Label, note and width of a field. */
export const headOf = ({ id, field, problem }: Omit<ControlProps, 'value'>) => ({
  id,
  label: field.label,
  note: noteOf(field),
  problem,
  className: widthOf(field),
})

function TextField({ field, value, ...of }: ControlProps<DescriptorOf<'text'>>) {
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
function TextArea({ field, value, ...of }: ControlProps<DescriptorOf<'area'>>) {
  const { name, required, rows = 3, inputMode, placeholder, maxLength } = field
  const [length, setLength] = useState(characterCount(value))
  const isNearlyFull = maxLength !== undefined && length > maxLength * NEARLY_FULL
  return (
    <FormField {...headOf({ ...of, field })}>
      {(attributes) => (
        <>
          <textarea
            {...attributes}
            {...{ name, required, rows, inputMode, placeholder }}
            defaultValue={value}
            onInput={(input) => setLength(characterCount(input.currentTarget.value.trim()))}
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

/** Optional consent to text messages, the field `texts`. It is never ticked beforehand. */
export const TextsBox = ({ isTicked }: { readonly isTicked: boolean }) => (
  <label className="flex min-h-11 gap-3 text-sand sm:col-span-2">
    <input type="checkbox" name="texts" defaultChecked={isTicked} className="size-6 shrink-0 accent-brass" />
    Send me texts about this reservation. Rates may apply. Reply STOP to end.
  </label>
)
