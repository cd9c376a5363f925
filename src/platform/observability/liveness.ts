import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { asDatabaseError } from '../db/db-errors.ts'

/** Time a query may take before the database is probed. */
const TIMEOUT_MS = 1500
/** Time limit of a probe. Together with TIMEOUT_MS it stays below five seconds. */
export const PROBE_MS = 2000
/** Within this time after a failed probe, queries get the short time limit without another probe. */
const KNOWN_SILENT_MS = 500
const SHORT_TIMEOUT_MS = 100

export type Liveness = {
  /** Passes on the result of one query; rejects if the database does not respond. */
  readonly query: <Value>(answer: Promise<Value>) => Promise<Value>
  /** The same for work with several queries and other steps. */
  readonly work: <Value>(result: Promise<Value>) => Promise<Value>
  /** Records a sign of life other than a query result, such as a new connection. */
  readonly noteAnswer: () => void
}

type Options = {
  /** Pings the database on a new connection. A `DatabaseError` means that the server responded. */
  readonly probe: () => Promise<unknown>
  readonly timeoutMs?: number
  readonly probeMs?: number
}

/**
 * Tells an unresponsive database from a slow one. A slow call triggers a probe, which all waiting calls share. If the
 * probe or any other call gets a response, the database is alive and slow queries wait for their own timeout.
 * Otherwise all waiting calls are rejected.
 */
export function createLiveness({ probe, timeoutMs = TIMEOUT_MS, probeMs = PROBE_MS }: Options): Liveness {
  let answers = 0
  let probing: Promise<boolean> | null = null
  let silentUntil = 0

  const isKnownSilent = (): boolean => performance.now() < silentUntil

  const runProbe = async (): Promise<boolean> => {
    const before = answers
    const answered = probe().then(
      () => true,
      (error: unknown) => error instanceof pg.DatabaseError,
    )
    const hasAnswered = await Promise.race([answered, sleep(probeMs, false, { ref: false })])
    // After a blocked event loop, responses that have already arrived are read first.
    await nextTurn()
    const isSilent = !hasAnswered && answers === before
    silentUntil = isSilent ? performance.now() + KNOWN_SILENT_MS : 0
    return isSilent
  }

  const isSilent = async (): Promise<boolean> => {
    if (isKnownSilent()) return true
    probing ??= runProbe().finally(() => (probing = null))
    return probing
  }

  const untilSilent = <Value>(result: Promise<Value>, firstMs: number): Promise<Value> =>
    raceSilence(result, { isSilent, firstMs, timeoutMs })

  const noteAnswer = (): void => {
    answers += 1
    silentUntil = 0
  }

  return {
    async query(answer) {
      try {
        const value = await untilSilent(answer, isKnownSilent() ? SHORT_TIMEOUT_MS : timeoutMs)
        noteAnswer()
        return value
      } catch (error) {
        if (error instanceof pg.DatabaseError) noteAnswer()
        throw error
      }
    },
    work: (result) => untilSilent(result, timeoutMs),
    noteAnswer,
  }
}

type Watch = {
  readonly isSilent: () => Promise<boolean>
  readonly firstMs: number
  readonly timeoutMs: number
}

/** Probes repeatedly until there is a result or the database counts as unresponsive. */
async function raceSilence<Value>(
  result: Promise<Value>,
  { isSilent, firstMs, timeoutMs }: Watch,
): Promise<Value> {
  const silent = Promise.withResolvers<never>()
  let isOver = false
  const look = async (): Promise<void> => {
    if (await isSilent()) silent.reject(asDatabaseError(new Error('query read timeout: no answer at all')))
    else if (!isOver) timer = setTimeout(() => void look(), timeoutMs)
  }
  let timer = setTimeout(() => void look(), firstMs)
  try {
    return await Promise.race([result, silent.promise])
  } finally {
    isOver = true
    clearTimeout(timer)
  }
}
