import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'
import {
  changesOf,
  countChanges,
  addStep,
  conflictOf,
  redoStep,
  refreshDraft,
  settleDraft,
  startDraft,
  undoStep,
  discardConflicts,
} from '#features/floor-plan/editor-history/rules.ts'
import type { Draft } from '#features/floor-plan/editor-history/schema.ts'
import type { RoomPlan } from '#features/floor-plan/schema.ts'

export type PlanEdit = (plan: RoomPlan) => RoomPlan

type Act =
  | { readonly do: 'edit'; readonly edit: PlanEdit; readonly gesture: string | null }
  | { readonly do: 'undo' | 'redo' }
  /** The query has new data. */
  | { readonly do: 'read'; readonly room: RoomPlan }
  /** The user saw the version of another editor; the draft continues on top of it. */
  | { readonly do: 'rebase'; readonly room: RoomPlan }
  | { readonly do: 'yield'; readonly room: RoomPlan; readonly ids: ReadonlySet<string> }
  | { readonly do: 'settle'; readonly sent: RoomPlan; readonly room: RoomPlan }

function reduce(draft: Draft, act: Act): Draft {
  switch (act.do) {
    case 'edit':
      return addStep(draft, act.edit(draft.now), act.gesture)
    case 'undo':
      return undoStep(draft)
    case 'redo':
      return redoStep(draft)
    case 'read':
      // A conflict is shown on save. Until then, nothing moves under the pointer.
      return act.room === draft.seen || conflictOf(draft, act.room) ? draft : refreshDraft(draft, act.room)
    case 'rebase':
      return refreshDraft(draft, act.room)
    case 'yield':
      return discardConflicts(draft, act.room, act.ids)
    case 'settle':
      return settleDraft(draft, act.sent, act.room)
  }
}

const DRAFT_KEY = ['floor-draft']

/** Editor state with history. It lives in the query cache, so that unsaved changes survive a visit to another tab. */
export function useFloorDraft(room: RoomPlan) {
  const queries = useQueryClient()
  const [draft, act] = useReducer(
    reduce,
    room,
    (first) => queries.getQueryData<Draft>(DRAFT_KEY) ?? startDraft(first),
  )
  const changes = countChanges(changesOf(draft))
  useEffect(() => act({ do: 'read', room }), [room])
  useEffect(() => {
    queries.setQueryDefaults(DRAFT_KEY, { gcTime: Number.POSITIVE_INFINITY })
    queries.setQueryData(DRAFT_KEY, draft)
  }, [queries, draft])
  useWarning(changes > 0)
  return {
    draft,
    changes,
    edit: (edit: PlanEdit, gesture: string | null = null) => act({ do: 'edit', edit, gesture }),
    undo: () => act({ do: 'undo' }),
    redo: () => act({ do: 'redo' }),
    rebase: (current: RoomPlan) => act({ do: 'rebase', room: current }),
    yieldTo: (current: RoomPlan, ids: ReadonlySet<string>) => act({ do: 'yield', room: current, ids }),
    settle: (sent: RoomPlan, saved: RoomPlan) => act({ do: 'settle', sent, room: saved }),
  }
}

export type FloorDraft = ReturnType<typeof useFloorDraft>

/** Asks before the window closes while there are unsaved changes. */
function useWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isOn])
}
