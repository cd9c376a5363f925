import { formatUsd } from './money.ts'
import { formatClock, formatDay, formatMoment, isCalendarDate, isWallTime } from './venue-time.ts'
import { capitalized } from './text/capitalized.ts'

/** A record with JSON-compatible values, as the audit log stores it. */
export type JsonRecord = Readonly<Record<string, unknown>>

export type Change = { readonly field: string; readonly before: unknown; readonly after: unknown }

/** No value and an empty text read the same. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(filled(a)) === JSON.stringify(filled(b))
const filled = (value: unknown): unknown => (value === undefined || value === '' ? null : value)

/** Fields that differ between two versions of a record. `null` stands for a missing record. */
export function changesBetween(before: JsonRecord | null, after: JsonRecord | null): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...fields].flatMap((field) => {
    const pair = { field, before: before?.[field] ?? null, after: after?.[field] ?? null }
    return isSame(pair.before, pair.after) ? [] : [pair]
  })
}

/** Formats a JSON value of a field for display: amounts in dollars, dates and times as screens show them at `now`. */
export function showValue(value: unknown, { field = '', now }: Shown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value))
    return value.length === 0 ? 'none' : value.map((it) => showValue(it, { now })).join(', ')
  if (typeof value === 'number' && IN_CENTS.test(field)) return formatUsd(value)
  if (typeof value === 'string') return showText(value, now)
  return typeof value === 'number' ? String(value) : JSON.stringify(value)
}

type Shown = { readonly field?: string; readonly now: Date }

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

function showText(text: string, now: Date): string {
  if (isCalendarDate(text)) return formatDay(text, now)
  if (isWallTime(text)) return formatClock(text)
  return MOMENT.test(text) && !Number.isNaN(Date.parse(text)) ? formatMoment(new Date(text), now) : text
}

const IN_CENTS = /Cents$/

/** `priceCents` as `Price`, `guestCount` as `Guest count`. */
export const showField = (field: string): string =>
  capitalized(
    field
      .replace(IN_CENTS, '')
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase(),
  )
