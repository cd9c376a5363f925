import { AsyncLocalStorage } from 'node:async_hooks'

/** What is done on whose behalf: a request, or a job that a request left behind. */
export type Trace = {
  /** Null for a job that the clock asked for. */
  readonly requestId: string | null
  readonly job?: { readonly name: string; readonly id: string }
  /** The reservations that were dealt with so far. */
  readonly reservations: Set<string>
}

const traces = new AsyncLocalStorage<Trace>()

type Begun = Omit<Trace, 'reservations'> & { readonly reservationId?: string | null }

export const beginContext = ({ reservationId, ...trace }: Begun): Trace => ({
  ...trace,
  reservations: new Set(reservationId ? [reservationId] : []),
})

/** Does work under a trace: whatever is queued or logged meanwhile can be told to belong to it. */
export const runWithContext = <Value>(trace: Trace, work: () => Value): Value => traces.run(trace, work)

export const currentContext = (): Trace | undefined => traces.getStore()

/** Notes that the request or the job at hand deals with a reservation: its id stands in every line from here on. */
export const affectsReservation = (id: string): void => void traces.getStore()?.reservations.add(id)

const MOST_NAMED = 20

/** The reservations of a trace, as its lines in the log name them. */
export function reservationFields({ reservations }: Trace): object {
  if (reservations.size === 0) return {}
  const ids = [...reservations].slice(0, MOST_NAMED)
  return reservations.size === 1 ? { reservationId: ids[0] } : { reservationIds: ids }
}

/** The one reservation that a trace is about; null where there is none, or more than one. */
export const onlyReservation = ({ reservations }: Trace): string | null =>
  reservations.size === 1 ? ([...reservations][0] ?? null) : null
