/**
 * Lets what goes by one name be done one after the other in this process, so that a crowd waits here and not on the
 * connections that everybody else needs. Between processes it decides nothing.
 */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>()
  return async function inTurn<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
    const mine = (last.get(name) ?? Promise.resolve()).then(work)
    const settled = mine.catch(() => undefined)
    last.set(name, settled)
    try {
      return await mine
    } finally {
      if (last.get(name) === settled) last.delete(name)
    }
  }
}
