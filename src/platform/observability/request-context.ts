import { AsyncLocalStorage } from 'node:async_hooks'

/** Context of a request, or of a job that a request caused (AsyncLocalStorage). */
export type Trace = {
  /** Null for scheduled jobs. */
  readonly requestId: string | null
  readonly job?: { readonly name: string; readonly id: string }
  /** Reservations that were affected so far. */
  readonly reservations: Set<string>
}

const traces = new AsyncLocalStorage<Trace>()

type Begun = Omit<Trace, 'reservations'> & { readonly reservationId?: string | null }

export const beginContext = ({ reservationId, ...trace }: Begun): Trace => ({
  ...trace,
  reservations: new Set(reservationId ? [reservationId] : []),
})

/** Runs work in a context: jobs and log lines created meanwhile refer to it. */
export const runWithContext = <Value>(trace: Trace, work: () => Value): Value => traces.run(trace, work)

export const currentContext = (): Trace | undefined => traces.getStore()

/** Records that the current request or job affects a reservation: all later log lines contain its id. */
export const affectsReservation = (id: string): void => void traces.getStore()?.reservations.add(id)

const MOST_NAMED = 20

/** Log fields for the reservations of a context. */
export function reservationFields({ reservations }: Trace): object {
  if (reservations.size === 0) return {}
  const ids = [...reservations].slice(0, MOST_NAMED)
  return reservations.size === 1 ? { reservationId: ids[0] } : { reservationIds: ids }
}

/** The only reservation of a context; null if there are none or several. */
export const onlyReservation = ({ reservations }: Trace): string | null =>
  reservations.size === 1 ? ([...reservations][0] ?? null) : null
