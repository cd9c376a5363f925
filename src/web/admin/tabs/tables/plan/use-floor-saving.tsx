import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  changesOf,
  countChanges,
  type PlanConflict,
  conflictOf,
  refreshDraft,
} from '#features/floor-plan/editor-history/rules.ts'
import type { Draft } from '#features/floor-plan/editor-history/schema.ts'
import type { RoomPlan } from '#features/floor-plan/schema.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import { ConflictDialog } from '#web/admin/data/conflict-dialog.tsx'
import { apiFetch, failureText, ApiError, toastFailure } from '#web/admin/data/api-client.ts'
import { PLAN_KEY, PLAN_PATH, TABLES_KEY } from '../table-fields.ts'
import type { FloorDraft } from './use-floor-draft.ts'

type Conflict = { readonly changes: PlanConflict; readonly room: RoomPlan; readonly draft: Draft }

/** Saves the plan in one request. A version conflict is shown before either version is overwritten. */
export function useFloorSaving({ draft, rebase, yieldTo, settle }: FloorDraft) {
  const queries = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  const [saveError, setSaveError] = useState<string | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)

  async function send(sent: Draft): Promise<void> {
    const change = changesOf(sent)
    if (countChanges(change) > 0) {
      const { item } = await apiFetch(PLAN_PATH, { method: 'PUT', json: change })
      settle(sent.now, item)
      queries.setQueryData(PLAN_KEY, item)
    }
    showToast({ tone: 'good', title: 'Floor plan saved' })
  }

  /** Resolves a version conflict: changes to different items are merged, others open the conflict dialog. */
  async function sendAgain(sent: Draft, room: RoomPlan): Promise<void> {
    const changes = conflictOf(sent, room)
    if (changes) return setConflict({ changes, room, draft: sent })
    rebase(room)
    await send(refreshDraft(sent, room))
  }

  async function save(wanted: Draft): Promise<void> {
    setSaving(true)
    setSaveError(null)
    try {
      try {
        await send(wanted)
      } catch (error) {
        if (!(error instanceof ApiError && error.isVersionConflict)) throw error
        const room: RoomPlan = error.body.current
        await sendAgain(wanted, room)
      }
    } catch (error) {
      setSaveError(failureText(error))
      toastFailure('Error updating table', error)
    } finally {
      setSaving(false)
      void queries.invalidateQueries({ queryKey: TABLES_KEY })
    }
  }

  const conflictDialog = conflict ? (
    <ConflictDialog
      noun="floor plan"
      {...conflict.changes}
      onKeepMine={() => {
        setConflict(null)
        rebase(conflict.room)
        void save(refreshDraft(conflict.draft, conflict.room))
      }}
      onTakeTheirs={() => {
        setConflict(null)
        yieldTo(conflict.room, conflict.changes.ids)
      }}
      onGoOn={() => {
        setConflict(null)
        rebase(conflict.room)
      }}
    />
  ) : null
  return { isSaving, saveError, conflictDialog, save: () => void save(draft) }
}
