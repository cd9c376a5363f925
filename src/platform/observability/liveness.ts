import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { asDatabaseError } from '../db/db-errors.ts'

/** How long a query may take before the database is probed. */
const PATIENCE_MS = 1500
/** How long a probe may take. Together with the patience it stays below five seconds. */
export const PROBE_MS = 2000
/** After a probe without an answer, queries of this time are not probed again, and get only the short patience. */
const KNOWN_SILENT_MS = 500
const SHORT_PATIENCE_MS = 100

export type Liveness = {
  /** The answer to one query; rejects when the database turns out to be silent. */
  readonly query: <Value>(answer: Promise<Value>) => Promise<Value>
  /** The same for work that consists of several queries, and of more than queries. */
  readonly work: <Value>(result: Promise<Value>) => Promise<Value>
  /** Counts an answer that was no query's, such as a new session that the database opened. */
  readonly noteAnswer: () => void
}

type Options = {
  /** Asks the database something on a connection of its own. Rejects with a `DatabaseError` where it answers a refusal. */
  readonly probe: () => Promise<unknown>
  readonly patienceMs?: number
  readonly probeMs?: number
}

/**
 * Tells a database that is silent from one that is slow. A call that takes long causes a probe, one for all that wait.
 * The database is alive when it answers the probe, or any other call meanwhile: a slow query is then waited for until its
 * own timeout. Without any answer every waiting call is rejected, reads and writes alike.
 */
export function createLiveness({ probe, patienceMs = PATIENCE_MS, probeMs = PROBE_MS }: Options): Liveness {
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
    // After a busy event loop, answers that have arrived already are read before the verdict.
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
    raceSilence(result, { isSilent, firstMs, patienceMs })

  const noteAnswer = (): void => {
    answers += 1
    silentUntil = 0
  }

  return {
    async query(answer) {
      try {
        const value = await untilSilent(answer, isKnownSilent() ? SHORT_PATIENCE_MS : patienceMs)
        noteAnswer()
        return value
      } catch (error) {
        if (error instanceof pg.DatabaseError) noteAnswer()
        throw error
      }
    },
    work: (result) => untilSilent(result, patienceMs),
    noteAnswer,
  }
}

type Watch = {
  readonly isSilent: () => Promise<boolean>
  readonly firstMs: number
  readonly patienceMs: number
}

/** Looks again and again whether the database is silent, until there is a result. */
async function raceSilence<Value>(
  result: Promise<Value>,
  { isSilent, firstMs, patienceMs }: Watch,
): Promise<Value> {
  const silent = Promise.withResolvers<never>()
  let isOver = false
  const look = async (): Promise<void> => {
    if (await isSilent()) silent.reject(asDatabaseError(new Error('query read timeout: no answer at all')))
    else if (!isOver) timer = setTimeout(() => void look(), patienceMs)
  }
  let timer = setTimeout(() => void look(), firstMs)
  try {
    return await Promise.race([result, silent.promise])
  } finally {
    isOver = true
    clearTimeout(timer)
  }
}
