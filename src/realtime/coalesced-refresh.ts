/**
 * Coalesces signals into runs of `work`: the first signal starts a run after `delayMs`, further signals until then join
 * it, and signals during a run start one more.
 */
export function createCoalescedRefresh(
  work: () => Promise<void>,
  delayMs: number,
  onError: (error: unknown) => void = () => undefined,
) {
  let timer: NodeJS.Timeout | null = null
  let isRunning = false
  let isPending = false
  let isClosed = false

  const start = async (): Promise<void> => {
    timer = null
    isPending = false
    isRunning = true
    try {
      await work()
    } finally {
      isRunning = false
      if (isPending) signal()
    }
  }
  const signal = (): void => {
    isPending = true
    if (isClosed || isRunning) return
    timer ??= setTimeout(() => {
      start().catch(onError)
    }, delayMs).unref()
  }
  return {
    signal,
    close(): void {
      isClosed = true
      if (timer) clearTimeout(timer)
    },
  }
}
