import { type CheckInState, FIRST_STATE } from '../check-in-state.ts'

/** State of the screen, for React and for the parts that change it. */
export const createStateStore = () => {
  let state = FIRST_STATE
  const listeners = new Set<() => void>()
  return {
    get: (): CheckInState => state,
    set: (change: Partial<CheckInState>): void => {
      state = { ...state, ...change }
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
export type StateStore = ReturnType<typeof createStateStore>
