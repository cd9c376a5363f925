import { useEffect, useRef, useState } from 'react'
import { changesBetween, type JsonRecord } from '#lib/changes.ts'
import { formatMoment } from '#lib/venue-time.ts'
import { useUnsaved } from '#ui/admin/unsaved.tsx'
import { useCurrentUser } from '../auth/current-user.ts'

/** Drafts live in this tab's own storage, under the id of the account that typed them, for at most this long. */
const KEPT_MS = 12 * 60 * 60_000
const PREFIX = 'draft '

export type StoredDraft = {
  readonly key: string
  readonly typedAt: string
  readonly fields: JsonRecord
  /** The record as its editor saw it; null for one that is being added. */
  readonly item: unknown
}

const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parseDraft(key: string, text: string | null): StoredDraft | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    if (!isRecord(stored) || !isRecord(stored['fields']) || typeof stored['typedAt'] !== 'string') return null
    const { typedAt, fields, item } = stored
    return Date.now() - Date.parse(typedAt) < KEPT_MS ? { key, typedAt, fields, item: item ?? null } : null
  } catch {
    return null
  }
}

/** Runs what touches the storage. A browser that refuses it keeps no drafts, and everything else works. */
function inStorage<Value>(run: (storage: Storage) => Value, otherwise: Value): Value {
  try {
    return run(window.sessionStorage)
  } catch {
    return otherwise
  }
}

const placeOf = (owner: string, key: string): string => `${PREFIX}${owner} ${key}`

export const readDraft = (owner: string, key: string): StoredDraft | null =>
  inStorage((storage) => parseDraft(key, storage.getItem(placeOf(owner, key))), null)

export const saveDraft = (owner: string, { key, ...draft }: Omit<StoredDraft, 'typedAt'>): void =>
  inStorage(
    (storage) =>
      storage.setItem(placeOf(owner, key), JSON.stringify({ ...draft, typedAt: new Date().toISOString() })),
    undefined,
  )

export const dropDraft = (owner: string, key: string): void =>
  inStorage((storage) => storage.removeItem(placeOf(owner, key)), undefined)

/** The drafts of one account whose keys begin so. What is too old or cannot be read is thrown away on the way. */
export const listDrafts = (owner: string, keysFrom: string): StoredDraft[] =>
  inStorage((storage) => {
    const found: StoredDraft[] = []
    for (const place of Object.keys(storage).filter((it) => it.startsWith(PREFIX))) {
      const ownPlace = place.startsWith(placeOf(owner, '')) ? place.slice(placeOf(owner, '').length) : null
      const draft = parseDraft(ownPlace ?? '', storage.getItem(place))
      if (!draft) storage.removeItem(place)
      else if (ownPlace?.startsWith(keysFrom)) found.push(draft)
    }
    return found
  }, [])

/** Forgets every draft in this tab: its user signed out. */
export const dropAllDrafts = (): void =>
  inStorage((storage) => {
    for (const place of Object.keys(storage)) if (place.startsWith(PREFIX)) storage.removeItem(place)
  }, undefined)

/** The stored fields in the shape of `blank`; null where a field is missing or of another type. */
export function fieldsLike<Fields extends JsonRecord>(blank: Fields, stored: JsonRecord): Fields | null {
  const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value)
  const fits = Object.entries(blank).every(([name, value]) => {
    const kept = stored[name]
    return kept !== undefined && (kindOf(kept) === kindOf(value) || kept === null || value === null)
  })
  return fits ? { ...blank, ...stored } : null
}

export const draftTime = (typedAt: string): string => formatMoment(new Date(typedAt))

/** The fields of a form that is part of a page, kept as a draft while they differ from the blank form. */
export function useDraft<Fields extends JsonRecord>(key: string, blank: Fields) {
  const owner = useCurrentUser().id
  const [first] = useState(blank)
  const [kept] = useState(() => readDraft(owner, key))
  const [fields, setFields] = useState<Fields>(() => (kept && fieldsLike(first, kept.fields)) ?? first)
  const [restoredAt, setRestoredAt] = useState(() =>
    kept && fieldsLike(first, kept.fields) ? draftTime(kept.typedAt) : null,
  )
  const isDirty = changesBetween(first, fields).length > 0
  useEffect(() => {
    if (isDirty) saveDraft(owner, { key, fields, item: null })
    else dropDraft(owner, key)
  }, [owner, key, fields, isDirty])
  // Known at once: a form that was just sent leads elsewhere before it is drawn empty.
  const isCleared = useRef(false)
  const clear = (): void => {
    isCleared.current = true
    dropDraft(owner, key)
    setRestoredAt(null)
    setFields(first)
  }
  const set = (change: Partial<Fields>): void => {
    isCleared.current = false
    setFields((now) => ({ ...now, ...change }))
  }
  useUnsaved({ isDirty: () => isDirty && !isCleared.current, discard: clear })
  return { fields, restoredAt, set, clear }
}
