import { AsyncLocalStorage } from 'node:async_hooks'

/** Context of a request, or of a job that a request caused (AsyncLocalStorage). */
export type RequestContext = {
  /** Null for scheduled jobs. */
  readonly requestId: string | null
  readonly job?: { readonly name: string; readonly id: string }
  /** Reservations that were affected so far. */
  readonly reservations: Set<string>
}

const storage = new AsyncLocalStorage<RequestContext>()

type ContextInput = Omit<RequestContext, 'reservations'> & { readonly reservationId?: string | null }

export const beginContext = ({ reservationId, ...context }: ContextInput): RequestContext => ({
  ...context,
  reservations: new Set(reservationId ? [reservationId] : []),
})

/** Runs work in a context: jobs and log lines created meanwhile refer to it. */
export const runWithContext = <Value>(context: RequestContext, work: () => Value): Value =>
  storage.run(context, work)

export const currentContext = (): RequestContext | undefined => storage.getStore()

/** Records that the current request or job affects a reservation: all later log lines contain its id. */
export const affectsReservation = (id: string): void => void storage.getStore()?.reservations.add(id)

const MAX_RESERVATIONS = 20

/** Log fields for the reservations of a context. */
export function reservationFields({ reservations }: RequestContext): object {
  if (reservations.size === 0) return {}
  const ids = [...reservations].slice(0, MAX_RESERVATIONS)
  return reservations.size === 1 ? { reservationId: ids[0] } : { reservationIds: ids }
}

/** The only reservation of a context; null if there are none or several. */
export const onlyReservation = ({ reservations }: RequestContext): string | null =>
  reservations.size === 1 ? ([...reservations][0] ?? null) : null
