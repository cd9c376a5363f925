/** Runs work in turn: what is asked for under a key starts when all that was asked for before under that key is over. */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, turn)
    try {
      return await turn
    } finally {
      if (last.get(key) === turn) last.delete(key)
    }
  }
}

/**
 * Acts on a party, by its id: the screen shows an act before it is recorded, and one that takes it back or depends on it must not
 * overtake it.
 */
export const inTurnOfParty = createTurns()
