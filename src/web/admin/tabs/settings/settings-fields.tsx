import { formatClock } from '#lib/venue-time.ts'
import { TextField } from '#ui/admin/field.tsx'
import { type FieldDescriptor, FormFields, type FormValues } from '#ui/admin/form-fields.tsx'

/** Descriptor of a setting. `span` is a pair of times such as `15:00-21:00`, or empty. */
export type SettingsField =
  | FieldDescriptor
  | { readonly kind: 'span'; readonly name: string; readonly label: string }

type Value = string | boolean | undefined

const textOf = (value: Value): string => (typeof value === 'string' ? value : '')

/** Formats a value for the page. */
export function shownValue(kind: SettingsField['kind'], value: Value): string {
  if (kind === 'check') return value ? 'Yes' : 'No'
  const text = textOf(value)
  if (kind !== 'span') return text || 'None'
  const [opens, closes] = text.split('-')
  return opens && closes ? `${formatClock(opens)} – ${formatClock(closes)}` : 'Closed'
}

type Props = { readonly form: FormValues; readonly field: SettingsField }

export function SettingsInput({ form, field }: Props) {
  if (field.kind !== 'span') return <FormFields form={form} fields={[field]} />
  const value = form.values[field.name]
  return (
    <SpanInput
      label={field.label}
      value={typeof value === 'string' ? value : ''}
      error={form.errors[field.name]}
      onValue={(next) => form.setValue(field.name, next)}
    />
  )
}

type SpanProps = {
  readonly label: string
  readonly value: string
  readonly error: string | undefined
  readonly onValue: (value: string) => void
}

/** Opening hours of a weekday. Both times empty means closed. */
function SpanInput({ label, value, error, onValue }: SpanProps) {
  const [opens = '', closes = ''] = value.split('-')
  const set = (from: string, until: string): void => onValue(from || until ? `${from}-${until}` : '')
  return (
    <fieldset className="grid grid-cols-2 gap-3">
      <legend className="mb-1 font-semibold">{label}</legend>
      <TextField
        label="Opens"
        type="time"
        value={opens}
        error={error}
        onChange={(event) => set(event.target.value, closes)}
      />
      <TextField
        label="Closes"
        type="time"
        value={closes}
        onChange={(event) => set(opens, event.target.value)}
      />
    </fieldset>
  )
}
