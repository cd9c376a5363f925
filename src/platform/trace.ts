import { AsyncLocalStorage } from 'node:async_hooks'

/** What somebody does on whose behalf: a request, or a job that a request left behind. */
export type Trace = {
  /** Null for a job that the clock asked for. */
  readonly requestId: string | null
  readonly job?: { readonly name: string; readonly id: string }
}

const traces = new AsyncLocalStorage<Trace>()

/** Does work under a trace: whatever is queued or logged meanwhile can be told to belong to it. */
export const underTrace = <Value>(trace: Trace, work: () => Value): Value => traces.run(trace, work)

export const currentTrace = (): Trace | undefined => traces.getStore()
