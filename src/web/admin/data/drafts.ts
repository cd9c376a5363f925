import { useEffect, useRef, useState } from 'react'
import { changesBetween, type JsonRecord } from '#lib/changes.ts'
import { keysOf, pick } from '#lib/records.ts'
import { shownMoment } from '#ui/admin/shown-time.ts'
import { useUnsaved } from '#ui/admin/forms/unsaved.tsx'
import { useCurrentUser } from '../auth/current-user.ts'

/** Maximum age of a draft. Drafts are in session storage, keyed by staff id. */
const MAX_AGE_MS = 12 * 60 * 60_000
const PREFIX = 'draft '

export type StoredDraft = {
  readonly key: string
  readonly typedAt: string
  readonly fields: JsonRecord
  /** Record version that the editor saw; null for a new record. */
  readonly item: unknown
  /** Idempotency key under which the form may have been sent; null before that. */
  readonly sendKey: string | null
}

const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parseDraft(key: string, text: string | null): StoredDraft | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    if (!isRecord(stored) || !isRecord(stored['fields']) || typeof stored['typedAt'] !== 'string') return null
    const { typedAt, fields, item, sendKey } = stored
    if (Date.now() - Date.parse(typedAt) >= MAX_AGE_MS) return null
    return { key, typedAt, fields, item: item ?? null, sendKey: typeof sendKey === 'string' ? sendKey : null }
  } catch {
    return null
  }
}

/** Runs a storage operation. Where the browser denies storage, drafts are not saved and everything else works. */
function inStorage<Value>(run: (storage: Storage) => Value, otherwise: Value): Value {
  try {
    return run(window.sessionStorage)
  } catch {
    return otherwise
  }
}

const storageKey = (owner: string, key: string): string => `${PREFIX}${owner} ${key}`

export const readDraft = (owner: string, key: string): StoredDraft | null =>
  inStorage((storage) => parseDraft(key, storage.getItem(storageKey(owner, key))), null)

type NewDraft = Omit<StoredDraft, 'typedAt' | 'sendKey'> & Partial<Pick<StoredDraft, 'sendKey'>>

export const saveDraft = (owner: string, { key, ...draft }: NewDraft): void =>
  inStorage(
    (storage) =>
      storage.setItem(
        storageKey(owner, key),
        JSON.stringify({ ...draft, typedAt: new Date().toISOString() }),
      ),
    undefined,
  )

export const dropDraft = (owner: string, key: string): void =>
  inStorage((storage) => storage.removeItem(storageKey(owner, key)), undefined)

/** Drafts of one account with a key prefix. Expired and malformed drafts are removed on the way. */
export const listDrafts = (owner: string, keysFrom: string): StoredDraft[] =>
  inStorage((storage) => {
    const found: StoredDraft[] = []
    for (const key of Object.keys(storage).filter((it) => it.startsWith(PREFIX))) {
      const ownKey = key.startsWith(storageKey(owner, '')) ? key.slice(storageKey(owner, '').length) : null
      const draft = parseDraft(ownKey ?? '', storage.getItem(key))
      if (!draft) storage.removeItem(key)
      else if (ownKey?.startsWith(keysFrom)) found.push(draft)
    }
    return found
  }, [])

/** Removes every draft of this tab, at sign-out. */
export const dropAllDrafts = (): void =>
  inStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key)
  }, undefined)

/** Stored fields checked against the types of `blank`; null if a field is missing or has another type. */
export function fieldsLike<Fields extends JsonRecord>(blank: Fields, stored: JsonRecord): Fields | null {
  const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value)
  const fits = Object.entries(blank).every(([name, value]) => {
    const saved = stored[name]
    return saved !== undefined && (kindOf(saved) === kindOf(value) || saved === null || value === null)
  })
  return fits ? { ...blank, ...stored } : null
}

export const draftTime = (typedAt: string): string => shownMoment(typedAt)

/** The rest of a form that was sent: fields that were typed in since. The others are blank again. */
export function typedSince<Fields extends JsonRecord>(
  now: Fields,
  { sent, blank }: { readonly sent: JsonRecord; readonly blank: Fields },
): Fields {
  const typed = new Set(changesBetween(sent, now).map(({ field }) => field))
  return {
    ...blank,
    ...pick(
      now,
      keysOf(now).filter((it) => typed.has(it)),
    ),
  }
}

/** State of an inline form, saved as a draft while it differs from the blank form. */
export function useDraft<Fields extends JsonRecord>(key: string, blank: Fields) {
  const owner = useCurrentUser().id
  const [first] = useState(blank)
  const [saved] = useState(() => readDraft(owner, key))
  const [fields, setFields] = useState<Fields>(() => (saved && fieldsLike(first, saved.fields)) ?? first)
  const [restoredAt, setRestoredAt] = useState(() =>
    saved && fieldsLike(first, saved.fields) ? draftTime(saved.typedAt) : null,
  )
  const isDirty = changesBetween(first, fields).length > 0
  useEffect(() => {
    if (isDirty) saveDraft(owner, { key, fields, item: null })
    else dropDraft(owner, key)
  }, [owner, key, fields, isDirty])
  // A ref, because a submitted form navigates away before the cleared state is rendered.
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
  /** Clears what was sent, but for what is left of the fields as they are now. */
  const clearSent = (left: (now: Fields) => Fields): void => {
    setRestoredAt(null)
    setFields(left)
  }
  const setValue = (name: string, value: string | boolean): void => {
    isCleared.current = false
    setFields((now) => ({ ...now, [name]: value }))
  }
  useUnsaved({ isDirty: () => isDirty && !isCleared.current, discard: clear })
  return { fields, restoredAt, set, setValue, clear, clearSent }
}
