import { z } from 'zod'

/**
 * Ways to stop a worker. `drain`: the whole server ends, and proxies get time to notice. `now`: it ends without that
 * delay. `retire`: another worker already listens on the same port.
 */
export type StopKind = 'drain' | 'now' | 'retire'

const owner = z.object({ email: z.string(), password: z.string() })

/** Messages of the primary to a worker or child. `databaseRuns`: the worker may connect. */
const toWorker = z.union([
  z.object({ databaseRuns: z.literal(true) }),
  z.object({ stop: z.enum(['drain', 'now', 'retire']) }),
  z.object({ requestsServed: z.literal(true) }),
])

/** Messages of a worker or child to the primary. */
const fromWorker = z.union([
  z.object({ firstOwner: owner.nullable() }),
  z.object({ requestsServed: z.literal(true) }),
  z.object({ wantsReplacement: z.literal(true) }),
])

export type ToWorker = z.infer<typeof toWorker>
export type FromWorker = z.infer<typeof fromWorker>

/** Libraries use the same IPC channel; their messages are read as null. */
export const readToWorker = (message: unknown): ToWorker | null => toWorker.safeParse(message).data ?? null
export const readFromWorker = (message: unknown): FromWorker | null =>
  fromWorker.safeParse(message).data ?? null

export const notifyPrimary = (message: FromWorker): void => void process.send?.(message)
