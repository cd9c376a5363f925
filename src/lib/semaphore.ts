/** The queue is full, or no permit was free within the timeout. */
export class QueueTimeout extends Error {
  override readonly name = 'TurnTooLate'
  readonly queue: string

  constructor(queue: string, message: string) {
    super(`${queue}: ${message}`)
    this.queue = queue
  }
}

type Options = {
  /** Queue name for logs and metrics. */
  readonly queue: string
  /** Permits per key. */
  readonly atOnce: number
  /** Maximum time to wait for a permit. */
  readonly patienceMs: number
  /** Maximum waiters per key; a further one is rejected at once. */
  readonly mostWaiting?: number
}

type Line = { served: number; readonly waiting: Set<() => void> }

/**
 * Keyed semaphore within one process, first come, first served. It keeps a burst of requests from occupying all
 * database connections. By hand rather than with p-limit, which has neither a limit of waiters nor a timeout for them.
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

  /** Runs the work while it holds a permit of the key. Throws `QueueTimeout` if none becomes free in time. */
  return async function withPermit<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
    const line = lineOf(name)
    if (line.served >= atOnce && line.waiting.size >= mostWaiting)
      throw new QueueTimeout(queue, `${mostWaiting} are waiting`)
    if (line.served >= atOnce) await waitIn(line)
    else line.served += 1
    try {
      return await work()
    } finally {
      // Hands the permit to the next waiter.
      const [next] = line.waiting
      if (next) next()
      else line.served -= 1
      if (line.served === 0) lines.delete(name)
    }
  }
}
