/** The queue is full, or no permit was free within the timeout. */
export class QueueTimeout extends Error {
  override readonly name = 'QueueTimeout'
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
  readonly permits: number
  /** Maximum time to wait for a permit. */
  readonly timeoutMs: number
  /** Maximum waiters per key; a further one is rejected at once. */
  readonly maxWaiting?: number
}

type KeyState = { active: number; readonly waiting: Set<() => void> }

/**
 * Keyed semaphore within one process, first come, first served. It keeps a burst of requests from occupying all
 * database connections. By hand rather than with p-limit, which has neither a limit of waiters nor a timeout for them.
 */
export function createSemaphore({ queue, permits, timeoutMs, maxWaiting = Infinity }: Options) {
  const states = new Map<string, KeyState>()

  const stateOf = (name: string): KeyState => {
    const state = states.get(name) ?? { active: 0, waiting: new Set() }
    states.set(name, state)
    return state
  }

  const waitForPermit = ({ waiting }: KeyState): Promise<void> =>
    new Promise((resolve, reject) => {
      const onPermit = (): void => {
        clearTimeout(timer)
        waiting.delete(onPermit)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(onPermit)
        reject(new QueueTimeout(queue, `no turn within ${timeoutMs} ms`))
      }, timeoutMs)
      waiting.add(onPermit)
    })

  /** Runs the work while it holds a permit of the key. Throws `QueueTimeout` if none becomes free in time. */
  return async function withPermit<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
    const state = stateOf(name)
    if (state.active >= permits && state.waiting.size >= maxWaiting)
      throw new QueueTimeout(queue, `${maxWaiting} are waiting`)
    if (state.active >= permits) await waitForPermit(state)
    else state.active += 1
    try {
      return await work()
    } finally {
      // Hands the permit to the next waiter.
      const [next] = state.waiting
      if (next) next()
      else state.active -= 1
      if (state.active === 0) states.delete(name)
    }
  }
}
