/** What a thing holds, in words that JSON can carry. */
export type JsonRecord = Readonly<Record<string, unknown>>

export type Change = { readonly field: string; readonly before: unknown; readonly after: unknown }

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** The fields in which two states of a thing differ. `null` stands for a thing that is not there. */
export function changesBetween(before: JsonRecord | null, after: JsonRecord | null): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...fields].flatMap((field) => {
    const pair = { field, before: before?.[field] ?? null, after: after?.[field] ?? null }
    return isSame(pair.before, pair.after) ? [] : [pair]
  })
}

/** A value as a person reads it. */
export function showValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'empty'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : value.map(showValue).join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}

/** `priceCents` as `Price cents`. */
export const showField = (field: string): string => {
  const words = field.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
