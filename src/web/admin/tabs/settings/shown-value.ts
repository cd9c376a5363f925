import { formatClock } from '#lib/venue-time.ts'
import type { FieldDescriptor } from '#ui/admin/forms/form-fields.tsx'

/** Formats a setting for the page. One that is left empty reads as the placeholder of its field says. */
export function shownValue(field: FieldDescriptor, value: string | boolean | undefined): string {
  const { kind } = field
  if (kind === 'check') return value ? 'Yes' : 'No'
  const text = typeof value === 'string' ? value : ''
  if (kind === 'money' && text) return `$${text}`
  if (field.kind === 'area') return text || (field.placeholder ?? 'None')
  if (kind !== 'hours') return text || 'None'
  const [opens, closes] = text.split('-')
  return opens && closes ? `${formatClock(opens)} – ${formatClock(closes)}` : 'Closed'
}
