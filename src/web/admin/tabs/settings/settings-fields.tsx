import { formatClock } from '#lib/venue-time.ts'
import { CheckField, TextAreaField, TextField } from '#ui/admin/field.tsx'

/** Descriptor of a setting. `span` is a pair of times such as `15:00-21:00`, or empty. */
export type SettingsField = {
  readonly name: string
  readonly label: string
  readonly kind: 'line' | 'area' | 'whole' | 'check' | 'span'
  readonly hint?: string | undefined
}

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

type Props = {
  readonly field: SettingsField
  readonly value: Value
  readonly error: string | undefined
  readonly onValue: (value: string | boolean) => void
}

export function SettingsInput({ field: { kind, label, hint }, value, error, onValue }: Props) {
  if (kind === 'check')
    return (
      <CheckField
        label={label}
        checked={value === true}
        onChange={(event) => onValue(event.target.checked)}
      />
    )
  if (kind === 'span')
    return <SpanInput label={label} value={textOf(value)} error={error} onValue={onValue} />
  const common = { label, hint, error, value: textOf(value) }
  if (kind === 'area')
    return <TextAreaField {...common} rows={5} onChange={(event) => onValue(event.target.value)} />
  return (
    <TextField
      {...common}
      {...(kind === 'whole' ? { inputMode: 'numeric' as const } : {})}
      onChange={(event) => onValue(event.target.value)}
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
