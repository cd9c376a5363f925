import { useReducer } from 'react'
import type { Place } from '#features/floor/schema.ts'
import { movedTo } from '#features/tables/rules.ts'
import type { StaffTable } from '#features/tables/schema.ts'

type Plan = readonly StaffTable[]
type State = { readonly past: readonly Plan[]; readonly now: Plan; readonly future: readonly Plan[] }

type Move = {
  readonly id: string
  readonly change: Partial<Place>
  /** A drag is one step, however many moves it is made of: only its first is remembered. */
  readonly isGoingOn?: boolean
}
type Step = ({ readonly do: 'move' } & Move) | { readonly do: 'undo' | 'redo' }

const MOST_STEPS = 100

function stepped({ past, now, future }: State, step: Step): State {
  switch (step.do) {
    case 'move': {
      const next = now.map((it) => (it.id === step.id ? movedTo(it, step.change) : it))
      return { past: step.isGoingOn ? past : [...past, now].slice(-MOST_STEPS), now: next, future: [] }
    }
    case 'undo': {
      const before = past.at(-1)
      return before
        ? { past: past.slice(0, -1), now: before, future: [now, ...future] }
        : { past, now, future }
    }
    case 'redo': {
      const [after] = future
      return after ? { past: [...past, now], now: after, future: future.slice(1) } : { past, now, future }
    }
  }
}

/** The room as it is being arranged, with the way back and forth. */
export function usePlan(tables: Plan) {
  const [{ past, now, future }, step] = useReducer(stepped, { past: [], now: tables, future: [] })
  const first = new Map(tables.map((it) => [it.id, it]))
  return {
    tables: now,
    moved: now.filter((it) => {
      const was = first.get(it.id)
      return (['positionX', 'positionY', 'width', 'height'] as const).some((key) => was?.[key] !== it[key])
    }),
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    move: (move: Move) => step({ do: 'move', ...move }),
    undo: () => step({ do: 'undo' }),
    redo: () => step({ do: 'redo' }),
  }
}
