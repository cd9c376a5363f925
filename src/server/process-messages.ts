import { z } from 'zod'

/**
 * How a worker is told to stop. `drain`: the whole server ends, and proxies are given time to notice. `now`: it ends, and
 * nobody waits for proxies. `retire`: another worker serves on the same port already.
 */
export type StopKind = 'drain' | 'now' | 'retire'

const owner = z.object({ email: z.string(), password: z.string() })

/** What the primary tells a worker or a child. */
const toWorker = z.union([
  z.object({ stop: z.enum(['drain', 'now', 'retire']) }),
  z.object({ requestsServed: z.literal(true) }),
])

/** What a worker or a child tells the process that started it. */
const fromWorker = z.union([
  z.object({ firstOwner: owner.nullable() }),
  z.object({ requestsServed: z.literal(true) }),
  z.object({ wantsReplacement: z.literal(true) }),
])

export type ToWorker = z.infer<typeof toWorker>
export type FromWorker = z.infer<typeof fromWorker>

/** Messages of libraries come over the same channel: anything else is null. */
export const readToWorker = (message: unknown): ToWorker | null => toWorker.safeParse(message).data ?? null
export const readFromWorker = (message: unknown): FromWorker | null =>
  fromWorker.safeParse(message).data ?? null

export const notifyPrimary = (message: FromWorker): void => void process.send?.(message)
