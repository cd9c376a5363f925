/** The queue is full, or a turn did not come in time. */
export class QueueTimeout extends Error {
  override readonly name = 'TurnTooLate'
  /** Which queue it was. */
  readonly queue: string

  constructor(queue: string, message: string) {
    super(`${queue}: ${message}`)
    this.queue = queue
  }
}

type Options = {
  /** Names the queue in logs and metrics. */
  readonly queue: string
  /** How many are served at once of what goes by one name. */
  readonly atOnce: number
  /** How long somebody stands in line before being turned away. */
  readonly patienceMs: number
  /** How many may stand in one line; whoever comes then is turned away at once. */
  readonly mostWaiting?: number
}

type Line = { served: number; readonly waiting: Set<() => void> }

/**
 * Lets so many do something at once of what goes by one name; who comes later stands in line, first come, first served.
 * A crowd waits here and not on the connections that everybody else needs. Between processes it decides nothing.
 */
export function createSemaphore({ queue, atOnce, patienceMs, mostWaiting = Infinity }: Options) {
  const lines = new Map<string, Line>()

  const lineOf = (name: string): Line => {
    const line = lines.get(name) ?? { served: 0, waiting: new Set() }
    lines.set(name, line)
    return line
  }

  const waitIn = ({ waiting }: Line): Promise<void> =>
    new Promise((resolve, reject) => {
      const called = (): void => {
        clearTimeout(timer)
        waiting.delete(called)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(called)
        reject(new QueueTimeout(queue, `no turn within ${patienceMs} ms`))
      }, patienceMs)
      waiting.add(called)
    })

  /** Does it when it is its turn. Throws `QueueTimeout` where that takes too long. */
  return async function withPermit<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
    const line = lineOf(name)
    if (line.served >= atOnce && line.waiting.size >= mostWaiting)
      throw new QueueTimeout(queue, `${mostWaiting} are waiting`)
    if (line.served >= atOnce) await waitIn(line)
    else line.served += 1
    try {
      return await work()
    } finally {
      // Whoever is next takes this place over.
      const [next] = line.waiting
      if (next) next()
      else line.served -= 1
      if (line.served === 0) lines.delete(name)
    }
  }
}
