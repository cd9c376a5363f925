import { useState } from 'react'
import { type Outcome, OUTCOMES } from '#features/close-out/schema.ts'
import { useCurrentUser } from '#web/admin/auth/current-user.ts'
import { dropDraft, readDraft, saveDraft } from '#web/admin/data/drafts.ts'
import type { Choices } from './undecided-list.tsx'

const isOutcome = (value: unknown): value is Outcome => OUTCOMES.some((it) => it === value)

function toChoices(fields: Readonly<Record<string, unknown>>): Choices {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([id, stored]) => {
      if (typeof stored !== 'object' || stored === null) return []
      const { outcome, isRefunded } = { outcome: null, isRefunded: null, ...stored }
      return isOutcome(outcome) && typeof isRefunded === 'boolean' ? [[id, { outcome, isRefunded }]] : []
    }),
  )
}

/** Outcomes that staff chose for the parties of a night. They outlive a look at a reservation, as drafts of this tab. */
export function useChoices(date: string) {
  const owner = useCurrentUser().id
  const key = `close-out ${date}`
  const [choices, setChoices] = useState<Choices>(() => toChoices(readDraft(owner, key)?.fields ?? {}))
  return {
    choices,
    choose: (id: string, choice: NonNullable<Choices[string]>): void => {
      const next = { ...choices, [id]: choice }
      setChoices(next)
      saveDraft(owner, { key, fields: next, item: null })
    },
    /** The night is closed. */
    drop: (): void => dropDraft(owner, key),
  }
}
