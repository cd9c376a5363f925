/** Nobody's turn came in time. */
export class TurnTooLate extends Error {
  override readonly name = 'TurnTooLate'
}

type Options = {
  readonly atOnce: number
  /** How long somebody stands in line before being turned away. */
  readonly patienceMs: number
}

/**
 * Lets so many do something at once; who comes later stands in line, first come, first served. A rush is worked off in
 * order, and leaves the connections of the database to everybody else.
 */
export function createTurns({ atOnce, patienceMs }: Options) {
  const line = new Set<() => void>()
  let busy = 0

  const waitForTurn = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const called = (): void => {
        clearTimeout(timer)
        line.delete(called)
        resolve()
      }
      const timer = setTimeout(() => {
        line.delete(called)
        reject(new TurnTooLate(`no turn within ${patienceMs} ms`))
      }, patienceMs)
      line.add(called)
    })

  /** Does it when it is its turn. Throws `TurnTooLate` where that takes too long. */
  return async function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    if (busy >= atOnce) await waitForTurn()
    else busy += 1
    try {
      return await work()
    } finally {
      // Whoever is next takes this place over.
      const [next] = line
      if (next) next()
      else busy -= 1
    }
  }
}
