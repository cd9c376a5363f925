import { formatClock } from '#lib/venue-time.ts'
import type { FieldDescriptor } from '#ui/admin/forms/form-fields.tsx'

/** Formats a setting for the page. */
export function shownValue(kind: FieldDescriptor['kind'], value: string | boolean | undefined): string {
  if (kind === 'check') return value ? 'Yes' : 'No'
  const text = typeof value === 'string' ? value : ''
  if (kind === 'money' && text) return `$${text}`
  if (kind !== 'hours') return text || 'None'
  const [opens, closes] = text.split('-')
  return opens && closes ? `${formatClock(opens)} – ${formatClock(closes)}` : 'Closed'
}
